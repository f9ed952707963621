//go:build matprofile

package stream

import (
	"testing"

	"gocv.io/x/gocv"
)

func TestNoMatIsLeaked(t *testing.T) {
	before := gocv.MatProfile.Count()
	url, stop := serve(t, &counter{}, noisy{}, Options{})
	film, connection := open(t, url)
	for range 5 {
		part(t, film)
	}
	_ = connection.Close()
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	if after := gocv.MatProfile.Count(); after != before {
		t.Errorf("%d pictures are left over", after-before)
	}
}
