package report_test

import (
	"testing"
	"time"

	"draughtsman/vision/detect"
	"draughtsman/vision/report"
)

// Seven squares along an edge fit into this board of eight, whose lines are drawn. A size that is told is believed
// where it is the board's.
func TestToldSizes(t *testing.T) {
	frame, err := report.Load("../../docs/calibrate.jpg")
	if err != nil {
		t.Fatal(err)
	}
	defer frame.Close()
	for squares, want := range map[int]string{7: "it looks like a board of 8×8 squares, not of 7×7", 8: ""} {
		got, err := report.Uncalibrated(frame.Image, detect.Options{Squares: squares}, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		reason := ""
		if got.Refused != nil {
			reason = *got.Refused
		}
		if reason != want || want == "" && (got.Board.Size != squares || got.Confidence < 0.5) {
			t.Errorf("%d squares: %+v, refused %q; want %q", squares, got.Board, reason, want)
		}
	}
}
