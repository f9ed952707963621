package calibrated_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/simtable"
	"draughtsman/vision/calibrated"
	"draughtsman/vision/track"
)

// Of the pieces on a table those that are two discs on each other are kings, by the numbers of their squares: most of
// them are told where the camera looks obliquely enough, and no man is taken for one from anywhere.
func TestKings(t *testing.T) {
	for _, from := range []struct{ tilt, told float64 }{{20, 0}, {35, 0.7}, {50, 0.9}} {
		kings, told := 0, 0
		for k, scheme := range scene.Schemes()[:4] {
			if testing.Short() && (k > 0 || from.tilt < 50) {
				continue
			}
			a := simtable.New(t, func(o *scene.Options) {
				sin, cos := math.Sincos(from.tilt * math.Pi / 180)
				o.Width, o.Height, o.Scheme = 1280, 720, scheme
				o.Camera.Eye = world.Point{Y: -700 * sin, Z: 700 * cos}
			})
			position := crowned(rand.New(rand.NewPCG(uint64(k), 1)))
			for square, is := range kingsOf(t, a, position) {
				switch king := square > 0 && position.At(checkers.Square(square)).IsKing(); {
				case king && is:
					kings, told = kings+1, told+1
				case king:
					kings++
				case is:
					t.Errorf("tilt %g°, %s: no king stands on square %d", from.tilt, scheme, square)
				}
			}
		}
		t.Logf("tilt %g°: %d of %d kings told", from.tilt, told, kings)
		if float64(told) < from.told*float64(kings) {
			t.Errorf("tilt %g°: %d of %d kings told", from.tilt, told, kings)
		}
	}
}

// crowned is a position by lot, in which a quarter of the pieces are kings.
func crowned(random *rand.Rand) checkers.Position {
	p := checkers.NewPosition(checkers.Black)
	for square := range p.Set.Board().All().All() {
		side := checkers.Black
		if random.IntN(2) == 0 {
			side = checkers.White
		}
		switch v := random.Float64(); {
		case v < 0.12:
			p = p.Put(square, checkers.King(side))
		case v < 0.5:
			p = p.Put(square, checkers.Man(side))
		}
	}
	return p
}

// kingsOf returns where a reader sees kings in a picture of a position on a table.
func kingsOf(t *testing.T, a *simtable.Table, p checkers.Position) []bool {
	t.Helper()
	reader, err := calibrated.NewFollower(a.Calibration, track.Options{}, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	picture := a.Take(a.State(p))
	if _, err := reader.Read(picture, time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
	kings, err := reader.Kings(picture)
	if err != nil {
		t.Fatal(err)
	}
	return kings
}
