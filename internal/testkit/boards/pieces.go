package boards

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// pieceStyle is what stands on the board.
type pieceStyle struct {
	style         string
	scheme        string
	grid          [][]byte // rows of ".lLdD"
	onDark        bool     // the squares that are played on
	light, dark   tone
	radius        float64
	height        float64
	jitter        float64 // the farthest off the middle
	captured      int
	light0, hand  float64 // direction of the light; width of a hand reaching over the board, 0 for none
	handAngle     float64
	handIn        float64 // how far over the edge it reaches, squares
	handAcross    float64 // how far from the middle of that edge, squares
	film          uint64  // the seed of where a piece stands on its square in every shot of a film; 0: it is a picture
	handTone      tone
	shadowOpacity float64
	kings         kingStyle
}

var (
	pieceStyles = []string{"flat", "grooved", "grooved", "domed", "stickers"}
)

// anyPieces draws them by lot for a board.
func anyPieces(l lots, only *styles, squares int, b *boardStyle) pieceStyle {
	p := pieceStyle{
		style: oneOf(l, pieceStyles...), scheme: oneOf(l, "usual", "usual", "coloured", "camouflage", "both alike"),
		radius: l.between(0.25, 0.47), height: l.between(0.03, 0.3), jitter: l.between(0, 0.14),
		light0: 2 * math.Pi * l.Float64(), shadowOpacity: l.between(0, 0.6),
	}
	if l.chance(0.2) {
		p.height = l.between(0.3, 0.6)
	}
	if only != nil {
		p.style = oneOf(l, only.pieces...)
		p.height = max(p.height, 0.12)
	}
	onDark := l.chance(0.75)
	played := b.light
	if onDark {
		played = b.dark
	}
	p.light, p.dark = hsv(l.between(20, 60), l.between(0, 0.3), l.between(190, 250)),
		hsv(l.between(0, 360), l.between(0, 0.4), l.between(15, 70))
	switch p.scheme {
	case "coloured":
		h := l.between(0, 360)
		p.light, p.dark = hsv(h, l.between(0.4, 1), l.between(130, 240)),
			hsv(h+l.between(60, 300), l.between(0.4, 1), l.between(50, 200))
	case "camouflage":
		if near := played.times(l.between(0.85, 1.15)); onDark {
			p.dark = near
		} else {
			p.light = near
		}
	case "both alike":
		p.light = b.light.times(l.between(0.9, 1.08))
		p.dark = b.dark.times(l.between(0.85, 1.1))
	}
	p.onDark = onDark
	p.grid = anyGrid(l, squares, onDark)
	p.captured = l.IntN(8)
	if l.chance(0.12) {
		p.hand, p.handAngle, p.handIn = l.between(0.8, 1.5), 2*math.Pi*l.Float64(), l.between(0.5, 2.5)*float64(squares)/8
		p.handTone = hsv(l.between(10, 28), l.between(0.25, 0.6), l.between(90, 235))
	}
	return p
}

// anyGrid is a position, the start, the middle or the end of a game, or an empty board.
func anyGrid(l lots, squares int, onDark bool) [][]byte {
	keep := oneOf(l, 1, 0.8, 0.6, 0.45, 0.25, 0)
	move := keep < 1
	grid := make([][]byte, squares)
	for r := range grid {
		grid[r] = make([]byte, squares)
		for c := range grid[r] {
			grid[r][c] = '.'
			if ((r+c)%2 == 1) != onDark {
				continue
			}
			row := r
			if move && l.chance(0.4) {
				row = l.IntN(squares)
			}
			side := byte('.')
			switch {
			case row < squares/2-1:
				side = 'd'
			case row > squares/2:
				side = 'l'
			}
			if side == '.' || !l.chance(keep) {
				continue
			}
			if move && l.chance(0.1) {
				side -= 'a' - 'A'
			}
			grid[r][c] = side
		}
	}
	return grid
}

// body is one piece.
type body struct {
	at       point
	low, top float64
	radius   float64
	topR     float64 // radius at the top
	tone     tone
	king     bool
	dark     bool
	turn     float64 // of what is on its top
	foot     point   // of what it is the upper piece of
	shine    float64 // how much of a lamp's white it reflects
}

// bodies are the pieces of a scene, those on the board and those beside it.
func (p *pieceStyle) bodies(l lots, squares int, frame float64) (out []body) {
	half := float64(squares) / 2
	add := func(x, y float64, piece byte) {
		dx, dy := p.beside(l)
		t := p.light
		if piece == 'd' || piece == 'D' {
			t = p.dark
		}
		b := body{at: point{x + dx, y + dy}, top: p.height, radius: p.radius, topR: p.radius,
			tone: t.times(1 + 0.04*l.NormFloat64())}
		b.foot = b.at
		b.king, b.dark = piece == 'L' || piece == 'D', piece == 'd' || piece == 'D'
		if p.style == "cones" {
			b.topR = 0.45 * p.radius
		}
		if p.kings.kind != "" {
			b.turn = 2 * math.Pi * l.Float64()
			b.shine = p.kings.lamp.shine(b.at)
		}
		out = append(out, b)
		if b.king && p.stacks() {
			b.low, b.top = b.top, 2*b.top
			out = append(out, p.kings.laid(l, b))
		}
	}
	for r, row := range p.grid {
		for c, piece := range row {
			if piece != '.' {
				if p.film != 0 {
					l = p.lotsOf(r*squares + c)
				}
				add(float64(c)-half+0.5, float64(r)-half+0.5, piece)
			}
		}
	}
	if p.film != 0 {
		l = p.lotsOf(1000)
	}
	for range p.captured {
		x, y := half+frame+l.between(0.5, 2.5), l.between(-half, half)
		add(x, y, oneOf(l, byte('l'), byte('d')))
	}
	return out
}

// beside is how far from the middle of its square a piece stands.
func (p *pieceStyle) beside(l lots) (x, y float64) {
	sin, cos := math.Sincos(2 * math.Pi * l.Float64())
	off := p.jitter * math.Sqrt(l.Float64())
	return off * cos, off * sin
}

// lotsOf are those of one square of a film, counted by rows.
func (p *pieceStyle) lotsOf(square int) lots {
	return lots{rand.New(rand.NewPCG(p.film, uint64(square)))}
}

// shadows draws where the light of the table's plane is taken away.
func (p *pieceStyle) shadows(s *sheet, v *view, bodies []body, finer float64) {
	slope := 0.9
	if p.kings.slope > 0 {
		slope = p.kings.slope
	}
	sin, cos := math.Sincos(p.light0)
	for _, b := range bodies {
		var hull []point
		for k := range 24 {
			a := p.light0 + 2*math.Pi*float64(k)/24
			rim := point{b.at.x + b.radius*math.Cos(a), b.at.y + b.radius*math.Sin(a)}
			if math.Cos(a-p.light0) > 0 { // the far half belongs to the top
				rim.x += slope * b.top * cos
				rim.y += slope * b.top * sin
			}
			hull = append(hull, fine(v.pixel(rim.x, rim.y, 0), finer))
		}
		s.polygon(hull, tone{255, 255, 255}.times(p.shadowOpacity))
	}
}

// fine is a pixel of a picture drawn so many times finer.
func fine(p point, finer float64) point {
	return point{(p.x+0.5)*finer - 0.5, (p.y+0.5)*finer - 0.5}
}

// draw draws the pieces, far ones first.
func (p *pieceStyle) draw(s *sheet, v *view, bodies []body, finer float64) {
	depth := func(b body) float64 { return -math.Sin(v.turn)*b.foot.x + math.Cos(v.turn)*b.foot.y }
	slices.SortStableFunc(bodies, func(a, b body) int {
		return cmp.Or(cmp.Compare(math.Round(depth(a)*1e3), math.Round(depth(b)*1e3)), cmp.Compare(a.low, b.low))
	})
	for _, b := range bodies {
		p.one(s, v, b, finer)
	}
}

func (p *pieceStyle) one(s *sheet, v *view, b body, finer float64) {
	const sides = 28
	ring := func(radius, z float64) (out []point) {
		for k := range sides {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / sides)
			out = append(out, fine(v.pixel(b.at.x+radius*cos, b.at.y+radius*sin, z), finer))
		}
		return out
	}
	low, high := ring(b.radius, b.low), ring(b.topR, b.top)
	for k := range sides {
		j := (k + 1) % sides
		// A side is seen when its corners go the same way round as those of the top.
		if (low[j].x-low[k].x)*(high[k].y-low[k].y)-(low[j].y-low[k].y)*(high[k].x-low[k].x) > 0 {
			continue
		}
		facing := math.Cos(2*math.Pi*(float64(k)+0.5)/sides - p.light0 - math.Pi)
		s.polygon([]point{low[k], low[j], high[j], high[k]}, b.tone.times(0.62+0.25*facing))
		if b.low > 0 && p.kings.seam > 0 {
			seam := [2]point{towards(low[k], high[k], seamHeight), towards(low[j], high[j], seamHeight)}
			s.polygon([]point{low[k], low[j], seam[1], seam[0]}, b.tone.times((1-p.kings.seam)*(0.62+0.25*facing)))
		}
	}
	if p.kings.lamp.spot == 0 {
		b.tone = b.tone.towards(white, b.shine)
	}
	s.polygon(high, b.tone)
	switch p.style {
	case "grooved":
		s.polygon(ring(0.8*b.topR, b.top), b.tone.times(0.8))
		s.polygon(ring(0.7*b.topR, b.top), b.tone.times(1.02))
		s.polygon(ring(0.4*b.topR, b.top), b.tone.times(0.85))
		s.polygon(ring(0.3*b.topR, b.top), b.tone)
	case "domed":
		for k := range 5 {
			s.polygon(ring((0.9-0.18*float64(k))*b.topR, b.top+0.01*float64(k)),
				b.tone.towards(tone{255, 255, 255}, 0.06*float64(k+1)))
		}
	case "caps": // the crimped rim of a bottle's cap, and what is printed on it
		for k := range 21 {
			a := 2 * math.Pi * float64(k) / 21
			var crimp []point
			for _, c := range [4]point{{0.82, -0.05}, {1, -0.05}, {1, 0.05}, {0.82, 0.05}} {
				sin, cos := math.Sincos(a + c.y)
				crimp = append(crimp, fine(v.pixel(b.at.x+c.x*b.topR*cos, b.at.y+c.x*b.topR*sin, b.top), finer))
			}
			s.polygon(crimp, b.tone.towards(tone{250, 250, 250}, 0.7))
		}
		s.polygon(ring(0.5*b.topR, b.top), b.tone.towards(tone{255, 255, 255}.times(0.4), 0.6))
	case "beads": // glass: a highlight, and light that falls through onto the far side
		far := body{at: point{b.at.x + 0.3*b.topR*math.Cos(p.light0), b.at.y + 0.3*b.topR*math.Sin(p.light0)}}
		near := body{at: point{b.at.x - 0.4*b.topR*math.Cos(p.light0), b.at.y - 0.4*b.topR*math.Sin(p.light0)}}
		disc := func(o body, radius, z float64, t tone) {
			b.at = o.at
			s.polygon(ring(radius, z), t)
		}
		disc(far, 0.6*b.topR, b.top, b.tone.towards(tone{255, 255, 255}, 0.3))
		disc(near, 0.2*b.topR, b.top+0.02, tone{250, 250, 250})
	case "rings":
		s.polygon(ring(0.45*b.topR, b.top), b.tone.times(0.35))
	case "stickers":
		if b.king && p.kings.kind == "" {
			var star []point
			for k := range 10 {
				sin, cos := math.Sincos(2 * math.Pi * float64(k) / 10)
				r := b.topR * (0.75 - 0.4*float64(k%2))
				star = append(star, fine(v.pixel(b.at.x+r*cos, b.at.y+r*sin, b.top), finer))
			}
			s.polygon(star, tone{60, 200, 230})
		}
	}
	onTop := func(outline []point, ink tone) {
		for i, o := range outline {
			outline[i] = fine(v.pixel(b.at.x+b.topR*o.x, b.at.y+b.topR*o.y, b.top), finer)
		}
		s.polygon(outline, ink)
	}
	p.kings.mark(b, onTop)
	p.kings.lamp.spotOn(b, onTop)
}

// reach draws a hand and forearm over the board.
func (p *pieceStyle) reach(s *sheet, v *view, squares int, finer float64) {
	if p.hand == 0 {
		return
	}
	sin, cos := math.Sincos(p.handAngle)
	tip := float64(squares)/2 - p.handIn
	const z = 0.8
	place := func(along, across float64) point {
		across += p.handAcross
		return fine(v.pixel(along*cos-across*sin, along*sin+across*cos, z), finer)
	}
	w, far := p.hand, 30.0
	for far > tip+2.5 && v.depth(far*cos, far*sin, z) < 0.3*v.distance { // not behind the camera
		far--
	}
	s.polygon([]point{place(tip+2, w), place(far, 1.1*w), place(far, -1.1*w), place(tip+2, -w)}, p.handTone.times(0.9))
	s.polygon([]point{place(tip+0.6, w), place(tip+2.5, 1.2*w), place(tip+2.5, -1.2*w), place(tip+0.6, -w)}, p.handTone)
	for k := range 4 {
		y := w * (float64(k) - 1.5) / 2
		s.polygon([]point{place(tip, y-0.12), place(tip, y+0.14), place(tip+1, y+0.22), place(tip+1, y-0.2)},
			p.handTone.times(0.93+0.04*float64(k%2)))
	}
}
