package analysis

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/engine/search"
)

const (
	timeOfReport = 4 * time.Second        // that all positions of a game are searched for at most
	timeOfMove   = 250 * time.Millisecond // that one of them is
	blunder      = 50                     // hundredths of a man that a blunder loses
)

// files are a report as it is handed out.
type files struct{ json, page []byte }

// Reviewer works out reports of games for whoever asks, one at a time, in little time, and keeps the last one.
type Reviewer struct {
	turn     chan struct{} // has room for whoever works
	searcher func(checkers.RuleSet) *search.Searcher
	explain  Explainer
	game     string // of which the last report is
	last     files
}

// NewReviewer is a reviewer that has no report yet, and looks at each game with a new searcher of its rules. explain
// may be nil.
func NewReviewer(searcher func(checkers.RuleSet) *search.Searcher, explain Explainer) *Reviewer {
	return &Reviewer{turn: make(chan struct{}, 1), searcher: searcher, explain: explain}
}

// Report is the report of a game, which is a PDN text, as JSON and as a page. It takes timeOfReport at most where
// nobody else asks, and no time where the game has not changed since the last one. The error is that of the context
// where that ends before.
func (r *Reviewer) Report(ctx context.Context, game string) (asJSON, page []byte, err error) {
	select {
	case r.turn <- struct{}{}:
		defer func() { <-r.turn }()
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	if r.last.json == nil || r.game != game {
		made, err := r.work(ctx, game)
		if err != nil {
			return nil, nil, err
		}
		r.game, r.last = game, made
	}
	return r.last.json, r.last.page, nil
}

// work works a report out.
func (r *Reviewer) work(ctx context.Context, text string) (made files, err error) {
	var game pdn.Game
	for g, err := range pdn.Read(strings.NewReader(text)) {
		if err != nil {
			return made, fmt.Errorf("the game cannot be read: %w", err)
		}
		game = g
	}
	limits := search.Request{Time: min(timeOfMove, timeOfReport/time.Duration(len(game.Moves)+1))}
	judged, err := Review(ctx, r.searcher(game.Start.Set), game.Start, game.Moves, limits, r.explain, nil)
	if err != nil {
		return made, err
	}
	whole := ReportOf(game, judged, limits, blunder)
	if made.json, err = json.Marshal(whole); err != nil {
		return made, fmt.Errorf("the report cannot be written: %w", err)
	}
	var page bytes.Buffer
	err = WriteHTML(&page, whole)
	made.page = page.Bytes()
	return made, err
}
