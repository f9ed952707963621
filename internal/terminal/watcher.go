package terminal

import (
	"cmp"
	"encoding/json"
	"fmt"

	"draughtsman/engine/checkers"
	"draughtsman/internal/watch"
)

// Watcher shows what is recorded.
type Watcher struct {
	*Screen
	json  bool
	why   string // nothing is recorded yet
	moves int    // on record, of all games
	last  int    // of the game that is on
	round int
	bad   error // from writing JSON

	Table *watch.Table // which clients look at; nil: there is none
}

// NewWatcher tells people, or another program in lines of JSON.
func NewWatcher(s Streams, json bool) *Watcher {
	return &Watcher{Screen: New(s), json: json}
}

// Waiting says why nothing is recorded yet.
func (w *Watcher) Waiting(text string) {
	if text != w.why {
		w.why = text
		w.Say(text)
		if w.Table != nil {
			w.Table.Waits(text)
		}
	}
}

// Tell shows an event.
func (w *Watcher) Tell(e watch.Event) {
	if w.Table != nil {
		w.Table.Tell(e)
	}
	if e.Round != w.round {
		w.round, w.moves, w.last = e.Round, w.moves+w.last, 0
	}
	w.last = len(e.Moves)
	switch {
	case w.json:
		w.bad = cmp.Or(w.bad, json.NewEncoder(w.Out).Encode(lineOf(e)))
	case !e.Changes():
		w.State(e.Text)
	default:
		last := checkers.Move{}
		if n := len(e.Moves); n > 0 {
			last = e.Moves[n-1]
		}
		w.Print("%s\n\n%s", w.In(e.Text), w.Board(e.Position, last))
		if e.Outcome != nil {
			w.Print("%s.\n", *e.Outcome)
		}
	}
}

// End says what has been kept.
func (w *Watcher) End(path string) error {
	w.Clear()
	switch moves := w.moves + w.last; {
	case w.json:
	case moves == 0:
		fmt.Fprintln(w.Out, "No game was seen.")
	case path != "":
		fmt.Fprintf(w.Out, "Kept in %s: games %d, moves %d.\n", path, w.round, moves)
	}
	return w.bad
}

// watchedLine is an event as JSON.
type watchedLine struct {
	Event   string   `json:"event"` // the verdict's kind: "accepted", "taken back", "corrected", "new game", "illegal", …
	Text    string   `json:"text"`
	Picture int      `json:"picture"` // from 1, of those read
	Game    int      `json:"game"`    // from 1
	Undone  []string `json:"undone,omitempty"`
	Moves   []string `json:"moves,omitempty"`
	Plies   int      `json:"plies"` // on record
	FEN     string   `json:"fen"`
	Black   string   `json:"black_pieces"`
	Outcome string   `json:"outcome,omitempty"`
}

func lineOf(e watch.Event) watchedLine {
	line := watchedLine{
		Event: e.Kind.String(), Text: e.Text.String(), Picture: e.Picture, Game: e.Round,
		Undone: checkers.Texts(e.Undone), Moves: checkers.Texts(e.Verdict.Moves),
		Plies: len(e.Moves), FEN: e.Position.FEN(), Black: string(e.BlackPieces),
	}
	if e.Outcome != nil {
		line.Outcome = e.Outcome.String()
	}
	return line
}
