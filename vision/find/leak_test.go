//go:build matprofile

package find_test

import (
	"testing"

	"gocv.io/x/gocv"

	"draughtsman/vision/find"
	"draughtsman/vision/find/drawn"
)

func TestNoMatIsLeaked(t *testing.T) {
	before := gocv.MatProfile.Count()
	for _, fill := range []float64{0.75, 1.5} { // found and refused
		s := drawn.Default(8)
		s.Fill = fill
		image, err := drawn.Draw(s)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = find.Find(image, find.Options{})
		if err := image.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if after := gocv.MatProfile.Count(); after != before {
		t.Errorf("%d pictures are left over", after-before)
	}
}
