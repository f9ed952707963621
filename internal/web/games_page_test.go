package web_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/service"
	"draughtsman/internal/testkit/browser"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/web"
)

// keptGames writes a file with 103 games of the opening: 100 that nobody has given a name to, one that Ann has won, one
// that she has lost, and a problem that she has won.
func keptGames(t *testing.T) (path string) {
	t.Helper()
	game := checkers.NewGame(checkers.Start())
	for _, text := range opening {
		move, err := game.Position().ParseMove(text)
		expect.OK(t, err)
		expect.OK(t, game.Play(move))
	}
	problem, err := checkers.ParseFEN("B:W18,26,27:B15")
	expect.OK(t, err)
	var file strings.Builder
	keep := func(of pdn.Game, black, white, level string, result pdn.Result) {
		of.Tags = []pdn.Tag{{Name: "Event", Value: "Draughtsman"}, {Name: "Date", Value: "2026.11.29"},
			{Name: "Black", Value: black}, {Name: "White", Value: white}, {Name: pdn.LevelTag, Value: level}}
		of.Result = result
		expect.OK(t, pdn.Write(&file, of))
	}
	for range 100 {
		keep(pdn.Of(game), "Human", "Draughtsman", "club", pdn.WhiteWins)
	}
	keep(pdn.Of(game), "Ann", "Draughtsman", "novice", pdn.BlackWins)
	keep(pdn.Of(game), "Draughtsman", "Ann", "casual", pdn.BlackWins)
	keep(pdn.Of(checkers.NewGame(problem)), "ann", "Draughtsman", "full", pdn.BlackWins)
	path = filepath.Join(t.TempDir(), "games.pdn")
	expect.OK(t, os.WriteFile(path, []byte(file.String()), 0o644))
	return path
}

// sizes are those of a screen on a desk, of a phone and of a tablet.
var sizes = [][2]int{{1280, 800}, {390, 844}, {768, 1024}}

// fitting says what in an open dialog is wider than the dialog, and whether STOP can be pressed in it.
const fitting = `(() => {
	const dialog = document.querySelector("dialog[open]");
	const right = dialog.getBoundingClientRect().right;
	const wide = [...dialog.querySelectorAll("*")].filter((e) => e.checkVisibility() && !e.closest("svg *") &&
		e.getBoundingClientRect().right > right + 1).map((e) => e.id || e.textContent);
	const stop = document.querySelector("#stop");
	const { x, y, width, height } = stop.getBoundingClientRect();
	if (!stop.contains(document.elementFromPoint(x + width / 2, y + height / 2))) wide.push("STOP is covered");
	return wide.join("; ");
})()`

// The games that were played are listed with who won, and how people did; each is looked at on a board, with what
// decided it, and goes on from there. A link leads to it.
func pageListsGames(t *testing.T, open browser.Opener) {
	axe := browser.NewAxe(t)
	path := keptGames(t)
	for _, size := range sizes {
		h := openHall(t, "", func(o *web.Options) { o.Pictures, o.Reports, o.Games = colours{}, decided{}, path })
		b := open(t, size[0], size[1])
		b.Open(h.page())
		b.Says("The arm is at its place.")
		weighs := `performance.getEntriesByType("resource").filter((e) => /games|editor/.test(e.name)).length`
		if n := browser.Value[float64](b, weighs); n > 0 {
			t.Errorf("%v files of the list are fetched before anybody asks for it", n)
		}
		places := browser.Value[[]string](b, placed)[0]
		b.Press("#show-games")
		b.Until(`document.querySelectorAll("#games-rows li").length === 100`)
		for selector, want := range map[string]string{
			"#games-rows li:nth-child(1)":    "ann – Robot103 · 2026.11.29 · Full strength · ann won",
			"#games-rows li:nth-child(2)":    "Robot – Ann102 · 2026.11.29 · Casual · Robot won",
			"#games-rows li:nth-child(4)":    "Human – Robot100 · 2026.11.29 · Club · Robot won",
			"#games-total":                   "103 games: 2 won, 0 drawn, 101 lost",
			"#games-players li:nth-child(1)": "Ann 790 (350–1230)3 games: 2 won, 0 drawn, 1 lost",
			"#games-players li:nth-child(2)": "",
		} {
			got := browser.Value[string](b, `document.querySelector(`+browser.Quoted(selector)+`)?.textContent ?? ""`)
			if got != want {
				t.Errorf("%v, %s: %q, want %q", size, selector, got, want)
			}
		}
		b.Picture(fmt.Sprintf("%d list", size[0]))
		axe.Look(b, "the list of games")
		b.Press("#games-more")
		b.Until(`document.querySelectorAll("#games-rows li").length === 103 && document.querySelector("#games-more").hidden`)
		for _, tag := range sentence.Languages() {
			b.Press("#games .close")
			speaks(b, tag)
			b.Press("#show-games")
			b.Until(`document.querySelector("#games").open && document.querySelectorAll("#games-rows li").length === 100 &&
				document.querySelector("#games-more").checkVisibility()`)
			if got := browser.Value[string](b, fitting); got != "" {
				t.Errorf("%v, %v: %s", size, tag, got)
			}
			b.Press("#games-rows li:nth-child(2) a")
			b.Until(`document.querySelectorAll("#replay-decided button").length === 2`)
			if got := browser.Value[string](b, fitting); got != "" {
				t.Errorf("%v, %v, a game: %s", size, tag, got)
			}
		}
		b.Press("#games .close")
		speaks(b, sentence.Languages()[0])
		b.Press("#show-games")
		b.Until(`document.querySelectorAll("#games-rows li").length === 100`)
		b.Press("#games-rows li:nth-child(2) a")
		b.Until(`document.querySelector("#games-title").textContent === "Robot – Ann" &&
			document.querySelectorAll("#replay-moves .ply").length === 8 && document.querySelectorAll("#replay-board .piece").length === 22`)
		b.Keys(kb.ArrowLeft)
		b.Until(`document.querySelectorAll("#replay-board .piece").length === 23 &&
			document.querySelector("#replay-moves [aria-current]").textContent === "10x17"`)
		b.Press(`#replay .steps button`)
		b.Until(`document.querySelectorAll("#replay-board .piece").length === 24`)
		b.Press("#replay-decided li:nth-child(1) button")
		b.Until(`document.querySelector("#replay-board .arrow.worse").dataset.path === "17 14" &&
			document.querySelector("#replay-board .arrow.better").dataset.path === "17 13" &&
			document.querySelector("#replay-decided").innerText.includes("3. 17-14 Ann; better 17-13")`)
		b.Picture(fmt.Sprintf("%d replay", size[0]))
		axe.Look(b, "a game of the list")
		folder := t.TempDir()
		b.Downloads(folder)
		b.Press(`#replay [data-keeps="game.pdn"]`)
		browser.Await(t, func() bool {
			text, _ := os.ReadFile(filepath.Join(folder, "102-game.pdn"))
			return strings.Contains(string(text), `[White "Ann"]`)
		})
		b.Press("#replay-play")
		b.Until(`document.querySelector("#game-dialog").open && document.querySelector("#game-dialog #stop") !== null &&
			document.querySelector("#game-form [name=fen]")?.value.startsWith("W:W17,19,")`)
		b.Press("#game-form .close")
		b.Until(`document.querySelector("body > #stop") !== null`)
		browser.Value[bool](b, `(document.querySelector("main").scrollTo(0, 0), true)`)
		if got := browser.Value[[]string](b, placed)[0]; got != places {
			t.Errorf("%v: after the list\n%s\nwas\n%s", size, got, places)
		}
		b.Open(h.page() + "?game=101")
		b.Until(`document.querySelector("#games-title")?.textContent === "Ann – Robot" &&
			document.querySelector("#replay-link").search === "?game=101"`)
		b.Quiet("plan.svg", "/api/v1/")
		h.close()
	}
}

// A game of Russian draughts is looked at with the letters of its squares.
func pageListsOtherGames(t *testing.T, open browser.Opener) {
	path := filepath.Join(t.TempDir(), "games.pdn")
	expect.OK(t, os.WriteFile(path, []byte("[GameType \"25\"]\n1. c3-d4 f6-e5 2. d4:f6 1-0\n"), 0o644))
	h := openHall(t, "", func(o *web.Options) { o.Reports, o.Games = decided{}, path })
	b := open(t, 1280, 800)
	b.Open(h.page() + "?game=1")
	b.Until(`document.querySelector("#replay-moves")?.innerText.replace(/\s+/g, " ") === "1. c3-d4 f6-e5 2. d4:f6" &&
		document.querySelector('#replay-board .piece.white[data-square="11"]') &&
		document.querySelector('#replay-board .square[data-square="7"] text').textContent === "e7"`)
	b.Press("#replay-play") // by its rules, at a table where English draughts were played
	b.Until(`document.querySelector("#game-form [name=rules]").value === "russian" &&
		document.querySelector('#editor .square[data-square="7"] text')?.textContent === "e7"`)
	b.Quiet("plan.svg", "picture.jpg")
}

// Games are looked at on their boards: of so many squares, and with the right one in White's corner.
func pageDrawsOtherBoards(t *testing.T, open browser.Opener) {
	games := []struct {
		rules         checkers.RuleSet
		squares, wide int
		corner, at    string // a square, and where it is drawn
		label         string
	}{
		{checkers.Italian, 32, 800, "32", "translate(700 700)", "32: white man"},
		{checkers.Spanish, 32, 800, "1", "translate(700 700)", "1: white man"},
		{checkers.International, 50, 1000, "46", "translate(0 900)", "46: white man"},
	}
	var text string
	for _, g := range games {
		text += fmt.Sprintf("[GameType \"%s\"]\n1. %s 1-0\n\n", g.rules.GameType(), g.rules.Start().Moves()[0])
	}
	path := filepath.Join(t.TempDir(), "games.pdn")
	expect.OK(t, os.WriteFile(path, []byte(text), 0o644))
	h := openHall(t, "", func(o *web.Options) { o.Reports, o.Games = decided{}, path })
	b := open(t, 1280, 800)
	for i, g := range games {
		b.Open(fmt.Sprintf("%s?game=%d", h.page(), i+1))
		b.Until(fmt.Sprintf(`(() => {
			const board = document.querySelector("#replay-board"), corner = board?.querySelector('[data-square="%s"]');
			return board?.querySelectorAll(".square").length === %d && board.getAttribute("viewBox") === "0 0 %d %[3]d" &&
				corner.getAttribute("transform") === "%[4]s" && corner.getAttribute("aria-label") === "%s";
		})()`, g.corner, g.squares, g.wide, g.at, g.label))
	}
	b.Quiet("plan.svg", "picture.jpg")
}

// While a game is under way a game of the list can be stepped through, and its report is promised for later. Who
// watches may look, and begins nothing.
func pageListsForSpectators(t *testing.T, open browser.Opener) {
	h := openHall(t, "", func(o *web.Options) {
		o.Token, o.SpectatorToken, o.Reports, o.Games = "commander", "spectator", decided{}, keptGames(t)
	})
	h.turn(h.begin(opening...), nil)
	b := open(t, 1280, 800)
	b.Open(h.page() + "?game=102#token=spectator")
	b.Until(`document.querySelector("#replay-decided")?.textContent.startsWith("A game is under way")`)
	if !browser.Value[bool](b, `document.querySelector("#replay-play").disabled && document.querySelector("#play-from").disabled`) {
		t.Error("a spectator may begin a game")
	}
	b.Quiet("plan.svg", "picture.jpg", "report.json")
}

// A position is set up by dragging pieces, by taps, with keys, as a FEN in any dialect, and from a file of problems;
// the game begins with it, and a name goes into its record and into that of a rematch alone.
func pageSetsPositionsUp(t *testing.T, open browser.Opener) {
	axe := browser.NewAxe(t)
	file := filepath.Join(t.TempDir(), "problems.pdn")
	expect.OK(t, os.WriteFile(file, []byte(`[Event "First"]
[SetUp "1"]
[FEN "W:W18,26,27,K5:B15,20."]

*

[Event "No problem"]

1. 11-15 *

[Event "Second"]
[White "Payne"]
[FEN "B:W18:BK15"]

1. 15x22 1-0
`), 0o644))
	for _, size := range sizes {
		var names []string
		h := openHall(t, "", func(o *web.Options) { o.Pictures = colours{} }, func(o *service.Options) {
			settings := o.Settings
			o.Settings = func(g service.NewGame) (robot.Settings, error) {
				names = append(names, g.Player)
				return settings(g)
			}
		})
		h.turn(h.begin(opening...), nil)
		b := open(t, size[0], size[1])
		b.Open(h.page())
		b.Says("Your turn")
		fen := func(want string) {
			t.Helper()
			b.Until(`document.querySelector("#game-form [name=fen]")?.value === ` + browser.Quoted(want))
		}
		at := func(square int) string { return fmt.Sprintf(`#editor .square[data-square="%d"]`, square) }
		b.Press("#before")
		b.Press("#before")
		b.Press("#play-from")
		fen("B:W14,19,21,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,10,11,12,13,15")
		b.Until(`document.querySelector("#game-dialog").open && document.querySelector("#game-form .gives-up").checkVisibility()`)
		b.Press("#edit-empty")
		fen("B:W:B")
		browser.Value[bool](b, `(document.querySelector("#editor svg").scrollIntoView({block: "start"}), true)`)
		b.Click(at(34)) // a black king
		b.Click(at(10))
		b.Click(at(15))
		b.Click(at(15)) // and away again
		fen("B:W:BK10")
		b.Drag(at(35), at(22))
		b.Touch(at(36), at(23))
		b.Drag(at(10), at(6))
		fen("B:W22,K23:BK6")
		b.Drag(at(22), "#edit-empty")
		fromX, y := b.Middle(at(23))
		toX, _ := b.Middle(at(24))
		b.Do(chromedp.DragAndDropXY(fromX, y, (fromX+toX)/2, y)) // where no piece can stand
		fen("B:WK23:BK6")
		browser.Value[bool](b, `(document.querySelector(`+browser.Quoted(at(29))+`).focus(), true)`)
		b.Keys(kb.ArrowUp) // Black is near, and the spare pieces are beyond White
		b.Until(`document.activeElement.dataset.square === "33"`)
		b.Keys(kb.ArrowLeft, kb.ArrowLeft, kb.Enter, kb.ArrowDown, kb.Enter)
		fen("B:WK23,31:BK6")
		if name := browser.Value[string](b, `document.activeElement.getAttribute("aria-label")`); name != "31: white man" {
			t.Errorf("the square is said to be %q", name)
		}
		b.Do(chromedp.SetValue(chromedp.CSS(`#game-form [name=turn]`), "white"))
		browser.Value[bool](b, `document.querySelector("#game-form [name=turn]").dispatchEvent(new Event("change"))`)
		fen("W:WK23,31:BK6")
		b.Picture(fmt.Sprintf("%d editor", size[0]))
		axe.Look(b, "a position that is set up")
		for _, tag := range sentence.Languages() {
			browser.Value[bool](b, `import("/page/words.js").then((w) => w.speak(`+browser.Quoted(tag.String())+`))`)
			if got := browser.Value[string](b, fitting); got != "" {
				t.Errorf("%v, %v: %s", size, tag, got)
			}
		}
		browser.Value[bool](b, `import("/page/words.js").then((w) => w.speak("en"))`)

		types := func(text string) {
			b.Do(chromedp.SendKeys(chromedp.CSS(`#game-form [name=fen]`), text))
			b.Keys(kb.Tab)
		}
		types("w:w21-23,k30:bk1")
		fen("W:W21,22,23,K30:BK1")
		b.Until(`document.querySelectorAll("#editor .piece").length === 9`)
		types(`W:W99"`)
		b.Until(`document.querySelector("#game-form .refused").textContent.startsWith("The positions cannot be read: ")`)
		b.Do(chromedp.SetUploadFiles(chromedp.CSS(`#edit-file`), []string{file}))
		fen("W:WK5,18,26,27:B15,20")
		b.Until(`document.querySelector("#game-form .refused").hidden &&
			[...document.querySelectorAll("#problems option")].map((o) => o.textContent).join() === "1. First,3. Second Payne"`)
		b.Do(chromedp.SetValue(chromedp.CSS(`#problems`), "B:W18:BK15"))
		browser.Value[bool](b, `document.querySelector("#problems").dispatchEvent(new Event("change"))`)
		fen("B:W18:BK15")
		b.Picture(fmt.Sprintf("%d problems", size[0]))

		b.Do(chromedp.SetValue(chromedp.CSS(`#game-form [name=player]`), "  Änne   \"B\" "))
		b.Press("#game-form button.main")
		browser.Await(t, func() bool { return len(h.player.Played()) == 2 })
		if s := h.player.Played()[1]; s.Start.FEN() != "B:W18:BK15" || s.SetUp {
			t.Errorf("%v: the game is %+v", size, s)
		}
		h.player.Tells <- robot.Turn(checkers.Start(), false)
		h.player.Ends <- nil
		b.Until(`document.body.className === "over"`)
		b.Press(`[data-command="rematch"]`)
		browser.Await(t, func() bool { return len(h.player.Played()) == 3 })
		b.Until(`document.body.className !== "over"`)
		b.Press(`[data-command="start over"]`)
		b.Press(`#again-form button.main`)
		browser.Await(t, func() bool { return len(h.player.Played()) == 4 })
		if got := strings.Join(names, "|"); got != `|Änne "B"|Änne "B"|` {
			t.Errorf("%v: the names are %q", size, got)
		}
		state, err := json.Marshal(h.player.Snapshot())
		expect.OK(t, err)
		events, _, _ := h.player.Events(0)
		told, err := json.Marshal(events)
		expect.OK(t, err)
		stored := browser.Value[string](b, `JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + location.href`)
		if all := string(state) + string(told) + stored; strings.Contains(all, "nne") {
			t.Errorf("the name is elsewhere, too: %s", all)
		}
		b.Quiet("plan.svg", "picture.jpg", "/api/v1/")
		h.close()
	}
}
