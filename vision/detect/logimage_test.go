package detect

import (
	"math"
	"testing"

	"gocv.io/x/gocv"
)

// prepared is a picture as an attempt prepares it.
func prepared(t *testing.T, m gocv.Mat, at attempt) logImage {
	t.Helper()
	small, err := scaleTo(m, at.longest)
	if err != nil {
		t.Fatal(err)
	}
	defer small.mat.Close()
	p, err := small.logarithm(at)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestTintsHaveNoShadows prepares a picture whose right half shows in the shadow what the left half shows in the
// light.
func TestTintsHaveNoShadows(t *testing.T) {
	const side = 64
	m := gocv.NewMatWithSize(side, 2*side, gocv.MatTypeCV8UC3)
	defer m.Close()
	px, err := m.DataPtrUint8()
	if err != nil {
		t.Fatal(err)
	}
	for i := range side * side {
		for c := range 3 {
			v := 60 + (i*(c+2)*7)%180
			k := 3*(i/side*2*side+i%side) + c
			px[k], px[k+3*side] = uint8(v), uint8(4*v/10)
		}
	}
	fall := func(at attempt) float64 {
		p := prepared(t, m, at)
		defer p.close()
		total := 0.0
		for y := range p.Height {
			for x := range 3 * p.Width / 2 {
				k := 3*y*p.Width + x
				total += math.Abs(float64(p.Px[k]-p.Px[k+3*p.Width/2])) / float64(len(p.Px)/2)
			}
		}
		return total
	}
	if shown, left := fall(attempt{longest: 2 * side}), fall(attempt{longest: 2 * side, chromatic: true}); left >
		0.15*shown {
		t.Errorf("the shadow makes a difference of %.3f to tints, and of %.3f to what is seen", left, shown)
	}
}
