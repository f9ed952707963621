package analysis

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

const file = `[Event "Draughtsman"] [Black "Draughtsman"] [White "Human"] [Level "club"]
1. 11-15 22-17 0-1

[Black "Human"] [White "Draughtsman"] [Level "strong"]
1. 11-15 22-17 0-1

[Event "a draw that was agreed to"] [Black "Human"] [White "Draughtsman"] [Level "master"] [Termination "by agreement"]
1. 11-15 22-17 1/2-1/2

[Black "human"] [White "Draughtsman"] [Level "amateur"]
1. 11-15 22-17 1/2-1/2

[Event "without a result"] [Black "Human"] [White "Draughtsman"] [Level "amateur"]
1. 11-15 *

[Event "without a level"] [Black "Human"] [White "Draughtsman"]
1. 11-15 22-17 1-0

[Event "a level that is not there any more"] [Black "Human"] [White "Draughtsman"] [Level "godlike"]
1. 11-15 22-17 1-0

[Event "somebody else's"] [Black "Ann"] [White "Draughtsman"] [Level "master"]
1. 11-15 22-17 1-0

[Event "cannot be read"] [Black "Human"] [White "Draughtsman"] [Level "master"]
1. 11-16 22-17 2. 15-19 1-0

[Event "by rules that no table has"] [Black "Human"] [White "Draughtsman"] [Level "master"] [Variant "csci561"]
[BoardSize "6"]
1-0

[Event "Russian draughts"] [Black "Human"] [White "Draughtsman"] [Level "master"] [GameType "25"]
1. c3-d4 0-1

[Event "against another program"] [Black "Human"] [White "KingsRow"] [Level "master"]
1. 11-15 22-17 1-0
`

func TestPast(t *testing.T) {
	for player, want := range map[string]Past{
		"Human": {pairOutcomes(t, "club+", "strong-", "amateur=", "master+"), "master"},
		"Ann":   {pairOutcomes(t, "master+"), "master"},
		"Bob":   {},
	} {
		got, err := PastOf(strings.NewReader(file), player)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", player, diff)
		}
	}
	broken := errors.New("the disk is gone")
	if _, err := PastOf(iotest.ErrReader(broken), "Human"); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

// The level that was chosen for the last game counts, however that has ended.
func TestChosen(t *testing.T) {
	followed := `[Black "Human"] [White "Draughtsman"] [Level "casual"] [LevelChoice "adapt"] 1. 11-15 *` + "\n\n"
	named := `[Black "Draughtsman"] [White "Human"] [Level "master"] 1. 11-15 0-1` + "\n\n"
	for text, want := range map[string]string{followed: Adapt, named + followed: Adapt, followed + named: "master"} {
		if got, err := PastOf(strings.NewReader(text), "human"); err != nil || got.Chosen != want {
			t.Errorf("%q is chosen (%v), want %q, of\n%s", got.Chosen, err, want, text)
		}
	}
}
