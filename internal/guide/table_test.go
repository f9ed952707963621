package guide

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/config"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/expect"
	"draughtsman/vision"
	"draughtsman/vision/camera"
	"draughtsman/vision/detect"
	"draughtsman/vision/learn"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// photograph takes a picture of the simulated table. What is changed is the camera and the state.
func photograph(t *testing.T, change func(*scene.Options, *world.State)) camera.Frame {
	t.Helper()
	o := scene.DefaultOptions()
	o.NoMachine = true
	state := world.NewState(o.Layout, checkers.Start(), 1)
	if change != nil {
		change(&o, &state)
	}
	s, err := scene.New(o)
	expect.OK(t, err)
	defer s.Close()
	frame := camera.Frame{Image: gocv.NewMat(), Time: noon}
	t.Cleanup(func() { _ = frame.Close() })
	expect.OK(t, s.Render(state, 1, &frame.Image))
	return frame
}

// trueLens is the simulated camera's.
func trueLens() *calibration.LensFile {
	o := scene.DefaultOptions()
	l := calibration.StraightLens(o.Width, o.Height, o.Camera.FocalPX)
	l.K1 = o.Camera.K1
	return &calibration.LensFile{Version: calibration.Version, Pictures: 8, ResidualPX: 0.1, Lens: l}
}

// setupOf is the simulated table's, with a lens.
func setupOf(lens *calibration.LensFile) learn.Setup {
	table := config.Example()
	return learn.Setup{Board: table.Board, Disc: table.Disc, BlackPieces: table.BlackPieces, Lens: lens}
}

// learnt is a calibration made from a picture, with an arm that touched four squares.
func learnt(t *testing.T, frame camera.Frame, lens *calibration.LensFile) calibration.Calibration {
	t.Helper()
	place, err := learn.Detect(frame.Image, setupOf(nil))
	expect.OK(t, err)
	made, err := place.Calibrate(frame.Image, setupOf(lens), noon)
	expect.OK(t, err)
	frameOf := config.ExampleFrame()
	for _, n := range []int{4, 29, 1, 32} {
		on, err := made.Board.Square(n)
		expect.OK(t, err)
		made.Touches = append(made.Touches, calibration.Touch{Square: n, At: frameOf.ToArm(on)})
	}
	made.Arm = &frameOf
	return made
}

func TestBoardIsLearnt(t *testing.T) {
	frame := photograph(t, nil)
	for name, lens := range map[string]*calibration.LensFile{"by its picture": nil, "with the lens": trueLens()} {
		made := learnt(t, frame, lens)
		if made.CameraResidualPX > 0.35 {
			t.Errorf("%s: the lines fit to %.2f px", name, made.CameraResidualPX)
		}
		want := scene.DefaultCamera().Eye
		eye := made.Camera.Eye()
		off := math.Hypot(math.Hypot(eye.X-want.X, eye.Y-want.Y), eye.Z-want.Z)
		if most := map[bool]float64{true: 25, false: 4}[lens == nil]; off > most {
			t.Errorf("%s: the camera is %.1f mm from where it stands", name, off)
		}
	}
	other := trueLens()
	other.Lens.Width = 640
	place, err := learn.Detect(frame.Image, setupOf(nil))
	expect.OK(t, err)
	if _, err := place.Calibrate(frame.Image, setupOf(other), noon); err == nil ||
		!strings.Contains(err.Error(), "the lens was fitted to pictures of 640×720 pixels") {
		t.Error(err)
	}
	other = trueLens()
	other.Lens.FocalPX *= 2
	other.Lens.K1 = 0.3
	if _, err := place.Calibrate(frame.Image, setupOf(other), noon); err == nil ||
		!strings.Contains(err.Error(), "is it the lens of this camera") {
		t.Error(err)
	}
}

func TestWhatIsNoStartPosition(t *testing.T) {
	frame := photograph(t, func(_ *scene.Options, s *world.State) { s.Discs = nil })
	place, err := learn.Detect(frame.Image, setupOf(nil))
	if err != nil || !place.Guessed {
		t.Fatalf("%+v, %v", place, err)
	}
	if _, err := place.Calibrate(frame.Image, setupOf(nil), noon); err == nil ||
		!strings.Contains(err.Error(), "set up the start position") {
		t.Error(err)
	}
	hand := photograph(t, func(_ *scene.Options, s *world.State) {
		s.Hand = world.Hand{Visible: true, At: world.Point{X: 20, Y: 40, Z: 30}, Seat: checkers.White, Held: world.NoDisc}
	})
	if place, err = learn.Detect(hand.Image, setupOf(nil)); err == nil {
		_, err = place.Calibrate(hand.Image, setupOf(nil), noon)
	}
	if err == nil {
		t.Error("a board under a hand was learnt")
	}
	plain := camera.Frame{Image: gocv.NewMatWithSizeFromScalar(gocv.NewScalar(90, 90, 90, 0), 720, 960,
		gocv.MatTypeCV8UC3)}
	defer plain.Close()
	var refusal *detect.Refusal
	if _, err := learn.Detect(plain.Image, setupOf(nil)); !errors.As(err, &refusal) {
		t.Error(err)
	}
}

// Corners that a person sets are as good as the person; Black's side is told by the pieces.
func TestCornersByHand(t *testing.T) {
	frame := photograph(t, nil)
	table := config.Example()
	found, err := learn.Detect(frame.Image, setupOf(nil))
	expect.OK(t, err)
	place := learn.Detection{Guessed: true}
	place.Squares = 8
	for i, at := range found.Corners {
		at.X, at.Y = math.Round(at.X), math.Round(at.Y) // as a person reads them
		place = place.WithCorner(i, at)
	}
	if err := place.TellSide(frame.Image, setupOf(nil)); err != nil || place.Guessed || place.Black != found.Black {
		t.Errorf("Black sits at the %v edge (%v), not %v", place.Black, err, found.Black)
	}
	for name, lens := range map[string]*calibration.LensFile{"alone": nil, "with the lens": trueLens()} {
		made, err := place.Calibrate(frame.Image, setupOf(lens), noon)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		report, _, err := Check(frame, table, made, nil)
		if err != nil || report.Board.LinesMM > 2 || lens != nil && report.Board.LinesMM > 0.6 {
			t.Errorf("%s: the lines are %.2f mm off (%v)", name, report.Board.LinesMM, err)
		}
	}
	crossed := place.WithCorner(0, place.Corners[1]).WithCorner(1, place.Corners[0])
	if _, err := crossed.Calibrate(frame.Image, setupOf(nil), noon); err == nil {
		t.Error("crossed corners were learnt")
	}
}

// The boards of other games are calibrated and checked as that of English draughts is.
func TestOtherBoards(t *testing.T) {
	for _, game := range []checkers.RuleSet{checkers.Italian, checkers.International} {
		table := config.Example()
		frame := photograph(t, func(o *scene.Options, s *world.State) {
			o.Layout = world.LayoutOf(game.Board())
			*s = world.NewState(o.Layout, game.Start(), 1)
			table.Board = calibration.Board{Squares: game.Board().Size(), SquareMM: o.Layout.Square,
				Mirrored: game.Board().Mirrored()}
			table.Disc.DiameterMM = o.Layout.DiscDiameter
		})
		made, err := learn.FromStart(frame.Image, learn.Setup{Board: table.Board, Disc: table.Disc,
			BlackPieces: table.BlackPieces}, noon)
		expect.OK(t, err)
		report, drawn, err := Check(frame, table, made, nil)
		if err != nil || !report.Board.Holds || !report.Pieces.Holds {
			t.Errorf("%v: %+v, %+v; %v", game, report.Board, report.Pieces, err)
		}
		start := game.Start()
		for _, m := range drawn.Marks {
			if s := game.Board().At(m.Row, m.Column); s == 0 || (m.Content == vision.Nothing) != start.Empty().Has(s) {
				t.Errorf("%v: %v is drawn in row %d, column %d", game, m.Content, m.Row, m.Column)
			}
		}
		if aim := ShownAim(made, 6).Aim; *aim != drawn.Marks[5].Cell {
			t.Errorf("%v: square 6 is %v, and drawn in %v", game, *aim, drawn.Marks[5].Cell)
		}
	}
}

func TestCheck(t *testing.T) {
	if testing.Short() {
		t.Skip("draws dozens of pictures")
	}
	start := photograph(t, nil)
	known := learnt(t, start, trueLens())
	table := config.Example()
	position := photograph(t, func(o *scene.Options, s *world.State) {
		p, err := checkers.ParseFEN("B:W18,26,27,30:B15,7,8")
		expect.OK(t, err)
		*s = world.NewState(o.Layout, p, 1)
	})
	bumped := photograph(t, func(o *scene.Options, _ *world.State) { o.Camera.LookAt.X += 9 })
	hand := photograph(t, func(_ *scene.Options, s *world.State) {
		s.Hand = world.Hand{Visible: true, At: world.Point{X: 20, Y: 40, Z: 30}, Seat: checkers.White, Held: world.NoDisc}
	})
	plain := camera.Frame{Image: gocv.NewMatWithSizeFromScalar(gocv.NewScalar(90, 90, 90, 0), 720, 960,
		gocv.MatTypeCV8UC3)}
	defer plain.Close()
	small := photograph(t, func(o *scene.Options, _ *world.State) { o.Width, o.Height, o.Camera.FocalPX = 640, 480, 600 })
	for name, c := range map[string]struct {
		frame  camera.Frame
		change func(*calibration.Calibration)
		want   []string // sessions to repeat, and a part of the reason
	}{
		"as it was":        {frame: start},
		"another position": {frame: position},
		"bumped":           {frame: bumped, want: []string{"board", "mm and", "arm", "no longer knows"}},
		"a hand":           {frame: hand, want: []string{"check", "something is over the board"}},
		"no board":         {frame: plain, want: []string{"board", "no board of 8×8 squares is in view"}},
		"another size":     {frame: small, want: []string{"lens", "960×720", "board", "the camera sends 640×480"}},
		"no arm": {frame: start, change: func(k *calibration.Calibration) { k.Arm, k.Touches = nil, nil },
			want: []string{"arm", "it is not known"}},
		"no touches": {frame: start, change: func(k *calibration.Calibration) { k.Touches = nil },
			want: []string{"arm", "not kept"}},
		"no pieces": {frame: start, change: func(k *calibration.Calibration) { k.Colours = nil },
			want: []string{"pieces", "does not know the pieces"}},
		"beyond the reach": {frame: start, change: func(k *calibration.Calibration) {
			off := 520 - k.Arm.Origin.X
			k.Arm.Origin.X, k.Touches = 520, slices.Clone(k.Touches)
			for i := range k.Touches {
				k.Touches[i].At.X += off
			}
		}, want: []string{"arm", "squares 4, 12, 20, 28 cannot be reached"}},
		"touches in a knot": {frame: start, change: func(k *calibration.Calibration) { k.Touches = knot(t, *k) },
			want: []string{"arm", "touch more squares"}},
	} {
		t.Run(name, func(t *testing.T) {
			k := known
			frame := *known.Arm
			k.Arm = &frame
			if c.change != nil {
				c.change(&k)
			}
			got, drawing, err := Check(c.frame, table, k, trueLens())
			expect.OK(t, err)
			var told []string
			for i, r := range got.Redo {
				told = append(told, r.Session)
				if 2*i+1 < len(c.want) && !strings.Contains(r.Why, c.want[2*i+1]) {
					t.Errorf("%s is to be repeated because %s, want …%s…", r.Session, r.Why, c.want[2*i+1])
				}
			}
			var want []string
			for i := 0; i < len(c.want); i += 2 {
				want = append(want, c.want[i])
			}
			if strings.Join(told, " ") != strings.Join(want, " ") || got.Holds != (len(want) == 0) || drawing.Fine != got.Holds {
				t.Errorf("to be repeated: %+v, want %v", got.Redo, want)
			}
			if got.Holds && (got.Board.LinesPX > 0.5 || got.Board.WorstMM > 1 || got.Pieces.Odds < 0.99 ||
				got.Arm.WorstMM > 0.5) {
				t.Errorf("%+v", got)
			}
			path := filepath.Join(t.TempDir(), "check.png")
			if err := ShownReport(k, drawing).Save(path, c.frame); err != nil {
				t.Error(err)
			}
		})
	}
}

// knot are touches beside each other.
func knot(t *testing.T, k calibration.Calibration) (touches []calibration.Touch) {
	t.Helper()
	for i, n := range []int{14, 15, 18} {
		on, err := k.Board.Square(n)
		expect.OK(t, err)
		at := k.Arm.ToArm(on)
		at.X += 0.3 * float64(i%2)
		touches = append(touches, calibration.Touch{Square: n, At: at})
	}
	return touches
}

// How far the board was moved is told as it was.
func TestCheckMeasuresTheMove(t *testing.T) {
	start := photograph(t, nil)
	known := learnt(t, start, trueLens())
	bumped := photograph(t, func(o *scene.Options, _ *world.State) {
		o.Camera.LookAt.X += 7
		o.Camera.Eye.X += 7 // as if the board had gone 7 mm to the left
	})
	got, _, err := Check(bumped, config.Example(), known, trueLens())
	expect.OK(t, err)
	if math.Abs(got.Board.MovedMM-7) > 0.4 || math.Abs(got.Board.TurnedDeg) > 0.1 {
		t.Errorf("moved by %.2f mm and %.2f°, want 7 mm", got.Board.MovedMM, got.Board.TurnedDeg)
	}
}

// With DRAUGHTSMAN_OVERLAY=FOLDER the pictures are written for people to look at.
func TestPictures(t *testing.T) {
	folder := os.Getenv("DRAUGHTSMAN_OVERLAY")
	if folder == "" {
		folder = t.TempDir()
	}
	frame := photograph(t, nil)
	place, err := learn.Detect(frame.Image, setupOf(nil))
	expect.OK(t, err)
	known := learnt(t, frame, nil)
	poses := NewPoses(8, true)
	if _, err := poses.Offer(place.Board, frame.Image.Cols(), frame.Image.Rows()); err != nil {
		t.Fatal(err)
	}
	crossed := place.WithCorner(0, place.Corners[1])
	for name, shown := range map[string]Shown{
		"words":   Shown{}.With(Words{Banner: "no board is in view"}),
		"lens":    poses.Shown(frame, &place.Board).With(Words{Banner: "hold it still", Caption: "tilt it: left edge away"}),
		"nothing": poses.Shown(frame, nil).With(Words{Banner: "no target is in view"}),
		"board": ShownPlace(frame, place, setupOf(nil)).With(Words{Banner: "Enter takes the board as it is drawn",
			Fine: true}),
		"crossed": ShownPlace(frame, crossed, setupOf(nil)).With(Words{Banner: "these corners are no board's"}),
		"aim":     ShownAim(known, 29).With(Words{Caption: "touch the middle of square 29"}),
	} {
		path := filepath.Join(folder, name+".png")
		if err := shown.Save(path, frame); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if info, err := os.Stat(path); err != nil || info.Size() < 10_000 {
			t.Errorf("%s: %v %v", name, info, err)
		}
	}
}
