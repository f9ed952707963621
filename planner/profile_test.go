package planner

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"draughtsman/calibration"
)

func TestStraight(t *testing.T) {
	m := bench().Machine // 200 and 80 mm/s, 1200 and 600 mm/s²
	for _, c := range []struct {
		name  string
		to    calibration.ArmPoint
		speed float64
		want  float64 // s
	}{
		{"nowhere", calibration.ArmPoint{}, 200, 0},
		{"along x at full speed: 100/200 + 200/1200", calibration.ArmPoint{X: 100}, 200, 0.66667},
		{"along y, slower", calibration.ArmPoint{Y: -100}, 50, 2.04167},
		{"too short for the speed: 2·√(12/1200)", calibration.ArmPoint{X: 12}, 200, 0.2},
		{"up: 40/80 + 80/600", calibration.ArmPoint{Z: 40}, 80, 0.63333},
		{"z never faster than it can", calibration.ArmPoint{Z: 40}, 200, 0.63333},
		{"diagonal: both axes' accelerations add up", calibration.ArmPoint{X: 300, Y: 400}, 200, 500/200.0 + 200/(1200/0.8)},
		{"steep: z holds the line back", calibration.ArmPoint{X: 30, Z: 40}, 200, 50/100.0 + 100/(600/0.8)},
	} {
		for _, from := range []calibration.ArmPoint{{}, {X: 70, Y: -30, Z: 90}} {
			to := calibration.ArmPoint{X: from.X + c.to.X, Y: from.Y + c.to.Y, Z: from.Z + c.to.Z}
			if got := m.straight(from, to, c.speed).Seconds(); math.Abs(got-c.want) > 1e-5 {
				t.Errorf("%s from %v: %.5f s, want %.5f s", c.name, from, got, c.want)
			}
		}
	}
}

// A machine that is simulated step by step, and brakes when it must, takes as long as the formula says.
func TestStraightAgainstIntegration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := bench().Machine
		to := calibration.ArmPoint{
			X: rapid.Float64Range(-500, 500).Draw(t, "x"), Y: rapid.Float64Range(-500, 500).Draw(t, "y"),
			Z: rapid.Float64Range(-80, 80).Draw(t, "z"),
		}
		length := apart(calibration.ArmPoint{}, to)
		if length < 10 {
			t.Skip("too short to integrate")
		}
		asked := rapid.Float64Range(5, 250).Draw(t, "speed")
		// The greatest speed and acceleration with every axis within its own.
		fits := func(value, xy, z float64) bool {
			return value*math.Abs(to.X)/length <= xy && value*math.Abs(to.Y)/length <= xy && value*math.Abs(to.Z)/length <= z
		}
		speed, accel := asked, 5000.0
		for !fits(speed, m.MaxSpeedXY, m.MaxSpeedZ) {
			speed *= 0.9999
		}
		for !fits(accel, m.AccelXY, m.AccelZ) {
			accel *= 0.9999
		}
		const tick = 5e-5
		var way, now, elapsed float64
		for way < length && elapsed < 1000 {
			if now*now/(2*accel) >= length-way {
				now = max(now-accel*tick, accel*tick)
			} else {
				now = min(now+accel*tick, speed)
			}
			way += now * tick
			elapsed += tick
		}
		if got := m.straight(calibration.ArmPoint{}, to, asked).Seconds(); math.Abs(got-elapsed) > 0.01*elapsed+2e-3 {
			t.Fatalf("%v at %.0f mm/s: %.4f s, step by step %.4f s", to, asked, got, elapsed)
		}
	})
}
