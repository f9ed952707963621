package moves

import (
	"fmt"
	"slices"

	"draughtsman/engine/checkers"
	"draughtsman/vision"
)

// line is a line of play: a game as far as it may have come. Lines share their beginnings.
type line struct {
	before *line         // without the last move; nil: no move has been made
	move   checkers.Move // the last one
	plies  int
	stands
	picture Picture         // what the board looks like then
	looks   [2]checkers.Set // where it shows light and dark pieces
	after   []*line         // those with another move that have been asked for: each is one value
}

// stands is what the game has come to.
type stands struct {
	position checkers.Position
	seat     seat
}

// newLine returns a line without moves.
func newLine(now stands) *line {
	l := &line{stands: now, picture: now.seat.picture(now.position)}
	for s, is := range l.picture {
		switch is {
		case vision.LightPiece:
			l.looks[0] |= checkers.SetOf(checkers.Square(s))
		case vision.DarkPiece:
			l.looks[1] |= checkers.SetOf(checkers.Square(s))
		}
	}
	return l
}

// changed returns the squares that look otherwise in another line.
func (l *line) changed(to *line) checkers.Set {
	return l.looks[0] ^ to.looks[0] | l.looks[1] ^ to.looks[1]
}

// play returns the line with another move.
func (l *line) play(m checkers.Move) *line {
	for _, there := range l.after {
		if there.move == m {
			return there
		}
	}
	next := newLine(stands{l.position.Play(m), l.seat})
	next.before, next.move, next.plies = l, m, l.plies+1
	l.after = append(l.after, next)
	return next
}

// playAll returns the line with further moves. The error says that one is illegal.
func (l *line) playAll(moves []checkers.Move) (*line, error) {
	for i, m := range moves {
		if !slices.Contains(l.position.Moves(), m) {
			return l, fmt.Errorf("move %d: %s is not legal", i+1, m)
		}
		l = l.play(m)
	}
	return l, nil
}

// first returns the line without its moves.
func (l *line) first() *line { return l.back(l.plies) }

// back returns the line as it was so many moves ago.
func (l *line) back(moves int) *line {
	for range moves {
		l = l.before
	}
	return l
}

// goesOnFrom reports whether a line begins with another one.
func (l *line) goesOnFrom(other *line) bool {
	return l != nil && l.plies >= other.plies && l.back(l.plies-other.plies) == other
}

// moves returns the last moves of a line.
func (l *line) moves(last int) []checkers.Move {
	list := make([]checkers.Move, last)
	for ; last > 0; last-- {
		list[last-1], l = l.move, l.before
	}
	return list
}

// common returns what two lines begin with alike; nil where they have not begun with the same position.
func common(a, b *line) *line {
	for a != nil && b != nil && a != b {
		switch {
		case a.plies > b.plies:
			a = a.before
		case b.plies > a.plies:
			b = b.before
		default:
			a, b = a.before, b.before
		}
	}
	if a == nil || b == nil {
		return nil
	}
	return a
}

// forget has lines forget all that have followed on them but those of hypotheses: a table at which nobody plays a game
// may be watched for days.
func forget(list []hypothesis) {
	for i := range list {
		for l := list[i].line; l != nil; l = l.before {
			l.after = nil
		}
	}
	for i := range list {
		for l := list[i].line; l.before != nil && !slices.Contains(l.before.after, l); l = l.before {
			l.before.after = append(l.before.after, l)
		}
	}
}
