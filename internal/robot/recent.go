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
	mu   sync.Mutex
	text string
}

// PDN is the text of the game that was recorded last; "": none was.
func (r *RecentGame) PDN() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text
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
	r.text = b.String()
	return nil
}
