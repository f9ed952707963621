package boards

import (
	"math"
)

// boardStyle is what a board looks like. Lengths are squares.
type boardStyle struct {
	light, dark tone
	texture     string
	frame       string
	frameTone   tone
	frameWidth  float64
	raised      float64 // height of the frame
	line        float64 // width of lines between the squares, or of the tape around them
	lineTone    tone
	vary        float64 // how much squares of one kind differ, as a part
	letters     bool    // coordinates on the frame
	numbers     bool    // on the dark squares
	rounding    float64 // radius of rounded squares' corners
}

var (
	boardTextures = []string{"plain", "plain", "wood", "wood", "cloth", "tiles", "lines", "veneer", "rounded"}
	boardFrames   = []string{"none", "plain", "plain", "lined", "raised", "further squares"}
)

// anyBoard draws a board by lot.
func anyBoard(l lots, only *styles) boardStyle {
	b := boardStyle{texture: oneOf(l, boardTextures...), frame: oneOf(l, boardFrames...)}
	if only != nil {
		b.texture = oneOf(l, only.textures...)
		if l.chance(0.5) {
			b.frame = oneOf(l, only.frames...)
		}
	}
	for b.contrast() < 28 {
		switch l.IntN(7) {
		case 0, 1: // woods
			b.light = hsv(l.between(22, 42), l.between(0.2, 0.6), l.between(150, 245))
			b.dark = hsv(l.between(8, 35), l.between(0.3, 0.8), l.between(35, 150))
		case 2: // black and white
			b.light, b.dark = hsv(40, l.between(0, 0.15), l.between(190, 250)), hsv(200, l.between(0, 0.2), l.between(15, 70))
		case 3: // red and black, or green
			b.light, b.dark = hsv(oneOf(l, 0.0, 5, 130), l.between(0.6, 0.95), l.between(130, 225)),
				hsv(0, l.between(0, 0.2), l.between(15, 55))
		case 4: // colour and buff
			b.light, b.dark = hsv(l.between(30, 60), l.between(0.05, 0.5), l.between(190, 250)),
				hsv(l.between(0, 360), l.between(0.3, 0.9), l.between(60, 170))
		case 5: // two colours of like brightness
			h := l.between(0, 360)
			b.light, b.dark = hsv(h, l.between(0.3, 0.9), l.between(120, 230)),
				hsv(h+l.between(90, 270), l.between(0.3, 0.9), l.between(90, 200))
		default: // two greys
			v := l.between(60, 230)
			b.light, b.dark = hsv(l.between(0, 360), l.between(0, 0.2), v),
				hsv(l.between(0, 360), l.between(0, 0.2), v*l.between(0.3, 0.72))
		}
	}
	b.frameTone = oneOf(l, b.dark.times(l.between(0.6, 1.1)), b.light.times(l.between(0.6, 1.05)),
		hsv(l.between(0, 360), l.between(0, 0.6), l.between(20, 240)))
	b.frameWidth = l.between(0.15, 1.2)
	b.lineTone = oneOf(l, tone{20, 20, 20}, tone{235, 235, 235}, b.dark.times(0.5), hsv(l.between(0, 360), 0.7, 180))
	b.line = l.between(0.02, 0.07)
	switch b.frame {
	case "none":
		b.frameWidth = 0
	case "raised":
		b.raised = l.between(0.1, 0.35)
		b.frameWidth = l.between(0.3, 0.9)
	case "coordinates":
		b.frameWidth = l.between(0.5, 1)
	case "groove":
		b.frameWidth = l.between(0.4, 1)
	case "further squares":
		b.frameWidth = float64(1 + l.IntN(2))
		b.line = l.between(0.07, 0.16)
		for b.lineTone.distance(b.light) < 60 || b.lineTone.distance(b.dark) < 60 {
			b.lineTone = hsv(l.between(0, 360), l.between(0, 1), l.between(0, 250))
		}
		if b.texture == "tiles" || b.texture == "lines" { // nobody could tell that tape from these lines
			b.texture = "plain"
		}
	}
	if b.texture == "veneer" || l.chance(0.2) {
		b.vary = l.between(0.03, 0.12)
	}
	b.letters = b.frameWidth >= 0.35 && b.frame != "further squares" && (b.frame == "coordinates" || l.chance(0.5))
	b.numbers, b.rounding = l.chance(0.12), l.between(0.08, 0.3)
	return b
}

func (b *boardStyle) contrast() float64 { return b.light.distance(b.dark) }

// pixelsASquare of a board's sheet.
const pixelsASquare = 56

// sheet draws the board, seen from straight above; the first square is a light one.
func (b *boardStyle) sheet(l lots, squares int) *sheet {
	half, f := float64(squares)/2, b.frameWidth
	s := newSheet(point{-half - f, -half - f}, 2*(half+f), 2*(half+f), pixelsASquare, b.frameTone)
	if f > 0 && b.frame != "further squares" {
		b.border(l, s, half)
	}
	from, to := 0, squares
	if b.frame == "further squares" {
		from, to = -int(f), squares+int(f)
		s.box(-half-f, -half-f, half+f, half+f, b.light)
	} else {
		s.box(-half, -half, half, half, b.light)
	}
	paler := l.between(0, 0.5) // the further squares
	for row := from; row < to; row++ {
		for column := from; column < to; column++ {
			t := b.light
			if (row+column)%2 != 0 {
				t = b.dark
			}
			outside := row < 0 || column < 0 || row >= squares || column >= squares
			if outside {
				t = t.towards(b.light.towards(b.dark, 0.5), paler)
			}
			b.square(l, s, float64(column)-half, float64(row)-half, t.times(1+b.vary*l.NormFloat64()), (row+column)%2 != 0,
				!outside && b.numbers)
		}
	}
	if b.frame == "further squares" || b.frame == "lined" {
		for _, w := range [2]float64{-half - b.line/2, half + b.line/2} {
			s.line(-half-b.line, w, half+b.line, w, b.line, b.lineTone)
			s.line(w, -half-b.line, w, half+b.line, b.line, b.lineTone)
		}
	}
	switch b.texture {
	case "wood":
		s.rough(l, l.between(0.5, 3), 0.05, l.between(0.03, 0.1))
		s.rough(l, 1.5, 0.3, l.between(0, 0.06))
	case "cloth":
		s.rough(l, 0.04, 0.04, l.between(0.03, 0.1))
	case "creased":
		creases(l, s, half+f)
	case "marble":
		s.rough(l, 0.9, 0.6, l.between(0.05, 0.12))
		s.rough(l, 0.15, 0.25, l.between(0.03, 0.1))
	default:
		s.rough(l, 0.3, 0.3, l.between(0, 0.02))
	}
	return s
}

// square draws one square from its first corner on.
func (b *boardStyle) square(l lots, s *sheet, x, y float64, t tone, dark, number bool) {
	switch {
	case b.texture == "rounded" && dark:
		s.box(x, y, x+1, y+1, b.light)
		s.polygon(roundedSquare(x, y, b.rounding), t)
	case b.texture == "spots":
		s.box(x, y, x+1, y+1, b.lineTone)
		w := 0.5*b.line + 0.01
		s.polygon(roundedBox(x+w, y+w, 1-2*w, b.rounding*(1-2*w)), t)
	case b.texture == "hatched" && dark:
		s.box(x, y, x+1, y+1, b.light)
		const lines = 6
		for k := range lines {
			at := (float64(k) + 0.5) / lines
			s.box(x+at-0.33/lines, y, x+at+0.33/lines, y+1, t)
		}
	case b.texture == "bevelled":
		b.bevelled(s, x, y, t)
	case b.texture == "grained":
		grained(l, s, x, y, t, dark)
	default:
		s.box(x, y, x+1, y+1, t)
	}
	if b.texture == "tiles" || b.texture == "lines" {
		w := b.line
		s.box(x-w/2, y-w/2, x+1+w/2, y+w/2, b.lineTone)
		s.box(x-w/2, y-w/2, x+w/2, y+1+w/2, b.lineTone)
		s.box(x-w/2, y+1-w/2, x+1+w/2, y+1+w/2, b.lineTone)
		s.box(x+1-w/2, y-w/2, x+1+w/2, y+1+w/2, b.lineTone)
	}
	if number && dark {
		s.text(string(rune('1'+l.IntN(9))), x+0.1, y+0.3, 0.2, b.light)
	}
}

// bevelled draws a square of which the edges slope: two of them towards the light.
func (b *boardStyle) bevelled(s *sheet, x, y float64, t tone) {
	w := 1.5 * b.line
	s.box(x, y, x+1, y+1, t)
	out := [4]point{{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}}
	in := [4]point{{x + w, y + w}, {x + 1 - w, y + w}, {x + 1 - w, y + 1 - w}, {x + w, y + 1 - w}}
	for i, shade := range [4]float64{1.3, 0.85, 0.65, 1.15} {
		k := (i + 1) % 4
		s.polygon([]point{out[i], out[k], in[k], in[i]}, t.times(shade).towards(tone{255, 255, 255}, max(0, shade-1)))
	}
}

// grained draws a square of strongly grained wood, which runs along light squares and across dark ones.
func grained(l lots, s *sheet, x, y float64, t tone, across bool) {
	for at := 0.0; at < 1; {
		to := min(at+l.between(0.02, 0.12), 1)
		if ink := t.times(1 + 0.12*l.NormFloat64()); across {
			s.box(x+at, y, x+to, y+1, ink)
		} else {
			s.box(x, y+at, x+1, y+to, ink)
		}
		at = to
	}
}

// creases draws where a mat was folded: a light and a dark line beside each other, and each part lit differently.
func creases(l lots, s *sheet, half float64) {
	for range 2 + l.IntN(3) {
		at, upright := half*l.between(-0.8, 0.8), l.chance(0.5)
		shade, w := l.between(0.82, 0.97), l.between(0.04, 0.1)
		for _, c := range [3]struct{ from, to, shade float64 }{{at, half, shade}, {at - w, at, 0.8}, {at, at + w, 1.15}} {
			if upright {
				s.shade(c.from, -half, c.to, half, c.shade)
			} else {
				s.shade(-half, c.from, half, c.to, c.shade)
			}
		}
	}
}

// roundedSquare is the outline of a square whose corners are rounded off.
func roundedSquare(x, y, radius float64) []point { return roundedBox(x, y, 1, radius) }

// roundedBox is that of a square of another side.
func roundedBox(x, y, wide, radius float64) (out []point) {
	for k := range 32 {
		sin, cos := math.Sincos(2 * math.Pi * (float64(k) + 0.5) / 32)
		side := func(v float64) float64 { return wide/2 + math.Copysign(wide/2-radius, v) }
		out = append(out, point{x + side(cos) + radius*cos, y + side(sin) + radius*sin})
	}
	return out
}

// border draws what is on the frame.
func (b *boardStyle) border(l lots, s *sheet, half float64) {
	f := b.frameWidth
	if b.frame == "ornament" {
		const step = 0.5
		for x := -half - f; x < half+f; x += step {
			for _, y := range [2]float64{-half - f, half} {
				s.polygon([]point{{x, y}, {x + step, y}, {x + step/2, y + f}}, b.lineTone)
				s.polygon([]point{{y, x}, {y, x + step}, {y + f, x + step/2}}, b.lineTone)
			}
		}
	}
	switch b.frame {
	case "coordinates": // between two lines
		for _, at := range [4]float64{-half - 0.9*f, -half - 0.1*f, half + 0.1*f, half + 0.9*f} {
			s.line(-half-0.9*f, at, half+0.9*f, at, 0.04, b.lineTone)
			s.line(at, -half-0.9*f, at, half+0.9*f, 0.04, b.lineTone)
		}
	case "groove":
		w := b.line + 0.06
		s.box(-half-w, -half-w, half+w, half+w, b.frameTone.times(0.35))
	}
	if l.chance(0.4) {
		at := half + f*l.between(0.3, 0.9)
		for _, w := range [2]float64{-at, at} {
			s.line(-at, w, at, w, 0.04, b.lineTone)
			s.line(w, -at, w, at, 0.04, b.lineTone)
		}
	}
	if !b.letters {
		return
	}
	ink := tone{240, 240, 240}
	if b.frameTone.distance(ink) < 110 {
		ink = tone{15, 15, 15}
	}
	high := min(0.5*f, 0.4)
	for k := range int(2 * half) {
		at := float64(k) - half + 0.4
		for _, y := range [2]float64{-half - f/2 + high/2, half + f/2 + high/2} {
			s.text(string(rune('A'+k)), at, y, high, ink)
			s.text(string(rune('1'+k%9)), y-high, at+0.2, high, ink)
		}
	}
}
