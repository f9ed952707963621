package boards

import (
	"math"
)

// tableStyle is what the board lies on, and what lies beside it.
type tableStyle struct {
	pattern string
	a, b    tone
	pitch   float64 // of the pattern, in squares of the board
	turn    float64
	things  int // beside the board
}

var (
	tablePatterns = []string{"plain", "plain", "wood", "wood", "weave", "stripes", "chequered cloth", "tiles", "text",
		"squared paper"}
	otherPatterns = []string{"chequered cloth", "tiles", "keyboard", "window", "bricks", "random squares",
		"oblong pattern", "text", "discs", "stripes", "weave"}
)

// anyTable draws one by lot, for a board to lie on; alone: as all that there is in the picture.
func anyTable(l lots, only *styles, alone bool, b *boardStyle) tableStyle {
	t := tableStyle{pattern: oneOf(l, tablePatterns...), turn: 2 * math.Pi * l.Float64()}
	switch {
	case only != nil && alone:
		t.pattern = oneOf(l, only.others...)
	case only != nil:
		t.pattern = oneOf(l, only.tables...)
	case alone:
		t.pattern = oneOf(l, otherPatterns...)
	}
	t.a = hsv(l.between(0, 360), l.between(0, 0.7), l.between(40, 240))
	if t.pattern == "wood" || t.pattern == "parquet" {
		t.a = hsv(l.between(15, 40), l.between(0.2, 0.7), l.between(70, 220))
	}
	if t.pattern == "grain" { // of the board's own wood
		t.a = oneOf(l, b.light, b.dark, b.light.towards(b.dark, 0.5))
	}
	for t.b = t.a; t.b.distance(t.a) < 35; {
		t.b = oneOf(l, t.a.times(l.between(0.3, 0.8)), hsv(l.between(0, 360), l.between(0, 0.8), l.between(20, 250)))
	}
	t.pitch = l.between(0.3, 1.8)
	t.things = l.IntN(5)
	return t
}

// How far a table's sheet goes, in squares from the middle of the board, and its pixels a square.
const (
	tableReach   = 22.0
	tablePixels  = 44.0
	coarsePixels = 16.0
)

// tablePixels is how many pixels a square the table's sheet has.
func (s *Scene) tablePixels() float64 {
	if s.coarse {
		return coarsePixels
	}
	return tablePixels
}

// sheet draws the table.
func (t *tableStyle) sheet(l lots, squares int, pixels float64) *sheet {
	s := newSheet(point{-tableReach, -tableReach}, 2*tableReach, 2*tableReach, pixels, t.a)
	s.scale = float64(s.mat.Cols()) / (2 * tableReach)
	t.draw(l, s)
	for range t.things {
		t.thing(l, s, squares)
	}
	s.rough(l, 0.1, 0.1, l.between(0, 0.04))
	return s
}

// quads draws a parallelogram of the turned pattern for each place of a grid that a rule picks.
func (t *tableStyle) quads(s *sheet, wide, high float64, ink tone,
	at func(column, row int) (x0, y0, x1, y1 float64, ok bool)) {
	sin, cos := math.Sincos(t.turn)
	turned := func(x, y float64) point { return point{cos*x - sin*y, sin*x + cos*y} }
	reach := 1.5 * tableReach
	for row := -int(reach / high); float64(row)*high < reach; row++ {
		for column := -int(reach / wide); float64(column)*wide < reach; column++ {
			x, y := float64(column)*wide, float64(row)*high
			middle := turned(x, y)
			if max(math.Abs(middle.x), math.Abs(middle.y)) > tableReach+2*max(wide, high) {
				continue
			}
			if x0, y0, x1, y1, ok := at(column, row); ok {
				s.polygon([]point{turned(x+x0*wide, y+y0*high), turned(x+x1*wide, y+y0*high), turned(x+x1*wide, y+y1*high),
					turned(x+x0*wide, y+y1*high)}, ink)
			}
		}
	}
}

// draw draws the pattern.
func (t *tableStyle) draw(l lots, s *sheet) {
	p := t.pitch
	every := func(x0, y0, x1, y1 float64) func(int, int) (float64, float64, float64, float64, bool) {
		return func(int, int) (float64, float64, float64, float64, bool) { return x0, y0, x1, y1, true }
	}
	switch t.pattern {
	case "wood":
		s.rough(l, l.between(2, 8), 0.06, l.between(0.04, 0.15))
		s.rough(l, 6, 0.7, l.between(0.02, 0.1))
		if l.chance(0.5) {
			t.quads(s, 2*tableReach, 3, t.a.times(0.5), every(-1, 0, 1, 0.02))
		}
	case "grain":
		s.rough(l, l.between(3, 10), 0.07, l.between(0.12, 0.25))
		s.rough(l, 8, 0.4, l.between(0.05, 0.12))
		t.quads(s, 2*tableReach, 3.5, t.a.times(0.45), every(-1, 0, 1, 0.02))
	case "lattice":
		w := l.between(0.05, 0.15)
		t.slanted(s, p, w)
	case "crossword":
		t.quads(s, p, p, tone{20, 20, 20}, every(0, 0, 1, 1))
		t.quads(s, p, p, tone{235, 235, 235}, func(c, r int) (float64, float64, float64, float64, bool) {
			return 0.04, 0.04, 0.98, 0.98, c%2 == 0 || r%2 == 0 && l.chance(0.8)
		})
	case "calendar":
		t.quads(s, 3*p, 2*p, t.b, every(0, 0, 1, 0.04))
		t.quads(s, 3*p, 2*p, t.b, every(0, 0, 0.03, 1))
		t.quads(s, 3*p, 2*p, t.b, func(int, int) (float64, float64, float64, float64, bool) {
			return 0.1, 0.12, l.between(0.2, 0.35), 0.5, true
		})
	case "weave":
		s.rough(l, 0.03, 0.25, 0.06)
		s.rough(l, 0.25, 0.03, 0.06)
	case "stripes":
		t.quads(s, 2*tableReach, p, t.b, every(-1, 0, 1, l.between(0.2, 0.6)))
	case "chequered cloth":
		t.quads(s, p, p, t.b, func(c, r int) (float64, float64, float64, float64, bool) { return 0, 0, 1, 1, (c+r)%2 == 0 })
		if l.chance(0.3) { // a gingham: every second row and column half way
			t.quads(s, p, p, t.a.towards(t.b, 0.5), func(c, r int) (float64, float64, float64, float64, bool) {
				return 0, 0, 1, 1, (c+r)%2 != 0 && r%2 == 0
			})
		}
	case "tiles":
		t.quads(s, 2*p, 2*p, t.b, every(0.01, 0.01, 0.97, 0.97))
	case "bricks":
		t.quads(s, 2*p, p, t.b, func(_, r int) (float64, float64, float64, float64, bool) {
			shift := 0.5 * float64(r&1)
			return shift + 0.02, 0.03, shift + 0.95, 0.9, true
		})
	case "parquet":
		s.rough(l, 1.5, 0.05, 0.06)
		t.quads(s, p, p, t.a.towards(t.b, 0.4), func(c, r int) (float64, float64, float64, float64, bool) {
			return 0, 0, 1, 1,
				(c+r)%2 == 0
		})
		for _, k := range []float64{0.25, 0.5, 0.75} {
			t.quads(s, p, p, t.a.times(0.6), func(c, r int) (float64, float64, float64, float64, bool) {
				if (c+r)%2 == 0 {
					return k, 0, k + 0.03, 1, true
				}
				return 0, k, 1, k + 0.03, true
			})
		}
	case "terrazzo":
		for range 1500 {
			x, y, r := l.between(-tableReach, tableReach), l.between(-tableReach, tableReach), l.between(0.05, 0.4)
			var chip []point
			for k := range 5 {
				sin, cos := math.Sincos(2 * math.Pi * (float64(k) + 0.6*l.Float64()) / 5)
				chip = append(chip, point{x + r*cos, y + r*sin})
			}
			s.polygon(chip, t.a.towards(t.b, l.Float64()))
		}
	case "text":
		t.text(l, s, -tableReach, -tableReach, tableReach, tableReach, l.between(0.2, 0.6))
	case "squared paper":
		w := l.between(0.03, 0.1)
		t.quads(s, p, p, t.b, every(0, 0, w, 1))
		t.quads(s, p, p, t.b, every(0, 0, 1, w))
	case "keyboard":
		t.quads(s, p, p, t.b, every(0.06, 0.06, 0.92, 0.9))
		t.quads(s, p, p, t.a, every(0.2, 0.2, 0.35, 0.4))
	case "window":
		t.quads(s, 3*p, 4*p, t.b, every(0.06, 0.05, 0.94, 0.95))
		t.quads(s, 3*p, 4*p, t.a, every(0.48, 0, 0.52, 1))
	case "random squares":
		t.quads(s, p, p, t.b, func(int, int) (float64, float64, float64, float64, bool) { return 0, 0, 1, 1, l.chance(0.5) })
	case "oblong pattern":
		wide, high := 4+l.IntN(5), 2+l.IntN(2)
		t.quads(s, p, p, t.b, func(c, r int) (float64, float64, float64, float64, bool) {
			return 0, 0, 1, 1, (c+r)%2 == 0 && c >= -wide && c < wide && r >= -high && r < high
		})
	case "discs":
		for range 150 {
			x, y := l.between(-tableReach, tableReach), l.between(-tableReach, tableReach)
			s.polygon(circle(x, y, p/2), oneOf(l, t.b, t.a.times(0.4)))
		}
	case "pegboard":
		t.quads(s, p, p, t.b, every(0.35, 0.35, 0.65, 0.65))
	case "shelves":
		t.quads(s, 2*tableReach, 4*p, t.a.times(0.5), every(-1, 0, 1, 0.08))
		t.quads(s, p/2, 4*p, t.b, func(int, int) (float64, float64, float64, float64, bool) {
			return 0.05, l.between(0.2, 0.5), 0.9, 1, l.chance(0.6)
		})
	}
}

// slanted draws lines in two directions that are not at right angles.
func (t *tableStyle) slanted(s *sheet, p, width float64) {
	for k := range 2 {
		angle := t.turn + float64(k)*math.Pi/3
		sin, cos := math.Sincos(angle)
		for d := -1.5 * tableReach; d < 1.5*tableReach; d += 1.5 * p {
			x, y, far := -d*sin, d*cos, 1.5*tableReach
			s.line(x-far*cos, y-far*sin, x+far*cos, y+far*sin, width, t.b)
		}
	}
}

func (t *tableStyle) text(l lots, s *sheet, x0, y0, x1, y1, height float64) {
	for y := y0 + 1.8*height; y < y1; y += 1.8 * height {
		words := ""
		for float64(len(words))*0.9*height < x1-x0 {
			words += oneOf(l, "the ", "board ", "MOVE ", "22-18 ", "x ", "captain ", "#", "of ", "table ")
		}
		words = words[:max(0, int((x1-x0)/(0.9*height))-1)]
		s.text(words, x0+0.3, y, height, t.b)
	}
}

// thing draws something flat beside the board.
func (t *tableStyle) thing(l lots, s *sheet, squares int) {
	angle, away := 2*math.Pi*l.Float64(), float64(squares)*l.between(0.75, 1.2)
	sin, cos := math.Sincos(angle)
	x, y := away*cos, away*sin
	w, h := l.between(1, 5), l.between(1, 4)
	ground := hsv(l.between(0, 360), l.between(0, 0.6), l.between(30, 250))
	other := tableStyle{pattern: "", a: ground, b: ground.times(0.3), pitch: l.between(0.3, 1)}
	if ground[1] < 100 {
		other.b = tone{230, 230, 230}
	}
	s.box(x, y, x+w, y+h, ground)
	switch l.IntN(5) {
	case 0:
		other.text(l, s, x, y, x+w, y+h, l.between(0.15, 0.5))
	case 1: // keys
		for ky := y + 0.1; ky+0.6 < y+h; ky += 0.7 {
			for kx := x + 0.1; kx+0.6 < x+w; kx += 0.7 {
				s.box(kx, ky, kx+0.55, ky+0.55, other.b)
			}
		}
	case 2: // stripes
		for ky := y; ky < y+h; ky += 2 * other.pitch {
			s.box(x, ky, x+w, min(ky+other.pitch, y+h), other.b)
		}
	case 3: // small squares, in too few rows for a board
		for r := 0; r < 4 && float64(r+1)*other.pitch < h; r++ {
			for c := r % 2; float64(c+1)*other.pitch < w; c += 2 {
				s.box(x+float64(c)*other.pitch, y+float64(r)*other.pitch, x+float64(c+1)*other.pitch, y+float64(r+1)*other.pitch,
					other.b)
			}
		}
	default: // a plate
		s.polygon(circle(x+w/2, y+h/2, w/2), other.b)
	}
}

func circle(x, y, radius float64) (out []point) {
	for k := range 40 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / 40)
		out = append(out, point{x + radius*cos, y + radius*sin})
	}
	return out
}
