package boards

import (
	"math"
)

// bodies are those of a scene with depth.
func (s *Scene) bodies(l lots) (out []solid) {
	p, d := &s.pieces, s.depth
	man := profile(l, d.kind, p.radius, p.height)
	upper := man
	if d.upside {
		upper = make([]rz, len(man))
		for i, q := range man {
			upper[len(man)-1-i] = rz{q.r, p.height - q.z}
		}
		upper = append([]rz{{0, 0}}, upper...)
		upper = append(upper, rz{0, p.height})
	}
	for _, b := range p.bodies(l, s.Squares, s.board.frameWidth) {
		sin, cos := math.Sincos(2 * math.Pi * l.Float64())
		k := skin{colour: linear(b.tone), finish: d.finish, seed: 100 * l.Float64(), turn: point{cos, sin}, radius: p.radius}
		k.marked = p.kings.inks(b)
		shape := man
		if b.low > 0 {
			shape = upper
		}
		z := b.low
		if b.low > 0 { // the lower one's own height, whatever the flat drawing made of it
			z = p.height
		}
		out = append(out, turned(vec{b.at.x, b.at.y, z}, shape, k))
	}
	if in, to := float64(s.Squares)/2, float64(s.Squares)/2+s.board.frameWidth; s.board.raised > 0 {
		k := skin{colour: linear(s.board.frameTone), finish: d.board, turn: point{1, 0}, radius: 1}
		for _, c := range [4][4]float64{{-to, -to, to, -in}, {-to, in, to, to}, {-to, -in, -in, in}, {in, -in, to, in}} {
			out = append(out, block(vec{c[0], c[1], 0}, vec{c[2], c[3], s.board.raised}, k))
		}
	}
	for range d.beside {
		sin, cos := math.Sincos(2 * math.Pi * l.Float64())
		off := float64(s.Squares)/2*1.42 + s.board.frameWidth + l.between(0.6, 2)
		high, wide := l.between(0.3, 3), l.between(0.3, 1)
		out = append(out, turned(vec{off * cos, off * sin, 0}, profile(l, oneOf(l, "bevelled", "cone", "domed", "rimmed"),
			wide,
			high), anySkin(l)))
	}
	return append(out, d.overhead...)
}

func anySkin(l lots) skin {
	return skin{colour: linear(hsv(l.between(0, 360), l.between(0, 0.9), l.between(20, 250))), finish: anyFinish(l, 1),
		turn: point{1, 0}, radius: 1}
}

// hides says that what hangs over the board hides a square from the camera, or what stands on it.
func (s *Scene) hides(row, column int) bool { return s.hidden(row, column) > 0 }

// hidden is how much of a square and of what stands on it is hidden from the camera by what hangs over the board: of
// its middle and four places around it, below and above.
func (s *Scene) hidden(row, column int) float64 {
	eye, half := s.view.eye(), float64(s.Squares)/2
	count := 0
	for _, o := range [5]point{{0, 0}, {0.3, 0}, {-0.3, 0}, {0, 0.3}, {0, -0.3}} {
		for _, z := range [2]float64{0, s.pieces.height} {
			to := vec{float64(column) + 0.5 - half + o.x, float64(row) + 0.5 - half + o.y, z}.minus(eye)
			h := hit{t: 1}
			for i := range s.depth.overhead {
				s.depth.overhead[i].meet(eye, to, &h)
			}
			if h.t < 1 {
				count++
			}
		}
	}
	return float64(count) / 10
}

// inks tells the mark on the top of a piece; nil: it has none.
func (k *kingStyle) inks(b body) func(x, y float64) (light, bool) {
	type area struct {
		outline []point
		ink     light
	}
	var areas []area
	k.mark(b, func(outline []point, ink tone) {
		areas = append(areas, area{append([]point(nil), outline...), linear(ink)})
	})
	if areas == nil {
		return nil
	}
	return func(x, y float64) (ink light, ok bool) {
		for _, a := range areas {
			if inside(a.outline, x, y) {
				ink, ok = a.ink, true
			}
		}
		return ink, ok
	}
}

// inside says that a place is within an outline (the crossings of a line from it are odd).
func inside(outline []point, x, y float64) (in bool) {
	j := len(outline) - 1
	for i, p := range outline {
		q := outline[j]
		if (p.y > y) != (q.y > y) && x < (q.x-p.x)*(y-p.y)/(q.y-p.y)+p.x {
			in = !in
		}
		j = i
	}
	return in
}
