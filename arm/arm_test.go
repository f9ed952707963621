package arm_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"draughtsman/arm"
)

func TestLimitsHoldWhateverTheTarget(t *testing.T) {
	limits := arm.Limits{Min: arm.Point{X: -10, Y: -20, Z: 0}, Max: arm.Point{X: 10, Y: 20, Z: 30}, MaxSpeed: 100}
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
		"infinite": func(l *arm.Limits) { l.Max.Z = math.Inf(1) },
		"NaN":      func(l *arm.Limits) { l.Min.Y = math.NaN() },
		"fast":     func(l *arm.Limits) { l.MaxSpeed = math.Inf(1) },
		"slow":     func(l *arm.Limits) { l.MaxSpeed = -1 },
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
	if got, want := (arm.Point{X: -0.04, Y: 120.06, Z: -30}).String(), "X 0.0 Y 120.1 Z -30.0"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
