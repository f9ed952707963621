package robot

import (
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/planner"
)

// record is the game on record: its moves, what the players had left on their clocks, and the table before each move.
// What its methods change is in the log, and on paper, when they return.
type record struct {
	*checkers.Game
	tags    []pdn.Tag
	shows   *Recording // a game that is on paper already; nil: this one is kept
	journal Journal
	log     Log
	clocks  clocks
	earlier []Stood           // the table before each move
	agreed  *checkers.Outcome // by the players; nil: nothing
}

// write keeps the game as far as it has come.
func (r *record) write() error {
	if r.shows != nil {
		return nil
	}
	return r.journal.Record(r.paper())
}

// paper is the game for its record.
func (r *record) paper() pdn.Game { return pdnGame(r.Game, r.tags, r.agreed, r.clocks.shown) }

// moved plays a move, by which a table has become another one.
func (r *record) moved(move checkers.Move, before Stood, after planner.Table) error {
	side := r.Position().Turn
	if err := r.Play(move); err != nil {
		return err
	}
	r.clocks.moved(side, len(r.earlier))
	r.earlier = append(r.earlier, before)
	if err := r.log.Append(Entry{What: Moved, Move: move.String(), Stood: stood(after), Left: r.timeLeft()}); err != nil {
		return err
	}
	return r.write()
}

// takenBack takes the last moves back, as the table shows.
func (r *record) takenBack(plies int, now planner.Table) error {
	if err := r.log.Append(Entry{What: TookBack, Stood: stood(now)}); err != nil {
		return err
	}
	for range plies {
		r.Undo()
	}
	r.earlier = r.earlier[:len(r.Moves())]
	return r.journal.Undo(r.paper())
}

// conclude ends the game as the players have agreed. The error is errOtherTurn where all went well.
func (r *record) conclude(outcome checkers.Outcome) error {
	if err := r.log.Append(Entry{What: Concluded, Outcome: &outcome}); err != nil {
		return err
	}
	r.agreed = &outcome
	if err := r.write(); err != nil {
		return err
	}
	return errOtherTurn
}

// ended says that the game is over, with what it has left on the table.
func (r *record) ended(t planner.Table) error {
	return r.log.Append(Entry{What: Ended, Stood: stood(t)})
}

// outcome is how the game has ended, by the rules or because the players say so; false while it goes on.
func (r *record) outcome() (checkers.Outcome, bool) {
	if r.agreed != nil {
		return *r.agreed, true
	}
	return r.Outcome()
}

// endsWith reports whether the game is over after a move.
func (r *record) endsWith(move checkers.Move) bool {
	if r.Play(move) != nil {
		return false
	}
	defer r.Undo()
	_, over := r.Outcome()
	return over
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
