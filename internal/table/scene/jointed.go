package scene

import "draughtsman/internal/table/world"

// How thick the parts of a jointed arm are, mm: half their width, from the foot to the hand.
var limbs = [...]float64{32, 20, 17, 15}

const (
	fingerHalf   = world.FingerRadius
	fingerLength = 55.0 // mm
)

var printed = rgb{.55, .42, .06}

// jointed hands on the parts of a jointed arm with its gripper, each as the two ends of a bar and half its thickness.
func jointed(t world.Tool, part func(from, to vector, half float64)) {
	joints := make([]vector, len(t.Arm))
	for i, p := range t.Arm {
		joints[i] = at(p)
	}
	last := len(joints) - 1
	end, wrist := joints[last], joints[last-1]
	up := wrist.minus(end)
	knuckle := end.plus(up.times(fingerLength / up.length()))
	joints[last] = knuckle
	for i := 1; i <= last; i++ {
		part(joints[i-1], joints[i], limbs[min(i-1, len(limbs)-1)])
	}
	toward := at(t.Fingers.Toward)
	for _, by := range []float64{t.Fingers.Fixed - fingerHalf, t.Fingers.Moving + fingerHalf} {
		part(knuckle.plus(toward.times(by/2)), end.plus(toward.times(by)), fingerHalf)
	}
}

// corners are those of a bar.
func corners(from, to vector, half float64) []vector {
	var all []vector
	for _, end := range []vector{from, to} {
		for _, x := range []float64{-half, half} {
			for _, y := range []float64{-half, half} {
				for _, z := range []float64{-half, half} {
					all = append(all, end.plus(vector{x, y, max(z, -end[2])}))
				}
			}
		}
	}
	return all
}

func (s *Scene) jointedShadow(l *shadow, t world.Tool) {
	jointed(t, func(from, to vector, half float64) { l.add(&s.view, corners(from, to, half)...) })
}

// drawJointed paints an arm from its foot to its fingers.
func (s *Scene) drawJointed(pix []uint8, t world.Tool) {
	jointed(t, func(from, to vector, half float64) {
		colour := printed
		if half == fingerHalf {
			colour = blackened.times(3)
		}
		var spots []spot
		for _, p := range corners(from, to, half) {
			x, y, ok := s.view.project(p)
			if !ok {
				return
			}
			spots = append(spots, spot{x, y})
		}
		diffuse, _ := glowAt(from.plus(to).times(.5), s.view.eye).on(vector{0, 0, 1}, .25)
		shade := colour.times(diffuse)
		fill(s.width, s.height, hull(spots), func(x, y int, cover float32) { s.blend(pix, x, y, shade, cover) })
	})
}
