package feetech

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"draughtsman/arm"
	"draughtsman/arm/kinematics"
	"draughtsman/internal/testkit/expect"
)

// A way round corners is that of its lines, each at its own speed, and slow where they meet, however often a place is
// said twice.
func TestStraightRoundCorners(t *testing.T) {
	c := Config{Arm: kinematics.SO101(), Accel: 400}
	from := arm.Point{X: 200, Y: -50, Z: 50}
	near, err := c.Arm.Solve(from, c.Arm.Ready())
	expect.OK(t, err)
	to := func(x, y, speed float64) arm.Step {
		return arm.Step{Verb: arm.VerbMove, To: arm.Point{X: x, Y: y, Z: 50}, Speed: speed}
	}
	way, err := c.straight(c.Arm, from, []arm.Step{to(200, -50, 10), to(200, 51, 100), to(250, 51, 50), to(250, 51, 10),
		to(250, 0, 20), to(250, 20, 60), to(250, 22, 60)}, near)
	expect.OK(t, err)
	if steps := len(way.poses) - 1; math.Abs(way.length-224) > 1e-6 || steps != 112 || len(way.caps) != 113 {
		t.Fatalf("%.3f mm in %d pieces, %d speeds", way.length, steps, len(way.caps))
	}
	for _, want := range []struct{ s, x, y, speed float64 }{
		{0, 200, -50, 100}, {50, 200, 0, 100}, {100, 200, 50, 100}, {102, 201, 51, 31.08}, {104, 203, 51, 50},
		{150, 249, 51, 50}, {152, 250, 50, 20}, {200, 250, 2, 20}, {202, 250, 0, 0}, {204, 250, 2, 60}, {222, 250, 20, 60},
		{224, 250, 22, 60},
	} {
		at := c.Arm.Tip(way.at(want.s))
		if off := at.Distance(to(want.x, want.y, 0).To); off > 0.01 {
			t.Errorf("after %.0f mm it is at %v", want.s, at)
		}
		if got := way.caps[int(want.s/2)]; math.Abs(got-want.speed) > 0.01 {
			t.Errorf("after %.0f mm it goes at %.2f mm/s, want %.2f", want.s, got, want.speed)
		}
	}
	still, err := c.straight(c.Arm, from, []arm.Step{{To: from}, {To: from}}, near)
	if err != nil || still.length > 1e-6 || still.at(0) != near {
		t.Errorf("where it is: %+v, %v", still, err)
	}
	if way := turn(kinematics.Joints{1, 2}, kinematics.Joints{1.5, 1}); way.length != 1 {
		t.Errorf("a turn by %v", way.length)
	}
}

// A turn by 60° is as fast in every plane: the circle has a radius of 6.46 mm.
func TestCornerSpeed(t *testing.T) {
	axes := []arm.Point{{X: 1}, {Y: 1}, {Z: 1}}
	for i, u := range axes {
		v := axes[(i+1)%3]
		along := func(p arm.Point, direction, length float64) arm.Point {
			sin, cos := math.Sincos(direction * math.Pi / 180)
			sin, cos = sin*length, cos*length
			return arm.Point{X: p.X + cos*u.X + sin*v.X, Y: p.Y + cos*u.Y + sin*v.Y, Z: p.Z + cos*u.Z + sin*v.Z}
		}
		from := arm.Point{X: 150, Y: -40, Z: 30}
		at := along(from, 20, 10)
		if v := (Config{Accel: 400}).cornerSpeed(from, at, along(at, 80, 25)); math.Abs(v-50.85) > 0.01 {
			t.Errorf("%v mm/s", v)
		}
	}
}

// No joint turns, or changes its speed, faster than it may; what is slow behind is braked for; and one of these, or
// what was asked, is why it is no faster.
func TestSpeeds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const speed, accel, jointSpeed, jointAccel = 100.0, 400.0, 0.8, 20.0
		n := rapid.IntRange(2, 12).Draw(t, "poses")
		step := rapid.Float64Range(0.5, 4).Draw(t, "mm")
		p := path{poses: make([]kinematics.Joints, n), length: step * float64(n-1)}
		capped := rapid.Bool().Draw(t, "capped")
		for i := range n {
			for k := range 2 { // the others stand still
				p.poses[i][k] = p.poses[max(i-1, 0)][k] + rapid.Float64Range(-0.04, 0.04).Draw(t, "turn")
			}
			if capped {
				p.caps = append(p.caps, rapid.Float64Range(20, 120).Draw(t, "cap"))
			}
		}
		all := p.speeds(speed, accel, jointSpeed, jointAccel)
		for i, v := range all {
			bounds := []float64{speed}
			if capped {
				bounds = append(bounds, p.caps[i])
			}
			for k := range 2 {
				rate := func(i int) float64 { return (p.poses[i+1][k] - p.poses[i][k]) / step } // rad/mm
				if i > 0 {
					bounds = append(bounds, jointSpeed/math.Abs(rate(i-1)))
				}
				if i < n-1 {
					bounds = append(bounds, jointSpeed/math.Abs(rate(i)))
				}
				if i > 0 && i < n-1 {
					bounds = append(bounds, math.Sqrt(jointAccel*step/math.Abs(rate(i)-rate(i-1))))
				}
			}
			if i < n-1 {
				bounds = append(bounds, math.Sqrt(all[i+1]*all[i+1]+2*accel*step))
			}
			if least := slices.Min(bounds); math.Abs(v-least) > 1e-6*least {
				t.Fatalf("pose %d at %v mm/s, bounds %v", i, v, bounds)
			}
		}
	})
}

// A way takes as long as physics has it: in seconds from its lines, by hand.
func TestPace(t *testing.T) {
	const accel, tick = 400.0, 20 * time.Millisecond
	for name, c := range map[string]struct {
		length         float64
		slowly, faster float64 // between these places at 20 mm/s, elsewhere at 100
		seconds        float64
	}{
		"speeds up, goes on, brakes": {200, 300, 300, 0.25 + 1.75 + 0.25},
		"too short to be fast":       {9, 300, 300, 2 * math.Sqrt(9/accel)},
		"slow at first":              {200, 0, 100, 0.05 + 4.975 + 0.2 + 0.755 + 0.25},
		"slow at last":               {200, 100, 200, 0.25 + 0.755 + 0.2 + 4.975 + 0.05},
		"slow in the middle":         {200, 100, 100, 2 * (0.25 + 0.755 + 0.2)},
		"nowhere":                    {nowhere, 300, 300, 0.02},
	} {
		// The speeds at places a millimetre from each other.
		n := int(math.Ceil(c.length))
		way := path{poses: make([]kinematics.Joints, n+1), length: c.length}
		for i := range way.poses {
			limit := 100.0
			if at := float64(i); at >= c.slowly && at <= c.faster {
				limit = 20
			}
			way.caps = append(way.caps, limit)
		}
		p := Config{JointSpeed: 0.8, JointAccel: 20}.pace(way, 100, accel)
		ticks := 0
		for before, at := 0.0, 0.0; !p.done() && ticks < 10000; before, at = p.now, p.at {
			p.next(tick, false)
			ticks++
			if p.now-before > accel*tick.Seconds()+1e-9 || p.at < at || p.now*p.now/2/accel > p.length-at+1e-9 {
				t.Errorf("%s: from %v mm/s to %v, from %v mm to %v", name, before, p.now, at, p.at)
			}
		}
		if took := float64(ticks) * tick.Seconds(); p.at != p.length || math.Abs(took-c.seconds) > 0.035 {
			t.Errorf("%s: %.3f s, want %.3f; at %v", name, took, c.seconds, p.at)
		}
	}
	p := &pace{length: 200, accel: accel, speeds: []float64{100, 100}, at: 50, now: 100}
	for _, want := range []float64{76, 52, 28, 4, 0, 0} { // held, it brakes three times as hard
		if p.next(tick, true); math.Abs(p.now-want) > 1e-9 {
			t.Errorf("%v mm/s, want %v", p.now, want)
		}
	}
	if math.Abs(p.at-50-0.02*(76+52+28+4)) > 1e-9 {
		t.Errorf("held at %v", p.at)
	}
}
