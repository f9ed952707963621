package csci561

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func drawCalibration(t *rapid.T) Calibration {
	if rapid.Bool().Draw(t, "not calibrated") {
		return Calibration{}
	}
	return Calibration{
		Speed:    rapid.Float64Range(1e5, 1e8).Draw(t, "speed"),
		Overhead: time.Duration(rapid.Int64Range(0, 5e6).Draw(t, "overhead")),
	}
}

// TestPlanKeepsTime asserts that no plan goes up to the limit, whatever is left.
func TestPlanKeepsTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := Input{
			Mode: Mode(rapid.IntRange(0, 1).Draw(t, "mode")),
			Left: time.Duration(rapid.Int64Range(1, 1e12).Draw(t, "left")),
		}
		used := time.Duration(rapid.Int64Range(0, 20e6).Draw(t, "used"))
		b := plan(in, used, rapid.IntRange(0, 500).Draw(t, "moves"), drawCalibration(t))
		if b.soft > b.hard || b.hard >= in.Left {
			t.Fatalf("%+v of %v left", b, in.Left)
		}
	})
}

// TestPlanSingle asserts that most of the time of a single move is used.
func TestPlanSingle(t *testing.T) {
	for left, least := range map[time.Duration]float64{
		10 * time.Millisecond: 0.3, 100 * time.Millisecond: 0.9, time.Second: 0.98, 30 * time.Second: 0.98,
		300 * time.Second: 0.99,
	} {
		b := plan(Input{Left: left}, 1500*time.Microsecond, 0, Calibration{})
		if share := b.hard.Seconds() / left.Seconds(); share < least {
			t.Errorf("%.2f of %v is used, want %.2f", share, left, least)
		}
	}
}

// TestPlanGame plays games of any length in which every move takes all that it may, and asserts that the last ones
// still get some.
func TestPlanGame(t *testing.T) {
	for _, whole := range []time.Duration{300 * time.Second, 100 * time.Second, 5 * time.Second} {
		left := whole
		for moves := range 200 {
			b := plan(Input{Mode: Game, Left: left}, 1500*time.Microsecond, moves, Calibration{})
			spent := b.soft + 500*time.Microsecond
			if moves < 40 && spent < whole/150 {
				t.Errorf("%v: move %d gets %v, too little", whole, moves+1, spent)
			}
			if spent > whole/20 {
				t.Errorf("%v: move %d gets %v, too much", whole, moves+1, spent)
			}
			if left -= spent; left <= 0 {
				t.Fatalf("%v: the time is gone after move %d", whole, moves+1)
			}
		}
	}
}

func TestTableFits(t *testing.T) {
	for thinking, want := range map[time.Duration]int{
		-time.Second: 1, 0: 1, 10 * time.Millisecond: 1, time.Second: 7, time.Hour: 64,
	} {
		if got := tableMB(thinking, Calibration{}); got != want {
			t.Errorf("%v of thinking get %d MB, want %d", thinking, got, want)
		}
	}
}
