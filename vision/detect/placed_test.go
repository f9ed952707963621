package detect_test

import (
	"testing"

	"draughtsman/calibration"
	"draughtsman/vision/detect"
)

func TestPlaced(t *testing.T) {
	want := [4]calibration.Pixel{{X: 20, Y: 10}, {X: 300, Y: 30}, {X: 340, Y: 290}, {X: 5, Y: 280}}
	for _, order := range [][4]int{{0, 1, 2, 3}, {2, 1, 0, 3}, {3, 1, 0, 2}, {1, 3, 2, 0}} {
		var corners [4]calibration.Pixel
		for i, k := range order {
			corners[i] = want[k]
		}
		if b, err := detect.Placed(corners, 10); err != nil || b.Corners != want || b.Squares != 10 {
			t.Errorf("%v: %+v, %v", order, b, err)
		}
	}
	for what, corners := range map[string][4]calibration.Pixel{
		"one place":      {},
		"a line":         {{X: 0, Y: 0}, {X: 10, Y: 10}, {X: 20, Y: 20}, {X: 30, Y: 30}},
		"a dented board": {{X: 0, Y: 0}, {X: 100, Y: 0}, {X: 100, Y: 100}, {X: 70, Y: 20}},
	} {
		if b, err := detect.Placed(corners, 8); err == nil {
			t.Errorf("%s: %+v", what, b)
		}
	}
	if _, err := detect.Placed(want, 3); err == nil {
		t.Error("a board of 3×3 squares")
	}
}
