package realhands_test

import (
	"image"
	"testing"

	"gocv.io/x/gocv"

	"draughtsman/internal/testkit/boards"
	"draughtsman/internal/testkit/leak"
	"draughtsman/internal/testkit/realhands"
)

// TestMain fails when the tests have left pictures allocated.
func TestMain(m *testing.M) { leak.Main(m) }

// TestHandsArePasted holds where a pasted hand is: around its middle, as large as it should be, and nothing elsewhere
// has changed. Over the edge of a picture a part of it is left out.
func TestHandsArePasted(t *testing.T) {
	s := boards.New(300, boards.Shown)
	s.Resize(640, 480)
	before, err := boards.Draw(s)
	if err != nil {
		t.Fatal(err)
	}
	defer before.Close()
	for _, c := range realhands.Cutouts(t) {
		small := changed(t, c, before, image.Pt(320, 240), .5, 0)
		large := changed(t, c, before, image.Pt(320, 240), 1, 90)
		whole := image.Rect(0, 0, c.Mask.Cols(), c.Mask.Rows())
		part := float64(large.count) / float64(whole.Dx()*whole.Dy())
		if r := float64(large.count) / float64(small.count); r < 3.6 || r > 4.4 || part < .2 || part > .8 {
			t.Errorf("%s: twice as large it has %.2f as many pixels, %.0f %% of its part of the photo", c.Name, r, 100*part)
		}
		at := image.Rect(320-whole.Dy()/2, 240-whole.Dx()/2, 320+whole.Dy()/2, 240+whole.Dx()/2)
		if !large.box.In(at.Inset(-2)) || large.box.Dy() < whole.Dx()*9/10 {
			t.Errorf("%s: turned by 90 degrees it covers %v of %v", c.Name, large.box, at)
		}
		if cut := changed(t, c, before, image.Pt(0, 480), 1, 0); cut.count < 100 || 2*cut.count > large.count {
			t.Errorf("%s: %d of %d pixels are left in the corner", c.Name, cut.count, large.count)
		}
	}
}

// change is how many pixels of a picture are others, and around which the box lies.
type change struct {
	count int
	box   image.Rectangle
}

func changed(t *testing.T, c realhands.Cutout, before gocv.Mat, middle image.Point, scale, degrees float64) (d change) {
	t.Helper()
	after := before.Clone()
	defer after.Close()
	if err := c.Paste(&after, middle, scale, degrees); err != nil {
		t.Fatal(err)
	}
	a, errA := before.DataPtrUint8()
	b, errB := after.DataPtrUint8()
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	for i := 0; i < len(a); i += 3 {
		if a[i] != b[i] || a[i+1] != b[i+1] || a[i+2] != b[i+2] {
			at := image.Pt(i/3%before.Cols(), i/3/before.Cols())
			d.count++
			d.box = d.box.Union(image.Rectangle{at, at.Add(image.Pt(1, 1))})
		}
	}
	return d
}
