package variant

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

// small has a piece of each kind; the bot's man stands in the second row, on the third square.
const small = `_ P _ _ _ _
_ _ b _ _ _
_ _ _ _ _ _
_ _ _ _ b _
_ _ _ _ _ p
_ _ B _ _ _
`

func TestReadBoard(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"as written", small},
		{"lines end in CRLF", strings.ReplaceAll(small, "\n", "\r\n")},
		{"no newline at the end", strings.TrimSuffix(small, "\n")},
		{"blanks around lines and several between squares", strings.ReplaceAll(strings.ReplaceAll(small, " ", "  \t"), "\n",
			" \n ")},
		{"empty lines at the end", small + "\n \r\n"},
		{"a byte order mark", "\ufeff" + small},
	} {
		p, got, err := ReadBoard(strings.NewReader(c.text))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if p.Size() != 6 || p.Turn() != First || got != boardRules {
			t.Errorf("%s: size %d, %v to move", c.name, p.Size(), p.Turn())
		}
		for cell, want := range map[Cell]Piece{
			{Row: 5, Column: 4}: FirstKing,
			{Row: 4, Column: 3}: SecondMan,
			{Row: 2, Column: 1}: SecondMan,
			{Row: 1, Column: 0}: FirstMan,
			{Row: 0, Column: 3}: SecondKing,
			{Row: 0, Column: 1}: Empty,
		} {
			if got := p.At(cell); got != want {
				t.Errorf("%s: %v has %v, want %v", c.name, cell, got, want)
			}
		}
	}
}

func TestReadBoardSaysWhatIsWrong(t *testing.T) {
	const row = "_ _ _ _\n"
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", "line 1, column 1: 0 squares make no board: want an even number from 4 to 26"},
		{"blanks", " \n\n", "line 1, column 1: 0 squares make no board: want an even number from 4 to 26"},
		{"an odd size", "_ _ _ _ _\n", "line 1, column 10: 5 squares make no board: want an even number from 4 to 26"},
		{"too large", strings.Repeat("_ ", 28) + "\n",
			"line 1, column 56: 28 squares make no board: want an even number from 4 to 26"},
		{"a piece of another game", row + "_ _ w _\n",
			`line 2, column 5: 'w' is not the content of a square: want _, b, B, p or P`},
		{"a letter of another script", "_ é _ _\n",
			`line 1, column 3: 'é' is not the content of a square: want _, b, B, p or P`},
		{"bytes that are no text", "_ \xff _ _\n", `line 1, column 3: '` + "\ufffd" +
			`' is not the content of a square: want _, b, B, p or P`},
		{"no blank", row + "_ b_ _\n", `line 2, column 4: want a blank before '_'`},
		{"a line too short", row + row + "_ _ _\n" + row, "line 3, column 6: 3 squares, but the first line has 4"},
		{"a line too long", row + "_ _ _ _  b\n" + row + row, "line 2, column 10: a square too many: the first line has 4"},
		{"an empty line", row + "\n" + row + row, "line 2, column 1: 0 squares, but the first line has 4"},
		{"a line missing", row + row + row,
			"line 4, column 1: a row is missing: the file ends after 3, but the first line has 4 squares"},
		{"rows missing", row + row,
			"line 3, column 1: 2 rows are missing: the file ends after 2, but the first line has 4 squares"},
		{"a line too many", row + row + row + row + row,
			"line 5, column 1: a line too many: the first line has 4 squares, so that the board has 4 rows"},
		{"squares of both colours", "_ b _ _\n_ P _ _\n" + row + row,
			"line 2, column 3: P stands on a square of another colour than the piece in line 1, column 3: " +
				"all stand on the same"},
		{"a person's man at the top", "_ p _ _\n" + row + row + row,
			"line 1, column 3: p stands on its king row, where it is a king: write P"},
		{"a bot's man at the bottom", row + row + row + "b _ _ _\n",
			"line 4, column 1: b stands on its king row, where it is a king: write B"},
		{"the same on the other colour", "_ _ b _\n" + row + row + "_ b _ _\n",
			"line 4, column 3: b stands on its king row, where it is a king: write B"},
		{"something else", strings.Repeat("_ ", maxBoardBytes),
			"line 1, column 1: this is no board: it has more than 16384 bytes"},
	} {
		_, _, err := ReadBoard(strings.NewReader(c.text))
		var wrong *BoardError
		if !errors.As(err, &wrong) || err.Error() != c.want {
			t.Errorf("%s: %v\nwant %s", c.name, err, c.want)
		}
	}
}

func TestReadBoardPassesOnTheReadersError(t *testing.T) {
	broken := errors.New("the disk is broken")
	if _, _, err := ReadBoard(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("%v, want %v", err, broken)
	}
}

func TestBoardsAreReadAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := 2 * rapid.IntRange(MinSize/2, MaxSize/2).Draw(t, "half the size")
		rules := boardRules
		rules.Mirrored = rapid.Bool().Draw(t, "mirrored")
		want, err := NewPosition(size, First)
		if err != nil {
			t.Fatal(err)
		}
		for row := range size {
			for column := range size {
				piece := Piece(rapid.IntRange(0, int(SecondKing)).Draw(t, "piece"))
				want = want.Put(Cell{Row: row, Column: column}, piece)
			}
		}
		var text strings.Builder
		if err := WriteBoard(&text, rules, want); err != nil {
			t.Fatal(err)
		}
		got, drawn, err := ReadBoard(strings.NewReader(text.String()))
		if boardRules.Validate(want) != nil {
			if err == nil {
				t.Fatalf("read although %v:\n%s", boardRules.Validate(want), &text)
			}
			return
		}
		if err != nil || got != want || drawn != rules && strings.ContainsAny(text.String(), "bBpP") {
			t.Fatalf("%v; wrote\n%sread\n%s", err, want, got)
		}
	})
}

// TestReadBoardTheOtherColour reads the board of size 4 that the checkers bot came with.
func TestReadBoardTheOtherColour(t *testing.T) {
	p, drawn, err := ReadBoard(strings.NewReader("b _ b _\n_ _ _ _\n_ _ _ _\n_ p _ p\n\n"))
	if err != nil || !drawn.Mirrored {
		t.Fatalf("%v, %+v", err, drawn)
	}
	for place, want := range map[Cell]Piece{
		{Row: 0, Column: 0}: SecondMan, {Row: 0, Column: 2}: SecondMan,
		{Row: 3, Column: 1}: FirstMan, {Row: 3, Column: 3}: FirstMan,
	} {
		if got := p.At(drawn.Drawn(4, place)); got != want {
			t.Errorf("%v has %v, want %v", place, got, want)
		}
	}
	var legal []string
	for _, m := range drawn.Moves(p) {
		legal = append(legal, drawn.Notation().Format(p, m))
	}
	if want := []string{"D1 C0", "D1 C2", "D3 C2"}; !slices.Equal(slices.Sorted(slices.Values(legal)), want) {
		t.Errorf("legal moves %v, want %v", legal, want)
	}
	for _, text := range legal {
		if m, err := drawn.Notation().Parse(p, text); err != nil || drawn.Notation().Format(p, m) != text {
			t.Errorf("%s is read as %v, %v", text, m, err)
		}
	}
	if _, err := drawn.Notation().Parse(p, "D0 C1"); err == nil ||
		!strings.Contains(err.Error(), `"D0" is not a square to play on: they are written like A0 to D3`) {
		t.Errorf("a square of the other colour: %v", err)
	}
}
