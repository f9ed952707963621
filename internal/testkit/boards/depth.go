package boards

import (
	"math"
	"math/rand/v2"
)

// depthStyle is what a scene with depth has beside its flat one: bodies, surfaces, and where light comes from. The
// picture is drawn by following rays of light back from the camera (Whitted, An improved illumination model for
// shaded display, 1980).
type depthStyle struct {
	kind     string // of the pieces' profile
	upside   bool   // the upper piece of a stack stands on its head
	finish   finish // of the pieces
	board    finish
	table    finish
	sky      sky
	bright   float64 // how bright the picture is on the average, of the most that the sensor takes
	curve    float64 // how much the tones are spread about the middle
	sharpen  float64 // how much edges are made harder than they are
	beside   int     // tall things beside the board
	overhead []solid // an arm, or a lamp, over a part of the board
}

// finish is how a surface throws light back.
type finish struct {
	gloss float64 // of its coat: 0 matt, 1 varnish or glass
	rough float64 // by how much the coat blurs what it mirrors, radians
	clear float64 // how much of the colour behind is seen through
	grain float64 // how much its brightness varies along lines
}

func anyFinish(l lots, mostGloss float64) finish {
	f := finish{rough: math.Exp(l.between(math.Log(0.02), math.Log(0.5)))}
	if l.chance(0.75) {
		f.gloss = l.between(0.1, mostGloss)
	}
	if l.chance(0.4) {
		f.grain = l.between(0.02, 0.2)
	}
	return f
}

// NewSolid draws a scene by lot as NewKings does, of which the board, the pieces, the light and what it is thrown back
// by have depth. Ok is false where the lot gives no whole board, or one of small squares.
func NewSolid(seed uint64, set Set) (s Scene, ok bool) {
	if s, ok = NewKings(seed, set); !ok {
		return s, false
	}
	l := lots{rand.New(rand.NewPCG(seed, 81))}
	s.pieces.kings.lamp = lampStyle{}
	d := &depthStyle{
		kind: oneOf(l, profileKinds...), upside: l.chance(0.3), finish: anyFinish(l, 1), board: anyFinish(l, 1),
		table: anyFinish(l, 0.6), sky: anySky(l), bright: l.between(0.16, 0.5), curve: l.between(0, 0.7),
	}
	s.pieces.solid(l, d)
	if l.chance(0.3) {
		d.sharpen = l.between(0.2, 1.2)
	}
	if l.chance(0.3) {
		d.beside = 1 + l.IntN(3)
	}
	if l.chance(0.12) { // out of the picture mostly, but its shadow and its mirror image are not
		sin, cos := math.Sincos(2 * math.Pi * l.Float64())
		in, z := l.between(-0.5, 1)*float64(s.Squares)/2, l.between(2.5, 6)
		from, to := vec{cos * in, sin * in, z}, vec{cos * 14, sin * 14, z + l.between(0, 4)}
		d.overhead = []solid{rod(from, to, l.between(0.2, 0.9), anySkin(l))}
	}
	shade, soft := s.light.shade, s.light.soft
	s.light = lightStyle{name: "depth", gain: 1, tint: tone{1, 1, 1}, floor: 1, depth: 1}
	if l.chance(0.3) { // of what is not in the picture
		s.light.shade, s.light.soft, s.light.depth = shade, soft, l.between(0.35, 0.8)
	}
	s.sensor.lift, s.sensor.contrast = 0, 1
	if l.chance(0.2) {
		s.sensor.contrast = l.between(0.4, 0.85)
		s.sensor.lift = (1 - s.sensor.contrast) * l.between(20, 230)
	}
	if s.view.width > 1300 {
		s.Resize(1280, 720)
	}
	s.depth = d
	return s, true
}

// solid gives the pieces a profile, a height from a flat disc's to a pawn's, and a finish.
func (p *pieceStyle) solid(l lots, d *depthStyle) {
	p.height = min(math.Exp(l.between(math.Log(0.07), math.Log(0.9))), 2.2*p.radius)
	switch d.kind {
	case "pawn":
		p.height, p.radius = l.between(0.45, 0.9), min(p.radius, 0.36)
	case "cap":
		p.height = min(p.height, 0.3)
	case "bead":
		p.height = min(p.height, 1.2*p.radius)
	}
	if p.kings.kind == "stack" {
		p.height = min(max(p.height, lowestStacked), 0.5)
		switch d.kind {
		case "pawn", "domed", "bead", "cone": // nothing stands on these
			d.kind = oneOf(l, "bevelled", "grooved", "rimmed")
		}
	}
	if l.chance(0.05) || d.kind == "bead" && l.chance(0.5) { // glass
		d.finish = finish{gloss: 1, rough: 0.03, clear: l.between(0.2, 0.7)}
	}
}
