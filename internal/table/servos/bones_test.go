package servos

import (
	"math"
	"testing"

	"draughtsman/internal/table/world"
)

// Poses of the SO-101's own model (so101_new_calib.xml): where its gripperframe is, less the 7.9 mm that it lies
// beside the roll's axis.
func TestPosed(t *testing.T) {
	for _, c := range []struct {
		turned [5]float64
		end    world.Point
		toward world.Point
	}{
		{[5]float64{}, world.Point{X: 352.5, Y: 0, Z: 234.4}, world.Point{Y: -.049, Z: .999}},
		{[5]float64{0, .5}, world.Point{X: 369.6, Y: 0, Z: 65.5}, world.Point{X: .479, Y: -.049, Z: .877}},
		{[5]float64{0, 0, .5}, world.Point{X: 319, Y: 0, Z: 92.7}, world.Point{X: .479, Y: -.049, Z: .877}},
		{[5]float64{0, 0, 0, .5}, world.Point{X: 333, Y: 0, Z: 158}, world.Point{X: .479, Y: -.049, Z: .877}},
		{[5]float64{0, 0, 0, 0, .5}, world.Point{X: 352.5, Y: 0, Z: 234.4}, world.Point{Y: .436, Z: .9}},
		{[5]float64{.5}, world.Point{X: 309.4, Y: -169, Z: 234.4}, world.Point{X: -.023, Y: -.043, Z: .999}},
	} {
		a := &arm{}
		for i := range a.servos {
			a.servos[i] = newServo(byte(i+1), middle, 0)
		}
		for i, by := range c.turned {
			a.servos[i].at = middle + by*turn/2/math.Pi
		}
		p := a.posed()
		if got := p.joints[4]; away(got, c.end) > 0.6 {
			t.Errorf("%v: the hand ends at %v, want %v", c.turned, got, c.end)
		}
		if away(p.toward, c.toward) > 0.005 {
			t.Errorf("%v: the jaws open towards %v, want %v", c.turned, p.toward, c.toward)
		}
	}
}

func away(p, q world.Point) float64 {
	return math.Hypot(math.Hypot(p.X-q.X, p.Y-q.Y), p.Z-q.Z)
}

func TestGap(t *testing.T) {
	for _, mm := range []float64{0, 5, 23, 60} {
		if got := gap(steps(mm)); math.Abs(got-mm) > 1e-9 {
			t.Errorf("%g mm come back as %g", mm, got)
		}
	}
}
