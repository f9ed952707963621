package robot

import (
	"bytes"
	"fmt"
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
func (r *RecentGame) Record(game pdn.Game) error {
	if err := r.keep(game); err != nil {
		return err
	}
	return r.Journal.Record(game)
}

// Undo implements Journal.
func (r *RecentGame) Undo(game pdn.Game) error {
	if err := r.keep(game); err != nil {
		return err
	}
	return r.Journal.Undo(game)
}

func (r *RecentGame) keep(game pdn.Game) error {
	var b bytes.Buffer
	if err := pdn.Write(&b, game); err != nil {
		return fmt.Errorf("the game cannot be written down: %w", err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.text = b.String(); r.ID != nil {
		r.id = r.ID()
	}
	return nil
}
