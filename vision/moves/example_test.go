package moves_test

import (
	"fmt"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// sighting is what a clear picture of a position says, Black having the dark pieces.
func sighting(p checkers.Position, at time.Time) vision.Sighting {
	s := vision.Sighting{Time: at}
	for square := range p.Set.Board().All().All() {
		shown := vision.Nothing
		switch {
		case p.Black.Has(square):
			shown = vision.DarkPiece
		case p.White.Has(square):
			shown = vision.LightPiece
		}
		s.Odds[square] = vision.Odds{0.001, 0.001, 0.001}
		s.Odds[square][shown] = 0.998
	}
	return s
}

// A move is accepted once two pictures agree on it.
func Example() {
	before := checkers.Start()
	move, err := before.ParseMove("11-15")
	if err != nil {
		fmt.Println(err)
		return
	}
	f := turn(before, moves.Options{})
	now := time.Unix(0, 0)
	for _, shown := range []checkers.Position{before, before, before.Play(move), before.Play(move), before.Play(move)} {
		now = now.Add(time.Second / 3)
		fmt.Println(f.Observe(sighting(shown, now)).Text)
	}
	// Output:
	// Waiting for Black (dark) to move.
	// Waiting for Black (dark) to move.
	// Looking.
	// Black (dark) moved 11-15.
	// Waiting for White (light) to move.
}
