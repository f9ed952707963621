package analysis

import (
	"fmt"
	"strings"

	"draughtsman/engine/checkers"
)

// row is a move with what is said of it.
type row struct {
	Move
	Said    string   // the whole, in one sentence
	Better  []string // nil where nothing was
	Squares string
}

// line is a number in the list of moves; nil for a side that did not move.
type line struct {
	Number        int
	First, Second *row
}

func rowOf(game checkers.RuleSet, m Move) (row, error) {
	squares, err := squaresOf(game, m.Text)
	if err != nil {
		return row{}, err
	}
	r := row{Move: m}
	for _, s := range squares {
		r.Squares = strings.TrimPrefix(r.Squares+" "+game.Number(s), " ")
	}
	said := []string{fmt.Sprintf("%d. %s: %s", m.Number, m.Side, m.Text), forBlack(m.Black.After)}
	if m.Forced {
		said = append(said, "forced")
	}
	if m.better() {
		r.Better = m.Best
		said = append(said, fmt.Sprintf("loses %s; better was %s", r.Lost(), strings.Join(m.Best, " ")))
		if m.Why != "" {
			said = append(said, m.Why)
		}
	}
	r.Said = strings.Join(said, ", ")
	return r, nil
}

// forBlack is a score as Black sees it, with who is ahead.
func forBlack(s Score) string {
	switch {
	case s == 0:
		return "level"
	case s.Decided() && s > 0:
		return "Black " + wins(s)
	case s.Decided():
		return "White " + wins(-s)
	case s > 0:
		return "Black " + s.String()
	}
	return "White " + (-s).String()
}

// wins is a score that is won, of the side that it is said of: "wins in 12 plies".
func wins(s Score) string { return "wins" + strings.TrimPrefix(s.String(), "won") }

// Score is the score after the move, with who is ahead.
func (r row) Score() string { return forBlack(r.Black.After) }

// Was is the score before the move, with who is ahead.
func (r row) Was() string { return forBlack(r.Black.Before) }

// Lost is what the move lost.
func (r row) Lost() string { return inMen(float64(r.Loss)) }

// inMen is hundredths of a man for people.
func inMen(hundredths float64) string {
	if hundredths == 100 {
		return "1.00 man"
	}
	return fmt.Sprintf("%.2f men", hundredths/100)
}

// linesOf are the moves by their numbers, of a game in which a side moves first.
func linesOf(rows []row, first checkers.Side) []line {
	var lines []line
	for i := range rows {
		if n := len(lines); n == 0 || lines[n-1].Number != rows[i].Number {
			lines = append(lines, line{Number: rows[i].Number})
		}
		if l := &lines[len(lines)-1]; rows[i].Side == first.String() {
			l.First = &rows[i]
		} else {
			l.Second = &rows[i]
		}
	}
	return lines
}
