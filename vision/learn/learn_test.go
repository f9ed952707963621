package learn_test

import (
	"errors"
	"math"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
	"draughtsman/vision"
	"draughtsman/vision/calibrated"
	"draughtsman/vision/detect"
	"draughtsman/vision/learn"
	"draughtsman/vision/moves"
)

// start is the start position as the rendered tables' cameras see it.
var start = []string{".d.d.d.d", "d.d.d.d.", ".d.d.d.d", "........", "........", "l.l.l.l.", ".l.l.l.l", "l.l.l.l."}

// later is a position of the same game, with kings.
const later = "B:W12,K18,22,23,28,31:B1,2,K21,14,8,26"

// options are those of a camera that looks at the board's middle from a tilt, degrees.
func options(tilt float64) scene.Options {
	const away = 640
	o := scene.DefaultOptions()
	o.Width, o.Height, o.Camera.FocalPX, o.NoMachine = 800, 600, 760, true
	t, a := tilt*math.Pi/180, 8*math.Pi/180
	o.Camera.Eye = world.Point{X: away * math.Sin(t) * math.Sin(a), Y: -away * math.Sin(t) * math.Cos(a),
		Z: away * math.Cos(t)}
	return o
}

func render(t *testing.T, o scene.Options, p checkers.Position) gocv.Mat {
	t.Helper()
	s, err := scene.New(o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	picture := gocv.NewMat()
	t.Cleanup(func() { picture.Close() })
	if err := s.Render(world.NewState(o.Layout, p, 1), 1, &picture); err != nil {
		t.Fatal(err)
	}
	return picture
}

// wrong lists the squares on which a picture is not read as a position.
func wrong(t *testing.T, known calibration.Calibration, picture gocv.Mat, p checkers.Position) (squares []int) {
	t.Helper()
	reader, err := calibrated.NewReader(known)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	board, err := reader.ReadBoard(picture)
	if err != nil {
		t.Fatal(err)
	}
	for number, is := range calibrated.KnownOf(p, known.BlackPieces) {
		if best, _ := board.Odds[number].Best(); number > 0 && best != is.Content {
			squares = append(squares, number)
		}
	}
	return squares
}

// A picture of the start position is enough, whatever it is seen from: the pieces are measured, and other positions
// are read.
func TestTable(t *testing.T) {
	position, err := checkers.ParseFEN(later)
	if err != nil {
		t.Fatal(err)
	}
	for _, tilt := range []float64{3, 25, 45} {
		if testing.Short() && tilt != 45 {
			continue
		}
		o := options(tilt)
		known, err := learn.FromGrid(render(t, o, checkers.Start()), start, learn.Sizes{SquareMM: o.Layout.Square},
			time.Time{})
		if err != nil {
			t.Errorf("tilt %g°: %v", tilt, err)
			continue
		}
		if off := known.Disc.DiameterMM / o.Layout.DiscDiameter; off < .9 || off > 1.1 {
			t.Errorf("tilt %g°: pieces of %.1f mm, want %.1f", tilt, known.Disc.DiameterMM, o.Layout.DiscDiameter)
		}
		// Nearer to the vertical the height hardly shows, and hardly matters.
		if off := known.Disc.HeightMM / o.Layout.DiscHeight; tilt > 40 && (off < .6 || off > 1.6) {
			t.Errorf("tilt %g°: pieces %.1f mm high, want %.1f", tilt, known.Disc.HeightMM, o.Layout.DiscHeight)
		}
		picture := render(t, o, position)
		if w := wrong(t, known, picture, position); len(w) > 0 {
			t.Errorf("tilt %g°: wrong on squares %v", tilt, w)
		}
	}
}

// The start position of any game teaches a table, from whatever side it is seen: who sits where, which squares are
// played on, and what the pieces look like. A board whose other corner is played on is none of the game's.
func TestStartOfAnyGame(t *testing.T) {
	for k, game := range []checkers.RuleSet{checkers.English, checkers.Italian, checkers.International} {
		position := game.Start()
		for range 20 {
			position = position.Play(position.Moves()[0])
		}
		for side := range 4 {
			if testing.Short() && side != k {
				continue
			}
			o := options(30)
			o.Layout, o.BlackIsLight = world.LayoutOf(game.Board()), side%2 == 1
			sin, cos := math.Sincos(float64(side) * math.Pi / 2)
			eye := o.Camera.Eye
			o.Camera.Eye.X, o.Camera.Eye.Y = cos*eye.X-sin*eye.Y, sin*eye.X+cos*eye.Y
			s := learn.Setup{BlackPieces: calibration.Dark,
				Board: calibration.Board{Squares: game.Board().Size(), SquareMM: o.Layout.Square,
					Mirrored: game.Board().Mirrored()},
				Disc: calibration.Disc{DiameterMM: o.Layout.DiscDiameter, HeightMM: o.Layout.DiscHeight}}
			if o.BlackIsLight {
				s.BlackPieces = calibration.Light
			}
			picture := render(t, o, game.Start())
			known, err := learn.FromStart(picture, s, time.Time{})
			if err != nil {
				t.Errorf("%v from side %d: %v", game, side, err)
				continue
			}
			if at := known.Camera.Eye(); math.Hypot(at.X-o.Camera.Eye.X, at.Y-o.Camera.Eye.Y) > 20 {
				t.Errorf("%v from side %d: the camera is at %v, not at %v", game, side, at, o.Camera.Eye)
			}
			later := render(t, o, position)
			if w := wrong(t, known, later, position); len(w) > 0 {
				t.Errorf("%v from side %d: wrong on squares %v of\n%v", game, side, w, position)
			}
			if d, err := learn.Detect(later, s); err != nil {
				t.Errorf("%v from side %d, later: %v", game, side, err)
			} else if _, is, err := d.FromPosition(later, s, time.Time{}); err != nil ||
				is != moves.PictureOf(position, s.BlackPieces) {
				t.Errorf("%v from side %d: %v is taken for %v (%v)", game, side, position, is, err)
			}
			s.Board.Mirrored = !s.Board.Mirrored
			if d, err := learn.Detect(picture, s); err != nil || !d.Guessed {
				t.Errorf("%v from side %d: taken for a game with the other corner (%v)", game, side, err)
			}
		}
	}
}

// An empty board teaches what an empty square is.
func TestEmptyBoard(t *testing.T) {
	o := options(25)
	grid := make([]string, o.Layout.Board.Size())
	for i := range grid {
		grid[i] = "........"
	}
	known, err := learn.FromGrid(render(t, o, checkers.Position{}), grid, learn.Sizes{}, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	if w := wrong(t, known, render(t, o, checkers.Position{}), checkers.Position{}); len(w) > 0 {
		t.Errorf("an empty board is wrong on %v", w)
	}
	for _, number := range wrong(t, known, render(t, o, checkers.Start()), checkers.Position{}) {
		if checkers.Start().At(checkers.Square(number)) == checkers.Empty {
			t.Errorf("the empty square %d shows %v", number, vision.Nothing)
		}
	}
}

func TestWhatMakesNoTable(t *testing.T) {
	picture := render(t, options(25), checkers.Start())
	var refusal *detect.Refusal
	desk := gocv.NewMatWithSize(600, 800, gocv.MatTypeCV8UC3)
	defer desk.Close()
	if _, err := learn.FromGrid(desk, start, learn.Sizes{}, time.Time{}); !errors.As(err, &refusal) {
		t.Errorf("no board: %v", err)
	}
	both := append([]string{"dd.d.d.d"}, start[1:]...)
	for name, try := range map[string]func() error{
		"pieces on both colours": func() error {
			_, err := learn.FromGrid(picture, both, learn.Sizes{},
				time.Time{})
			return err
		},
		"an odd board": func() error {
			_, err := learn.FromGrid(picture, start[:7], learn.Sizes{},
				time.Time{})
			return err
		},
		"a disc wider than its square": func() error {
			_, err := learn.FromGrid(picture, start, learn.Sizes{SquareMM: 40, DiscMM: 50, HeightMM: 7}, time.Time{})
			return err
		},
	} {
		if try() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
