package imaging_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"draughtsman/vision/imaging"
)

// A cylinder drawn into a map is found where it was drawn, and fits there well enough; along the way in which it
// leans it may be off by a few pixels.
func TestWhereItWasDrawn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const reach, most = 32, 8
		foot := imaging.Disc{Radius: rapid.Float64Range(7, 12).Draw(t, "foot")}
		turn, lean := rapid.Float64Range(0, 2*math.Pi).Draw(t, "turn"), rapid.Float64Range(2, 10).Draw(t, "lean")
		top := imaging.Disc{X: lean * math.Cos(turn), Y: lean * math.Sin(turn),
			Radius: foot.Radius * rapid.Float64Range(1, 1.1).Draw(t, "larger")}
		atX, atY := rapid.IntRange(-most, most).Draw(t, "off x"), rapid.IntRange(-most, most).Draw(t, "off y")
		const width = 2*reach + 1
		m := imaging.Map{Reach: reach, Sums: make([]float32, width*(width+1))}
		for y := range width {
			for x := range width {
				is := float32(-1)
				for k := range 11 {
					part := float64(k) / 10
					dx := float64(x-reach-atX) - part*top.X
					dy := float64(y-reach-atY) - part*top.Y
					if math.Hypot(dx, dy) <= foot.Radius+part*(top.Radius-foot.Radius) {
						is = 1
					}
				}
				m.Sums[y*(width+1)+x+1] = m.Sums[y*(width+1)+x] + is
			}
		}
		o := imaging.NewOutline(foot, top, 3)
		x, y, fit := imaging.GridSearch(most, func(x, y int) float64 { return m.Contrast(&o, x, y) })
		if math.Hypot(float64(x-atX), float64(y-atY)) > 3 || fit < 1 {
			t.Errorf("drawn at %d, %d and found at %d, %d with a fit of %.2f", atX, atY, x, y, fit)
		}
	})
}
