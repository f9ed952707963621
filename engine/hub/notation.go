package hub

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"draughtsman/engine/variant"
)

// On the wire First is black in the rule sets where black moves first, and white in all others; squares have the
// numbers of the rule set.

// normal is what the protocol calls the international game.
const normal = "normal"

// VariantName is the rule set as the protocol calls it.
func VariantName(rules variant.Rules) string {
	if rules.Name == variant.International().Name {
		return normal
	}
	return rules.Name
}

// variantNamed is the rule set that the protocol calls so.
func variantNamed(name string) (variant.Rules, error) {
	if name == normal {
		return variant.International(), nil
	}
	return variant.Named(name)
}

func variantNames() (names []string) {
	for _, r := range variant.All() {
		names = append(names, VariantName(r))
	}
	return names
}

// FormatPosition is a position as a pos message has it: the side to move, B or W, and for each square e, w, b, W or
// B, kings in upper case.
func FormatPosition(rules variant.Rules, p variant.Position) string {
	size := p.Size()
	text := make([]byte, 0, 1+size*size/2)
	text = append(text, upper(letter(rules, p.Turn())))
	for i := range size * size / 2 {
		c, cell := byte('e'), cellOf(rules, size, i+1)
		if piece := p.At(cell); piece != variant.Empty {
			if c = letter(rules, piece.Player()); piece.IsKing() {
				c = upper(c)
			}
		}
		text = append(text, c)
	}
	return string(text)
}

// ParsePosition reads a position as FormatPosition writes it, on a board of the size that the number of characters
// tells.
func ParsePosition(rules variant.Rules, text string) (variant.Position, error) {
	fail := func(format string, values ...any) (variant.Position, error) {
		return variant.Position{}, fmt.Errorf("pos=%s: %w", text, fmt.Errorf(format, values...))
	}
	squares := max(0, len(text)-1)
	size := int(math.Round(math.Sqrt(float64(2 * squares))))
	if size*size != 2*squares || variant.CheckSize(size) != nil {
		return fail("%d squares make no board: 8×8 has 32, so want 33 characters", squares)
	}
	turn, found := player(rules, text[0])
	if !found || text[0] != upper(text[0]) {
		return fail("%q is not a side to move: want B or W", text[0])
	}
	p, err := variant.NewPosition(size, turn)
	if err != nil {
		return fail("%w", err)
	}
	for i := range squares {
		c := text[1+i]
		if c == 'e' {
			continue
		}
		owner, found := player(rules, c)
		if !found {
			return fail("%q on square %d is no content of a square: want e, w, b, W or B", c, i+1)
		}
		piece := variant.Man(owner)
		if c == upper(c) {
			piece = variant.King(owner)
		}
		p = p.Put(cellOf(rules, size, i+1), piece)
	}
	if err := rules.Validate(p); err != nil {
		return fail("%w", err)
	}
	return p, nil
}

// cellOf is the cell of a number that there is.
func cellOf(rules variant.Rules, size, number int) variant.Cell {
	c, _ := rules.Numbered(size, number)
	return c
}

// letter is a player's man.
func letter(rules variant.Rules, p variant.Player) byte {
	if (p == variant.First) == (rules.Letters[variant.First] == 'b') {
		return 'b'
	}
	return 'w'
}

// player is whose piece a letter is.
func player(rules variant.Rules, c byte) (variant.Player, bool) {
	for _, p := range []variant.Player{variant.First, variant.Second} {
		if l := letter(rules, p); c == l || c == upper(l) {
			return p, true
		}
	}
	return 0, false
}

func upper(c byte) byte { return c &^ 0x20 }

// FormatMove is a move as messages have it: "11-15"; a capture as from, to and the squares of all pieces taken,
// "28x19x23", on a board of a size.
func FormatMove(rules variant.Rules, size int, m variant.Move) string {
	text, separator := strconv.Itoa(rules.Number(size, m.From())), "-"
	if m.IsCapture() {
		separator = "x"
	}
	text += separator + strconv.Itoa(rules.Number(size, m.To()))
	for _, c := range m.Captured() {
		text += separator + strconv.Itoa(rules.Number(size, c))
	}
	return text
}

// ParseMove reads a legal move as FormatMove writes it, the pieces taken in any order. Ways of taking the same pieces
// to the same square are one move here: they lead to the same position. A capture without the pieces taken is read
// where there is one only.
func ParseMove(rules variant.Rules, p variant.Position, text string) (variant.Move, error) {
	separator := "-"
	if strings.Contains(text, "x") {
		separator = "x"
	}
	var squares []int
	for field := range strings.SplitSeq(text, separator) {
		n, err := strconv.Atoi(field)
		if err != nil {
			return variant.Move{}, fmt.Errorf("%q is not a move: want 11-15, or from, to and all pieces taken, 28x19x23", text)
		}
		squares = append(squares, n)
	}
	if len(squares) < 2 {
		return variant.Move{}, fmt.Errorf("%q is not a move: want 11-15, or from, to and all pieces taken, 28x19x23", text)
	}
	size, taken := p.Size(), squares[2:]
	slices.Sort(taken)
	var meant []variant.Move
	var legal []string
	for _, m := range rules.Moves(p) {
		name := FormatMove(rules, size, m)
		legal = append(legal, name)
		if rules.Number(size, m.From()) != squares[0] || rules.Number(size, m.To()) != squares[1] ||
			m.IsCapture() != (separator == "x") {
			continue
		}
		var captured []int
		for _, c := range m.Captured() {
			captured = append(captured, rules.Number(size, c))
		}
		slices.Sort(captured)
		if slices.Equal(captured, taken) {
			return m, nil
		}
		if len(taken) == 0 {
			meant = append(meant, m)
		}
	}
	if len(meant) == 0 {
		return variant.Move{}, fmt.Errorf("%s is not a legal move; legal: %s", text, strings.Join(legal, ", "))
	}
	for _, m := range meant[1:] {
		if rules.Play(p, m) != rules.Play(p, meant[0]) {
			return variant.Move{}, fmt.Errorf("%s may mean %s or %s", text, FormatMove(rules, size, meant[0]),
				FormatMove(rules, size, m))
		}
	}
	return meant[0], nil
}
