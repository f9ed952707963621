package variant

import (
	"fmt"
	"regexp"
	"strings"
)

// FEN is the position in the notation of PDN, "B:W21,22,K30:B1,K5": the player to move, then the squares of W and of
// B, lowest first, with K before kings. The size is not part of it. The player that a rule set calls neither White
// nor Black, the person of CheckersBot, is W.
func (r Rules) FEN(p Position) string {
	white, black := First, Second
	if fen(r).letter(First) == "B" {
		white, black = Second, First
	}
	return fen(r).letter(p.turn) + ":W" + fen(r).squares(&p, white) + ":B" + fen(r).squares(&p, black)
}

// squares lists the squares of a player, "21,22,K30" or "c3,Kd8".
func (f fen) squares(p *Position, player Player) string {
	var items []string
	for i := range p.board().squares {
		s := square(Rules(f).counted(p.Size(), i))
		if !p.pieces[player].has(s) {
			continue
		}
		item := Rules(f).Recorded(p.Size()).FormatCell(p.Size(), p.board().cell(s))
		if p.kings.has(s) {
			item = "K" + item
		}
		items = append(items, item)
	}
	return strings.Join(items, ",")
}

// fen is a rule set as positions are written in it.
type fen Rules

// letter is a player's.
func (f fen) letter(p Player) string {
	if letter := strings.ToUpper(f.Letters[p : p+1]); letter == "B" {
		return letter
	}
	return "W"
}

// ParseFEN reads a position of a board of a size as FEN writes it. The sides may come in either order, letters in
// either case, blanks are ignored, a range such as "W1-4" or "WK1-4" stands for all of its squares, and a full stop
// may end the text. The position is one that passes Rules.Validate; any fault is an error that says what and where it
// is. What programs add for themselves, ":H0:F1", is passed over.
func (r Rules) ParseFEN(size int, text string) (Position, error) {
	p, err := fen(r).parse(size, text)
	if err == nil {
		err = r.Validate(p)
	}
	if err != nil {
		return Position{}, fmt.Errorf("position %q: %w", text, err)
	}
	return p, nil
}

// ReadFEN does the same for positions that people have set up: a man on its king row, which no game can have, is read
// as a king, and the hint says so; otherwise it is "".
func (r Rules) ReadFEN(size int, text string) (p Position, hint string, err error) {
	if p, err = fen(r).parse(size, text); err == nil {
		hint = fen(r).crownMen(&p)
		err = r.Validate(p)
	}
	if err != nil {
		return Position{}, "", fmt.Errorf("position %q: %w", text, err)
	}
	return p, hint, nil
}

// crownMen makes kings of men on their king row.
func (f fen) crownMen(p *Position) string {
	var crowned []string
	for s := range p.uncrowned() {
		p.kings.add(s)
		crowned = append(crowned, Rules(f).Recorded(p.Size()).FormatCell(p.Size(), p.board().cell(s)))
	}
	if crowned == nil {
		return ""
	}
	return "a man on its king row is read as a king: " + strings.Join(crowned, ", ")
}

// tail is what programs add to a position for themselves: how many moves there were without progress, and which comes.
var tail = regexp.MustCompile(`(:[HF]\d+|:\+\d\+\d)+$`)

func (f fen) parse(size int, text string) (Position, error) {
	p, err := NewPosition(size, First)
	if err != nil {
		return Position{}, err
	}
	text = strings.ToUpper(strings.Join(strings.Fields(text), ""))
	fields := strings.Split(tail.ReplaceAllString(strings.TrimSuffix(text, "."), ""), ":")
	if len(fields) != 3 {
		return Position{}, fmt.Errorf("want the side to move and both sides' squares, as in %q", "B:W21,22,K30:B1,K5")
	}
	if p.turn, err = f.player(fields[0]); err != nil {
		return Position{}, err
	}
	var seen [2]bool
	for _, field := range fields[1:] {
		if field == "" {
			return Position{}, fmt.Errorf("the squares of a side begin with B or W, as in %q", "W21,22,K30")
		}
		player, err := f.player(field[:1])
		if err != nil {
			return Position{}, err
		}
		if seen[player] {
			return Position{}, fmt.Errorf("the squares of %s are given twice", field[:1])
		}
		seen[player] = true
		if err := f.place(&p, player, field[1:]); err != nil {
			return Position{}, err
		}
	}
	return p, nil
}

func (f fen) player(letter string) (Player, error) {
	for _, p := range []Player{First, Second} {
		if letter == f.letter(p) {
			return p, nil
		}
	}
	return 0, fmt.Errorf("%q is not a side: want B or W", letter)
}

// place puts a player's pieces, "21,22,K30", "1-4" or "c3,Ke5", on the board.
func (f fen) place(p *Position, player Player, list string) error {
	if list == "" {
		return nil
	}
	for item := range strings.SplitSeq(list, ",") {
		piece, squares := Man(player), item
		if rest, found := strings.CutPrefix(item, "K"); found {
			piece, squares = King(player), rest
		}
		first, last, isRange := strings.Cut(squares, "-")
		if !isRange {
			last = first
		}
		from, err := f.square(p, first)
		if err != nil {
			return err
		}
		to, err := f.square(p, last)
		if err != nil {
			return err
		}
		if from > to {
			return fmt.Errorf("range %q runs backwards", squares)
		}
		for i := from; i <= to; i++ {
			s := square(Rules(f).counted(p.Size(), i))
			if p.occupied(s) {
				return fmt.Errorf("square %s is given twice", Rules(f).Recorded(p.Size()).FormatCell(p.Size(), p.board().cell(s)))
			}
			p.put(s, piece)
		}
	}
	return nil
}

// square is a square by its number, or as in the moves of games that have letters: c3. It is counted from 0.
func (f fen) square(p *Position, text string) (int, error) {
	style := Numbers
	if text != "" && isLetter(text[0]) {
		style = Algebraic
	}
	c, err := Notation{Rules(f), style}.ParseCell(p.Size(), text)
	switch {
	case err == nil:
		return Rules(f).Number(p.Size(), c) - 1, nil
	case style == Numbers:
		err = fmt.Errorf("%q is not a square: squares are numbered 1 to %d", text, p.board().squares)
	}
	return 0, err
}
