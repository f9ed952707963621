package moves_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// Moves are taken off the record where the squares say so as clearly as they said that the moves were made,
// and for a while.
func TestWhatTakesMovesOffTheRecord(t *testing.T) {
	for _, tt := range []struct {
		name    string
		odds    float64 // with which every square shows the first position again
		unsure  int     // squares that hardly do
		looks   int     // ten a second
		instead moves.Kind
	}{
		{"shown again", 0.99, 0, 15, moves.TakenBack},
		{"with two doubtful squares", 0.99, 2, 15, moves.TakenBack},
		{"for a moment", 0.99, 0, 8, moves.Accepted},
		{"not clearly", 0.55, 0, 40, moves.Accepted},
		{"with many doubtful squares elsewhere", 0.99, 6, 40, moves.TakenBack},
	} {
		t.Run(tt.name, func(t *testing.T) {
			truth := checkers.NewGame(checkers.Start())
			table, recorder := newTable(checkers.Start(), 1), moves.NewRecorder(checkers.Start(), moves.Options{})
			last := moves.Waiting
			look := func(odds float64, unsure, looks int) {
				for range looks {
					s := table.look()
					for n, c := range table.picture {
						p := odds
						if n > table.board.Squares()-unsure {
							p = 0.6
						}
						s.Odds[n] = vision.Odds{(1 - p) / 2, (1 - p) / 2, (1 - p) / 2}
						s.Odds[n][c] = p
					}
					if v := recorder.Observe(s); v.Kind == moves.Accepted || v.Kind == moves.TakenBack || v.Kind == moves.NewGame {
						last = v.Kind
					}
				}
			}
			look(0.99, 0, 10)
			for _, word := range []string{"11-15", "22-18"} {
				do(t, truth, word)
				table.picture = moves.PictureOf(truth.Position(), calibration.Dark)
				look(0.99, 0, 10)
			}
			table.picture = moves.PictureOf(checkers.Start(), calibration.Dark)
			look(tt.odds, tt.unsure, tt.looks)
			if last != tt.instead {
				t.Errorf("at last %q with %q on record", last, words(recorder.Game().Moves()))
			}
		})
	}
}

// Where the first position is never shown again no moves are lost, although squares that have been bared, and those
// that men have gone to, seem now and then for a second to show what stood there at first.
func TestMovesAreNotLost(t *testing.T) {
	const plies = 30
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 8))
		truth := checkers.NewGame(checkers.Start())
		table, recorder := newTable(checkers.Start(), random.Uint64()), moves.NewRecorder(checkers.Start(), moves.Options{})
		table.blur = 0.1
		first := table.picture
		for range 10 {
			recorder.Observe(table.look())
		}
		most := 0
		for range plies {
			legal := truth.Position().Moves()
			if len(legal) == 0 {
				break
			}
			if err := truth.Play(legal[random.IntN(len(legal))]); err != nil {
				t.Fatal(err)
			}
			table.picture = moves.PictureOf(truth.Position(), calibration.Dark)
			misread, odds := random.IntN(3) == 0, 0.5+0.4*random.Float64()
			for n := range 30 {
				s := table.look()
				for square, was := range first {
					if misread && n >= 10 && n < 20 && was != table.picture[square] {
						s.Odds[square] = vision.Odds{(1 - odds) / 2, (1 - odds) / 2, (1 - odds) / 2}
						s.Odds[square][was] = odds
					}
				}
				if v := recorder.Observe(s); v.Kind == moves.NewGame || v.Kind == moves.TakenBack {
					t.Fatalf("%s (of %s)", v.Text, words(truth.Moves()))
				}
				if have := len(recorder.Game().Moves()); have < most-1 {
					t.Fatalf("%d moves on record after %d", have, most)
				}
				most = max(most, len(recorder.Game().Moves()))
			}
		}
		// Of two ways to the same result either may be on record.
		if got, want := recorder.Game().History(), truth.History(); !slices.Equal(got, want) {
			t.Fatalf("the record is %s after %s", words(recorder.Game().Moves()), words(truth.Moves()))
		}
	})
}

// A new game begins although some squares of its first position cannot be made out.
func TestNewGameWithDoubtfulSquares(t *testing.T) {
	truth := checkers.NewGame(checkers.Start())
	table, recorder := newTable(checkers.Start(), 1), moves.NewRecorder(checkers.Start(), moves.Options{})
	lastSaid(recorder, table, 10)
	for _, word := range []string{"11-15", "22-18", "15x22", "25x18", "8-11"} {
		do(t, truth, word)
		table.picture = moves.PictureOf(truth.Position(), calibration.Dark)
		lastSaid(recorder, table, 10)
	}
	table.picture = moves.PictureOf(checkers.Start(), calibration.Dark)
	for range int(2 * time.Second / (100 * time.Millisecond)) {
		s := table.look()
		for _, n := range []int{30, 31, 32} {
			s.Odds[n] = vision.Odds{vision.Nothing: 0.35, vision.LightPiece: 0.6, vision.DarkPiece: 0.05}
		}
		if recorder.Observe(s).Kind == moves.NewGame {
			return
		}
	}
	t.Errorf("no new game: the record is %q", words(recorder.Game().Moves()))
}

// A man that is held for long is no sign of other moves, although some would leave the board as it is without the man:
// 25-29, 30-25 and 29x22 in place of 25-22.
func TestAManInTheHandTakesNoMoveOffTheRecord(t *testing.T) {
	start := checkers.Start()
	truth, table := checkers.NewGame(start), newTable(start, 1)
	table.blur = 0.15
	recorder := moves.NewRecorder(start, moves.Options{})
	look := func() {
		for range 30 {
			if v := recorder.Observe(table.look()); v.Kind == moves.Corrected {
				t.Errorf("after %s: %s", words(truth.Moves()), v.Text)
			}
		}
	}
	look()
	for _, word := range strings.Fields("11-15 23-18 9-14 18x11 7x16 24-19 16x23 26x19 12-16 19x12 3-7 12x3 14-18 22x15 " +
		"10x19 3x10 6x15 21-17 15-18 25-21 1-6 17-14 19-24 27x20 5-9 14x5 6-10 31-27 10-15 20-16 18-22 29-25 22x29 " +
		"27-23 2-6 32-27 29-25 16-11 15-19 23x16 25-22") {
		do(t, truth, word)
		table.picture = moves.PictureOf(truth.Position(), calibration.Dark)
		look()
	}
	table.picture[30] = vision.Nothing
	look()
	do(t, truth, "30-26")
	table.picture = moves.PictureOf(truth.Position(), calibration.Dark)
	look()
	if got, want := recorder.Game().History(), truth.History(); !slices.Equal(got, want) {
		t.Errorf("the record is %s, want %s", words(recorder.Game().Moves()), words(truth.Moves()))
	}
}
