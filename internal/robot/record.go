package robot

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
)

// record is the game on record: as far as the log says that it has come, and on paper. Nothing becomes of a game but
// what the log says, so that one that goes on stands as the one that was interrupted.
type record struct {
	*Interrupted
	game    *checkers.Game
	journal Journal
	log     Log
}

// newRecord is the record of a game that goes on from how far it had come.
func newRecord(from Interrupted, journal Journal, log Log) (*record, error) {
	game, err := from.play()
	from.Moves, from.earlier = slices.Clone(from.Moves), slices.Clone(from.earlier)
	from.clocks.shown = maps.Clone(from.clocks.shown)
	if from.task != nil {
		t := *from.task
		from.task = &t
	}
	return &record{&from, game, journal, log}, err
}

// Append implements Log.
func (r *record) Append(e Entry) error {
	if err := r.log.Append(e); err != nil {
		return err
	}
	r.after(e)
	return nil
}

// write keeps the game as far as it has come on paper; but one that is shown stands there already.
func (r *record) write() error {
	if r.Shows != nil {
		return nil
	}
	return r.journal.Record(r.paper())
}

// paper is the game for its record.
func (r *record) paper() pdn.Game { return pdnGame(r.game, r.Tags, r.agreed, r.clocks.shown) }

// moved plays a move, by which a table has become another one.
func (r *record) moved(move checkers.Move, before Stood, after planner.Table) error {
	if err := r.game.Play(move); err != nil {
		return err
	}
	r.clocks.moved(r.mover())
	if err := r.Append(Entry{What: Moved, Move: move.String(), Stood: stood(after), Left: r.timeLeft()}); err != nil {
		return err
	}
	r.earlier[len(r.earlier)-1] = before // and not as it was tidied since
	return r.write()
}

// takenBack takes the moves back that were to be, as the table shows.
func (r *record) takenBack(now planner.Table) error {
	if err := r.Append(Entry{What: TookBack, Stood: stood(now)}); err != nil {
		return err
	}
	for len(r.game.Moves()) > len(r.Moves) {
		r.game.Undo()
	}
	return r.journal.Undo(r.paper())
}

// conclude ends the game as the players have agreed. The error is errOtherTurn where all went well.
func (r *record) conclude(outcome checkers.Outcome) error {
	if err := r.Append(Entry{What: Concluded, Outcome: &outcome}); err != nil {
		return err
	}
	if err := r.write(); err != nil {
		return err
	}
	return errOtherTurn
}

// outcome is how the game has ended, by the rules or because the players say so; false while it goes on.
func (r *record) outcome() (checkers.Outcome, bool) {
	if r.agreed != nil {
		return *r.agreed, true
	}
	return r.game.Outcome()
}

// endsWith reports whether the game is over after a move.
func (r *record) endsWith(move checkers.Move) bool {
	if r.game.Play(move) != nil {
		return false
	}
	defer r.game.Undo()
	_, over := r.game.Outcome()
	return over
}

// shown reports whether a recorded game is shown to its end.
func (r *record) shown() bool { return r.Shows != nil && len(r.Moves) >= len(r.Shows.Moves) }

// toShow is the next move of a recorded game that is shown.
func (r *record) toShow() (checkers.Move, error) {
	move, err := r.game.Position().ParseMove(r.Shows.Moves[len(r.Moves)])
	if err != nil {
		return move, fmt.Errorf("move %d of the recorded game: %w", len(r.Moves)+1, err)
	}
	return move, nil
}

// timeLeft is what each side has left; nil without a clock.
func (r *record) timeLeft() *[2]time.Duration {
	if !r.clocks.runs() {
		return nil
	}
	left := r.clocks.left
	return &left
}

// timeUp ends the game of a side that has no time left, with errOtherTurn.
func (r *record) timeUp(side checkers.Side) error {
	if r.clocks.left[side] > 0 {
		return nil
	}
	r.clocks.left[side] = 0
	return r.conclude(checkers.Outcome{Winner: side.Opponent(), Reason: side.String() + "'s time is up"})
}

// A draw is accepted when the robot sees no better, and nothing is going on any more.
const (
	worthPlayingOn = 30 // hundredths of a man that the robot must be better by to play on
	fewPieces      = 8  // on the board, with which an even game is as good as drawn
	manyQuietPlies = 20 // without a capture or a man's move, after which it is, too
	openingPlies   = 20 // in which a game is no draw for whoever is worse, either
)

// declines says why the robot plays on for whom the position is worth a score; nothing where it agrees to a draw.
func declines(game *checkers.Game, score int) sentence.Text {
	switch {
	case score >= worthPlayingOn:
		return sentence.Say("The robot would rather play on.")
	case game.Position().Occupied().Len() <= fewPieces, game.QuietPlies() >= manyQuietPlies,
		score <= -worthPlayingOn && len(game.Moves()) >= openingPlies:
		return sentence.Text{}
	}
	return sentence.Say("It is too early for a draw.")
}

// drawNear warns of a draw that the next moves may bring by the rules; it says nothing where none is near.
func drawNear(game *checkers.Game) sentence.Text {
	position := game.Position()
	for _, move := range position.Moves() {
		if after := position.Play(move); game.Stood(after) == checkers.RepetitionsToDraw-1 {
			return sentence.Say("After %s the same position would stand for the third time: the game would be drawn.", move)
		}
	}
	switch left := game.QuietPliesLeft(); {
	case left == 1:
		return sentence.Say("The game is drawn in 1 more move without a capture or a man's move.")
	case left == 20, left == 10, left <= 4:
		return sentence.Say("The game is drawn in %d more moves of both sides together without a capture or a man's move.",
			left)
	}
	return sentence.Text{}
}
