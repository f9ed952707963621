package web_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"draughtsman/internal/robot"
	"draughtsman/internal/testkit/browser"
)

// Whoever wants a level that follows the results is asked how well they play, and nobody else is.
func pageAsksHowWellYouPlay(t *testing.T, open browser.Opener) {
	axe := browser.NewAxe(t)
	for _, size := range [][2]int{{1280, 800}, {390, 844}, {768, 1024}} {
		h := openHall(t, "", nil)
		b := open(t, size[0], size[1])
		b.Open(h.page())
		b.Press(`[data-command="new game"]`)
		b.Until(`!document.querySelector("#game-form [name=plays]").checkVisibility()`)
		b.Do(chromedp.SetValue(chromedp.CSS("#level"), "adapt"))
		b.Until(`document.querySelector("#game-form [name=plays]").checkVisibility()`)
		b.Do(chromedp.SetValue(chromedp.CSS("#game-form [name=plays]"), "newcomer"))
		b.Picture(fmt.Sprint(size[0], " how well you play"))
		axe.Look(b, "how well you play")
		b.Press(`#game-form button.main`)
		browser.Await(t, func() bool { return len(h.player.Played()) == 1 })
		if level := robot.LevelOf(h.player.Played()[0].Tags); level != "adapt:newcomer" {
			t.Errorf("the game begins at %q", level)
		}
		b.Quiet("plan.svg", "picture.jpg", "/api/v1/")
		h.close()
	}
}
