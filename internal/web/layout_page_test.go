package web_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"golang.org/x/text/language"

	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/service"
	"draughtsman/internal/testkit/browser"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/web"
)

// placed is what the page's parts are held to in every state: where the camera and the board are, as a text, and what
// covers what, is cut off, or does not fit its box.
const placed = `(() => {
	const at = (e) => e.getBoundingClientRect();
	const seen = (e) => { // the part of an element that nothing cuts off which scrolls
		let { left, top, right, bottom } = at(e);
		for (let p = e.parentElement; p; p = p.parentElement) {
			if (getComputedStyle(p).overflowY === "visible") continue;
			const box = at(p);
			[left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
			[right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
		}
		return { e, left, top, right, bottom };
	};
	const called = (e) => e.id || e.dataset.command || e.className || e.textContent.slice(0, 30);
	const parts = [...document.querySelectorAll("h1, h2, #more, #refusal, .mark, .connection, select, button, #board, " +
		".player > *, canvas, #transfer, #standing, #moves, #log, #thought > *")].filter((e) =>
		e.checkVisibility({ visibilityProperty: true }) && !e.closest("svg:not(#board), dialog")).map(seen);
	const shown = parts.filter((p) => p.right > p.left && p.bottom > p.top && !p.e.matches(".ply"));
	const wrong = [];
	const holds = (so, e, what) => so || wrong.push(called(e) + " " + what + ": " + e.textContent);
	shown.forEach((a, i) => shown.slice(i + 1).forEach((b) => {
		const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
		const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
		holds(Math.min(wide, high) <= 1 || a.e.contains(b.e) || b.e.contains(a.e), a.e, "lies on " + called(b.e));
	}));
	for (const { e, left, top, right, bottom } of shown) {
		const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
		if (e.matches("button") && !e.closest("[inert]")) holds(e.contains(there), e, "is covered");
		if (e.matches(".name, button, h1")) holds(e.scrollWidth <= e.clientWidth + 1, e, "is cut");
		if (e.matches(".player > *")) holds(at(e).right <= at(e.parentElement).right + 1, e, "stands out");
	}
	document.querySelectorAll(".said, .player").forEach((e) =>
		holds(e.scrollHeight <= e.clientHeight + 1, e, "is too small"));
	const kept = ["#film", "#board", "#stop", "#actions", '[data-command="hint"]', '[data-command="new game"]', "#moves"];
	return [kept.map((s) => {
		const { x, y, width, height } = at(document.querySelector(s));
		return s + " " + [x, y, width, height];
	}).join("; "), wrong.join("; ")];
})()`

// speaks has the page speak a language.
func speaks(b *browser.Tab, tag language.Tag) {
	b.Do(chromedp.SetValue(chromedp.CSS("#language"), tag.String()))
	browser.Value[bool](b, `document.querySelector("#language").dispatchEvent(new Event("change"))`)
	b.Until(`document.documentElement.lang === ` + browser.Quoted(tag.String()) + ` && document.body.className !== "cut"`)
}

// Camera, board, buttons and STOP are in the same place in every state, to the pixel, and nothing covers anything: on a
// desk, on a tablet and on a phone, in every language.
func pageKeepsPlaces(t *testing.T, open browser.Opener) {
	few, err := checkers.ParseFEN("B:WK2:BK30") // the others were captured
	expect.OK(t, err)
	long := sentence.Say("%s", strings.Repeat("What stands on the board is not what it should be: look at square 11. ", 3))
	carries := robot.Event{Kind: robot.Carrying, Step: 2, Steps: 3, Text: long}
	states := []struct {
		name   string
		class  string
		events []robot.Event
		do     service.Command
	}{
		{"turn", "the-human-s-turn", []robot.Event{robot.Turn(few, false)}, nil},
		{"paused", "the-human-s-turn", []robot.Event{{Kind: robot.Paused, Text: long}}, nil},
		{"thinking", "thinking", []robot.Event{robot.Turn(few, true)}, nil},
		{"warned", "warned", []robot.Event{{Kind: robot.Warned, Move: few.Moves()[0], Text: long}}, nil},
		{"moving", "moving", []robot.Event{{Kind: robot.Decided, Move: few.Moves()[0], Text: long}, carries}, nil},
		{"held", "held-by-a-hand", []robot.Event{{Kind: robot.Waiting, Held: true, Text: long}}, nil},
		{"setting up", "setting-up", []robot.Event{{Kind: robot.Asking, Position: checkers.Start(), Text: long}}, nil},
		{"turn again", "the-human-s-turn", []robot.Event{robot.Turn(few, false)}, nil},
		{"stopped", "stopped", nil, service.Stop{}},
		{"going on", "the-human-s-turn", []robot.Event{robot.Turn(few, false)}, service.Continue{}},
		{"over", "over", nil, nil},
	}
	for _, size := range [][2]int{{1280, 800}, {390, 844}, {768, 1024}} {
		h := openHall(t, "", func(o *web.Options) { o.Pictures = colours{} })
		expect.OK(t, h.player.Do(t.Context(), service.NewGame{Side: checkers.White, Level: "adapt"}))
		h.player.Tells <- robot.Begins(checkers.White, "adapt", checkers.Start())
		timed := robot.Turn(few, false)
		timed.Left = &[2]time.Duration{time.Hour, time.Hour}
		h.player.Tells <- timed
		b := open(t, size[0], size[1])
		b.Open(h.page())
		b.Until(`document.querySelector("#film").dataset.taken && document.querySelectorAll(".piece").length === 2`)
		want := browser.Value[[]string](b, placed)[0]
		for _, tag := range sentence.Languages() {
			speaks(b, tag)
			if got := browser.Value[[]string](b, placed); got[1] != "" {
				t.Errorf("%v, %v: %s", size, tag, got[1])
			}
		}
		speaks(b, language.English)
		for _, state := range states {
			if state.do != nil {
				expect.OK(t, h.player.Do(t.Context(), state.do))
			}
			for _, e := range state.events {
				h.player.Tells <- e
			}
			if state.class == "over" {
				h.player.Ends <- nil
			}
			says := ""
			for _, e := range state.events {
				says = e.Text.String()
			}
			b.Until(`document.body.className === ` + browser.Quoted(state.class) +
				` && document.querySelector(".said").textContent.includes(` + browser.Quoted(strings.TrimSpace(says)) + `)`)
			if got := browser.Value[[]string](b, placed); got[0] != want || got[1] != "" {
				t.Errorf("%v, %s:\n%s\nwas\n%s\n%s", size, state.name, got[0], want, got[1])
			}
			b.Picture(fmt.Sprintf("%d %s", size[0], state.name))
		}
		b.Quiet("plan.svg", "/api/v1/")
		h.close()
	}
}
