package moves_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// table is what stands on a table and a camera that reads it ten times a second.
type table struct {
	board   checkers.Board
	picture moves.Picture
	now     time.Time
	random  *rand.Rand
	blur    float64 // how much of a square's probability goes astray at most
	misread float64 // how often a square is read as something else altogether
}

func newTable(p checkers.Position, seed uint64) *table {
	return &table{
		board:   p.Set.Board(),
		picture: moves.PictureOf(p, calibration.Dark),
		now:     time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC),
		random:  rand.New(rand.NewPCG(seed, 7)),
	}
}

// look is the next sighting.
func (t *table) look() vision.Sighting {
	t.now = t.now.Add(100 * time.Millisecond)
	s := vision.Sighting{Time: t.now}
	for square := range t.board.All().All() {
		content := t.picture[square]
		if t.random.Float64() < t.misread {
			content = (content + 1 + vision.Content(t.random.IntN(2))) % vision.Contents
		}
		astray := 0.02 + t.blur*t.random.Float64()
		share := t.random.Float64()
		s.Odds[square][content] = 1 - astray
		s.Odds[square][(content+1)%vision.Contents] = astray * share
		s.Odds[square][(content+2)%vision.Contents] = astray * (1 - share)
	}
	return s
}

// hand is a sighting with a hand in it, which hides or changes anything.
func (t *table) hand() vision.Sighting {
	s := t.look()
	s.Obstructed, s.Moving = t.random.IntN(3) > 0, true
	for square := range t.board.All().All() {
		if t.random.IntN(3) == 0 {
			s.Odds[square] = vision.Odds{}
			s.Odds[square][t.random.IntN(int(vision.Contents))] = 1
		}
	}
	return s
}

// turn watches one move.
func turn(p checkers.Position, o moves.Options) *moves.Recorder {
	return moves.NewTurn(checkers.NewGame(p), o)
}

func position(t *testing.T, fen string) checkers.Position {
	t.Helper()
	p, err := checkers.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
