package arm_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"draughtsman/arm"
)

func TestLimitsHoldWhateverTheTarget(t *testing.T) {
	limits := arm.Limits{Min: arm.Point{X: -10, Y: -20, Z: 0}, Max: arm.Point{X: 10, Y: 20, Z: 30}, MaxSpeed: 100}
	for value, inside := range map[float64]bool{
		-10 - 0.0006: false, -10 - 0.0005: true, 10 + 0.0005: true, 10 + 0.0006: false,
	} {
		if err := limits.Check(arm.Point{X: value}, 50); (err == nil) != inside {
			t.Errorf("X %v: %v", value, err)
		}
	}
	for speed, allowed := range map[float64]bool{0.0009: false, 0.001: true, 100 + 0.0005: true, 100 + 0.0006: false} {
		if err := limits.Check(arm.Point{}, speed); (err == nil) != allowed {
			t.Errorf("%v mm/s: %v", speed, err)
		}
	}
	number := rapid.OneOf(rapid.Float64Range(-40, 140), rapid.SampledFrom([]float64{
		math.NaN(), math.Inf(1), math.Inf(-1), 0, -1e-12, -0.0006, -10, 10, -20, 20, 30, 30.0004, 100, math.MaxFloat64,
		math.SmallestNonzeroFloat64,
	}))
	rapid.Check(t, func(t *rapid.T) {
		to := arm.Point{X: number.Draw(t, "x"), Y: number.Draw(t, "y"), Z: number.Draw(t, "z")}
		speed := number.Draw(t, "speed")
		const room = 0.0005 // half of what can be sent
		inside := math.Abs(to.X) <= 10+room && math.Abs(to.Y) <= 20+room && math.Abs(to.Z-15) <= 15+room && speed >= 2*room &&
			speed <= 100+room
		err := limits.Check(to, speed)
		if (err == nil) != inside || err != nil && !errors.Is(err, arm.ErrLimit) {
			t.Fatalf("%v at %v: %v", to, speed, err)
		}
	})
}

func TestLimitsValidate(t *testing.T) {
	good := arm.Limits{Max: arm.Point{X: 1, Y: 1, Z: 1}, MaxSpeed: 1}
	if err := good.Validate(); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(*arm.Limits){
		"empty":    func(l *arm.Limits) { *l = arm.Limits{} },
		"turned":   func(l *arm.Limits) { l.Min.X = 2 },
		"flat":     func(l *arm.Limits) { l.Min.X = 1 },
		"infinite": func(l *arm.Limits) { l.Max.Z = math.Inf(1) },
		"NaN":      func(l *arm.Limits) { l.Min.Y = math.NaN() },
		"fast":     func(l *arm.Limits) { l.MaxSpeed = math.Inf(1) },
		"slow":     func(l *arm.Limits) { l.MaxSpeed = -1 },
		"still":    func(l *arm.Limits) { l.MaxSpeed = 0 },
	} {
		bad := good
		change(&bad)
		if err := bad.Validate(); err == nil {
			t.Errorf("%s: %+v is valid", name, bad)
		}
	}
}

func TestNeedsHoming(t *testing.T) {
	for err, want := range map[error]bool{
		arm.ErrNotHomed: true, arm.ErrPositionLost: true, arm.ErrStopped: true, arm.ErrAlarm: true, arm.ErrNoAnswer: true,
		arm.ErrLimit: false, arm.ErrRejected: false, arm.ErrDisconnected: false, arm.ErrWrongFirmware: false,
	} {
		if got := arm.NeedsHoming(fmt.Errorf("move: %w", err)); got != want {
			t.Errorf("%v: %v", err, got)
		}
	}
	if arm.NeedsHoming(nil) {
		t.Error("no error needs homing")
	}
}

func TestPointString(t *testing.T) {
	for p, want := range map[arm.Point]string{
		{X: -0.04, Y: 120.06, Z: -30}: "X 0.0 Y 120.1 Z -30.0", {X: -0.05, Z: 0.05}: "X -0.1 Y 0.0 Z 0.1",
	} {
		if got := p.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Whatever speed is asked for, nothing goes up or down faster than the limits allow.
func TestSlowed(t *testing.T) {
	limits := arm.Limits{Max: arm.Point{X: 300, Y: 300, Z: 100}, MaxSpeed: 200, MaxSpeedZ: 20}
	move := func(x, z, speed float64) arm.Step {
		return arm.Step{Verb: arm.VerbMove, To: arm.Point{X: x, Z: z}, Speed: speed}
	}
	asked := []arm.Step{move(0, 0, 200), move(100, 0, 200), {Verb: arm.VerbGrip}, move(100, 50, 150), move(60, 80, 1e9),
		move(60, 80, 200), move(60, 60, 5)}
	var got []float64
	for _, s := range limits.Slowed(&arm.Point{Z: 80}, asked) {
		got = append(got, s.Speed)
	}
	if want := []float64{20, 200, 0, 20, 20 * 50 / 30., 200, 5}; !slices.Equal(got, want) {
		t.Errorf("slowed to %v, want %v", got, want)
	}
	if asked[0].Speed != 200 {
		t.Error("what was asked for was changed")
	}
	if got := limits.Slowed(nil, asked)[0].Speed; got != 20 {
		t.Errorf("from a place that is not known at %g mm/s", got)
	}
	limits.MaxSpeedZ = 0
	if got := limits.Slowed(nil, asked)[0].Speed; got != 200 {
		t.Errorf("without a speed of its own at %g mm/s", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		point := rapid.Custom(func(t *rapid.T) arm.Point {
			side := rapid.Float64Range(-500, 500)
			return arm.Point{X: side.Draw(t, "x"), Y: side.Draw(t, "y"), Z: side.Draw(t, "z")}
		})
		from, to := point.Draw(t, "from"), point.Draw(t, "to")
		limits := arm.Limits{MaxSpeed: 5000, MaxSpeedZ: rapid.Float64Range(1, 5000).Draw(t, "vertical")}
		asked := arm.Step{Verb: arm.VerbMove, To: to, Speed: rapid.Float64Range(0.001, 1e9).Draw(t, "speed")}
		s := limits.Slowed(&from, []arm.Step{asked})
		if up := s[0].Speed * math.Abs(to.Z-from.Z); up > (limits.MaxSpeedZ+1e-6)*from.Distance(to) {
			t.Fatalf("it goes up or down at %g mm/s, and %g are allowed", up/from.Distance(to), limits.MaxSpeedZ)
		}
	})
}

// A motion at hardly any speed takes long, and not less than no time.
func TestTakes(t *testing.T) {
	for _, speed := range []float64{1e-300, 0, math.NaN(), 1e-9} {
		if got := arm.Takes(500, speed); got < 500*time.Hour || got+arm.Takes(500, speed) < 0 {
			t.Errorf("at %g mm/s it takes %v", speed, got)
		}
	}
	if got := arm.Takes(500, 100); got != 5*time.Second {
		t.Error(got)
	}
}
