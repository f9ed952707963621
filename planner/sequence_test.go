package planner

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"draughtsman/engine/checkers"
)

// shortestOrder is how long the empty tool is on its way at least, whatever must come before what: every job, and the
// park point, has one that follows it (the assignment bound of the travelling salesman).
func shortestOrder(a *arrangement) (sum time.Duration) {
	n := len(a.jobs)
	cost := make([][]time.Duration, n+1)
	for i := range cost {
		from := Place{}
		if i < n {
			from = a.jobs[i].to
		}
		for j := range n {
			way := a.between(from, j)
			if i == j {
				way = forbiddenPenalty
			}
			cost[i] = append(cost[i], way)
		}
		back := forbiddenPenalty
		if i < n {
			back = a.flat(a.releases(from, [2]float64{}, 1), a.Machine.Park, a.empty, true)
		}
		cost[i] = append(cost[i], back)
	}
	for i, j := range assignment(cost) {
		sum += cost[i][j]
	}
	return sum
}

// waste is how long the tool takes for a set-up on a flat table, compared with a bound that no order can beat.
func waste(t *testing.T, table Table) float64 {
	t.Helper()
	a := arrangement{workcell: bench().workcell(table.Tray), table: table, target: checkers.Start(), looks: LookAtEnd}
	if err := a.assign(); err != nil {
		t.Fatal(err)
	}
	transfers, err := a.sequence()
	if err != nil {
		t.Fatal(err)
	}
	var carrying, empty time.Duration
	at := a.Machine.Park
	for _, x := range transfers {
		grip := a.grips(x.From, x.FromOffset, x.FromLevel+1)
		release := a.releases(x.To, [2]float64{}, x.ToLevel+1)
		empty += a.flat(at, grip, a.empty, false)
		carrying += a.flat(grip, release, a.loaded, false)
		at = release
	}
	empty += a.flat(at, a.Machine.Park, a.empty, true)
	return float64(carrying+empty) / float64(carrying+shortestOrder(&a))
}

// The order of a set-up wastes little.
func TestSequenceIsShort(t *testing.T) {
	const tables = 25
	worst, sum := 0.0, 0.0
	for seed := range tables {
		ratio := waste(t, rapid.Custom(heaps).Example(seed))
		worst, sum = math.Max(worst, ratio), sum+ratio
	}
	t.Logf("on average %.3f × the bound, at worst %.3f ×", sum/tables, worst)
	if sum/tables > 1.1 {
		t.Errorf("on average the tool takes %.3f × the bound", sum/tables)
	}
}
