package browser

import (
	_ "embed"
	"fmt"
	"slices"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"draughtsman/engine/checkers"
)

// recorder notes in a page whatever its board and its large sentence show.
//
//go:embed recorder.js
var recorder string

// Shown is what a page has shown at a time.
type Shown struct {
	Cut      bool     `json:"cut"`      // it says that there is no connection
	Standing bool     `json:"standing"` // the board is said to show what stands now
	Pieces   []string `json:"pieces"`   // by square, such as "12 b" and "30 W"
	Sentence string   `json:"sentence"`
	Refusal  string   `json:"refusal"` // why something is not done
	Class    string   `json:"class"`   // the table's state, as the page's body has it
}

// Record has pages that are opened from now on note what they show.
func (b *Tab) Record() {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, page.AddScriptToEvaluateOnNewDocument,
		page.AddScriptToEvaluateOnNewDocumentParams{Source: recorder})
	if err != nil {
		b.t.Fatal(err)
	}
}

// Recorded is all that the page has shown, in order.
func (b *Tab) Recorded() []Shown {
	b.t.Helper()
	return Value[[]Shown](b, `window.shown`)
}

// Held fails the test unless all that the page has shown as standing did stand, in that order: positions are all that
// stood on the table, one after the other. It returns what was shown.
func (b *Tab) Held(positions []checkers.Position) []Shown {
	b.t.Helper()
	list := b.Recorded()
	at := 0
	for i, shown := range list {
		if shown.Cut || !shown.Standing {
			continue
		}
		later := slices.IndexFunc(positions[at:], func(p checkers.Position) bool {
			return slices.Equal(shown.Pieces, pieces(p))
		})
		if later < 0 {
			b.t.Errorf("what the page showed %d. did not stand any more, or not yet: %v, under %q", i+1, shown.Pieces,
				shown.Sentence)
			continue
		}
		at += later
	}
	return list
}

// pieces are those of a position by square.
func pieces(p checkers.Position) (list []string) {
	for square := range p.Set.Board().All().All() {
		if piece := p.At(square); piece != checkers.Empty {
			list = append(list, fmt.Sprint(square, " ", piece))
		}
	}
	return list
}

// Freeze has the browser do no work for a page that records, as when a computer sleeps, until it is to go on.
func (b *Tab) Freeze(frozen bool) {
	b.t.Helper()
	state := page.SetWebLifecycleStateStateActive
	if frozen {
		state = page.SetWebLifecycleStateStateFrozen
	}
	if _, err := chromedp.Call(b.ctx, page.SetWebLifecycleState,
		page.SetWebLifecycleStateParams{State: state}); err != nil {
		b.t.Fatal(err)
	}
	if !frozen {
		b.Until(`window.slept > 0`)
	}
}
