package search

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/engine/endgame"
)

var (
	endingGames = flag.Int("endings", 0,
		"how many endings TestEndings plays of each kind; 0 for a few of those that are certain")
	endingTables = flag.String("tables", "",
		"the folder of endgame tables that tests play by; those that come with the program if not given")
	adjudicatedGames = flag.Int("adjudicated", 0,
		"how many games from ballots TestWonEndingsAreWon plays; 0 for a few")
)

// chosenTables is the tables that -tables names, or those that come with the program.
func chosenTables(t testing.TB) *endgame.Tables {
	if *endingTables == "" {
		return endgame.Shipped()
	}
	tables, err := endgame.Open(*endingTables, 64)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := tables.Close(); err != nil {
			t.Error(err)
		}
	})
	return tables
}

// ending is a position of so many pieces drawn by lot, at least one on each side, in which no capture is due.
func ending(random *rand.Rand, pieces int) checkers.Position {
	for {
		p := checkers.NewPosition(checkers.Side(random.IntN(2)))
		for i, square := range random.Perm(checkers.Board8.Squares())[:pieces] {
			s, side := checkers.Square(square+1), checkers.Side(i%2)
			if i > 1 && pieces < 6 {
				side = checkers.Side(random.IntN(2))
			}
			piece := checkers.Man(side)
			if checkers.Board8.KingRow(side).Has(s) || random.IntN(2) == 0 {
				piece = checkers.King(side)
			}
			p = p.Put(s, piece)
		}
		if p.Jumpers() == 0 && p.Steppers() != 0 {
			return p
		}
	}
}

// kind is which endings are played: those that the tables say the side to move wins, in 20 plies or more, or draws,
// or those that they do not know.
type kind int

const (
	won kind = iota
	drawn
	unknown
)

func kindOf(tables *endgame.Tables, p checkers.Position) (kind, bool) {
	value, known := tables.Probe(p)
	switch {
	case !known:
		return unknown, true
	case value == endgame.Draw:
		return drawn, true
	}
	return won, value.Won() && value.Plies() >= 20
}

// TestEndings plays endings with the tables and without. With them every win is won within the 40-move rule and every
// draw held; -endings 100 -v prints what the search makes of the same without, and what they are worth in positions
// of a few pieces more.
func TestEndings(t *testing.T) {
	learnt, _ := Learnt()
	tables := chosenTables(t)
	with := func() player { return by(t, NewKnowing(tables, Options{TableMB: 8}), *matchNodes) }
	without := func() player { return thinking(t, learnt, Options{NoTablebase: true}, *matchNodes) }
	aimless := func() player { return guessing(rand.New(rand.NewPCG(5, 6))) }
	for _, c := range []struct {
		name         string
		pieces       int
		kind         kind
		mover, other func() player
		certain      bool
	}{
		{"3 pieces won by tables against tables", 3, won, with, with, true},
		{"4 pieces won by tables against tables", 4, won, with, with, true},
		{"4 pieces won by tables against search", 4, won, with, without, true},
		{"4 pieces won by tables against chance", 4, won, with, aimless, true},
		{"4 pieces drawn by tables against search", 4, drawn, with, without, true},
		{"3 pieces won by search against tables", 3, won, without, with, false},
		{"4 pieces won by search against tables", 4, won, without, with, false},
		{"4 pieces won by search against search", 4, won, without, without, false},
		{"4 pieces drawn by search against search", 4, drawn, without, without, false},
		{"5 pieces won by tables against tables", 5, won, with, with, true},
		{"5 pieces won by tables against search", 5, won, with, without, true},
		{"5 pieces won by search against tables", 5, won, without, with, false},
		{"3 against 3, tables against search", 6, unknown, with, without, false},
		{"3 against 3, search against tables", 6, unknown, without, with, false},
		{"4 against 4, tables against search", 8, unknown, with, without, false},
		{"4 against 4, search against tables", 8, unknown, without, with, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !c.certain && *endingGames == 0 {
				t.Skip("-endings says how many to play")
			}
			if c.pieces == 5 && tables.Pieces() < 5 {
				t.Skip("-tables says where there are some of 5 pieces")
			}
			random := rand.New(rand.NewPCG(1, uint64(c.pieces)))
			games, wins, losses, plies := max(12, *endingGames), 0, 0, 0
			for played := 0; played < games; {
				p := ending(random, c.pieces)
				if k, playable := kindOf(tables, p); k != c.kind || !playable {
					continue
				}
				played++
				black, white := c.mover(), c.other()
				if p.Turn == checkers.White {
					black, white = white, black
				}
				g := checkers.NewGame(p)
				switch outcome := playOut(t, g, black, white); {
				case outcome.Draw:
				case outcome.Winner == p.Turn:
					wins++
				default:
					losses++
				}
				plies += len(g.Moves())
			}
			t.Logf("the side to move won %d, drew %d, lost %d; %d plies a game", wins, games-wins-losses, losses, plies/games)
			if c.certain && (losses > 0 || c.kind == won && wins < games) {
				t.Errorf("of %d endings %d were won and %d lost", games, wins, losses)
			}
		})
	}
}

// TestWonEndingsAreWon plays games from ballots against a search of few positions without tables. As soon as the tables
// say who wins, nothing is spoilt: what they call won is won, and what they call drawn is not lost.
func TestWonEndingsAreWon(t *testing.T) {
	games, openings, wonEndings, wonGames := max(12, *adjudicatedGames), checkers.Ballots(), 0, 0
	tables := chosenTables(t)
	english := English{Tables: tables}
	for i := range games {
		us := checkers.Side(i % 2)
		g := openings[i/2*7%len(openings)].Game()
		knowing, hasty := NewKnowing(tables, Options{TableMB: 8}), New(Options{TableMB: 1, NoTablebase: true})
		quiet, best, ending := 0, -1, ""
		outcome, over := g.Outcome()
		for ; !over; outcome, over = g.Outcome() {
			before := g.Position()
			s, nodes := knowing, *matchNodes
			if before.Turn != us {
				s, nodes = hasty, 300
			}
			r, err := s.Search(context.Background(), Request{Position: before, History: g.History(), Nodes: nodes}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := g.Play(r.Move); err != nil {
				t.Fatal(err)
			}
			after := g.Position()
			if quiet++; !english.Reversible(before, after) {
				quiet = 0
			}
			utility, _, known := english.Known(after, quiet)
			if after.Turn != us {
				utility = -utility
			}
			if known && utility > best {
				best, ending = utility, after.FEN()
			}
		}
		reached := -1
		switch {
		case outcome.Draw:
			reached = 0
		case outcome.Winner == us:
			reached = 1
			wonGames++
		}
		if best == 1 {
			wonEndings++
		}
		if reached < best {
			t.Errorf("game %d: it came to %s, where %s has %d, and ended with %d", i, ending, us, best, reached)
		}
	}
	t.Logf("%d of %d games won, %d of them after the tables had said so", wonGames, games, wonEndings)
	if wonEndings == 0 {
		t.Error("no game came to an ending that the tables know as won: this test has shown nothing")
	}
}

// TestOtherGamesAreWonByTheirTables plays endings of Russian draughts by tables of its own. Every win is won within its
// limit, in as few plies as was known from the first move on.
func TestOtherGamesAreWonByTheirTables(t *testing.T) {
	dir := t.TempDir()
	part := endgame.Part{Game: checkers.Russian, Pieces: 3, Men: 3}
	if err := endgame.BuildPart(t.Context(), dir, part, 1, nil); err != nil {
		t.Fatal(err)
	}
	tables, err := endgame.Open(dir, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := tables.Close(); err != nil {
			t.Error(err)
		}
	}()
	knowing := func() player { return by(t, Searchers(tables, Options{TableMB: 1})(checkers.Russian), 100) }
	random := rand.New(rand.NewPCG(1, 3))
	for played := 0; played < 12; {
		p := checkers.Russian.Of(ending(random, 3))
		value, known := tables.Probe(p)
		if !known || !value.Won() || value.Plies() < 9 {
			continue
		}
		played++
		g := checkers.NewGame(p)
		outcome := playOut(t, g, knowing(), knowing())
		if outcome.Draw || outcome.Winner != p.Turn || len(g.Moves()) != value.Plies() {
			t.Errorf("%s is %s, and after %d plies: %s", p.FEN(), value, len(g.Moves()), outcome)
		}
	}
}
