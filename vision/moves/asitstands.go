package moves

import (
	"slices"
	"time"

	"draughtsman/engine/checkers"
)

// shown is what the board has shown on every square, in one reading after the other.
type shown struct {
	picture Picture
	since   time.Time
	count   int  // readings
	sure    bool // on every square in each of them
}

// add returns what is shown after another reading.
func (s shown) add(e *evidence, at time.Time, o Options) shown {
	is, likely := e.best(o.Game.Board(), probableContent)
	_, sure := e.best(o.Game.Board(), o.Clear)
	switch {
	case !likely:
		return shown{}
	case s.count == 0 || is != s.picture:
		return shown{is, at, 1, sure}
	}
	s.count++
	s.sure = s.sure && sure
	return s
}

// unforeseen reports whether no line of at most so many moves shows what the board has shown in enough readings.
func (r *Recorder) unforeseen(plies int) bool {
	return r.shown.count >= r.options.Agreeing && !slices.ContainsFunc(r.filter.hypotheses, func(h hypothesis) bool {
		return h.line.plies <= plies && h.line.picture == r.shown.picture
	})
}

// Standing reports whether the board has surely shown for long enough what is neither the first position nor follows
// from it, and no game has begun: another position, from which one may go on.
func (r *Recorder) Standing() bool {
	return r.shown.sure && r.unforeseen(mostForeseen) && r.filter.at.Sub(r.shown.since) >= r.options.Span &&
		r.record.plies == 0 && r.trust != recordsOnly && (!r.begun || r.record.position != r.options.Game.Start())
}

// GoOnAsItStands begins a record with what the board has shown, given where kings are seen and who is to move. Where
// that is nil nobody can see it: it is whoever moves first. It is false where nobody could.
func (r *Recorder) GoOnAsItStands(kings checkers.Set, mover *checkers.Side) bool {
	seat := r.record.seat
	var lines []*line
	for _, turn := range []checkers.Side{checkers.Black, checkers.White} {
		if mover != nil && turn != *mover {
			continue
		}
		p := seat.numbered(r.shown.picture).put(r.options.Game.NewPosition(turn), seat.squares(kings), seat.black)
		if len(p.Moves()) > 0 && p.Validate() == nil {
			lines = append(lines, newLine(stands{p, seat}))
		}
	}
	if len(lines) == 0 {
		return false
	}
	r.begin(lines...)
	return true
}

// EitherMoves reports whether it is not known who is to move: whoever moves first.
func (r *Recorder) EitherMoves() bool {
	return r.record.plies == 0 && len(r.filter.hypotheses) > 1 && slices.ContainsFunc(r.filter.hypotheses,
		func(h hypothesis) bool { return h.line.plies == 0 && h.line.position.Turn != r.record.position.Turn })
}
