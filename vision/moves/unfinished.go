package moves

import (
	"slices"

	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/vision"
)

// captureStage is a capture that has come part of the way.
type captureStage struct {
	at      checkers.Square   // where the capturing piece stands
	next    []checkers.Square // where it may jump on to; none when it has arrived
	takeOff []checkers.Square // jumped pieces still on the board
}

// unfinished finds a capture that somebody has begun: the capturing piece is on any square of its path, and any of
// the captured pieces are off the board, for some people take them off first, some last. A capture whose piece has
// arrived comes before others.
func unfinished(e evidence, p checkers.Position, o Options) (captureStage, bool) {
	var found captureStage
	for _, m := range p.Moves() {
		for i := range m.Path() {
			s, ok := captureStageOf(e, p, m, i, o)
			switch {
			case !ok:
			case len(s.next) == 0:
				return s, true
			case found.at == 0:
				found = s
			case found.at == s.at && !slices.Contains(found.next, s.next[0]):
				found.next = append(found.next, s.next[0])
			}
		}
	}
	return found, found.at != 0
}

// captureStageOf returns the stage of a capture after so many jumps. It is false if the evidence does not show it,
// and at the beginning and the end.
func captureStageOf(e evidence, p checkers.Position, m checkers.Move, jumps int, o Options) (captureStage, bool) {
	path, captured := m.Path(), m.CapturedInOrder()
	if len(captured) == 0 {
		return captureStage{}, false
	}
	before := PictureOf(p, o.BlackPieces)
	expected := before
	expected[path[0]] = vision.Nothing
	expected[path[jumps]] = before[path[0]]
	s := captureStage{at: path[jumps]}
	left := 0
	for i, square := range captured {
		switch {
		case e[square][vision.Nothing] >= o.Clear:
			expected[square] = vision.Nothing
		case e[square][before[square]] >= o.Clear:
			left++
			if i < jumps {
				s.takeOff = append(s.takeOff, square)
			}
		default:
			return captureStage{}, false
		}
	}
	begun := jumps > 0 || left < len(captured)
	done := jumps == len(captured) && left == 0
	if jumps < len(captured) {
		s.next = []checkers.Square{path[jumps+1]}
	}
	return s, begun && !done && e.shows(expected, before, o.Clear, o)
}

// text says what is left to do.
func (s captureStage) text(o Options, turn checkers.Side) sentence.Text {
	own, other := contentOf(turn, o.BlackPieces), contentOf(turn.Opponent(), o.BlackPieces)
	at, next := o.Game.Name(s.at), sentence.Or(o.names(s.next))
	jump := sentence.Say("the light piece on %s has yet to jump to %s", at, next)
	if own == vision.DarkPiece {
		jump = sentence.Say("the dark piece on %s has yet to jump to %s", at, next)
	}
	takeOff := takeOffText(o.names(s.takeOff), other)
	switch {
	case len(s.takeOff) == 0:
		return sentence.Say("The capture is not finished: %s.", jump)
	case len(s.next) == 0:
		return sentence.Say("The capture is not finished: %s.", takeOff)
	}
	return sentence.Say("The capture is not finished: %s, and %s.", jump, takeOff)
}

// takeOffText asks for pieces to be taken off the board.
func takeOffText(squares []string, is vision.Content) sentence.Text {
	names := sentence.And(squares)
	switch dark := is == vision.DarkPiece; {
	case dark && len(squares) == 1:
		return sentence.Say("take the dark piece on %s off the board", names)
	case dark:
		return sentence.Say("take the dark pieces on %s off the board", names)
	case len(squares) == 1:
		return sentence.Say("take the light piece on %s off the board", names)
	}
	return sentence.Say("take the light pieces on %s off the board", names)
}
