package web_test

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"draughtsman/internal/testkit/browser"
)

// The last move of a long game is within its list after each move, and so is the one that is stepped to.
func pageFollowsTheMoves(t *testing.T, open browser.Opener) {
	const plies = 60
	h := openHall(t, "", nil)
	game := h.begin(opening...)
	pages := []*browser.Tab{open(t, 1280, 800), open(t, 390, 844), open(t, 768, 1024)}
	seen := func(ply int) {
		t.Helper()
		for _, b := range pages {
			b.Until(`document.querySelector("#moves [aria-current]")?.dataset.ply === "` + strconv.Itoa(ply) + `"`)
			b.Until(`(() => {
				const at = (s) => document.querySelector(s).getBoundingClientRect();
				const [list, move] = [at("#moves"), at("#moves [aria-current]")];
				return move.top >= list.top - 1 && move.bottom <= list.bottom + 1;
			})()`)
		}
	}
	for _, b := range pages {
		b.Open(h.page())
	}
	for k := 0; len(game.Moves()) < plies; k++ {
		legal := game.Position().Moves()
		if len(legal) == 0 {
			t.Fatalf("the game is over after %d moves", len(game.Moves()))
		}
		h.move(game, legal[(3*k)%len(legal)].String())
		h.turn(game, nil)
		seen(len(game.Moves()))
	}
	for _, b := range pages {
		for range plies / 2 {
			b.Keys(kb.ArrowLeft)
		}
	}
	seen(plies / 2)
}
