package pdn

import "fmt"

// mostFaults is the number of faults that are kept of one game.
const mostFaults = 20

// Error says what in a file cannot be understood, and where.
type Error struct {
	Game int // its number in the file, the first being 1
	Line int // the first being 1
	Move int // the number of the move, 0 where the fault is in no move
	// Cut says that the game's moves are missing from here on; other faults leave them whole.
	Cut bool
	Err error
}

// Error names game, line and move.
func (e *Error) Error() string {
	if e.Move == 0 {
		return fmt.Sprintf("game %d, line %d: %v", e.Game, e.Line, e.Err)
	}
	return fmt.Sprintf("game %d, line %d, move %d: %v", e.Game, e.Line, e.Move, e.Err)
}

// Unwrap is what is wrong there.
func (e *Error) Unwrap() error { return e.Err }

// Faults is everything in one game that cannot be understood, at least one thing and at most the first 20, in the
// order of the file.
type Faults []*Error

// Error is the first fault, and how many follow it.
func (f Faults) Error() string {
	switch more := len(f) - 1; more {
	case 0:
		return f[0].Error()
	case 1:
		return fmt.Sprintf("%v (and one more fault)", f[0])
	default:
		return fmt.Sprintf("%v (and %d more faults)", f[0], more)
	}
}

// Unwrap is the faults one by one.
func (f Faults) Unwrap() []error {
	errs := make([]error, len(f))
	for i, fault := range f {
		errs[i] = fault
	}
	return errs
}

// Cut reports whether moves of the game are missing.
func (f Faults) Cut() bool {
	for _, fault := range f {
		if fault.Cut {
			return true
		}
	}
	return false
}

// notes is what is said about a game on its way out of a file.
type notes struct {
	number int // the game's
	faults Faults
	hints  []*Error
}

// fault notes what cannot be understood and leaves the moves whole.
func (n *notes) fault(t token, err error) { n.note(&Error{Line: t.line, Err: err}) }

// hint notes what was understood in another way than it is written.
func (n *notes) hint(t token, err error) {
	if len(n.hints) < mostFaults {
		n.hints = append(n.hints, &Error{Game: n.number, Line: t.line, Err: err})
	}
}

// cut notes what makes the moves from here on unreadable. The first such fault is the cause of any other.
func (n *notes) cut(t token, move int, err error) {
	if !n.faults.Cut() {
		n.note(&Error{Line: t.line, Move: move, Cut: true, Err: err})
	}
}

func (n *notes) note(e *Error) {
	e.Game = n.number
	switch {
	case len(n.faults) < mostFaults:
		n.faults = append(n.faults, e)
	case e.Cut:
		n.faults[mostFaults-1] = e
	}
}

// hintAtRest hints at a comment that is left out.
func (n *notes) hintAtRest(t token, fits bool) {
	if !fits {
		n.hint(t, fmt.Errorf("a comment is left out: those after a move have more than %d bytes, or those of the game more "+
			"than %d", longestValue, longestComments))
	}
}
