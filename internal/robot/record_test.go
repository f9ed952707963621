package robot

import (
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/internal/testkit/expect"
)

// No draw is agreed to in the opening, however badly the robot stands; later on it is by whoever stands worse, and when
// little is left to play for by whoever stands no better.
func TestDeclines(t *testing.T) {
	played := func(start string, plies int) *checkers.Game {
		p := checkers.Start()
		if start != "" {
			var err error
			p, err = checkers.ParseFEN(start)
			expect.OK(t, err)
		}
		game := checkers.NewGame(p)
		for k := range plies {
			legal := game.Position().Moves()
			expect.OK(t, game.Play(legal[(7*k)%len(legal)]))
		}
		return game
	}
	const opening, rather = "It is too early for a draw.", "The robot would rather play on."
	for _, test := range []struct {
		start        string
		plies, score int
		want         string
	}{
		{"", 0, -500, opening}, {"", openingPlies - 1, -500, opening}, {"", openingPlies - 1, 0, opening},
		{"", openingPlies, -500, ""}, {"", openingPlies, -worthPlayingOn + 1, opening}, {"", openingPlies, 500, rather},
		{"B:W32,K31:B5,K6", 0, 0, ""}, {"B:W32,K31:B5,K6", 0, -500, ""}, {"B:W32,K31:B5,K6", 0, worthPlayingOn, rather},
	} {
		if got := declines(played(test.start, test.plies), test.score).String(); got != test.want {
			t.Errorf("after %d moves from %q, for whom it is worth %d: %q, want %q", test.plies, test.start, test.score, got,
				test.want)
		}
	}
}
