package checkers

import "testing"

// TestTenJumpsAreTheMost goes through all ways in which a king that flies could capture, whatever stands on the board
// that allows it: what it has jumped is taken for a piece, and what it has passed or landed on for empty. No way is
// longer than what a Move holds.
func TestTenJumpsAreTheMost(t *testing.T) {
	type stage struct {
		at            Square
		jumped, empty Set
	}
	g := &grids[Board8]
	longest, seen := 0, map[stage]bool{}
	var goOn func(s stage)
	goOn = func(s stage) {
		if seen[s] {
			return
		}
		seen[s] = true
		longest = max(longest, s.jumped.Len())
		for d := range diagonals {
			passed := s.empty
			for over := g.next[s.at][d]; over != 0 && !s.jumped.Has(over); over = g.next[over][d] {
				if !s.empty.Has(over) {
					empty := passed
					for to := g.next[over][d]; to != 0 && !s.jumped.Has(to); to = g.next[to][d] {
						empty |= to.set()
						goOn(stage{to, s.jumped | over.set(), empty})
					}
				}
				passed |= over.set()
			}
		}
	}
	for s := Square(1); int(s) <= g.squares; s++ {
		goOn(stage{at: s, empty: s.set()})
	}
	if longest != 10 {
		t.Errorf("the longest capture has %d jumps, want 10", longest)
	}
}
