package calibrated

import (
	"image"
	"image/color"
	"strings"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/optics"
)

func TestWhatCannotBeLearnt(t *testing.T) {
	a := newTable(t)
	start := a.render(world.NewState(a.options.Layout, checkers.Start(), 1))
	dark := gocv.NewMatWithSize(start.Rows(), start.Cols(), gocv.MatTypeCV8UC3)
	defer dark.Close()
	small := gocv.NewMatWithSize(100, 100, gocv.MatTypeCV8UC3)
	defer small.Close()
	grey := gocv.NewMatWithSize(start.Rows(), start.Cols(), gocv.MatTypeCV8UC1)
	defer grey.Close()
	dazzled := start.Clone()
	defer dazzled.Close()
	for _, square := range []checkers.Square{7, 11} { // dark men
		at := a.cal.Camera.Project(a.cal.Board.Centre(square.Row(), square.Column()))
		if err := gocv.Circle(&dazzled, image.Pt(int(at.X), int(at.Y)), 22, color.RGBA{R: 255, G: 255, B: 255}, -1); err !=
			nil {
			t.Fatal(err)
		}
	}
	moved := checkers.Start().Put(11, checkers.Empty).Put(15, checkers.BlackMan)
	for _, test := range []struct {
		name     string
		picture  gocv.Mat
		change   func(*calibration.Calibration)
		position checkers.Position
		want     string
	}{
		{"another position", start, nil, moved, "do not explain it on squares 11, 15"},
		{"a lamp's reflection", dazzled, nil, checkers.Start(), "a lamp's reflection lies over squares 7, 11: move the lamp"},
		{"a reflection, and another position", dazzled, nil, checkers.Start().Put(9, checkers.Empty).Put(13,
			checkers.BlackMan), "do not explain it on squares 7, 9, 11, 13"},
		{"no dark pieces", start, nil, checkers.Position{White: checkers.Start().White}, "too few dark pieces"},
		{"no empty squares", start, nil, checkers.Position{Black: 0xffff, White: 0xffff << 16}, "too few empty squares"},
		{"nothing to see", dark, nil, checkers.Start(), "do not explain it on squares"},
		{"another size of picture", small, nil, checkers.Start(), "100×100 pixels and was calibrated with 640×480"},
		{"a grey picture", grey, nil, checkers.Start(), "not in 8-bit colour"},
		{"a board of another size", start, func(c *calibration.Calibration) { c.Board.Squares = 10 }, checkers.Start(),
			"no game is played on a board of 10×10 squares"},
		{"a board out of view", start, func(c *calibration.Calibration) {
			c.Camera.Pose = optics.LookFrom(calibration.BoardPoint{X: 300, Z: 600}, calibration.BoardPoint{X: 300}, 0)
		}, checkers.Start(), "its far left corner, seen from White's seat, is outside the picture"},
	} {
		cal := a.cal
		if test.change != nil {
			test.change(&cal)
		}
		_, err := LearnColours(test.picture, cal, test.position)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want …%s…", test.name, err, test.want)
		}
	}
}

func TestWhatCannotBeRead(t *testing.T) {
	a := newTable(t)
	cal := a.cal
	cal.Colours = nil
	if _, err := NewReader(cal); err == nil || !strings.Contains(err.Error(), "knows no colours") {
		t.Errorf("without colours: %v", err)
	}
	few := *a.cal.Colours
	few.Bare = few.Bare[:3]
	cal.Colours = &few
	if _, err := NewReader(cal); err == nil || !strings.Contains(err.Error(), "3 bare squares") {
		t.Errorf("with colours of another board: %v", err)
	}
	empty := gocv.NewMat()
	defer empty.Close()
	if _, err := a.reader().Read(empty, time.Time{}); err == nil || !strings.Contains(err.Error(), "0×0 pixels") {
		t.Errorf("no picture: %v", err)
	}
}
