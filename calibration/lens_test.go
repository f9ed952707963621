package calibration

import (
	"math"
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

func TestAltered(t *testing.T) {
	lens := StraightLens(640, 480, 600)
	if text := lens.Altered(); text != "" {
		t.Errorf("of a camera's own pictures it says %q", text)
	}
	if lens.Aspect = 1.25; !strings.Contains(lens.Altered(), "1.25 times as high") {
		t.Errorf("it says %q", lens.Altered())
	}
	p := lens.Project(0.2, 0.1)
	if x, y, err := lens.Ray(p); err != nil || math.Abs(x-0.2)+math.Abs(y-0.1) > 1e-9 || math.Abs(p.Y-239.5-75) > 1e-9 {
		t.Errorf("%v is seen towards %g, %g, %v", p, x, y, err)
	}
}
