package web_test

import (
	"context"
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/testkit/browser"
	"draughtsman/internal/web"
)

// decided has two mistakes of the game opening.
type decided struct{}

func (decided) Report(context.Context, string) (asJSON, page []byte, err error) {
	return []byte(`{"mistakes":[{"ply":6,"number":3,"side":"White","move":"17-14","best":["17-13","8-11"]},
		{"ply":5,"number":3,"side":"Black","move":"9-13","best":["9-14","22-17"]}]}`), nil, nil
}

// At the end of a game the page says in every language what decided it, shows that on the board, and offers a rematch
// with the sides changed.
func pageEnds(t *testing.T, open browser.Opener) {
	axe := browser.NewAxe(t)
	for _, size := range [][2]int{{1280, 800}, {390, 844}} {
		var game int64
		h := openHall(t, "", func(o *web.Options) {
			o.Pictures, o.Reports, o.Game = colours{}, decided{}, func() (string, int64) { return "1. 11-15 *", game }
		})
		h.turn(h.begin(opening...), nil)
		b := open(t, size[0], size[1])
		b.Open(h.page())
		b.Says("Your turn")
		game = h.player.Snapshot().Game
		lost := checkers.Outcome{Winner: checkers.White, Reason: "Black has no piece left"}
		h.player.Tells <- robot.Event{Kind: robot.GameOver, Outcome: lost,
			Text: sentence.Say("%s.", robot.EndText(lost, checkers.White))}
		b.Says("You have lost: Black has no piece left.")
		for _, tag := range append(sentence.Languages(), sentence.Languages()[0]) {
			speaks(b, tag)
			b.Until(`document.querySelectorAll("#decided button").length === 2`)
			if got := browser.Value[[]string](b, placed)[1]; got != "" {
				t.Errorf("%v, %v: %s", size, tag, got)
			}
		}
		b.Until(`document.querySelector("#decided").innerText.includes("3. 17-14 Robot; better 17-13") &&
			document.querySelector("#decided").innerText.includes("3. 9-13 You; better 9-14")`)
		b.Press(`#decided li:nth-child(2) button`)
		b.Until(`document.querySelector(".arrow.worse").dataset.path === "9 13" &&
			document.querySelector(".arrow.better").dataset.path === "9 14" &&
			document.querySelectorAll(".piece").length === 24 && document.querySelector('.piece[data-square="9"]') !== null`)
		b.Picture("over " + map[bool]string{true: "wide", false: "phone"}[size[0] > 600])
		axe.Look(b, "the game is over")
		b.Press("#latest")
		b.Until(`document.querySelectorAll(".arrow").length === 0`)
		h.player.Ends <- nil
		b.Until(`document.body.className === "over"`)
		b.Press(`[data-command="rematch"]`)
		browser.Await(t, func() bool { return len(h.player.Played()) == 2 })
		if again := h.player.Played()[1]; again.Side != checkers.Black {
			t.Errorf("the rematch is %+v", again)
		}
		b.Until(`document.querySelector("#report").hidden`)
		b.Quiet("plan.svg", "/api/v1/")
		h.close()
	}
}
