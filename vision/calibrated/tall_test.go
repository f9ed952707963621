package calibrated

import (
	"math/rand/v2"
	"testing"

	"draughtsman/internal/table/scene"
)

// Pieces a third of a square high, kings twice that, stand on the squares they are on wherever
// the camera looks from: the tops of the far ones are seen over other squares and beyond the board.
func TestTallPieces(t *testing.T) {
	for i, tilt := range []float64{15, 25, 35, 45, 50, 55} {
		if testing.Short() && tilt != 50 {
			continue
		}
		for j, azimuth := range []float64{8, 135} {
			a := newTable(t, from(tilt, azimuth), func(o *scene.Options) {
				o.Scheme, o.BlackIsLight = scene.Schemes()[(i+j)%len(scene.Schemes())], i%2 == 1
				o.Layout.DiscDiameter, o.Layout.DiscHeight = 30, 12
			})
			r := a.reader()
			random := rand.New(rand.NewPCG(uint64(i), 7))
			for range 2 {
				state, position, _ := a.sloppy(random, .08)
				seen := a.read(r, state)
				if wrong := a.wrong(seen, position); len(wrong) > 0 {
					t.Errorf("%s, tilt %g°, azimuth %g°: wrong on squares %v of\n%v", a.options.Scheme, tilt, azimuth, wrong, position)
				}
			}
		}
	}
}
