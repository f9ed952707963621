package scene

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"draughtsman/internal/table/world"
)

func TestProjection(t *testing.T) {
	above := Camera{Eye: world.Point{Z: 1000}, FocalPX: 500}
	turned, barrel, tilted := above, above, above
	turned.Turn = math.Pi / 2
	barrel.K1 = -.1
	tilted.Eye = world.Point{Y: -600, Z: 800}
	for _, c := range []struct {
		name   string
		camera Camera
		at     world.Point
		x, y   float64 // from the middle of the picture
	}{
		{"straight down: White at the bottom", above, world.Point{X: 100, Y: -40}, 50, 20},
		{"nearer things are larger", above, world.Point{X: 100, Z: 500}, 100, 0},
		{"a quarter turn: anticlockwise", turned, world.Point{X: 100}, 0, -50},
		{"a barrel draws inwards", barrel, world.Point{X: 1000}, 450, 0},
		{"the middle of a tilted view", tilted, world.Point{}, 0, 0},
		{"a tilted view, by hand", tilted, world.Point{Y: 100}, 0, -500 * 80. / 1060},
		{"z is upright", tilted, world.Point{Z: 100}, 0, -500 * 60. / 920},
	} {
		v := newView(c.camera, 101, 81)
		x, y, ok := v.project(at(c.at))
		if !ok || math.Hypot(x-50-c.x, y-40-c.y) > 1e-9 {
			t.Errorf("%s: seen at (%.3f, %.3f), want (%.3f, %.3f)", c.name, x-50, y-40, c.x, c.y)
		}
	}
}

func TestARayLeadsBackToItsPixel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := func(name string, low, high float64) float64 { return rapid.Float64Range(low, high).Draw(t, name) }
		v := newView(Camera{
			Eye:     world.Point{X: number("eye x", -400, 400), Y: number("eye y", -400, 400), Z: number("eye z", 400, 900)},
			LookAt:  world.Point{X: number("look x", -50, 50), Y: number("look y", -50, 50)},
			Turn:    number("turn", -4, 4),
			FocalPX: number("focal", 800, 1500),
			K1:      number("k1", -.15, .15),
		}, 960, 720)
		x, y := number("x", 0, 959), number("y", 0, 719)
		ray := v.ray(x, y)
		p := v.eye.plus(ray.times(number("depth", 100, 800)))
		if px, py, ok := v.project(p); !ok || math.Hypot(px-x, py-y) > .02 {
			t.Fatalf("pixel (%.2f, %.2f) is projected to (%.2f, %.2f)", x, y, px, py)
		}
	})
}

func TestNothingFoldsBackIntoThePicture(t *testing.T) {
	v := newView(DefaultCamera(), 960, 720)
	last := 0.0
	for x := 0.0; x < 20000; x += 50 {
		p := v.eye.plus(v.forward.times(500)).plus(v.right.times(x))
		px, _, ok := v.project(p)
		if !ok || px < last {
			t.Fatalf("%.0f mm to the right is seen at %.0f, left of %.0f", x, px, last)
		}
		last = px
	}
	if x, _, ok := v.project(v.eye.minus(v.forward)); ok || !math.IsNaN(x) {
		t.Errorf("what is behind the camera is seen at %.0f", x)
	}
}
