package learn

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
)

var round = search.Round{Seed: 5, Nodes: 200, By: "hand"}

// english is a searcher of English draughts.
func english(weights *search.Weights) *search.Searcher {
	return search.NewWith(checkers.English, weights, search.Options{TableMB: 1})
}

func play(t *testing.T, from, to uint64) (games []Game) {
	t.Helper()
	s := english(nil)
	for n := from; n < to; n++ {
		game, err := Play(t.Context(), s, round, n)
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, game)
	}
	return games
}

func TestAGameDependsOnItsNumberAlone(t *testing.T) {
	games := play(t, 0, 6)
	again := append(play(t, 3, 6), play(t, 0, 3)...)
	if diff := cmp.Diff(games, append(again[3:], again[:3]...)); diff != "" {
		t.Error(diff)
	}
	if cmp.Equal(games[0], games[1]) {
		t.Error("two games are the same")
	}
}

func TestSamplesAreQuietAndAgreeOnTheWinner(t *testing.T) {
	decided := 0
	for n, game := range play(t, 0, 40) {
		for _, s := range game {
			if err := s.Position.Validate(); err != nil || s.Position.Jumpers() != 0 || len(s.Position.Moves()) < 2 {
				t.Errorf("game %d has %s: %v", n, s.Position.FEN(), err)
			}
			result := s.Result
			if s.Position.Turn == checkers.White {
				result = -result
			}
			first := game[0].Result
			if game[0].Position.Turn == checkers.White {
				first = -first
			}
			if result != first {
				t.Fatalf("game %d is won by both sides", n)
			}
		}
		if len(game) > 0 && game[0].Result != 0 {
			decided++
		}
	}
	if decided < 10 {
		t.Errorf("only %d of 40 games were won", decided)
	}
}

// TestOpeningsAreEven has games begin where a search finds neither side well ahead, as many that are random do not.
func TestOpeningsAreEven(t *testing.T) {
	s := english(nil)
	ahead := func(game *checkers.Game) bool {
		s.Reset()
		found, err := find(t.Context(), s, round.Nodes, game)
		if err != nil {
			t.Fatal(err)
		}
		return found.Score < -mostAhead || found.Score > mostAhead
	}
	uneven := 0
	for seed := range uint64(40) {
		drawn, err := opening(checkers.Start(), rand.New(rand.NewPCG(seed, 0)))
		if err != nil {
			t.Fatal(err)
		}
		if ahead(drawn) {
			uneven++
		}
		s.Reset()
		game, err := evenly(t.Context(), s, round, rand.New(rand.NewPCG(seed, 0)))
		if err != nil {
			t.Fatal(err)
		}
		if ahead(game) {
			t.Errorf("seed %d: one side is ahead in %s", seed, game.Position().FEN())
		}
	}
	if uneven < 5 {
		t.Errorf("only %d of 40 random openings are uneven", uneven)
	}
}

// TestEvenPositionsAreSearchedLonger holds the first position of a game that is worth it against that search.
func TestEvenPositionsAreSearchedLonger(t *testing.T) {
	learnt, _ := search.Learnt()
	s, longer := english(learnt), round
	longer.Even = 5 * round.Nodes
	looked, changed := 0, 0
	for n := range uint64(12) {
		got, err := Play(t.Context(), s, longer, n)
		if err != nil {
			t.Fatal(err)
		}
		s.Reset()
		game, err := evenly(t.Context(), s, round, rand.New(rand.NewPCG(round.Seed, n)))
		if err != nil {
			t.Fatal(err)
		}
		if len(got) == 0 || got[0].Position != game.Position() {
			continue // a capture comes first
		}
		short, err := find(t.Context(), s, round.Nodes, game)
		if err != nil {
			t.Fatal(err)
		}
		if short.Score < -even || short.Score > even {
			continue
		}
		long, err := find(t.Context(), s, longer.Even, game)
		if err != nil || int(got[0].Score) != long.Score {
			t.Errorf("game %d: %d is said of the first position, by a long search %d, %v", n, got[0].Score, long.Score, err)
		}
		looked++
		if long.Score != short.Score {
			changed++
		}
	}
	if looked < 3 || changed == 0 {
		t.Errorf("%d games began with an even position, and in %d a longer search said something else", looked, changed)
	}
}

func TestWhatIsSearchedLonger(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, test := range []struct {
		fen         string
		score       int
		least, most int // of 300 times
	}{
		{"B:W21,22,23,24,25,26:B1,2,3,4,5,6", even, 300, 300},
		{"B:W21,22,23,24,25,26:B1,2,3,4,5,6", -even, 300, 300},
		{"B:W21,22,23,24,25,26:B1,2,3,4,5,6", even + 1, 0, 0},
		{"B:W21,22,23,24,25,26:B1,2,3,4,5,6", -even - 1, 0, 0},
		{"B:W21,22,23,24,25:B1,2,3,4,5", 0, 70, 130},
		{"B:WK21,K22:BK1,K2", 0, 0, 0},
	} {
		p, err := checkers.ParseFEN(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		longer := 0
		for range 300 {
			if undecided(p, test.score, random) {
				longer++
			}
		}
		if longer < test.least || longer > test.most {
			t.Errorf("%s at %d is searched longer %d of 300 times", test.fen, test.score, longer)
		}
	}
}

// TestGamesOfOtherRules plays shashki, where kings fly and men capture backwards.
func TestGamesOfOtherRules(t *testing.T) {
	of := round
	of.Rules = checkers.Russian
	s := search.NewWith(of.Rules, nil, search.Options{TableMB: 1})
	flew := false
	for n := range uint64(20) {
		game, err := Play(t.Context(), s, of, n)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range game {
			if s.Position.Set != of.Rules || s.Position.Jumpers() != 0 {
				t.Fatalf("game %d has %s, of %s", n, s.Position.FEN(), s.Position.Set)
			}
			for _, m := range s.Position.Moves() {
				from, _ := m.Board().Place(m.From())
				to, _ := m.Board().Place(m.To())
				flew = flew || max(from-to, to-from) > 1
			}
		}
	}
	if !flew {
		t.Error("no king flew in twenty games")
	}
	for _, c := range []struct {
		fen   string
		quiet int
		drawn bool
	}{
		{"B:WK29:BK1,K2", 9, false}, {"B:WK29:BK1,K2", 10, true}, // by the rule set
		{"B:WK29:BK1,2", 23, false}, {"B:WK29:BK1,2", 24, true}, // before its limit
	} {
		if p := of.Rules.Of(parse(t, c.fen)); drawn(p, c.quiet) != c.drawn {
			t.Errorf("%s after %d quiet plies: drawn is %v", c.fen, c.quiet, !c.drawn)
		}
	}
}

func TestPlayEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	cancel(why)
	if _, err := Play(ctx, english(nil), round, 0); !errors.Is(err, why) {
		t.Error(err)
	}
}

func TestGamesAreReadAsWritten(t *testing.T) {
	games := append(play(t, 0, 3), Game{})
	var file bytes.Buffer
	if err := WriteHead(&file, Part{Round: round}); err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		if err := WriteGame(&file, g); err != nil {
			t.Fatal(err)
		}
	}
	whole := file.Bytes()
	read := func(file []byte) (got []Game, last error) {
		r, all, err := Read(bytes.NewReader(file))
		if err != nil || r != round {
			t.Fatal(r, err)
		}
		for game, err := range all {
			if err != nil {
				return got, err
			}
			got = append(got, game)
		}
		return got, nil
	}
	if got, err := read(whole); err != nil || !cmp.Equal(got, games) {
		t.Errorf("%d games, %v", len(got), err)
	}
	if got, err := read(whole[:len(whole)-6]); !errors.Is(err, io.ErrUnexpectedEOF) || len(got) != 2 {
		t.Errorf("cut off: %d games, %v", len(got), err)
	}
	if _, _, err := Read(bytes.NewReader(nil)); err == nil {
		t.Error("an empty file is read")
	}
}

// TestFitFindsWhatDecides fits to positions whose outcome hangs on one square: whoever has a man on its own square 1
// wins.
func TestFitFindsWhatDecides(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var games []Game
	for range 2000 {
		p := checkers.NewPosition(checkers.Side(random.IntN(2)))
		for _, s := range random.Perm(20)[:8] {
			p = p.Put(checkers.Square(5+s), checkers.Man(checkers.Side(s%2)))
		}
		s := Sample{Position: p, Result: -1}
		if random.IntN(2) == 0 {
			own := checkers.Square(1)
			if p.Turn == checkers.White {
				own = 32
			}
			s.Position = p.Put(own, checkers.Man(p.Turn))
			s.Result = 1
		}
		games = append(games, Game{s})
	}
	f := Usual()
	f.Ahead, f.Epochs = 1, 60
	var epochs []Epoch
	w, err := Fit(games, f, func(e Epoch, _ *search.Weights) error { epochs = append(epochs, e); return nil })
	if err != nil {
		t.Fatal(err)
	}
	first, last := epochs[0], epochs[len(epochs)-1]
	if last.Number != 60 || last.HeldBack > first.HeldBack/3 || last.Loss > first.Loss/3 {
		t.Errorf("from %+v to %+v", first, last)
	}
	worth := func(fen string) int {
		p, err := checkers.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		return search.English{Weights: w}.Evaluate(p)
	}
	if with, without := worth("B:W6,10,14,18:B1,5,9,13,17"), worth("B:W6,10,14,18:B5,9,13,17"); with < without+100 {
		t.Errorf("%d with the man, %d without", with, without)
	}
	f.From = w
	if _, err := Fit(games, f, func(e Epoch, same *search.Weights) error {
		if e.Number == 0 && (*same != *w || e.HeldBack != last.HeldBack) {
			t.Errorf("a fit that goes on from weights begins with others: %+v, was %+v", e, last)
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	stop := errors.New("stop")
	if _, err := Fit(games, f, func(Epoch, *search.Weights) error { return stop }); !errors.Is(err, stop) {
		t.Error(err)
	}
	if _, err := Fit(games[:10], f, nil); err == nil {
		t.Error("ten games are enough")
	}
}

// TestFitKnowsTheRules has a king be worth what it is by the rules of the games.
func TestFitKnowsTheRules(t *testing.T) {
	p := checkers.Russian.Of(parse(t, "B:W29,30:B1,K2"))
	got := Usual().examples(Game{{Position: p}})
	if want := float32(search.Foundation(p)) / search.EvenOdds; len(got) != 1 || got[0].foundation != want {
		t.Errorf("%+v, want a foundation of %v", got, want)
	}
}

func TestResumeKeepsWholeGames(t *testing.T) {
	games := play(t, 0, 3)
	file, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	resume := func(r search.Round, want uint64) {
		t.Helper()
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		if got, err := Resume(file, Part{Round: r}); err != nil || got != want {
			t.Fatalf("%d games, %v; want %d", got, err, want)
		}
	}
	size := func() int64 {
		info, err := file.Stat()
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	resume(round, 0)
	for _, g := range games {
		if err := WriteGame(file, g); err != nil {
			t.Fatal(err)
		}
	}
	whole := size()
	if err := file.Truncate(whole - 6); err != nil {
		t.Fatal(err)
	}
	resume(round, 2)
	if err := WriteGame(file, games[2]); err != nil {
		t.Fatal(err)
	}
	if size() != whole {
		t.Errorf("%d bytes after the lost game was played again, %d before", size(), whole)
	}
	resume(round, 3)
	other := round
	other.Seed++
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if _, err := Resume(file, Part{Round: other}); err == nil || size() != whole {
		t.Errorf("another round goes into the file: %v", err)
	}
}
