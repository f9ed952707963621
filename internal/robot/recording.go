package robot

import (
	"fmt"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
)

// Recording is a game on paper that the arm plays on the board, both sides.
type Recording struct {
	Moves    []string `json:"moves"`
	Comments []string `json:"comments,omitempty"` // before the first move, and after each; there may be fewer
	// Pace is how long each position stands, on the table's clock, until the next move is made. 0: until NextMove.
	Pace time.Duration `json:"pace,omitempty"`
}

// RecordingOf is a game of a PDN file to be shown, and the position that it begins with. It is an error where the game
// is not of English draughts.
func RecordingOf(game pdn.Game, pace time.Duration) (Recording, checkers.Position, error) {
	if game.Variant != nil {
		return Recording{}, checkers.Position{}, fmt.Errorf("the game is one of %s: the robot plays English "+
			"draughts", game.Variant.Rules.Name)
	}
	r := Recording{Pace: pace}
	_, comments := pdn.TakeClocks(game.Comments)
	r.Comments = append(r.Comments, comments[-1])
	for i, m := range game.Moves {
		r.Moves, r.Comments = append(r.Moves, m.String()), append(r.Comments, comments[i])
	}
	return r, game.Start, nil
}
