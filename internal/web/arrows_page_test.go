package web_test

import (
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/testkit/browser"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/web"
)

// What the words say is pointed out on the board: a hint, until the human has moved; the robot's move from when it is
// decided, by all squares of a capture, also where it goes on after a stop; moves that are taken back, from where they
// went; a draw that is offered.
func pagePointsOut(t *testing.T, open browser.Opener) {
	h := openHall(t, "", func(o *web.Options) { o.Pictures = colours{} })
	game := h.begin(opening...)
	b := open(t, 1280, 800)
	b.Open(h.page())
	shows := func(kind, sign string, paths ...string) {
		t.Helper()
		list := `[`
		for _, path := range paths {
			list += browser.Quoted(path) + `,`
		}
		b.Until(`JSON.stringify([...document.querySelectorAll(".arrow")].map((e) => e.dataset.path)) ===
			JSON.stringify(` + list + `]) && document.querySelectorAll(".arrow.` + kind + `").length ===
			document.querySelectorAll(".arrow").length && (document.querySelector(".arrows > text")?.textContent ?? "") === ` +
			browser.Quoted(sign))
	}
	p := game.Position()
	move := func(at checkers.Position, text string) checkers.Move {
		m, err := at.ParseMove(text)
		expect.OK(t, err)
		return m
	}
	h.turn(game, nil)
	shows("none", "")
	h.player.Tells <- robot.Event{Kind: robot.Hinted, Position: p, Move: move(p, "11-16"), Text: sentence.Say("hello")}
	shows("hint", "", "11 16")
	h.player.Tells <- robot.Event{Kind: robot.TurnGoesOn, Position: p}
	shows("hint", "", "11 16")
	b.Picture("hint")
	h.player.Tells <- robot.Event{Kind: robot.DrawOffered, Text: sentence.Say("hello")}
	shows("none", "½")
	b.Picture("draw offered")
	h.player.Tells <- robot.Event{Kind: robot.TurnGoesOn, Position: p}
	shows("none", "")
	h.player.Tells <- robot.Event{Kind: robot.TakingBack, Position: checkers.Start(), Moves: game.Moves()[:2]}
	shows("taking-back", "", "15 11", "19 23")
	b.Picture("taking back")
	h.player.Tells <- robot.Event{Kind: robot.TakenBack, Position: checkers.Start(), Moves: game.Moves()}
	shows("none", "")

	// The robot warns: the move is taken back at once, or the game goes on, and nothing else is asked.
	h.player.Tells <- robot.Event{Kind: robot.Warned, Position: p, Move: move(p, "11-16"), Text: sentence.Say("hello")}
	shows("threat", "", "11 16")
	b.Picture("warned")
	for _, name := range []string{"take back", "continue"} {
		b.Do(chromedp.Click(chromedp.CSS(`[data-command="` + name + `"]`)))
		browser.Await(t, func() bool { return slices.Contains(h.player.Heard(), name) })
	}
	h.player.Tells <- robot.Event{Kind: robot.TurnGoesOn, Robots: true, Position: p}
	shows("none", "")
	b.Do(chromedp.Click(chromedp.CSS("#teach")))
	b.Until(`document.querySelector("#teach").ariaPressed === "true"`)
	if !h.player.Snapshot().Teaches {
		t.Error("the switch does not switch")
	}
	b.Do(chromedp.Click(chromedp.CSS("#teach")))
	b.Until(`document.querySelector("#teach").ariaPressed === "false"`)

	fork, err := checkers.ParseFEN("B:W6,7,14,15,32:B2")
	expect.OK(t, err)
	h.player.Tells <- robot.Turn(fork, true)
	shows("none", "")
	h.player.Tells <- robot.Event{Kind: robot.Decided, Position: fork, Move: move(fork, "2x9x18")}
	shows("move", "", "2 9 18")
	b.Picture("the robot's move")
	resumed := robot.Turn(fork, true)
	resumed.Move = move(fork, "2x11x18")
	h.player.Tells <- resumed
	shows("move", "", "2 11 18")
	asks := func(near string) {
		t.Helper()
		b.Until(`performance.getEntriesByType("resource").at(-1).name.includes("picture.jpg?overlay=0&near=` + near + `")`)
	}
	asks("Black")
	b.Press("#turn")
	asks("White") // the camera's picture lies as the board does
	b.Until(`document.querySelector(".arrow polyline").getAttribute("points").startsWith("350,50 ")`)
	h.player.Tells <- robot.Turn(fork, false)
	shows("none", "")
	b.Quiet("plan.svg")
}
