package checkers

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func mustParse(t testing.TB, fen string) Position {
	t.Helper()
	p, err := ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// anyPosition draws a position that passes Validate.
var anyPosition = rapid.Custom(func(t *rapid.T) Position {
	p := Position{Turn: rapid.SampledFrom([]Side{Black, White}).Draw(t, "turn")}
	squares := rapid.Permutation(slices.Collect(Set(0xffffffff).All())).Draw(t, "squares")
	black := rapid.IntRange(0, piecesASide).Draw(t, "black")
	white := rapid.IntRange(0, piecesASide).Draw(t, "white")
	for i, s := range squares[:black+white] {
		side := Black
		if i >= black {
			side = White
		}
		piece := Man(side)
		if kingRow[side].Has(s) || rapid.IntRange(0, 2).Draw(t, "king") == 0 {
			piece = King(side)
		}
		p = p.Put(s, piece)
	}
	return p
})

func TestMoves(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		want      []string
	}{
		{"a capture is compulsory", "B:W18,32:B15,1", []string{"15x22"}},
		{"any capture will do, the longest need not be taken", "B:W7,18,26:B3,15", []string{"3x10", "15x22x31"}},
		{"a capture is finished, and a man that reaches the king row stops", "B:W18,26,27:B15", []string{"15x22x31"}},
		{"a king comes back to where it began over its own square", "B:W18,19,26,27:BK15",
			[]string{"15x22x31x24x15", "15x24x31x22x15"}},
		{"a capture may branch", "B:W14,15,22,23:BK9", []string{"9x18x25", "9x18x27", "9x18x11"}},
		{"a piece is not jumped twice", "B:W6,7,14,15:BK2", []string{"2x9x18x11x2", "2x11x18x9x2"}},
		{"a surrounded king has no move", "W:WK15:B6,7,8,10,11,18,19,20,22,23,24", nil},
		{"men go forward only", "W:W18:BK32", []string{"18-14", "18-15"}},
		{"kings go everywhere", "B:W32:BK18", []string{"18-22", "18-23", "18-14", "18-15"}},
		{"no piece, no move", "B:W21:B", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, m := range mustParse(t, c.fen).Moves() {
				got = append(got, m.String())
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.fen, diff)
			}
		})
	}
}

// TestPlay lets a whole move happen at once: the captured leave, the man is crowned, the other side is to move.
func TestPlay(t *testing.T) {
	for _, c := range []struct{ fen, move, want string }{
		{"B:W18,26,27:B15", "15x22x31", "W:W27:BK31"},
		{"B:WK18,19,26,27:BK15", "15x22x31x24x15", "W:W:BK15"},
		{"W:W7,32:B12", "7-2", "B:WK2,32:B12"},
		{"W:WK7:B12", "7-2", "B:WK2:B12"},
		{"W:W32:BK1,27", "32x23", "B:W23:BK1"},
	} {
		p := mustParse(t, c.fen)
		m, err := p.ParseMove(c.move)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := p.Play(m).FEN(); got != c.want {
			t.Errorf("%s %s = %s, want %s", c.fen, c.move, got, c.want)
		}
	}
}

// TestMovesAreSound checks each move of any position square by square, without the tables and shifts that made it.
func TestMovesAreSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition.Draw(t, "position")
		mine, theirs := p.Of(p.Turn), p.Of(p.Turn.Opponent())
		moves := p.Moves()
		if stuck := p.Jumpers()|p.Steppers() == 0; stuck != (len(moves) == 0) {
			t.Fatalf("Jumpers and Steppers say stuck=%v, moves: %v", stuck, moves)
		}
		for i, m := range moves {
			if slices.Contains(moves[:i], m) {
				t.Fatalf("%s is listed twice", m)
			}
			if m.IsCapture() != moves[0].IsCapture() {
				t.Fatalf("%s and %s stand in one list", m, moves[0])
			}
			path, over := m.Path(), m.CapturedInOrder()
			if !mine.Has(path[0]) {
				t.Fatalf("%s does not begin on a piece of %s", m, p.Turn)
			}
			for i, to := range path[1:] {
				from := path[i]
				rows, columns := to.Row()-from.Row(), to.Column()-from.Column()
				if rows*rows != columns*columns || (rows*rows == 4) != m.IsCapture() || rows*rows > 4 {
					t.Fatalf("%s goes from %d to %d", m, from, to)
				}
				if forward := (rows > 0) == (p.Turn == Black); !forward && !p.Kings.Has(path[0]) {
					t.Fatalf("%s takes a man backwards", m)
				}
				if p.At(to) != Empty && to != path[0] {
					t.Fatalf("%s lands on the piece on %d", m, to)
				}
			}
			if SetOf(over...) != m.Captured() || len(over) != m.Captured().Len() {
				t.Fatalf("%s captures %v in order and %v in all: a piece is jumped twice", m, over, m.Captured())
			}
			if m.Captured()&^theirs != 0 {
				t.Fatalf("%s captures what is not the opponent's", m)
			}
			checkResult(t, p, m)
		}
	})
}

func checkResult(t *rapid.T, p Position, m Move) {
	next := p.Play(m)
	if err := next.Validate(); err != nil {
		t.Fatalf("after %s: %v", m, err)
	}
	if got, want := next.Of(p.Turn).Len(), p.Of(p.Turn).Len(); got != want {
		t.Fatalf("%s leaves %d own pieces of %d", m, got, want)
	}
	other := p.Turn.Opponent()
	if got, want := next.Of(other).Len(), p.Of(other).Len()-m.Captured().Len(); got != want {
		t.Fatalf("%s leaves %d of the opponent's pieces, want %d", m, got, want)
	}
	if next.Turn != other {
		t.Fatalf("after %s it is %s's turn", m, next.Turn)
	}
	piece := p.At(m.From())
	if p.Crowns(m) {
		piece = King(p.Turn)
	}
	if got := next.At(m.To()); got != piece {
		t.Fatalf("after %s there is %s on %d, want %s", m, got, m.To(), piece)
	}
}

// TestStepsOfSets compares the shifts with the geometry of single squares.
func TestStepsOfSets(t *testing.T) {
	for s := Square(1); s <= Squares; s++ {
		b := SetOf(s)
		for _, c := range []struct {
			name          string
			got           Set
			rows, columns int
		}{
			{"DownLeft", b.DownLeft(), 1, -1},
			{"DownRight", b.DownRight(), 1, 1},
			{"UpLeft", b.UpLeft(), -1, -1},
			{"UpRight", b.UpRight(), -1, 1},
		} {
			var want Set
			if to := SquareAt(s.Row()+c.rows, s.Column()+c.columns); to != 0 {
				want = SetOf(to)
			}
			if c.got != want {
				t.Errorf("%s of %d: %#x, want %#x", c.name, s, c.got, want)
			}
		}
	}
}
