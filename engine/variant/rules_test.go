package variant

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func mustParse(t testing.TB, r Rules, size int, fen string) Position {
	t.Helper()
	p, err := r.ParseFEN(size, fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestMoves(t *testing.T) {
	for _, c := range []struct {
		name  string
		rules Rules
		size  int
		fen   string
		want  []string
	}{
		{"any capture will do", English(), 8, "B:W7,18,26:B3,15", []string{"3x10", "15x22x31"}},
		{"the most pieces have to be taken", CSC242(), 8, "B:W7,18,26:B3,15", []string{"15x22x31"}},
		{"a capture is broken off after any jump", League(), 8, "W:B7,18,26:W3,15", []string{"3x10", "15x22", "15x22x31"}},
		{"a capture may be left, and is finished once begun", CheckersBot(), 8, "W:B18,26:W15",
			[]string{"15x22x31", "15-19"}},
		{"a crowned man stops", English(), 8, "B:W26,27:B22", []string{"22x31"}},
		{"a crowned man stops, whatever else there were to take", CSC242(), 8, "B:W26,27:B22", []string{"22x31"}},
		{"a crowned man may go on", League(), 8, "W:B26,27:W22", []string{"22x31", "22x31x24"}},
		{"a crowned man goes on", CheckersBot(), 8, "W:B26,27:W22", []string{"22x31x24", "22-25"}},
		{"a crowned man's jumps count towards the most where it goes on", both(CSC242()), 8, "B:W26,27,6:B22,1",
			[]string{"22x31x24"}},
		{"men of the second player are crowned at the other end", League(), 8, "B:W6,7:B11", []string{"11x2", "11x2x9"}},
		{"a king passes over the square that it came from", CSC242(), 8, "B:WK18,19,26,27:BK15",
			[]string{"15x22x31x24x15", "15x24x31x22x15"}},
		{"a blocked side has no move", English(), 4, "W:W7:B4,5", nil},
		{"the smallest board", CSC242(), 4, "B:W7,8:B1,2", []string{"1-3", "1-4", "2-4"}},
		{"far squares of the largest board", English(), 26, "W:WK338:B324,297", []string{"338x311x284"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := mustParse(t, c.rules, c.size, c.fen)
			var got []string
			for _, m := range c.rules.Moves(p) {
				got = append(got, m.String())
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s\n%s", c.fen, diff, p)
			}
		})
	}
}

// both is a rule set whose crowned men go on.
func both(r Rules) Rules {
	r.Crowning = CrownGoesOn
	return r
}

func TestStart(t *testing.T) {
	for _, r := range All() {
		for size := MinSize; size <= MaxSize; size += 2 {
			p, err := r.Start(size)
			if err != nil {
				t.Fatal(err)
			}
			want := size / 2 * (size/2 - 1)
			for _, player := range []Player{First, Second} {
				if men, kings := p.Count(player); men != want || kings != 0 {
					t.Errorf("size %d: %d men and %d kings, want %d men", size, men, kings, want)
				}
			}
			if p.Turn() != First || p.Size() != size || r.Validate(p) != nil {
				t.Errorf("size %d: %+v", size, p)
			}
			for row := size/2 - 1; row <= size/2; row++ {
				for column := range size {
					if p.At(Cell{row, column}) != Empty {
						t.Errorf("size %d: there is a piece at row %d", size, row)
					}
				}
			}
		}
	}
	for _, size := range []int{-2, 0, 2, 5, 7, 28} {
		if _, err := English().Start(size); err == nil {
			t.Errorf("a board of size %d", size)
		}
	}
}

func TestPositionString(t *testing.T) {
	p := mustParse(t, English(), 4, "B:W7,K8:B1,K4")
	if diff := cmp.Diff("  f   .\n.   F  \n  .   .\ns   S  \n", p.String()); diff != "" {
		t.Error(diff)
	}
}

// TestHowBoardsAreDrawn has the corners of each rule set's start as its programs draw them.
func TestHowBoardsAreDrawn(t *testing.T) {
	for _, c := range []struct {
		rules Rules
		want  string // rows from the top
	}{
		{English(), ".b.b b... .... w.w."},
		{CSCI561(), ".b.b .... .... w.w."},
		{CSC242(), ".b.b .... .... w.w."},
		{League(), ".w.w .... .... b.b."},
		{CheckersBot(), ".b.b .... .... p.p."},
		{Russian(), ".b.b .... .... w.w."},
		{Italian(), "b.b. .... .... .w.w"},
		{Spanish(), "b.b. .... .... .w.w"},
	} {
		p := mustStart(t, c.rules, 4)
		if c.rules == English() {
			p = p.Put(Cell{1, 0}, FirstMan)
		}
		got := ""
		for row := range 4 {
			if row > 0 {
				got += " "
			}
			for column := range 4 {
				got += string(c.rules.Letter(p.At(c.rules.Drawn(4, Cell{row, column}))))
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.rules.Name, got, c.want)
		}
	}
}

func TestNamed(t *testing.T) {
	for _, r := range All() {
		got, err := Named(r.Name)
		if err != nil || got != r {
			t.Errorf("%s: %+v, %v", r.Name, got, err)
		}
	}
	_, err := Named("poddavki")
	if want := `there is no rule set "poddavki": want one of english, csci561, csc242, league, checkersbot, italian, pool, ` +
		`spanish, russian, brazilian, czech, international, frisian`; err == nil ||
		err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestPutAndAt(t *testing.T) {
	p, err := NewPosition(10, Second)
	if err != nil {
		t.Fatal(err)
	}
	for _, piece := range []Piece{FirstMan, SecondKing, FirstKing, SecondMan, Empty} {
		p = p.Put(Cell{9, 8}, piece)
		if got := p.At(Cell{9, 8}); got != piece {
			t.Errorf("%d, want %d", got, piece)
		}
	}
	if empty, _ := NewPosition(10, Second); p != empty {
		t.Error("something is left of pieces that were taken off")
	}
	for _, c := range []Cell{{0, 0}, {-1, 0}, {10, 1}, {3, -2}} {
		if p.Put(c, FirstMan) != p || p.At(c) != Empty {
			t.Errorf("a piece stands at %v", c)
		}
	}
}

// TestAKingTakesThreeStepsInARow has two kings that have to rest.
func TestAKingTakesThreeStepsInARow(t *testing.T) {
	r := Frisian()
	p := mustParse(t, r, 10, "W:WK50,32:BK6,16")
	for _, text := range []string{"50-45", "6-1", "45-50", "1-6", "50-45", "6-1"} {
		m, err := r.Notation().Parse(p, text)
		if err != nil {
			t.Fatal(err)
		}
		p = r.Play(p, m)
	}
	if _, err := r.Notation().Parse(p, "45-50"); err == nil {
		t.Error("a king takes a fourth step")
	}
	m, err := r.Notation().Parse(p, "32-28")
	if err != nil {
		t.Fatal(err)
	}
	p = r.Play(p, m)
	if _, err := r.Notation().Parse(p, "1-6"); err == nil {
		t.Error("the other king takes a fourth step")
	}
	if m, err = r.Notation().Parse(p, "16-21"); err != nil {
		t.Fatal(err)
	}
	if _, err = r.Notation().Parse(r.Play(p, m), "45-50"); err != nil {
		t.Errorf("a king has rested: %v", err)
	}
}

// TestGamesOnPaper has what PDN's standard says of each game, and the squares of a corner.
func TestGamesOnPaper(t *testing.T) {
	for _, c := range []struct {
		rules                Rules
		pdn                  string
		first, second, start string // square, the one right of it in a drawing, and how White begins
	}{
		{English(), "21,B,8,8,N1,0", "1", "2", "21,22,23,24,25,26,27,28,29,30,31,32"},
		{Italian(), "22,W,8,8,N2,1", "1", "2", "21,22,23,24,25,26,27,28,29,30,31,32"},
		{Pool(), "23,B,8,8,N1,0", "1", "2", "21,22,23,24,25,26,27,28,29,30,31,32"},
		{Spanish(), "24,W,8,8,N1,1", "32", "31", "1,2,3,4,5,6,7,8,9,10,11,12"},
		{Russian(), "25,W,8,8,A0,0", "b8", "d8", "a3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1"},
		{Brazilian(), "26,W,8,8,A0,0", "b8", "d8", "a3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1"},
		{Czech(), "29,W,8,8,A0,0", "b8", "d8", "a3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1"},
		{International(), "20,W,10,10,N2,0", "1", "2", "31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50"},
		{Frisian(), "40,W,10,10,N2,0", "1", "2", "31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50"},
		{CSC242(), "", "1", "2", "21,22,23,24,25,26,27,28,29,30,31,32"},
	} {
		if got := c.rules.PDN(); got != c.pdn {
			t.Errorf("%s: %q, want %q", c.rules.Name, got, c.pdn)
		}
		p := mustStart(t, c.rules, c.rules.Size)
		if fen := c.rules.FEN(p); !strings.Contains(fen, ":W"+c.start+":") {
			t.Errorf("%s begins at %s", c.rules.Name, fen)
		}
		at := Cell{}
		if !c.rules.Drawn(p.Size(), at).Playable(p.Size()) {
			at.Column = 1
		}
		for i, want := range []string{c.first, c.second} {
			cell := c.rules.Drawn(p.Size(), Cell{0, at.Column + 2*i})
			if got := c.rules.Recorded(p.Size()).FormatCell(p.Size(), cell); got != want {
				t.Errorf("%s: %s at the top, want %s", c.rules.Name, got, want)
			}
		}
	}
}

// TestKingsThatAreLeft ends games sooner where one king is left against a few.
func TestKingsThatAreLeft(t *testing.T) {
	for _, c := range []struct {
		rules Rules
		fen   string
		limit int
	}{
		{International(), "W:WK1,K2,K3:BK50", 32},
		{International(), "W:WK1,K2:BK50", 10},
		{International(), "W:WK1,K2,K3,K4:BK50", 50},
		{International(), "W:WK1,K2,33:BK50", 50},
		{Russian(), "B:WKb8:BKg1", 10},
		{Russian(), "B:WKb8,Kd8,Kf8:BKg1", 30},
		{Italian(), "B:WK1:BK30,K31", 80},
	} {
		s := State{Position: mustParse(t, c.rules, c.rules.Size, c.fen)}
		for s.Count = 0; s.Count < 100; s.Count++ {
			if o, over := c.rules.Outcome(s); over {
				if !o.Draw || o.Reason != fmt.Sprintf("%d moves by each side without a capture or a man's move", c.limit/2) {
					t.Errorf("%s %s: %v", c.rules.Name, c.fen, o)
				}
				break
			}
		}
		if s.Count != c.limit {
			t.Errorf("%s %s: over after %d moves, want %d", c.rules.Name, c.fen, s.Count, c.limit)
		}
		game := counting[Position, Move]{Exact[Position, Move]{c.rules, Model{c.rules, Material()}}}
		if before, at := game.AppendMoves(State{s.Position, c.limit - 1}, nil), game.AppendMoves(s, nil); len(before) == 0 ||
			len(at) > 0 {
			t.Errorf("%s %s: the search goes on at the limit, or stops before it", c.rules.Name, c.fen)
		}
	}
}
