package calibrated_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/simtable"
)

// Every scheme of colours from four tilts: sloppy positions with kings in three lights are read without a mistake, a
// hand is noticed, and nothing is where there is none.
func TestSloppyPiecesInChangingLight(t *testing.T) {
	if testing.Short() {
		t.Skip("draws hundreds of pictures")
	}
	for i, scheme := range scene.Schemes() {
		for j, tilt := range []float64{5, 25, 40, 55} {
			azimuth := []float64{8, 130, -60, 200}[(i+j)%4]
			a := newTable(t, simtable.From(tilt, azimuth), func(o *scene.Options) {
				o.Scheme, o.BlackIsLight = scheme, (i+j)%2 == 1
			})
			r := a.reader()
			random := rand.New(rand.NewPCG(uint64(i), uint64(j)))
			least, men, kings := 1.0, spread{}, spread{}
			for _, light := range []float64{1, .5, 1.2} {
				state, position, offsets := a.sloppy(random, .18)
				state.Light = light
				seen := a.read(r, state)
				if wrong := a.wrong(seen, position); len(wrong) > 0 {
					t.Errorf("%s, tilt %g°, azimuth %g°, light %g: wrong on squares %v of\n%v", scheme, tilt, azimuth, light, wrong,
						position)
				}
				if seen.Obstructed {
					t.Errorf("%s, tilt %g°, azimuth %g°, light %g: obstructed by nothing", scheme, tilt, azimuth, light)
				}
				if a.read(r, state).Moving {
					t.Errorf("%s, tilt %g°, azimuth %g°, light %g: noise moves", scheme, tilt, azimuth, light)
				}
				for s := range a.Options.Layout.Board.All().All() {
					least = min(least, seen.Odds[s][a.shows(position, s)])
					off := math.Hypot(seen.Offset[s][0]-offsets[s][0], seen.Offset[s][1]-offsets[s][1])
					switch piece := position.At(s); {
					case piece == checkers.Empty:
						if seen.Offset[s] != [2]float64{} {
							t.Errorf("%s, tilt %g°: an offset on the empty square %v", scheme, tilt, s)
						}
					case piece.IsKing():
						kings.add(off)
					default:
						men.add(off)
					}
				}

				state.Hand = world.Hand{Visible: true, Held: world.NoDisc, Seat: checkers.Side(random.IntN(2)),
					At: world.Point{X: 280*random.Float64() - 140, Y: 240*random.Float64() - 120, Z: 10}}
				if seen := a.read(r, state); !seen.Obstructed || !seen.Moving {
					t.Errorf("%s, tilt %g°, azimuth %g°, light %g: a hand at %.0f: obstructed %t, moving %t",
						scheme, tilt, azimuth, light, state.Hand.At, seen.Obstructed, seen.Moving)
				}
			}
			t.Logf("%-5s tilt %2.0f° azimuth %3.0f°: least odds of the truth %.3f; off by %.1f mm (men), %.1f mm (kings), at "+
				"most %.1f mm", scheme, tilt, azimuth, least, men.rms(), kings.rms(), max(men.most, kings.most))
			if men.rms() > 2 || kings.rms() > 4.5 {
				t.Errorf("%s, tilt %g°: men are found %.1f mm off, kings %.1f mm (root mean square)", scheme, tilt, men.rms(),
					kings.rms())
			}
		}
	}
}

// The boards of other games are read as that of English draughts is.
func TestSloppyPiecesOnOtherBoards(t *testing.T) {
	for k, game := range []checkers.RuleSet{checkers.Italian, checkers.International} {
		for j, tilt := range []float64{5, 40} {
			a := newTable(t, on(game), simtable.From(tilt, []float64{8, 130, -60, 200}[2*k+j]))
			r := a.reader()
			random := rand.New(rand.NewPCG(uint64(k), uint64(j)))
			for range 4 {
				state, position, _ := a.sloppy(random, .15)
				seen := a.read(r, state)
				if wrong := a.wrong(seen, position); len(wrong) > 0 || seen.Obstructed {
					t.Errorf("%v, tilt %g°: obstructed %t, wrong on squares %v of\n%v", game, tilt, seen.Obstructed, wrong,
						game.Of(position))
				}
			}
		}
	}
}

// spread sums up deviations.
type spread struct{ n, squares, most float64 }

func (s *spread) add(v float64) { s.n, s.squares, s.most = s.n+1, s.squares+v*v, max(s.most, v) }
func (s spread) rms() float64   { return math.Sqrt(s.squares / max(s.n, 1)) }
