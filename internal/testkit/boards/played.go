package boards

import (
	"math"
	"math/rand/v2"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
)

// NewPlayed draws a table by lot on which games are played, before a camera that sees little beside its board, in a
// picture of which squares have about so many pixels a side as a reader wants: what a reader of squares learns from.
// Two of three have depth. Ok is false where the lot gives none; of the seeds about three quarters do.
func NewPlayed(seed uint64) (s Scene, ok bool) {
	l := lots{rand.New(rand.NewPCG(seed, 90))}
	deep := l.chance(0.7)
	if deep {
		s, ok = NewSolid(seed, Shown)
	} else {
		s, ok = NewKings(seed, Shown)
	}
	if !ok {
		return s, false
	}
	if l.chance(0.4) {
		s.pieces.ofTheBoard(l, &s.board)
	}
	s.pieces.unlike(l)
	if l.chance(0.06) {
		s.board.texture, s.board.rounding = "spots", l.between(0.15, 0.5)
		s.board.lineTone = oneOf(l, s.board.lineTone, s.board.light, s.board.dark)
	}
	s.coarse = true
	s.pieces.captured = l.IntN(4)
	side := math.Exp(l.between(math.Log(15), math.Log(42)))
	fill := l.between(0.78, 0.93)
	focal := s.view.focal / float64(max(s.view.width, s.view.height))
	s.view.height = int(side * float64(s.Squares) / fill)
	s.view.width = s.view.height * 11 / 10
	s.view.focal = focal * float64(s.view.width)
	s.view.tilt = l.between(0, 60) * math.Pi / 180
	s.view.frame(s.Squares, fill, point{l.between(-1, 1), l.between(-1, 1)})
	blur := side / 40 // what is out of focus is so in squares, not in pixels
	s.sensor.blur, s.sensor.motion = min(s.sensor.blur, blur)+0.2, min(s.sensor.motion, 2*blur)
	if s.depth != nil && l.chance(0.12) {
		s.depth.flash(l, &s.view)
	}
	for range 20 {
		if s.legible() {
			return s, true
		}
		s.sensor, s.light.gain = anySensor(l), max(s.light.gain, 0.8)
		s.sensor.blur, s.sensor.motion = min(s.sensor.blur, blur)+0.2, min(s.sensor.motion, 2*blur)
	}
	return s, false
}

// unlike makes one side's pieces darker where nobody could say which are the lighter ones.
func (p *pieceStyle) unlike(l lots) {
	for math.Abs(p.light.luminance()-p.dark.luminance()) < 16 {
		p.dark = p.dark.times(l.between(0.6, 0.95))
		p.light = p.light.towards(white, l.between(0, 0.2))
	}
}

// flash lights the table from where the camera is, and from little else.
func (d *depthStyle) flash(l lots, v *view) {
	eye, up := v.eye(), vec{l.between(-0.6, 0.6), l.between(-0.6, 0.6), l.between(0, 1)}
	dim := l.between(0.1, 0.7)
	s := d.sky
	s.high, s.low, s.windows, s.dome = s.high.times(dim), s.low.times(dim), nil, nil
	s.lamps = []bulb{{at: eye.plus(up), radius: l.between(0.05, 0.4),
		light: light{l.between(0.9, 1.1), 1, l.between(0.9, 1.1)}.times(math.Exp(l.between(-0.5, 1)))}}
	s.spread(l)
	d.sky = s
}

// ofTheBoard gives the pieces nearly the colours of the two kinds of squares, as wooden sets have.
func (p *pieceStyle) ofTheBoard(l lots, b *boardStyle) {
	tint := func(t tone) tone {
		t = t.times(l.between(0.65, 1.25))
		for c := range t {
			t[c] *= l.between(0.93, 1.07)
		}
		return t
	}
	for range 20 {
		p.light, p.dark = tint(b.light), tint(b.dark)
		if p.light.luminance() > p.dark.luminance()+25 {
			return
		}
	}
}

// Played is the scene at another moment: other pieces on its squares, now and then lit by other lamps, or with a hand
// or an arm over the board. Number is that of the moment.
func (s Scene) Played(number uint64) Scene {
	l := lots{rand.New(rand.NewPCG(s.Seed, 91+number))}
	p := &s.pieces
	p.film = 8*s.Seed + number + 1
	p.grid = playedGrid(l, s.Squares, p.onDark)
	p.hand = 0
	if l.chance(0.15) {
		p.jitter = l.between(0.1, 0.35)
	}
	hand := l.chance(0.2)
	if s.depth == nil {
		if l.chance(0.3) {
			s.light = anyLight(l, nil)
			s.light.gain = max(s.light.gain, 0.5)
		}
		return s
	}
	d := *s.depth
	d.overhead = nil
	if hand {
		d.overhead = limbs(l, s.Squares)
	}
	if l.chance(0.3) {
		d.sky, d.bright = anySky(l), l.between(0.16, 0.5)
	}
	s.depth = &d
	return s
}

// playedGrid is a position by lot: the start or nearly, the middle or the end of a game, pieces anywhere, or none.
func playedGrid(l lots, squares int, onDark bool) [][]byte {
	grid := make([][]byte, squares)
	start, mixed, thinned, kings := 1.0, 0.0, 1.0, 0.0
	switch k := l.Float64(); {
	case k < 0.15: // the start
	case k < 0.3: // the first moves
		mixed = l.between(0.05, 0.25)
	case k < 0.6: // the middle
		mixed, thinned = l.between(0.2, 0.9), l.between(0.4, 1)
	case k < 0.85: // anything at all
		start, mixed, thinned = 0, 1, l.between(0.05, 1)
	case k < 0.97: // the end
		mixed, thinned = 1, l.between(0.03, 0.25)
	default:
		thinned = 0
	}
	if mixed >= 0.2 && l.chance(0.9) {
		kings = l.between(0.1, 0.6)
	}
	for r := range grid {
		grid[r] = make([]byte, squares)
		for c := range grid[r] {
			grid[r][c] = '.'
			if ((r+c)%2 == 1) != onDark {
				continue
			}
			row := r
			if l.chance(mixed) {
				row = l.IntN(squares)
			}
			side := byte('.')
			switch {
			case start == 0:
				side = oneOf(l, byte('l'), byte('d'))
			case row < squares/2-1:
				side = 'd'
			case row > squares/2:
				side = 'l'
			}
			if side == '.' || !l.chance(thinned) {
				continue
			}
			if l.chance(kings) {
				side &^= 'a' - 'A'
			}
			grid[r][c] = side
		}
	}
	return grid
}

// limbs are a hand with its forearm that reaches over the board, or the arm of a robot.
func limbs(l lots, squares int) (out []solid) {
	half := float64(squares) / 2
	sin, cos := math.Sincos(2 * math.Pi * l.Float64())
	at := func(along, across, z float64) vec { return vec{along*cos - across*sin, along*sin + across*cos, z} }
	off, tip := l.between(-0.7, 0.7)*half, l.between(-0.8, 1)*half
	skin := skin{colour: linear(hsv(l.between(8, 28), l.between(0.25, 0.65), l.between(70, 240))),
		finish: finish{gloss: l.between(0, 0.3), rough: 0.4}, turn: point{1, 0}, radius: 1}
	if l.chance(0.35) { // a robot's: two thin limbs, one down to the board
		skin = anySkin(l)
		wide, high := l.between(0.12, 0.5), l.between(1, 5)
		return []solid{rod(at(tip, off, high), at(tip, off, l.between(0.3, 0.8)+wide), wide, skin),
			rod(at(tip, off, high), at(14, off+l.between(-3, 3), high+l.between(-1, 3)), wide*l.between(1, 1.6), skin)}
	}
	wide := l.between(0.55, 1.1) // half the palm
	high := l.between(0.8, 2)
	sleeve := skin
	if l.chance(0.6) {
		sleeve = anySkin(l)
	}
	out = append(out, rod(at(tip+3.2*wide, off, high+0.5), at(14, off+l.between(-3, 3), high+l.between(0.5, 2)), 0.8*wide,
		sleeve))
	for k := range 4 {
		y := off + wide*(float64(k)-1.5)/2
		long := l.between(0.7, 1.4)
		out = append(out, rod(at(tip+3.2*wide, y, high+0.3), at(tip+1.3*wide, y, high), 0.32*wide, skin),
			rod(at(tip+1.3*wide, y, high), at(tip-0.4*long*wide, 0.9*y+0.1*off, high-l.between(0.2, 0.7)*min(high, 1)),
				0.24*wide, skin))
	}
	return out
}

// Covered is how much of what can be seen of a square, and of what stands on it, is hidden by something over the board:
// 0 to 1.
func (s *Scene) Covered(row, column int) float64 {
	if s.depth == nil || len(s.depth.overhead) == 0 {
		return 0
	}
	return s.hidden(row, column)
}

// Standing is what stands on a square, a letter as in Grid, whatever may hang over it, and how far from the square's
// middle, along the columns and the rows, squares.
func (s *Scene) Standing(row, column int) (letter byte, x, y float64) {
	p := &s.pieces
	letter = p.grid[row][column]
	if letter == '.' {
		return letter, 0, 0
	}
	if p.light.luminance() < p.dark.luminance() {
		letter = map[byte]byte{'l': 'd', 'd': 'l', 'L': 'D', 'D': 'L'}[letter]
	}
	x, y = p.beside(p.lotsOf(row*s.Squares + column))
	return letter, x, y
}

// ShowPlayed draws the picture of a moment, which the caller closes.
func ShowPlayed(s Scene) (gocv.Mat, error) {
	return draw(drawing{scene: &s, lots: lots{rand.New(rand.NewPCG(s.Seed, 78))}, shot: s.pieces.film%8 + 1})
}

// Crossings are where the picture shows the crossings of the board, by rows, those at its edge included: row and column
// from 0 to Squares.
func (s *Scene) Crossings() (at [][]calibration.Pixel) {
	for row := range s.Squares + 1 {
		var line []calibration.Pixel
		for column := range s.Squares + 1 {
			line = append(line, s.At(float64(row), float64(column)))
		}
		at = append(at, line)
	}
	return at
}

// SidePX is the mean side of the squares along the board's shortest edge, px.
func (s *Scene) SidePX() float64 { return s.shortest() }
