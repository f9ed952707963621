package variant

import (
	"strings"
	"testing"
)

// lattice is a board of kings to be jumped on every second square of every second row, all that one king can jump in
// one capture, and that king on a square of its own.
func lattice(t *testing.T, size int, king Cell) Position {
	t.Helper()
	p, err := NewPosition(size, First)
	if err != nil {
		t.Fatal(err)
	}
	for row := 1; row < size-1; row += 2 {
		for column := 2; column < size-1; column += 2 {
			p = p.Put(Cell{row, column}, SecondKing)
		}
	}
	return p.Put(king, FirstKing)
}

// The paths of one king over a lattice grow a hundredfold with every size: a position with more captures than are
// listed is refused.
func TestCapturesHaveABound(t *testing.T) {
	for _, rules := range All() {
		for size := 6; size <= MaxSize; size += 2 {
			p := lattice(t, size, Cell{0, 1})
			moves, all := rules.AppendAll(p, nil)
			captures := 0
			for _, m := range moves {
				if m.IsCapture() {
					captures++
				}
			}
			if captures > MaxCaptures || rules.Prefer[0] == None && !rules.long() && !all && captures < MaxCaptures {
				t.Errorf("%s, size %d: %d captures are listed", rules.Name, size, captures)
			}
			err := rules.Validate(p)
			if all != (err == nil) {
				t.Errorf("%s, size %d: all are listed: %t; %v", rules.Name, size, all, err)
			}
			if size <= 8 && !all || size >= 12 && all {
				t.Errorf("%s, size %d: all are listed: %t", rules.Name, size, all)
			}
			if _, err := rules.ParseFEN(size, rules.FEN(p)); (err == nil) != all {
				t.Errorf("%s, size %d: it is read with %v", rules.Name, size, err)
			}
		}
	}
}

func TestErrorsListSomeMovesOnly(t *testing.T) {
	rules := League()
	_, err := rules.Notation().Parse(lattice(t, 12, Cell{0, 1}), "1-2")
	if err == nil || !strings.HasSuffix(err.Error(), " and 4056 more") || len(err.Error()) > 10_000 {
		t.Errorf("%.300v", err)
	}
}
