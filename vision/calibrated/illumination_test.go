package calibrated_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/testkit/simtable"
	"draughtsman/vision/calibrated"
	"draughtsman/vision/moves"
)

// tint multiplies the samples of a picture: blue, green and red, and all of them left of a column by shade.
func tint(t *testing.T, picture gocv.Mat, by [3]float64, column int, shade float64) {
	t.Helper()
	bytes, err := picture.DataPtrUint8()
	if err != nil {
		t.Fatal(err)
	}
	columns := picture.Cols()
	for i := range bytes {
		v := float64(bytes[i]) * by[i%3]
		if i/3%columns < column {
			v *= shade
		}
		bytes[i] = uint8(min(v+.5, 255))
	}
}

// Over a game the light changes slowly; each picture is read right, and nothing seems to be over the board. part goes
// from 0 to 1.
func TestSlowLight(t *testing.T) {
	if testing.Short() {
		t.Skip("draws hundreds of pictures")
	}
	changes := map[string]func(picture gocv.Mat, part float64){
		"the lamp dims to half": func(p gocv.Mat, part float64) {
			v := 1 - .5*part
			tint(t, p, [3]float64{v, v, v}, 0, 1)
		},
		"evening light": func(p gocv.Mat, part float64) {
			tint(t, p, [3]float64{1 - .35*part, 1 - .1*part, 1 + .05*part}, 0,
				1)
		},
		"morning light": func(p gocv.Mat, part float64) { tint(t, p, [3]float64{1, 1 - .05*part, 1 - .3*part}, 0, 1) },
		"a shadow's edge crosses the board": func(p gocv.Mat, part float64) {
			tint(t, p, [3]float64{1, 1, 1}, int(part*float64(p.Cols())), .6)
		},
		"dusk behind a moving shadow": func(p gocv.Mat, part float64) {
			v := 1 - .3*part
			tint(t, p, [3]float64{v * (1 - .2*part), v, v}, int(part*float64(p.Cols())), .7)
		},
	}
	const pictures = 40
	for i, scheme := range scene.Schemes() {
		a := simtable.New(t, simtable.Small, simtable.From([]float64{10, 30, 45, 25}[i], 40*float64(i)),
			func(o *scene.Options) { o.Scheme = scheme })
		for name, change := range changes {
			r, err := calibrated.NewReader(a.Calibration)
			if err != nil {
				t.Fatal(err)
			}
			random := rand.New(rand.NewPCG(4, uint64(i)))
			game := checkers.NewGame(checkers.Start())
			wrong, obstructed, now := 0, 0, time.Unix(0, 0)
			for n := range pictures {
				if moves := game.Position().Moves(); len(moves) > 0 {
					if err := game.Play(moves[random.IntN(len(moves))]); err != nil {
						t.Fatal(err)
					}
				}
				picture := a.Take(a.State(game.Position()))
				change(picture, float64(n)/(pictures-1))
				now = now.Add(5 * time.Second)
				seen, err := r.Read(picture, now)
				if err != nil {
					t.Fatal(err)
				}
				want := moves.PictureOf(game.Position(), a.Calibration.BlackPieces)
				for s := range a.Options.Layout.Board.All().All() {
					if is, _ := seen.Odds[s].Best(); is != want[s] {
						wrong++
					}
				}
				if seen.Obstructed {
					obstructed++
				}
			}
			t.Logf("%-6s %-34s %d of %d squares wrong, %d of %d pictures obstructed by nothing", scheme, name+":", wrong,
				pictures*a.Options.Layout.Board.Squares(), obstructed, pictures)
			if wrong > 0 || obstructed > pictures/20 { // the next picture is read
				t.Errorf("%s, %s: %d squares wrong, %d pictures obstructed by nothing", scheme, name, wrong, obstructed)
			}
			r.Close()
		}
	}
}

// A lamp that goes out at once, or another that is switched on, leaves pictures that are read right or not at all.
func TestSuddenLight(t *testing.T) {
	if testing.Short() {
		t.Skip("draws dozens of pictures")
	}
	for i, scheme := range scene.Schemes() {
		a := simtable.New(t, simtable.Small, simtable.From(25, 20*float64(i)), func(o *scene.Options) { o.Scheme = scheme })
		for _, light := range []float64{.6, .3, .15, .05, 1.6} {
			r, err := calibrated.NewReader(a.Calibration)
			if err != nil {
				t.Fatal(err)
			}
			state := a.State(checkers.Start())
			said := "read"
			for n, brightness := range []float64{1, light, light} {
				state.Light = brightness
				seen, err := r.Read(a.Take(state), time.Unix(int64(n), 0))
				if err != nil {
					t.Fatal(err)
				}
				want := moves.PictureOf(checkers.Start(), a.Calibration.BlackPieces)
				surely := 0
				for s := range a.Options.Layout.Board.All().All() {
					if is, odds := seen.Odds[s].Best(); is != want[s] && odds >= .75 {
						surely++
					}
				}
				if seen.Obstructed {
					said = "refused"
				} else if surely > 0 {
					t.Errorf("%s, light %g: %d squares are surely something else", scheme, brightness, surely)
				}
			}
			t.Logf("%-6s light %.2f: %s", scheme, light, said)
			r.Close()
		}
	}
}
