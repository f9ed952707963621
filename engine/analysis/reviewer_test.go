package analysis

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
)

const short = `[White "Draughtsman"]
[Result "1-0"]

1. 11-15 22-18 2. 15x22 25x18 1-0
`

// A report has every move; of a game that has not changed it is the same, whoever asks, and of one that has gone on
// another.
func TestReportOfAReviewer(t *testing.T) {
	r := NewReviewer(func(checkers.RuleSet) *search.Searcher { return search.New(search.Options{}) }, nil)
	first, page, err := r.Report(t.Context(), short)
	if err != nil {
		t.Fatal(err)
	}
	var read struct {
		Result string
		Limits Limits
		Moves  []struct{ Move string }
	}
	if err := json.Unmarshal(first, &read); err != nil || read.Result != "1-0" || read.Limits.Seconds != .25 ||
		len(read.Moves) != 4 || read.Moves[2].Move != "15x22" {
		t.Errorf("%+v, %v", read, err)
	}
	if !HoldsReport(page) {
		t.Errorf("the page is %.100q", page)
	}
	var askers sync.WaitGroup
	for range 8 {
		askers.Go(func() {
			again, _, err := r.Report(t.Context(), short)
			if err != nil || &again[0] != &first[0] {
				t.Errorf("it is worked out again: %v", err)
			}
		})
	}
	askers.Wait()
	_, page, err = r.Report(t.Context(), "[GameType \"25\"]\n\n1. c3-d4 f6-e5 2. d4:f6 *\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`data-squares="18 11"`, `dy="1.9">c3</text>`, `<th scope="col">White</th><th scope="col">Black`,
		"2. White: d4:f6"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page of a Russian game lacks %q", want)
		}
	}
	longer, _, err := r.Report(t.Context(), strings.Replace(short, "25x18 1-0", "25x18 3. 12-16 *", 1))
	if err != nil || !strings.Contains(string(longer), `"12-16"`) {
		t.Errorf("%v: %.100s", err, longer)
	}
}

// Who does not want it any more does not get it, and the next one does.
func TestReportThatIsGivenUp(t *testing.T) {
	r := NewReviewer(func(checkers.RuleSet) *search.Searcher { return search.New(search.Options{}) }, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := r.Report(ctx, short); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	asJSON, page, err := r.Report(t.Context(), "[White \"x\"]\n\n*\n")
	if err != nil || len(asJSON) == 0 || len(page) == 0 {
		t.Errorf("of a game without moves: %v", err)
	}
	if _, _, err := r.Report(t.Context(), "1. 11-99 *"); err == nil || !strings.Contains(err.Error(), "cannot be read") {
		t.Error(err)
	}
}
