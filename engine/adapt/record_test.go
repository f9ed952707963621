package adapt

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

[Event "by other rules"] [Black "Human"] [White "Draughtsman"] [Level "master"] [Variant "csci561"] [BoardSize "6"]
1-0
`

func TestResults(t *testing.T) {
	for player, want := range map[string][]Result{
		"Human": results(t, "club+", "strong-", "amateur="),
		"Ann":   results(t, "master+"),
		"Bob":   nil,
	} {
		got, err := Results(strings.NewReader(file), player)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", player, diff)
		}
	}
	broken := errors.New("the disk is gone")
	if _, err := Results(iotest.ErrReader(broken), "Human"); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}
