package checkers

import "testing"

func TestBoards(t *testing.T) {
	for b := range Board(Boards) {
		if again, err := BoardOf(b.Size(), b.Mirrored()); err != nil || again != b {
			t.Errorf("%d is %d, %v", b, again, err)
		}
		if b.All().Len() != b.Squares() || b.Squares() != b.Size()*b.Size()/2 || b.Turned(b.All()) != b.All() {
			t.Errorf("%d has the squares %b", b, b.All())
		}
		for s := range b.All().All() {
			row, column := b.Place(s)
			if b.At(row, column) != s || b.At(row, column+1) != 0 || b.At(row, column-1) != 0 {
				t.Errorf("%d is at %d, %d, where %d is", s, row, column, b.At(row, column))
			}
			turned := SetOf(b.At(b.Size()-1-row, b.Size()-1-column))
			if b.Turned(SetOf(s)) != turned {
				t.Errorf("%d is %b from the other side, want %b", s, b.Turned(SetOf(s)), turned)
			}
			if crowned := row == b.Size()-1; b.KingRow(Black).Has(s) != crowned || b.KingRow(White).Has(s) != (row == 0) {
				t.Errorf("%d in row %d: Black is crowned there: %v", s, row, !crowned)
			}
			var beside Set
			for _, v := range ways[:diagonals] {
				if next := b.At(row+v[0], column+v[1]); next != 0 {
					beside |= SetOf(next)
				}
			}
			if got := b.Beside(SetOf(s)); got != beside {
				t.Errorf("beside %d are %b, want %b", s, got, beside)
			}
		}
	}
	if b, err := BoardOf(12, false); err == nil {
		t.Errorf("a board of size 12 is %d", b)
	}
}

// TestSquaresHaveTheGamesNames has squares where the federations' diagrams have them: rows from Black's side, columns
// from White's left.
func TestSquaresHaveTheGamesNames(t *testing.T) {
	for _, c := range []struct {
		game        RuleSet
		name        string
		row, column int
	}{
		{English, "1", 0, 1}, {English, "32", 7, 6}, {Pool, "29", 7, 0},
		{Russian, "a1", 7, 0}, {Brazilian, "h8", 0, 7}, {Czech, "c3", 5, 2},
		{Italian, "1", 0, 0}, {Italian, "32", 7, 7}, {Italian, "29", 7, 1},
		{Spanish, "1", 7, 7}, {Spanish, "4", 7, 1}, {Spanish, "32", 0, 0},
		{International, "1", 0, 1}, {International, "46", 9, 0}, {International, "50", 9, 8},
	} {
		s := c.game.Board().At(c.row, c.column)
		if got := c.game.Name(s); got != c.name {
			t.Errorf("%s: %d, %d is %s, want %s", c.game, c.row, c.column, got, c.name)
		}
	}
	for game := range RuleSet(RuleSets) {
		for s := range game.Board().All().All() {
			for _, name := range []string{game.Name(s), game.Number(s), game.Board().Lettered(s)} {
				if got, err := game.SquareNamed(name); err != nil || got != s {
					t.Errorf("%s: %s is read as %d, %v; want %d", game, name, got, err, s)
				}
			}
		}
		for _, name := range []string{"", "0", "a", "51", "z3", "a0", "a99", "a-1", "1a", "ä1"} {
			if s, err := game.SquareNamed(name); err == nil {
				t.Errorf("%s: %q is read as %d", game, name, s)
			}
		}
	}
}

// TestLongWays has a king take more than a move has room for: where it went is found from what it took.
func TestLongWays(t *testing.T) {
	p := International.NewPosition(White).Put(46, WhiteKing)
	for row := 1; row < 9; row += 2 {
		for column := 2; column < 9; column += 2 {
			p = p.Put(Board10.At(row, column), BlackMan)
		}
	}
	moves := p.Moves()
	if len(moves) == 0 {
		t.Fatal("no move")
	}
	for _, m := range moves {
		path, over := m.Path(), m.CapturedInOrder()
		if len(over) <= jumpsOnWay || len(path) != len(over)+1 || path[len(over)] != m.To() ||
			SetOf(over...) != m.Captured() {
			t.Errorf("%s takes %v", m, over)
		}
		for i := range over {
			between := func(s Square) bool {
				row, column := Board10.Place(path[i])
				toRow, toColumn := Board10.Place(path[i+1])
				r, c := Board10.Place(s)
				return (r-row)*(c-toColumn) == (r-toRow)*(c-column) && (r-row)*(r-toRow) <= 0
			}
			if !between(over[i]) {
				t.Errorf("%s: jump %d does not take %d", m, i+1, over[i])
			}
		}
		if again, err := p.ParseMove(m.String()); err != nil || again != m {
			t.Errorf("%s is read as %s, %v", m, again, err)
		}
	}
}
