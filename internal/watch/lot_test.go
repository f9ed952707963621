package watch_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"draughtsman/engine/checkers"
	"draughtsman/internal/testkit/boards"
	"draughtsman/internal/testkit/expect"
)

var (
	films = flag.Int("films", 0, "how many films drawn by lot of each set TestFilmsByLot watches")
	first = flag.Uint64("first", 900_000, "the first seed of those films")
	game  = flag.String("game", "english", "what is played in those films")
)

// Films of boards that were looked at while the rules were made: light men on light squares; dim light; a usual
// board; a lamp's reflection over a corner.
var looked = []uint64{900_012, 900_019, 900_022, 900_073, 900_078}

// TestFilmsByLot records games filmed on drawn tables of all kinds, one picture a second, as of a film that is made
// picture by picture: a hand, a move half made, and twice the board.
func TestFilmsByLot(t *testing.T) {
	if testing.Short() {
		t.Skip("draws hundreds of pictures")
	}
	if *films == 0 {
		seeds, moves := looked, 8
		for _, seed := range seeds {
			if r := watchDrawn(t, boards.New(seed, boards.Shown), checkers.English, moves); r.got != r.played {
				t.Errorf("seed %d: %s", seed, r)
			}
		}
		return
	}
	for _, c := range []struct {
		name string
		set  boards.Set
	}{{"styles", boards.Shown}, {"styles that were kept aside", boards.Kept}, {"styles kept aside", boards.Unseen}} {
		t.Run(c.name, func(t *testing.T) { filmsByLot(t, c.set) })
	}
}

// filmsByLot prints how many films of a set are recorded without an error.
func filmsByLot(t *testing.T, set boards.Set) {
	rules, err := checkers.RuleSetNamed(*game)
	expect.OK(t, err)
	var right, of, rightPlain, ofPlain int
	for seed := *first; of < *films; seed++ {
		s := boards.New(seed, set)
		if s.Content != boards.Whole || s.Squares != rules.Board().Size() || s.Small() {
			continue
		}
		r := watchDrawn(t, s, rules, 36)
		of++
		if !s.Camouflaged() {
			ofPlain++
		}
		if r.got == r.played {
			right++
			if !s.Camouflaged() {
				rightPlain++
			}
		}
		t.Logf("seed %d: %v; %s", seed, r, strings.Join(s.Kinds(), ", "))
	}
	t.Logf("%d of %d films recorded without an error; %d of %d where both sides differ from the squares they stand on",
		right, of, rightPlain, ofPlain)
}

// recorded is a game that was filmed, and what was recorded of it.
type recorded struct {
	played, got string
	said        []string
}

func (r recorded) String() string {
	if r.got == r.played {
		return "right"
	}
	n := 0
	for n < min(len(r.got), len(r.played)) && r.got[n] == r.played[n] {
		n++
	}
	said := strings.Join(r.said[max(len(r.said)-3, 0):], " | ")
	return fmt.Sprintf("right up to move %d of %d (%s)", strings.Count(r.played[:n], " "), strings.Count(r.played, " "),
		said)
}

// TestFilmsOfOtherGames records a game by lot of other rules.
func TestFilmsOfOtherGames(t *testing.T) {
	if testing.Short() {
		t.Skip("draws a hundred pictures")
	}
	for game, seed := range map[checkers.RuleSet]uint64{checkers.Russian: 900_022, checkers.Italian: 900_022,
		checkers.International: 900_556} {
		if r := watchDrawn(t, boards.New(seed, boards.Shown), game, 12); r.got != r.played {
			t.Errorf("%v: %s", game, r)
		}
	}
}

// watchDrawn films so many moves of a game by lot in a scene, and records it.
func watchDrawn(t *testing.T, s boards.Scene, game checkers.RuleSet, moves int) (r recorded) {
	t.Helper()
	s.Resize(640, 480)
	turned := s.OnDark() == game.Board().Mirrored()
	source, shots := filepath.Join(t.TempDir(), "%04d.bmp"), 0
	shoot := func(p checkers.Position, hand *boards.Reach) {
		picture, err := boards.DrawShot(s, boards.Shot{Number: shots, Grid: gridOf(p, turned), Hand: hand})
		expect.OK(t, err)
		defer picture.Close()
		if !gocv.IMWrite(fmt.Sprintf(source, shots), picture) {
			t.Fatal("a picture cannot be written")
		}
		shots++
	}
	still := func(p checkers.Position) { shoot(p, nil); shoot(p, nil) }
	random := rand.New(rand.NewPCG(s.Seed, 5))
	p := game.Start()
	still(p)
	r.played = "1"
	for range moves {
		legal := p.Moves()
		if len(legal) == 0 {
			break
		}
		m := legal[random.IntN(len(legal))]
		lifted := p.Put(m.From(), checkers.Empty)
		landed := lifted.Put(m.To(), p.At(m.From()))
		if random.IntN(2) == 0 {
			shoot(p, reachOf(m.From(), p, turned))
		} else {
			shoot(landed, reachOf(m.To(), p, turned))
		}
		if m.IsCapture() && random.IntN(2) == 0 {
			shoot(landed, nil)
		} else {
			shoot(lifted, nil)
		}
		r.played += " " + m.String()
		p = p.Play(m)
		still(p)
	}
	kept, said, err := watched(t, game, source, 1)
	r.said = said
	if err != nil {
		r.said = append(r.said, err.Error())
		return r
	}
	r.got = strings.Join(append(kept.games, kept.current), "; ")
	return r
}

// cellOf is where a square lies in a scene, from its first corner: where the scene has the men on the other squares
// than the game, the board is turned, and Black sits to the right.
func cellOf(s checkers.Square, board checkers.Board, turned bool) (row, column int) {
	row, column = board.Place(s)
	if !turned {
		return row, column
	}
	return column, board.Size() - 1 - row
}

// gridOf is a position as it stands in a scene; Black has the darker men.
func gridOf(p checkers.Position, turned bool) []string {
	board := p.Set.Board()
	grid := make([][]byte, board.Size())
	for r := range grid {
		grid[r] = bytes.Repeat([]byte{'.'}, board.Size())
	}
	for s := range p.Occupied().All() {
		letter := byte('l')
		if p.At(s).Side() == checkers.Black {
			letter = 'd'
		}
		if p.At(s).IsKing() {
			letter -= 'a' - 'A'
		}
		r, c := cellOf(s, board, turned)
		grid[r][c] = letter
	}
	return strings.Split(string(bytes.Join(grid, []byte{'/'})), "/")
}

// reachOf is a hand over a square, from the seat of the side to move.
func reachOf(s checkers.Square, p checkers.Position, turned bool) *boards.Reach {
	from := 0
	if p.Turn == checkers.White {
		from = 2
	}
	if turned {
		from++
	}
	r, c := cellOf(s, p.Set.Board(), turned)
	return &boards.Reach{Row: r, Column: c, From: from % 4}
}
