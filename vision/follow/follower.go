package follow

import (
	"fmt"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/vision"
)

// Follower turns sightings of the table into moves. It is not safe for
// concurrent use.
type Follower struct {
	options    Options
	position   checkers.Position
	hypotheses []hypothesis
	agreed     run
	puzzle     puzzle
	complained bool // since the board was last as it should be
}

// New follows a game from a position that the table shows now.
func New(position checkers.Position, options Options) *Follower {
	f := &Follower{options: options.withDefaults()}
	f.start(position)
	return f
}

func (f *Follower) start(position checkers.Position) {
	*f = Follower{options: f.options, position: position, hypotheses: hypotheses(position, f.options.BlackPieces)}
}

// Position is the position after the moves accepted so far.
func (f *Follower) Position() checkers.Position { return f.position }

// Observe takes the next sighting, whose Time must not be before the last
// one's, and says what to make of it. Something wrong is told once it has
// stayed for a while, and again with every sighting until it changes; Accepted
// and Restored are told once.
func (f *Follower) Observe(s vision.Sighting) Verdict {
	if s.Obstructed || s.Moving {
		f.agreed, f.puzzle = run{}, puzzle{}
		if s.Obstructed {
			return Verdict{Kind: Obstructed, Text: "Something is over the board."}
		}
		return Verdict{Kind: Moving, Text: "Something is moving."}
	}
	e := evidenceOf(s)
	f.puzzle = f.puzzle.add(e, s.Time, f.options)
	if index, ok := e.explain(f.hypotheses, likely, f.options); ok {
		f.agreed = f.agreed.add(index, e, s.Time)
		if v := f.conclude(index, f.sure(s.Time)); v.Kind != Settling || !f.agreed.lasts(s.Time, f.options) {
			return v
		}
		// all agree, and still none is sure
	} else {
		f.agreed = run{}
		if !f.puzzle.lasts(s.Time, f.options) {
			return settling()
		}
	}
	// Squares that flicker may spoil every reading and yet be plain in the mean
	// of many.
	if index, ok := f.puzzle.mean.explain(f.hypotheses, f.options.Clear, f.options); ok {
		return f.conclude(index, true)
	}
	f.complained = true
	return f.complaint()
}

// likely is the probability with which a square that changed must show it in
// one reading; over the agreeing readings it must be Options.Clear.
const likely = 0.5

// sure reports whether the agreeing readings are enough to believe them.
func (f *Follower) sure(now time.Time) bool {
	r, o := f.agreed, f.options
	return r.count >= o.Agreeing && now.Sub(r.since) >= o.Span &&
		r.mean.shows(f.hypotheses[r.what].picture, f.hypotheses[0].picture, o.Clear, o)
}

// conclude says what follows from a hypothesis that explains what is seen,
// surely or for all that one reading says.
func (f *Follower) conclude(index int, sure bool) Verdict {
	turn := player(f.position.Turn, f.options.BlackPieces)
	if sure {
		f.puzzle = puzzle{}
	}
	switch {
	case index == 0 && !f.complained && len(f.hypotheses) == 1:
		return Verdict{Kind: Waiting, Text: "The game is over: " + turn + " has no legal move."}
	case index == 0 && !f.complained:
		return Verdict{Kind: Waiting, Text: "Waiting for " + turn + " to move."}
	case !sure:
		return settling()
	case index == 0:
		f.complained = false
		return Verdict{Kind: Restored, Text: "The board is as it was; it is " + turn + " to move."}
	}
	return f.accept(f.hypotheses[index].moves)
}

func settling() Verdict { return Verdict{Kind: Settling, Text: "Looking."} }

// accept goes on from the position after a move. Which of several paths a
// capture took makes no difference to the position: the first in the order of
// the move generator stands for all.
func (f *Follower) accept(moves []checkers.Move) Verdict {
	v := Verdict{Kind: Accepted, Move: moves[0], Also: moves[1:]}
	v.Text = fmt.Sprintf("%s moved %s.", player(f.position.Turn, f.options.BlackPieces), v.Move)
	if len(v.Also) > 0 {
		v.Text = fmt.Sprintf("%s moved %s (or %s, which comes to the same).", player(f.position.Turn, f.options.BlackPieces), v.Move, list(v.Also, "or"))
	}
	f.start(f.position.Play(v.Move))
	return v
}

// complaint says what is wrong with what has been seen for a while.
func (f *Follower) complaint() Verdict {
	before := f.hypotheses[0].picture
	seen := f.puzzle.mean.seen(f.options)
	differences := seen.differences(before)
	if s, ok := unfinished(f.puzzle.mean, f.position, f.options); ok {
		return Verdict{
			Kind: Unfinished, Differences: differences, At: s.at, Next: s.next, TakeOff: s.takeOff,
			Text: s.text(f.options.BlackPieces, f.position.Turn),
		}
	}
	for _, h := range f.hypotheses {
		if !seen.contradicts(h.picture) {
			unread := seen.unknowns()
			return Verdict{Kind: Unclear, Unread: unread, Text: unreadText(unread)}
		}
	}
	return Verdict{Kind: Illegal, Differences: differences, Text: illegalText(f.position, f.options.BlackPieces, differences)}
}
