//go:build matprofile

package cold_test

import (
	"testing"

	"gocv.io/x/gocv"

	"draughtsman/vision/cold"
	"draughtsman/vision/find"
	"draughtsman/vision/find/drawn"
)

func TestNoMatIsLeaked(t *testing.T) {
	before := gocv.MatProfile.Count()
	s := drawn.Default(8)
	image, err := drawn.Draw(s)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := cold.Read(image, find.Board{Squares: 8, Corners: s.Corners()}); err != nil {
		t.Fatal(err)
	}
	if err := image.Close(); err != nil {
		t.Fatal(err)
	}
	if after := gocv.MatProfile.Count(); after != before {
		t.Errorf("%d pictures are left over", after-before)
	}
}
