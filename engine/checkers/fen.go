package checkers

import (
	"fmt"
	"regexp"
	"strings"
)

// FEN is the position in the notation of PDN: the side to move, then White's and Black's squares, lowest first, with
// K before kings: "B:W21,22,K30:B1,K5". The squares have numbers, even where the game calls them otherwise.
func (p Position) FEN() string {
	return p.fen(p.Set.Number)
}

// PDN is FEN with the squares as the game calls them: "W:Wa1,Kc3:Bb8".
func (p Position) PDN() string { return p.fen(p.Set.Name) }

func (p Position) fen(name func(Square) string) string {
	var b strings.Builder
	b.WriteString(p.Turn.letter())
	for _, side := range []Side{White, Black} {
		b.WriteString(":")
		b.WriteString(side.letter())
		separator := ""
		for s := range p.Set.inOrder(p.Of(side)) {
			b.WriteString(separator)
			if p.Kings.Has(s) {
				b.WriteString("K")
			}
			b.WriteString(name(s))
			separator = ","
		}
	}
	return b.String()
}

// ParseFEN reads a position as FEN writes it. The sides may come in either order, letters in either case, blanks are
// ignored, a range such as "W1-4" or "WK1-4" stands for all of its squares, and a full stop may end the text. The
// position is one that passes Validate; any fault is an error that says what and where it is. What programs add for
// themselves, ":H0:F1", is passed over. It is a position of English draughts.
func ParseFEN(text string) (Position, error) { return English.ParseFEN(text) }

// ParseFEN is ParseFEN for a position of another game.
func (s RuleSet) ParseFEN(text string) (Position, error) {
	p, err := s.parseFEN(text)
	if err == nil {
		err = p.Validate()
	}
	if err != nil {
		return Position{}, fmt.Errorf("position %q: %w", text, err)
	}
	return p, nil
}

// ReadFEN does the same for positions that people have set up: a man on its king row, which no game can have, is read
// as a king, and the hint says so; otherwise it is "".
func ReadFEN(text string) (p Position, hint string, err error) { return English.ReadFEN(text) }

// ReadFEN is ReadFEN for a position of another game.
func (s RuleSet) ReadFEN(text string) (p Position, hint string, err error) {
	if p, err = s.parseFEN(text); err == nil {
		p, hint = p.Crowned()
		err = p.Validate()
	}
	if err != nil {
		return Position{}, "", fmt.Errorf("position %q: %w", text, err)
	}
	return p, hint, nil
}

// Crowned is the position with kings in place of men on their king row, and which these were, in words; "" for none.
func (p Position) Crowned() (Position, string) {
	var crowned []string
	for _, side := range []Side{White, Black} {
		for s := range (p.Of(side) & p.grid().kingRow[side] &^ p.Kings).All() {
			crowned = append(crowned, p.Set.Name(s))
			p = p.Put(s, King(side))
		}
	}
	if crowned == nil {
		return p, ""
	}
	return p, "a man on its king row is read as a king: " + strings.Join(crowned, ", ")
}

// tail is what programs add to a position for themselves: how many moves there were without progress, and which comes.
var tail = regexp.MustCompile(`(:[HF]\d+|:\+\d\+\d)+$`)

func (s RuleSet) parseFEN(text string) (Position, error) {
	text = strings.ToUpper(strings.Join(strings.Fields(text), ""))
	fields := strings.Split(tail.ReplaceAllString(strings.TrimSuffix(text, "."), ""), ":")
	if len(fields) != 3 {
		return Position{}, fmt.Errorf("want the side to move and both sides' squares, as in %q", Start().FEN())
	}
	turn, err := parseSide(fields[0])
	if err != nil {
		return Position{}, err
	}
	p := s.NewPosition(turn)
	var seen [2]bool
	for _, field := range fields[1:] {
		if field == "" {
			return Position{}, fmt.Errorf("the squares of a side begin with B or W, as in %q", "W21,22,K30")
		}
		side, err := parseSide(field[:1])
		if err != nil {
			return Position{}, err
		}
		if seen[side] {
			return Position{}, fmt.Errorf("the squares of %s are given twice", side)
		}
		seen[side] = true
		if p, err = p.place(side, field[1:]); err != nil {
			return Position{}, err
		}
	}
	return p, nil
}

// place puts a side's pieces, "21,22,K30" or "1-4", on the board.
func (p Position) place(side Side, list string) (Position, error) {
	if list == "" {
		return p, nil
	}
	for item := range strings.SplitSeq(list, ",") {
		piece, squares := Man(side), item
		if rest, found := strings.CutPrefix(item, "K"); found {
			piece, squares = King(side), rest
		}
		first, last, isRange := strings.Cut(squares, "-")
		if !isRange {
			last = first
		}
		from, err := p.Set.SquareNamed(first)
		if err != nil {
			return Position{}, err
		}
		to, err := p.Set.SquareNamed(last)
		if err != nil {
			return Position{}, err
		}
		if sets[p.Set].fromWhite {
			from, to = to, from
		}
		if from > to {
			return Position{}, fmt.Errorf("range %q runs backwards", squares)
		}
		for s := from; s <= to; s++ {
			if p.At(s) != Empty {
				return Position{}, fmt.Errorf("square %s is given twice", p.Set.Name(s))
			}
			p = p.Put(s, piece)
		}
	}
	return p, nil
}

func (s Side) letter() string { return s.String()[:1] }

func parseSide(text string) (Side, error) {
	switch text {
	case "B":
		return Black, nil
	case "W":
		return White, nil
	}
	return 0, fmt.Errorf("%q is not a side: want B or W", text)
}
