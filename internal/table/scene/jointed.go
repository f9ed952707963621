package scene

import "draughtsman/internal/table/world"

// How thick the parts of a jointed arm are, mm: half their width, from the foot to the hand.
var limbs = [...]float64{32, 20, 17, 15}

const (
	fingerHalf   = world.FingerRadius
	fingerLength = 55.0 // mm
)

var printed = rgb{.55, .42, .06}

// jointed is an arm with its gripper, as its tool gives them.
type jointed world.Tool

// bars hands on its parts from the foot to the fingers, each as the two ends of a bar and half its thickness.
func (t jointed) bars(part func(from, to vector, half float64)) {
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

// cast is part of model.
func (t jointed) cast(l *shadow, v *view) {
	t.bars(func(from, to vector, half float64) { l.add(v, corners(from, to, half)...) })
}

// draw is part of model.
func (t jointed) draw(b brush) {
	t.bars(func(from, to vector, half float64) {
		colour := printed
		if half == fingerHalf {
			colour = blackened.times(3)
		}
		diffuse, _ := glowAt(from.plus(to).times(.5), b.film.view.eye).on(vector{0, 0, 1}, .25)
		b.flat(corners(from, to, half), true, colour.times(diffuse), 1)
	})
}
