package calibrated_test

import (
	"math/rand/v2"
	"testing"

	"draughtsman/internal/table/scene"
	"draughtsman/internal/testkit/simtable"
)

// Pieces a third of a square high, kings twice that, stand on the squares they are on wherever
// the camera looks from, but for one square in 250: the tops of the far ones are seen over other squares and beyond the
// board.
func TestTallPieces(t *testing.T) {
	all, mistaken := 0, 0
	for i, tilt := range []float64{15, 25, 35, 45, 50, 55} {
		if testing.Short() && tilt != 50 {
			continue
		}
		for j, azimuth := range []float64{8, 135} {
			a := newTable(t, simtable.From(tilt, azimuth), func(o *scene.Options) {
				o.Scheme, o.BlackIsLight = scene.Schemes()[(i+j)%len(scene.Schemes())], i%2 == 1
				o.Layout.DiscDiameter, o.Layout.DiscHeight = 30, 12
			})
			r := a.reader()
			random := rand.New(rand.NewPCG(uint64(i), 7))
			for range 2 {
				state, position, _ := a.sloppy(random, .08)
				seen := a.read(r, state)
				wrong := a.wrong(seen, position)
				all, mistaken = all+a.Options.Layout.Board.Squares(), mistaken+len(wrong)
				if len(wrong) > 0 {
					t.Logf("%s, tilt %g°, azimuth %g°: wrong on squares %v of\n%v", a.Options.Scheme, tilt, azimuth, wrong, position)
				}
			}
		}
	}
	if 250*mistaken > all {
		t.Errorf("%d of %d squares are read wrongly", mistaken, all)
	}
}
