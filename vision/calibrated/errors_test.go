package calibrated_test

import (
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/optics"
	"draughtsman/vision/calibrated"
)

func TestWhatCannotBeLearnt(t *testing.T) {
	a := newTable(t)
	start := a.Take(world.NewState(a.Options.Layout, checkers.Start(), 1))
	dark := gocv.NewMatWithSize(start.Rows(), start.Cols(), gocv.MatTypeCV8UC3)
	defer dark.Close()
	small := gocv.NewMatWithSize(100, 100, gocv.MatTypeCV8UC3)
	defer small.Close()
	grey := gocv.NewMatWithSize(start.Rows(), start.Cols(), gocv.MatTypeCV8UC1)
	defer grey.Close()
	for _, test := range []struct {
		name     string
		picture  gocv.Mat
		change   func(*calibration.Calibration)
		position checkers.Position
		want     string
	}{
		{"no empty squares", start, nil, checkers.Position{Black: 0xffff, White: 0xffff << 16}, "too few empty squares"},
		{"another size of picture", small, nil, checkers.Start(), "100×100 pixels and was calibrated with 640×480"},
		{"a grey picture", grey, nil, checkers.Start(), "not in 8-bit colour"},
		{"a board of another size", start, func(c *calibration.Calibration) { c.Board.Squares = 10 }, checkers.Start(),
			"the contents of 32 squares are known and the board has 50"},
		{"a board out of view", start, func(c *calibration.Calibration) {
			c.Camera.Pose = optics.LookFrom(calibration.BoardPoint{X: 300, Z: 600}, calibration.BoardPoint{X: 300}, 0)
		}, checkers.Start(), "its far left corner, seen from White's seat, is outside the picture"},
	} {
		cal := a.Calibration
		if test.change != nil {
			test.change(&cal)
		}
		_, _, err := calibrated.Learn(test.picture, cal, calibrated.KnownOf(test.position, cal.BlackPieces))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want …%s…", test.name, err, test.want)
		}
	}
}

func TestWhatCannotBeRead(t *testing.T) {
	a := newTable(t)
	cal := a.Calibration
	cal.Colours = nil
	if _, err := calibrated.NewReader(cal); err == nil || !strings.Contains(err.Error(), "knows no colours") {
		t.Errorf("without colours: %v", err)
	}
	empty := gocv.NewMat()
	defer empty.Close()
	if _, err := a.reader().Read(empty, time.Time{}); err == nil || !strings.Contains(err.Error(), "0×0 pixels") {
		t.Errorf("no picture: %v", err)
	}
}

// Squares that do not show what was said of them are told, and so are those under a lamp's reflection.
func TestUnlike(t *testing.T) {
	a := newTable(t)
	start := a.Take(a.State(checkers.Start()))
	for _, test := range []struct {
		name     string
		position checkers.Position
		dazzled  []checkers.Square
		want     []int
	}{
		{"the start position", checkers.Start(), nil, nil},
		{"a man stands elsewhere", checkers.Start().Put(11, checkers.Empty).Put(15, checkers.BlackMan), nil, []int{11, 15}},
		{"a reflection over two men", checkers.Start(), []checkers.Square{7, 11}, []int{7, 11}},
	} {
		picture := start.Clone()
		defer picture.Close()
		for _, square := range test.dazzled {
			at := a.pixel(square)
			white := color.RGBA{R: 255, G: 255, B: 255}
			if err := gocv.Circle(&picture, image.Pt(int(at.X), int(at.Y)), 22, white, -1); err != nil {
				t.Fatal(err)
			}
		}
		known := calibrated.KnownOf(test.position, a.Calibration.BlackPieces)
		_, unlike, err := calibrated.Learn(picture, a.Calibration, known)
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for _, u := range unlike {
			got = append(got, u.Number)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %+v, want squares %v", test.name, unlike, test.want)
		}
	}
}
