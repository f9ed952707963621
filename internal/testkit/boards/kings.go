package boards

import (
	"math"
	"math/rand/v2"
)

// kingStyle is what tells a king: another piece on top of it, or a mark. The zero value is that of scenes that
// are not about kings: marks on pieces with stickers, stacks of all others.
type kingStyle struct {
	kind   string  // "stack" or "mark"
	shape  string  // of the mark
	ink    [2]tone // of marks on the lighter and the darker pieces
	size   float64 // of a mark, radii of a piece
	men    bool    // have the mark as well, and kings are stacks
	beside float64 // how far the upper piece of a stack may lie beside the lower one, radii
	seam   float64 // how much darker it is where the two meet
	slope  float64 // how long shadows are, heights
	lamp   lampStyle
}

// lampStyle is what pieces reflect of a lamp: most of them nothing.
type lampStyle struct {
	at    point   // where on the board pieces reflect it best, squares from the middle
	wide  float64 // how far around there they do, squares; 0: there is no lamp
	most  float64 // how much of its white
	spot  float64 // the radius, in radii of a piece, of the spot that shows it; 0: the whole top does
	where point   // the middle of that spot, radii of a piece
}

// lowestStacked is the least height of pieces that are stacked, squares: what is lower can hardly be told from one.
const lowestStacked = 0.1

// seamHeight is how high the seam between two pieces is, in heights of one.
const seamHeight = 0.14

var marks = []string{"star", "star", "crown", "crown", "ring", "dot", "cross", "letter", "patch"}

// fewestKingPixels is the shortest side of a square on boards that are about kings, px.
const fewestKingPixels = 20

// NewKings draws a scene by lot as New does, of a board with kings of some kind on two boards of three; most of their
// pieces have other colours than their squares, and no hand is over them. Ok is false where the lot gives no board,
// or a small one.
func NewKings(seed uint64, set Set) (s Scene, ok bool) {
	s = New(seed, set)
	l := lots{rand.New(rand.NewPCG(seed, 79))}
	p := &s.pieces
	p.hand = 0
	p.radius = l.between(0.24, 0.46)
	p.height = min(2*p.radius*math.Exp(l.between(math.Log(0.12), math.Log(0.65))), 0.5)
	if l.chance(0.7) {
		p.apart(l, &s.board)
	}
	k := &p.kings
	*k = kingStyle{
		kind: oneOf(l, "stack", "mark"), shape: oneOf(l, marks...), size: l.between(0.4, 0.85),
		beside: oneOf(l, 0, l.between(0, 0.15)), seam: oneOf(l, 0, l.between(0.1, 0.6)), slope: l.between(0.2, 1.8),
	}
	for i, t := range [2]tone{p.light, p.dark} {
		k.ink[i] = anyInk(l, t)
	}
	if k.kind == "stack" {
		k.men = l.chance(0.2)
		p.height = max(p.height, lowestStacked)
	}
	if l.chance(0.4) {
		k.lamp = anyLamp(l, s.Squares)
	}
	if l.chance(0.3) {
		p.shadowOpacity = l.between(0.4, 0.8)
	}
	part, taken := 0.0, l.between(0, 0.6)
	if l.chance(0.67) {
		part = l.between(0.05, 0.5)
	}
	for _, row := range p.grid {
		for c, letter := range row {
			switch {
			case letter == '.' || l.chance(taken):
				row[c] = '.'
			case l.chance(part):
				row[c] = letter &^ ('a' - 'A')
			default:
				row[c] = letter | ('a' - 'A')
			}
		}
	}
	return s, s.Content == Whole && s.shortest() >= fewestKingPixels
}

// apart gives the pieces other colours, by lot, where they have nearly that of the squares they stand on.
func (p *pieceStyle) apart(l lots, b *boardStyle) {
	played := b.light
	if p.onDark {
		played = b.dark
	}
	for _, t := range []*tone{&p.light, &p.dark} {
		for t.distance(played) < 35 || p.light.distance(p.dark) < 35 {
			*t = hsv(l.between(0, 360), l.between(0, 1), l.between(20, 250))
		}
	}
}

// anyInk is a colour by lot that can be told from another.
func anyInk(l lots, on tone) tone {
	if l.chance(0.15) { // a relief
		return on.times(oneOf(l, l.between(0.6, 0.8), l.between(1.25, 1.6)))
	}
	for {
		t := oneOf(l, tone{245, 245, 245}, tone{20, 20, 20}, hsv(l.between(38, 55), l.between(0.5, 0.9), l.between(170, 250)),
			hsv(l.between(0, 360), l.between(0.5, 1), l.between(120, 250)),
			hsv(l.between(0, 360), l.between(0.3, 1), l.between(20, 120)))
		if t.distance(on) > 40 {
			return t
		}
	}
}

// anyLamp is one by lot.
func anyLamp(l lots, squares int) lampStyle {
	half := float64(squares) / 2
	turn := 2 * math.Pi * l.Float64()
	off := l.between(0, 0.7)
	return lampStyle{
		at: point{l.between(-half, half), l.between(-half, half)}, wide: l.between(0.7, 5), most: l.between(0.3, 1),
		spot: oneOf(l, 0, 0, l.between(0.15, 0.7)), where: point{off * math.Cos(turn), off * math.Sin(turn)},
	}
}

// shine is how much of the lamp's white a piece at a place shows.
func (k *lampStyle) shine(at point) float64 {
	if k.wide == 0 {
		return 0
	}
	dx, dy := at.x-k.at.x, at.y-k.at.y
	return k.most * math.Exp(-(dx*dx+dy*dy)/(2*k.wide*k.wide))
}

// stacks says that kings are stacks.
func (p *pieceStyle) stacks() bool {
	if p.kings.kind == "" {
		return p.style != "stickers"
	}
	return p.kings.kind == "stack"
}

// laid is the upper piece of a stack, not quite above the lower one and turned another way.
func (k *kingStyle) laid(l lots, b body) body {
	if k.kind == "" {
		return b
	}
	sin, cos := math.Sincos(2 * math.Pi * l.Float64())
	off := k.beside * b.radius * l.Float64()
	b.at = point{b.at.x + off*cos, b.at.y + off*sin}
	b.turn = 2 * math.Pi * l.Float64()
	return b
}

var white = tone{255, 255, 255}

// spotOn hands out the outlines of the spot in which the top of a piece shows the lamp.
func (k *lampStyle) spotOn(b body, polygon func(outline []point, ink tone)) {
	if k.spot == 0 || b.shine < 0.02 {
		return
	}
	const softness = 5
	for i := range softness {
		outline := star(12, 1)
		for j, o := range outline {
			r := k.spot * (1 - float64(i)/softness)
			outline[j] = point{k.where.x + r*o.x, k.where.y + r*o.y}
		}
		polygon(outline, b.tone.towards(white, b.shine*float64(i+1)/softness))
	}
}

// mark hands out the outlines of what is on the top of a piece, in radii from its middle, and their inks.
func (k *kingStyle) mark(b body, polygon func(outline []point, ink tone)) {
	if k.kind == "" || !k.men && (k.kind != "mark" || !b.king) {
		return
	}
	ink := k.ink[0]
	if b.dark {
		ink = k.ink[1]
	}
	if k.lamp.spot == 0 {
		ink = ink.towards(white, b.shine)
	}
	sin, cos := math.Sincos(b.turn)
	draw := func(outline []point, ink tone) {
		turned := make([]point, len(outline))
		for i, p := range outline {
			turned[i] = point{k.size * (p.x*cos - p.y*sin), k.size * (p.x*sin + p.y*cos)}
		}
		polygon(turned, ink)
	}
	bar := func(x0, y0, x1, y1, wide float64) {
		d := math.Hypot(x1-x0, y1-y0)
		nx, ny := -(y1-y0)/d*wide/2, (x1-x0)/d*wide/2
		draw([]point{{x0 + nx, y0 + ny}, {x1 + nx, y1 + ny}, {x1 - nx, y1 - ny}, {x0 - nx, y0 - ny}}, ink)
	}
	switch k.shape {
	case "star":
		draw(star(5, 0.42), ink)
	case "crown":
		draw([]point{{-0.8, 0.6}, {-0.9, -0.55}, {-0.4, 0.05}, {0, -0.7}, {0.4, 0.05}, {0.9, -0.55}, {0.8, 0.6}}, ink)
	case "ring":
		draw(star(16, 1), ink)
		inner := star(16, 1)
		for i := range inner {
			inner[i] = point{0.6 * inner[i].x, 0.6 * inner[i].y}
		}
		draw(inner, b.tone)
	case "dot":
		draw(star(12, 1), ink)
	case "cross":
		bar(-0.8, 0, 0.8, 0, 0.4)
		bar(0, -0.8, 0, 0.8, 0.4)
	case "letter":
		bar(-0.45, -0.8, -0.45, 0.8, 0.3)
		bar(-0.45, 0.1, 0.5, -0.8, 0.3)
		bar(-0.25, -0.05, 0.5, 0.8, 0.3)
	case "patch":
		draw([]point{{-0.8, -0.6}, {0.8, -0.6}, {0.8, 0.6}, {-0.8, 0.6}}, ink)
	}
}

// star is one of so many points, the corners between them that part of the radius from the middle.
func star(points int, inner float64) (out []point) {
	for i := range 2 * points {
		r := 1.0
		if i%2 == 1 {
			r = inner
		}
		sin, cos := math.Sincos(math.Pi * float64(i) / float64(points))
		out = append(out, point{r * cos, r * sin})
	}
	return out
}

func towards(a, b point, by float64) point {
	return point{a.x + by*(b.x-a.x), a.y + by*(b.y-a.y)}
}

// Kings is what kings are on a board about them: a "stack" of two or a "mark".
func (s *Scene) Kings() string { return s.pieces.kings.kind }
