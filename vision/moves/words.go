package moves

import (
	"slices"
	"strings"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/vision"
)

// player is the side to move as people at the table know it: "Black (dark)".
func player(side checkers.Side, blackPieces calibration.Shade) sentence.Text {
	dark := contentOf(side, blackPieces) == vision.DarkPiece
	switch {
	case side == checkers.Black && dark:
		return sentence.Say("Black (dark)")
	case side == checkers.Black:
		return sentence.Say("Black (light)")
	case dark:
		return sentence.Say("White (dark)")
	}
	return sentence.Say("White (light)")
}

// movedText says which moves were made in a position. Which of several paths a capture took makes no difference to the
// position; the first in the order of the move generator stands for all.
func movedText(p checkers.Position, made []checkers.Move, blackPieces calibration.Shade) sentence.Text {
	var said sentence.Text
	for i, m := range made {
		moved := sentence.Say("%s moved %s", player(p.Turn, blackPieces), m)
		if said = sentence.Say("%s, then %s", said, moved); i == 0 {
			said = moved
		}
		if i < len(made)-1 {
			p = p.Play(m)
		}
	}
	var also []string
	last := made[len(made)-1]
	for _, m := range p.Moves() {
		if m != last && p.Play(m) == p.Play(last) {
			also = append(also, moveList(slices.Concat(made[:len(made)-1], []checkers.Move{m})).String())
		}
	}
	if len(also) == 0 {
		return sentence.Say("%s.", said)
	}
	return sentence.Say("%s (or %s, which comes to the same).", said, sentence.Or(also))
}

// moveList is moves one after the other: "11-15 22-18".
type moveList []checkers.Move

// String is the moves with spaces between.
func (l moveList) String() string {
	texts := make([]string, len(l))
	for i, m := range l {
		texts[i] = m.String()
	}
	return strings.Join(texts, " ")
}

// illegalText says what was done instead of a legal move, which the board shows.
func (o Options) illegalText(p checkers.Position, seen Picture, differences []Difference) sentence.Text {
	from, to, ok := movedPiece(differences)
	if !ok {
		return sentence.Say("That is not a legal move: %s. Put the board back as it was.",
			o.wrongText(p, seen, differences))
	}
	left, put := o.Game.Name(from.Square), o.Game.Name(to.Square)
	piece := contentText(from.Expected)
	switch moves := p.Moves(); {
	case from.Expected != contentOf(p.Turn, o.BlackPieces):
		return sentence.Say("%[1]s went from %[2]s to %[3]s, but it is %[4]s to move. Put it back on %[2]s.", piece,
			left, put, player(p.Turn, o.BlackPieces))
	case len(moves) > 0 && moves[0].IsCapture():
		return sentence.Say("%[1]s went from %[2]s to %[3]s, but a capture must be made: %[4]s. Put it back on %[2]s.",
			piece, left, put, sentence.Or(moves))
	}
	return sentence.Say("%[1]s went from %[2]s to %[3]s, which is not a legal move. Put it back on %[2]s.", piece,
		left, put)
}

// wrongText says what is wrong with a board: a capture that others have to be made before, or squares that differ.
func (o Options) wrongText(p checkers.Position, seen Picture, differences []Difference) sentence.Text {
	legal, free := p.Moves(), p
	free.Rules &^= checkers.Demands
	for _, m := range free.Moves() {
		switch {
		case !m.IsCapture(), seen.contradicts(PictureOf(free.Play(m), o.BlackPieces)), slices.Contains(legal, m):
		case p.Rules&checkers.Most != 0:
			return sentence.Say("%[1]s takes fewer than %[2]s, and the most must be taken", m, sentence.Or(legal))
		default:
			return sentence.Say("%[1]s is made by a man, and a king must capture: %[2]s", m, sentence.Or(legal))
		}
	}
	return o.differencesText(differences)
}

// contentText is what a square shows.
func contentText(is vision.Content) sentence.Text {
	if is == vision.DarkPiece {
		return sentence.Say("a dark piece")
	}
	return sentence.Say("a light piece")
}

// differencesText lists differences, or only their squares where there are many.
func (o Options) differencesText(differences []Difference) sentence.Text {
	if len(differences) <= 4 {
		texts := make([]sentence.Text, len(differences))
		for i, d := range differences {
			texts[i] = d.text(o.Game.Name(d.Square))
		}
		return sentence.And(texts)
	}
	squares := make([]checkers.Square, len(differences))
	for i, d := range differences {
		squares[i] = d.Square
	}
	return sentence.Say("squares %s are not as they should be", sentence.And(o.names(squares)))
}

// slide recognises one piece that went from one square to another.
func movedPiece(differences []Difference) (from, to Difference, ok bool) {
	if len(differences) != 2 {
		return from, to, false
	}
	from, to = differences[0], differences[1]
	if from.Seen != vision.Nothing {
		from, to = to, from
	}
	return from, to, from.Seen == vision.Nothing && to.Expected == vision.Nothing && from.Expected == to.Seen
}

// unreadText names squares that cannot be read.
func (o Options) unreadText(squares []checkers.Square) sentence.Text {
	switch {
	case len(squares) == 0:
		return sentence.Say("The board reads differently from one picture to the next. Is the light steady?")
	case len(squares) == 1:
		return sentence.Say("Square %s cannot be made out. Is a piece between squares, or something in the way?",
			o.Game.Name(squares[0]))
	case len(squares) > o.Game.Board().Squares()/2:
		return sentence.Say("Most of the board cannot be made out. Has the light changed, or the camera moved?")
	}
	return sentence.Say("Squares %s cannot be made out. Are pieces between squares, or is something in the way?",
		sentence.And(o.names(squares)))
}
