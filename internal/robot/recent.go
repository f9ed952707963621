package robot

import (
	"sync"

	"draughtsman/engine/pdn"
)

// RecentGame is a Journal that also keeps the text of the game that was recorded last, as far as it has come, for
// whoever asks for it meanwhile.
type RecentGame struct {
	Journal
	ID func() int64 // of the game under way; nil: games have none

	mu   sync.Mutex
	text string
	id   int64
}

// PDN is the text of the game that was recorded last, and its ID; "": none was.
func (r *RecentGame) PDN() (text string, id int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text, r.id
}

// Record implements Journal.
func (r *RecentGame) Record(game pdn.Game) error { return r.keep(game, r.Journal.Record) }

// Undo implements Journal.
func (r *RecentGame) Undo(game pdn.Game) error { return r.keep(game, r.Journal.Undo) }

func (r *RecentGame) keep(game pdn.Game, record func(pdn.Game) error) error {
	text, err := textOf(game)
	if err != nil {
		return err
	}
	r.mu.Lock()
	if r.text = string(text); r.ID != nil {
		r.id = r.ID()
	}
	r.mu.Unlock()
	return record(game)
}
