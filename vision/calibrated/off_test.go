package calibrated_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/simtable"
	"draughtsman/vision"
)

// A piece that a hand or an arm left far off the middle of its square is read as what it is; beyond the square's edge
// it may be missed, but it is not taken for one of the other side.
func TestPiecesFarOffTheMiddle(t *testing.T) {
	if testing.Short() {
		t.Skip("draws dozens of pictures")
	}
	const (
		astride = 0.3  // of a square off the middle: some of the piece lies over its edge
		missed  = 0.15 // of the pieces that stand so, at most
		other   = 0.01
	)
	type count struct {
		all, missed, other float64
		found              spread
	}
	var near, far count
	for i, scheme := range scene.Schemes() {
		for j, tilt := range []float64{10, 30, 50} {
			a := newTable(t, simtable.From(tilt, []float64{8, 130, -60}[j]), func(o *scene.Options) { o.Scheme = scheme })
			r := a.reader()
			random := rand.New(rand.NewPCG(uint64(i), uint64(j)))
			for range 30 {
				off := .18 + .28*random.Float64()
				state, p, s, at := a.displaced(random, off)
				if s == 0 {
					continue
				}
				c := &near
				if off > astride {
					c = &far
				}
				c.all++
				seen := a.read(r, state)
				switch is, _ := seen.Odds[s].Best(); is {
				case a.shows(p, s):
					middle := a.Options.Layout.Centre(s)
					c.found.add(math.Hypot(middle.X+seen.Offset[s][0]-at.X, middle.Y+seen.Offset[s][1]-at.Y))
				case vision.Nothing:
					c.missed++
				default:
					c.other++
				}
			}
		}
	}
	t.Logf("%.1f and %.1f mm (root mean square) off where they are, at most %.1f and %.1f", near.found.rms(),
		far.found.rms(), near.found.most, far.found.most)
	t.Logf("of %.0f pieces up to %g squares off the middle %.0f were missed and %.0f taken for the other side, of %.0f "+
		"farther off %.0f and %.0f",
		near.all, astride, near.missed, near.other, far.all, far.missed, far.other)
	if near.missed+near.other > 0 || far.missed > missed*far.all || far.other > other*far.all {
		t.Error("too many")
	}
	if far.found.rms() > 2.4 {
		t.Errorf("those farther off are found %.1f mm off where they are (root mean square)", far.found.rms())
	}
}

// displaced is a random position in which a man stands so many squares off the middle of its square, with that and
// where it stands; 0 where it does not fit between the others.
func (a *table) displaced(random *rand.Rand, off float64) (state world.State, p checkers.Position,
	square checkers.Square, at world.Point) {
	l := a.Options.Layout
	for s := range l.Board.All().All() {
		if random.IntN(3) == 0 {
			p = p.Put(s, checkers.Piece(1+random.IntN(4)))
		}
	}
	square = checkers.Square(1 + random.IntN(l.Board.Squares()))
	p = p.Put(square, [...]checkers.Piece{checkers.BlackMan, checkers.WhiteMan}[random.IntN(2)])
	state = world.NewState(l, p, random.Uint64())
	angle := 2 * math.Pi * random.Float64()
	at = l.Centre(square)
	at.X += off * l.Square * math.Cos(angle)
	at.Y += off * l.Square * math.Sin(angle)
	for i, d := range state.Discs {
		switch s, _ := l.SquareAt(d.At); {
		case s == square:
			state.Discs[i].At = at
		case math.Hypot(d.At.X-at.X, d.At.Y-at.Y) < l.DiscDiameter:
			return state, p, 0, at
		}
	}
	return state, p, square, at
}
