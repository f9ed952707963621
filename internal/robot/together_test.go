package robot_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
)

// parked counts how often an arm comes to its park point.
type parked struct {
	*table
	times int
}

func (p *parked) Move(ctx context.Context, to arm.Point, speed float64) error {
	if calibration.ArmPoint(to) == p.setup.Machine.Park {
		p.times++
	}
	return p.table.Move(ctx, to, speed)
}

// The captured man and the one that captures it are carried in one go, and looked at once. One that slips away from the
// tool is lifted again, and the other one is left where it is.
func TestCaptureIsMadeInOneGo(t *testing.T) {
	for name, tt := range map[string]struct {
		slips int // in this transfer; 0: none
		said  []string
		grips []checkers.Square
		parks int
	}{
		"all goes well": {0, nil, []checkers.Square{18, 15}, 1},
		"the captured man slips": {1, []string{"The disc is still at square 18; trying again."},
			[]checkers.Square{18, 15, 18}, 2},
		"the other one slips": {2, nil, []checkers.Square{18, 15, 15}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMatch(t, calibration.Dark, scripted(t, opening...))
			p := &parked{table: m.table}
			m.Arm = p
			grips, parks := 0, 0
			m.during(2, 1, func() { grips, parks = len(m.table.grips), p.times })
			m.during(2, tt.slips, sync.OnceFunc(func() { m.table.slips = 1 }))
			m.playOut()
			m.complained(tt.said)
			if got := m.table.grips[grips:]; !slices.Equal(got, tt.grips) {
				t.Errorf("the tool takes hold at %v, want %v", got, tt.grips)
			}
			if got := p.times - parks; got != tt.parks {
				t.Errorf("the arm is parked %d times, want %d", got, tt.parks)
			}
			m.moved(opening)
		})
	}
}
