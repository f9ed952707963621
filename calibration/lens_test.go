package calibration

import (
	"strings"
	"testing"
)

// Pictures of another size are said to be, with what to do.
func TestLensFits(t *testing.T) {
	lens := Lens{Width: 1280, Height: 720, FocalPX: 1000}
	for _, c := range []struct {
		width, height int
		want          string
	}{
		{1280, 720, ""},
		{640, 360, "sends pictures of 640×360 pixels and was calibrated with 1280×720: set it to that size again"},
		{720, 1280, "it lies on its side: turn it back"},
	} {
		err := lens.Fits(c.width, c.height)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%d×%d: %v, want …%s…", c.width, c.height, err, c.want)
		}
	}
}
