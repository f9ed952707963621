package planner

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"draughtsman/engine/checkers"
)

// cheapestOf is the least sum of costs of all ways to give rows columns.
func cheapestOf(cost [][]time.Duration, taken uint) time.Duration {
	if len(cost) == 0 {
		return 0
	}
	least := time.Duration(math.MaxInt64)
	for column, c := range cost[0] {
		if taken&(1<<column) == 0 {
			least = min(least, c+cheapestOf(cost[1:], taken|1<<column))
		}
	}
	return least
}

func TestAssignmentIsTheCheapest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.IntRange(1, 5).Draw(t, "rows")
		columns := rapid.IntRange(rows, 6).Draw(t, "columns")
		cost := make([][]time.Duration, rows)
		for i := range cost {
			for range columns {
				cost[i] = append(cost[i], time.Duration(rapid.IntRange(-20, 100).Draw(t, "cost")))
			}
		}
		sum, taken := time.Duration(0), map[int]bool{}
		for i, column := range assignment(cost) {
			if taken[column] {
				t.Fatalf("column %d is given twice", column)
			}
			taken[column] = true
			sum += cost[i][column]
		}
		if least := cheapestOf(cost, 0); sum != least {
			t.Fatalf("the sum is %d, and could be %d: %d", sum, least, cost)
		}
	})
}

// Four men that stand about go to the squares that make it quickest: by trying every man on every square.
func TestSetUpIsTheQuickest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := Table{Position: checkers.Start(), Tray: tray()}
		from := rapid.Permutation([]checkers.Square{13, 14, 15, 16, 17, 18, 19, 20}).Draw(t, "from")[:4]
		to := rapid.Permutation([]checkers.Square{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}).Draw(t, "to")[:4]
		for i := range from {
			table.Position = table.Position.Put(to[i], checkers.Empty).Put(from[i], checkers.Man(checkers.Black))
		}
		for i := range table.Tray.Slots {
			table.Tray.Slots[i].Holds = nil // only those on the board will do
		}
		plan, err := SetUp(bench(), table, checkers.Start(), LookAfterEach)
		if err != nil {
			t.Fatal(err)
		}
		best := time.Duration(math.MaxInt64)
		var try func(way []Transfer, left []checkers.Square)
		try = func(way []Transfer, left []checkers.Square) {
			if len(left) == 0 {
				steps, err := Steps(bench(), table, way, LookAfterEach)
				if err != nil {
					t.Fatal(err)
				}
				takes := time.Duration(0)
				for _, s := range steps {
					takes += s.Takes
				}
				best = min(best, takes)
				return
			}
			for i, square := range left {
				rest := append(append([]checkers.Square{}, left[:i]...), left[i+1:]...)
				try(append(way, Transfer{Side: checkers.Black, From: OnSquare(from[len(way)]), To: OnSquare(square)}), rest)
			}
		}
		try(nil, to)
		if ratio := plan.Takes.Seconds() / best.Seconds(); ratio > 1.05 {
			t.Fatalf("%v, and could be %v", plan.Takes, best)
		}
	})
}
