package moves

import (
	"fmt"
	"strings"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/vision"
)

// list joins things as people do: "18, 22 and 26".
func list[T fmt.Stringer](things []T, last string) string {
	var b strings.Builder
	for i, t := range things {
		switch {
		case i == 0:
		case i == len(things)-1:
			b.WriteString(" " + last + " ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(t.String())
	}
	return b.String()
}

// player is the side to move as people at the table know it: "Black (dark)".
func player(side checkers.Side, blackPieces calibration.Shade) string {
	return fmt.Sprintf("%s (%s)", side, shadeOf(side, blackPieces))
}

// movedText says which moves were made in a position.
func movedText(p checkers.Position, h hypothesis, blackPieces calibration.Shade) string {
	var said []string
	for _, m := range h.moves {
		said = append(said, player(p.Turn, blackPieces)+" moved "+m.String())
		p = p.Play(m)
	}
	text := strings.Join(said, ", then ")
	if len(h.also) > 0 {
		others := make([]moveList, len(h.also))
		for i, moves := range h.also {
			others[i] = moves
		}
		text += " (or " + list(others, "or") + ", which comes to the same)"
	}
	return text + "."
}

// line is moves one after the other: "11-15 22-18".
type moveList []checkers.Move

// String is the moves with spaces between.
func (l moveList) String() string {
	texts := make([]string, len(l))
	for i, m := range l {
		texts[i] = m.String()
	}
	return strings.Join(texts, " ")
}

// illegalText says what was done instead of a legal move.
func illegalText(p checkers.Position, blackPieces calibration.Shade, differences []Difference) string {
	from, to, ok := movedPiece(differences)
	if !ok {
		return "That is not a legal move: " + differencesText(differences) + ". Put the board back as it was."
	}
	text := fmt.Sprintf("%s went from %d to %d, ", capital(from.Expected.String()), from.Square, to.Square)
	moves := p.Moves()
	switch {
	case from.Expected != contentOf(p.Turn, blackPieces):
		text += "but it is " + player(p.Turn, blackPieces) + " to move"
	case len(moves) > 0 && moves[0].IsCapture():
		text += "but a capture must be made: " + list(moves, "or")
	default:
		text += "which is not a legal move"
	}
	return text + fmt.Sprintf(". Put it back on %d.", from.Square)
}

// differencesText lists differences, or only their squares where there are many.
func differencesText(differences []Difference) string {
	if len(differences) <= 4 {
		return list(differences, "and")
	}
	squares := make([]checkers.Square, len(differences))
	for i, d := range differences {
		squares[i] = d.Square
	}
	return "squares " + list(squares, "and") + " are not as they should be"
}

// capital begins a sentence.
func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

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
func unreadText(squares []checkers.Square) string {
	switch {
	case len(squares) == 0:
		return "The board reads differently from one picture to the next. Is the light steady?"
	case len(squares) == 1:
		return "Square " + squares[0].String() + " cannot be made out. Is a piece between squares, or something in the way?"
	case len(squares) > checkers.Squares/2:
		return "Most of the board cannot be made out. Has the light changed, or the camera moved?"
	}
	return "Squares " + list(squares, "and") +
		" cannot be made out. Are pieces between squares, or is something in the way?"
}
