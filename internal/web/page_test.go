package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/service"
	"draughtsman/internal/testkit/browser"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/player"
	"draughtsman/internal/web"
)

// hall is a service that is served to browsers.
type hall struct {
	t       *testing.T
	player  *player.Player
	address string
	close   func() // ends it
}

// openHall serves at an address; "": a free one.
func openHall(t *testing.T, address string, change func(*web.Options), of ...func(*service.Options)) *hall {
	t.Helper()
	if address == "" {
		address = "127.0.0.1:0"
	}
	l, err := net.Listen("tcp", address)
	expect.OK(t, err)
	p := player.New(func(o *service.Options) {
		for _, change := range of {
			change(o)
		}
	})
	o := web.Options{Now: time.Now, Game: func() (string, int64) { return "[Event \"?\"]\n\n*\n", 7 }}
	if change != nil {
		change(&o)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 2)
	go func() { ended <- p.Run(ctx) }()
	go func() { ended <- web.Serve(ctx, l, p.Service, o) }()
	closed := false
	h := &hall{t: t, player: p, address: l.Addr().String()}
	h.close = func() {
		if closed {
			return
		}
		closed = true
		stop()
		for range 2 {
			if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		}
	}
	t.Cleanup(h.close)
	awaitState(p.Service, service.Idle)
	return h
}

// page is the address of the page.
func (h *hall) page() string { return "http://" + h.address + "/" }

// begin begins a game in which the robot has White, with moves that were made.
func (h *hall) begin(moves ...string) *checkers.Game {
	h.t.Helper()
	expect.OK(h.t, h.player.Do(h.t.Context(), service.NewGame{Side: checkers.White, Level: "club"}))
	game := checkers.NewGame(checkers.Start())
	h.player.Tells <- robot.Begins(checkers.White, "", checkers.Start())
	for _, text := range moves {
		h.move(game, text)
	}
	return game
}

// move makes a move.
func (h *hall) move(game *checkers.Game, text string) {
	h.t.Helper()
	legal := game.Position().Moves()
	i := slices.IndexFunc(legal, func(m checkers.Move) bool { return m.String() == text })
	if i < 0 {
		h.t.Fatalf("%s is not legal: %v", text, checkers.Texts(legal))
	}
	by := game.Position().Turn
	expect.OK(h.t, game.Play(legal[i]))
	h.player.Tells <- robot.Event{Kind: robot.Played, Side: &by, Robots: by == checkers.White, Move: legal[i],
		Position: game.Position()}
}

// turn begins a turn.
func (h *hall) turn(game *checkers.Game, left *[2]time.Duration) {
	p := game.Position()
	e := robot.Turn(p, p.Turn == checkers.White)
	e.Left = left
	h.player.Tells <- e
}

// colours is a camera that sees a plain colour.
type colours struct{}

func (colours) JPEG(context.Context, robot.View) ([]byte, time.Time, error) {
	picture := image.NewRGBA(image.Rect(0, 0, 320, 240))
	draw.Draw(picture, picture.Bounds(), image.NewUniform(color.RGBA{60, 110, 90, 255}), image.Point{}, draw.Src)
	var file bytes.Buffer
	err := jpeg.Encode(&file, picture, nil)
	return file.Bytes(), time.Now(), err
}

// opening is a game with a capture or two.
var opening = []string{"11-15", "23-19", "8-11", "22-17", "9-13", "17-14", "10x17", "21x14"}

// The page in a browser. One is started for all of it.
func TestPage(t *testing.T) {
	open := browser.Start(t)
	for _, test := range []struct {
		name string
		run  func(t *testing.T, open browser.Opener)
	}{
		{"shows the game", pageShowsTheGame},
		{"commands", pageCommands},
		{"begins anew", pageBeginsAnew},
		{"shows a recorded game", pageShowsARecordedGame},
		{"sets the speed", pageSetsTheSpeed},
		{"shows refusals", pageShowsRefusals},
		{"says what is to be set up", pageSaysWhatIsToBeSetUp},
		{"tells games apart", pageTellsGamesApart},
		{"stops", pageStops},
		{"fits a phone", pageFitsAPhone},
		{"points out what is said", pagePointsOut},
		{"asks how well you play", pageAsksHowWellYouPlay},
		{"keeps everything in its place", pageKeepsPlaces},
		{"says what decided a game", pageEnds},
		{"is without connection", pageWithoutConnection},
		{"is for spectators", pageOfSpectators},
		{"makes moves", pageMoves},
		{"has the positions of the rules", pagePositions},
		{"can be heard", pageSounds},
		{"steps through the game", pageSteps},
		{"follows the moves", pageFollowsTheMoves},
		{"lists games", pageListsGames},
		{"lists games to spectators", pageListsForSpectators},
		{"lists other games", pageListsOtherGames},
		{"draws other boards", pageDrawsOtherBoards},
		{"sets positions up", pageSetsPositionsUp},
		{"is quick", pageIsQuick},
		{"is for everybody", pageForEverybody},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, open) })
	}
}

// What it looks like in the middle of a game, wide and on a phone, in the light and in the dark.
func pageShowsTheGame(t *testing.T, open browser.Opener) {
	h := openHall(t, "", func(o *web.Options) { o.Pictures = colours{} })
	game := h.begin(opening...)
	h.player.Tells <- robot.Event{Kind: robot.Decided, Thought: &robot.Thought{Result: search.Info{Depth: 9, Score: 34,
		PV: checkers.Start().Moves()[:1]}, Why: sentence.Say("it keeps the draw")}}
	h.player.Tells <- robot.Event{Kind: robot.Repairing, Text: sentence.Say("hello")}
	h.turn(game, &[2]time.Duration{5 * time.Minute, 4 * time.Minute})
	for _, screen := range []struct {
		name          string
		width, height int
		dark          bool
	}{{"wide", 1440, 900, false}, {"phone", 390, 844, false}, {"tablet", 768, 1024, false}, {"dark", 1440, 900, true}} {
		b := open(t, screen.width, screen.height)
		if screen.dark {
			b.Dark()
		}
		b.Open(h.page())
		b.Says("Your turn: Black to move.")
		b.Until(`document.querySelector("#film").dataset.taken`)
		b.Until(`document.querySelector("#thought").textContent.includes("9-13: it keeps the draw.")`)
		b.Picture(screen.name)
		b.Quiet("plan.svg")
	}
}

// A press on each button sends its command, where the command would be obeyed, and what is asked for before goes with
// it.
func pageCommands(t *testing.T, open browser.Opener) {
	h := openHall(t, "", nil)
	b := open(t, 1280, 900)
	b.Open(h.page())
	b.Says("The arm is at its place.")

	b.Press(`[data-command="home"]`)
	b.Until(`document.querySelector("#log") !== null`)
	browser.Await(t, func() bool { return len(h.player.Asked()) == 2 }) // the first time was by itself

	b.Press(`[data-command="new game"]`)
	b.Do(chromedp.SetValue(chromedp.CSS(`#game-form [name=level]`), "casual"),
		chromedp.SetValue(chromedp.CSS(`#game-form [name=think]`), "3s"))
	b.Press(`#game-form [name=side][value=black]`)
	b.Press(`#game-form [name=set_up][value=people]`)
	b.Picture("new-game")
	b.Press(`#game-form button.main`)
	browser.Await(t, func() bool { return len(h.player.Played()) == 1 })
	game := h.player.Played()[0]
	if game.Side != checkers.Black || game.Think != 3*time.Second || game.SetUp || game.Tags[0].Value != "casual" {
		t.Errorf("the game is %+v", game)
	}

	h.player.Tells <- robot.Begins(checkers.Black, "", checkers.Start())
	h.player.Tells <- robot.Turn(checkers.Start(), false)
	for _, command := range []string{"hint", "tidy", "straighten", "turn over", "offer draw"} {
		b.Press(`[data-command="` + command + `"]`)
		if command == "offer draw" {
			b.Until(`document.querySelector("#sure-text").textContent === "Offer the robot a draw?"`)
			b.Press(`#sure-yes`)
		}
		browser.Await(t, func() bool { heard := h.player.Heard(); return len(heard) > 0 && heard[len(heard)-1] == command })
	}
	b.Press(`[data-command="take back"]`)
	b.Press(`#back-form [name=by][value=hand]`)
	b.Press(`#back-form button.main`)
	browser.Await(t, func() bool { return slices.Contains(h.player.Heard(), "take back") })
	b.Until(`!document.querySelector("#back-dialog").open`) // behind which nothing can be pressed

	// Asked again before the page has heard that the first question was closed: STOP stays within reach.
	b.Press(`[data-command="resign"]`)
	browser.Value[bool](b, `new Promise((heard) => {
		document.querySelector("#sure").addEventListener("close", () => heard(true), {once: true});
		document.querySelector("#sure-no").click();
		document.querySelector('[data-command="resign"]').click();
	})`)
	if !browser.Value[bool](b, `document.querySelector("#sure").open && document.querySelector("#sure #stop") !== null`) {
		t.Error("STOP cannot be reached while it is asked whether that is meant")
	}
	b.Press(`#sure-no`)
	b.Until(`!document.querySelector("#sure").open`)
	if slices.Contains(h.player.Heard(), "resign") {
		t.Error("it has resigned before that was meant")
	}
	b.Press(`[data-command="resign"]`)
	b.Press(`#sure-yes`)
	browser.Await(t, func() bool { return slices.Contains(h.player.Heard(), "resign") })

	h.player.Tells <- robot.Event{Kind: robot.Waiting, Held: true, Text: sentence.Say("hello")}
	b.Press(`[data-command="own arm"]`)
	browser.Await(t, func() bool { return slices.Contains(h.player.Heard(), "own arm") })
	h.player.Ends <- nil
	b.Until(`!document.querySelector('[data-command="show"]').disabled`)
	b.Quiet("plan.svg", "picture.jpg")
}

// A new game, another level and the same once more take two presses at any time, and what is on is asked about once.
// A hand at a simulated table sets games up, and the arm where there is none.
func pageBeginsAnew(t *testing.T, open browser.Opener) {
	for _, hand := range []bool{true, false} {
		beginsAnew(t, open, hand)
	}
}

func beginsAnew(t *testing.T, open browser.Opener, hand bool) {
	h := openHall(t, "", nil, func(o *service.Options) {
		if !hand {
			o.Hand = nil
		}
	})
	defer h.close()
	game := h.begin(opening...)
	b := open(t, 390, 844)
	b.Open(h.page())
	for i, test := range []struct {
		tell               robot.Event
		first, then, level string
	}{
		{robot.Turn(game.Position(), true), `[data-command="start over"]`, `#again-form button.main`, ""},
		{robot.Event{Kind: robot.Carrying, Step: 1, Steps: 2}, `[data-command="start over"]`, `#levels [value=casual]`, "casual"},
		{robot.Event{Kind: robot.Asking, Position: checkers.Start()}, `[data-command="new game"]`, `#game-form button.main`, ""},
	} {
		h.player.Tells <- test.tell
		b.Press(test.first)
		b.Until(`[...document.querySelectorAll("dialog[open] .gives-up")].some((e) => e.checkVisibility())`)
		b.Picture(fmt.Sprint("anew ", i))
		b.Press(test.then)
		browser.Await(t, func() bool { return len(h.player.Played()) == i+2 })
		if s := h.player.Played()[i+1]; s.Side != checkers.White || robot.LevelOf(s.Tags) != test.level ||
			s.SetUp == hand {
			t.Errorf("%s: the game is %+v", test.then, s)
		}
		h.player.Tells <- robot.Begins(checkers.White, test.level, checkers.Start())
		b.Until(`document.querySelector("dialog[open]") === null`) // behind which nothing can be pressed
	}
	b.Quiet("plan.svg", "picture.jpg", "/api/v1/")
}

// A recorded game is shown from a file, move by move.
func pageShowsARecordedGame(t *testing.T, open browser.Opener) {
	h := openHall(t, "", nil)
	file := filepath.Join(t.TempDir(), "game.pdn")
	expect.OK(t, os.WriteFile(file, []byte("1. 11-15 23-19 2. 8-11 *"), 0o644))
	b := open(t, 1280, 900)
	b.Open(h.page())
	b.Press(`[data-command="show"]`)
	b.Do(chromedp.SetUploadFiles(chromedp.CSS(`#show-form [name=file]`), []string{file}))
	b.Press(`#show-form button.main`)
	browser.Await(t, func() bool { return len(h.player.Played()) == 1 && h.player.Played()[0].Shows != nil })
	h.player.Tells <- robot.Turn(checkers.Start(), true)
	b.Press(`[data-command="next move"]`)
	browser.Await(t, func() bool { return slices.Contains(h.player.Heard(), "next move") })
	b.Quiet("plan.svg", "picture.jpg")
}

// The speed of a simulated table is set by a slider, in whatever state, which shows what another client has set.
func pageSetsTheSpeed(t *testing.T, open browser.Opener) {
	h := openHall(t, "", nil)
	b := open(t, 390, 844)
	b.Open(h.page())
	b.Until(`document.querySelector("#speed input").max === "10" && document.querySelector("#speed input").value === "1"`)
	b.Do(chromedp.SetValue(chromedp.CSS("#speed input"), "4"))
	browser.Await(t, func() bool { return h.player.Snapshot().Speed.Times == 4 })
	expect.OK(t, h.player.Do(t.Context(), service.Speed{Times: 2.5}))
	b.Until(`document.querySelector("#speed input").value === "2.5" &&
		document.querySelector("#speed output").textContent === "2.5×"`)
	b.Quiet("plan.svg", "picture.jpg")
	real := openHall(t, "", nil, func(o *service.Options) { o.Clock = nil })
	b.Open(real.page())
	b.Until(`document.body.className === "idle" && document.querySelector("#speed").hidden`)
}

// What is not obeyed is said in the table's own sentence, in the language of the page.
func pageShowsRefusals(t *testing.T, open browser.Opener) {
	h := openHall(t, "", nil)
	b := open(t, 1280, 900)
	b.Open(h.page())
	b.Press(`[data-command="new game"]`)
	b.Press(`#game-form [name=position][value=fen]`)
	b.Press(`#edit-empty`)
	browser.Value[bool](b, `(document.querySelector("#editor svg").scrollIntoView({block: "start"}), true)`)
	for _, square := range []int{33, 12, 35, 1} { // a black man and a white one, which is none any more
		b.Click(fmt.Sprintf(`#editor .square[data-square="%d"]`, square))
	}
	b.Press(`#game-form button.main`)
	b.Until(`document.querySelector("#game-form .refused").textContent.includes("king row")`)
	b.Press(`#game-form .close`)
	b.Press(`#show-games`)
	b.Until(`document.querySelector("#games .refused")?.textContent === "The games at this table are kept nowhere."`)
	b.Quiet("plan.svg", "picture.jpg", "commands", "games.json")
}

// A position that does not stand yet is shown as one that is to be set up, and the board as empty as long as nothing is
// known of it.
func pageSaysWhatIsToBeSetUp(t *testing.T, open browser.Opener) {
	h := openHall(t, "", nil)
	b := open(t, 1280, 900)
	b.Open(h.page())
	shows := func(pieces int, caption string) {
		t.Helper()
		b.Until(fmt.Sprintf(`document.querySelectorAll(".piece").length === %d &&
			document.querySelector("#standing").textContent === %q`, pieces, caption))
		if stands := !browser.Value[bool](b, `document.querySelector("#board").classList.contains("past")`); stands !=
			(caption == "") {
			t.Errorf("under %q the board is said to stand: %t", caption, stands)
		}
	}
	shows(0, "No game yet")
	game := h.begin(opening...)
	h.turn(game, nil)
	shows(22, "")
	h.player.Tells <- robot.Event{Kind: robot.WaitingForSetUp, Position: checkers.Start()}
	shows(24, "To be set up")
	b.Picture("to-be-set-up")
	h.turn(game, nil)
	shows(22, "")
	b.Quiet("plan.svg", "picture.jpg")
}

// A plan and a file of another game than the one that is shown are not taken for its own.
func pageTellsGamesApart(t *testing.T, open browser.Opener) {
	var of atomic.Int64
	of.Store(7)
	h := openHall(t, "", func(o *web.Options) {
		o.Plan = func(bool) ([]byte, int64) {
			return []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>`), of.Load()
		}
		o.Game = func() (string, int64) { return "[Event \"?\"]\n\n*\n", of.Load() }
	})
	h.turn(h.begin(), nil)
	b := open(t, 1280, 900)
	b.Downloads(t.TempDir())
	b.Open(h.page())
	b.Says("Your turn")
	b.Press("#show-plan")
	const planAsked = `performance.getEntriesByType("resource").filter((e) => e.name.includes("plan.svg")).length`
	for i, own := range []bool{false, true} {
		if own {
			of.Store(h.player.Snapshot().Game)
		}
		b.Press(`[data-file="game.pdn"]`)
		b.Until(fmt.Sprintf(`document.querySelector("#refusal").textContent.includes("of an earlier game") === %t`, !own))
		h.player.Tells <- robot.Event{Kind: robot.Carrying, Step: 1, Steps: 2}
		b.Until(fmt.Sprintf(`%s === %d && document.querySelector("#picture").hidden === %t`, planAsked, i+1, !own))
	}
	b.Quiet("picture.jpg")
}

// The space bar stops the arm wherever the focus is, but not while somebody types. Going on takes two steps.
func pageStops(t *testing.T, open browser.Opener) {
	h := openHall(t, "", nil)
	h.turn(h.begin(), nil)
	b := open(t, 390, 844)
	b.Open(h.page())
	b.Says("Your turn")
	browser.Value[bool](b, `(document.querySelector('[data-command="hint"]').focus(), true)`)
	b.Keys(" ")
	b.Says("The arm is stopped where it is.")
	if heard := h.player.Heard(); len(heard) > 0 {
		t.Errorf("the space bar pressed a button, too: %v", heard)
	}
	b.Picture("stopped")
	b.Press(`[data-command="continue"]`)
	b.Until(`document.activeElement.id === "sure-no"`)
	if slices.Contains(h.player.Asked(), "resume") {
		t.Error("it goes on before that was meant")
	}
	b.Press(`#sure-yes`)
	browser.Await(t, func() bool { return slices.Contains(h.player.Asked(), "resume") })
	h.turn(checkers.NewGame(checkers.Start()), nil)
	b.Says("Your turn")
	b.Press(`[data-command="hint"]`)
	browser.Await(t, func() bool { return slices.Contains(h.player.Heard(), "hint") })
	b.Press(`[data-command="take back"]`)
	b.Until(`document.querySelector("#back-dialog #stop") !== null`)
	b.Do(chromedp.Focus(chromedp.CSS(`#back-form [name=plies]`)), chromedp.KeyEvent(" "))
	b.Says("Your turn")
	b.Press(`#back-form .close`)
	b.Press(`#stop`)
	b.Says("The arm is stopped where it is.")
	b.Press(`[data-command="give up"]`)
	b.Press(`#sure-yes`)
	browser.Await(t, func() bool { return slices.Contains(h.player.Asked(), "give up") })
	b.Quiet("plan.svg", "picture.jpg")
}

// On a phone nothing is wider than the screen, in any language. Who changes it is not told that the table is away.
func pageFitsAPhone(t *testing.T, open browser.Opener) {
	h := openHall(t, "", func(o *web.Options) { o.Pictures = colours{} })
	h.turn(h.begin(opening...), &[2]time.Duration{time.Minute, time.Hour})
	b := open(t, 390, 844)
	b.Open(h.page())
	b.Until(`document.querySelector("#stop").checkVisibility()`)
	browser.Value[bool](b, `(window.heard = [], new MutationObserver((list) => list.forEach((m) =>
		m.addedNodes.forEach((n) => window.heard.push(n.textContent)))).observe(document.querySelector("#announce"), {childList: true}), true)`)
	for _, tag := range sentence.Languages() {
		speaks(b, tag)
		said := h.player.Snapshot().Sentence.In(tag)
		b.Until(`document.querySelector("h1").textContent === ` + browser.Quoted(said))
		if wide := browser.Value[float64](b, `document.documentElement.scrollWidth`); wide > 390 {
			t.Errorf("%v: the page is %v pixels wide", tag, wide)
		}
		if outside := browser.Value[string](b, `[...document.querySelectorAll("button, h1, svg")].filter((e) =>
			e.checkVisibility() && e.getBoundingClientRect().right > 390).map((e) => e.id || e.textContent).join()`); outside != "" {
			t.Errorf("%v: what stands out: %v", tag, outside)
		}
	}
	b.Picture("french")
	if said := browser.Value[string](b, `window.heard.join()`); strings.Contains(said, "reach") || said == "" {
		t.Errorf("a screen reader says %q", said)
	}
	b.Quiet("plan.svg")
}

// When the program ends, the page says so at once, greys the rest out, and catches up with the next one. What it knew
// of the one before is gone.
func pageWithoutConnection(t *testing.T, open browser.Opener) {
	h := openHall(t, "", nil)
	h.turn(h.begin(opening...), nil)
	b := open(t, 1280, 900)
	b.Open(h.page())
	b.Says("Your turn")
	b.Until(`document.querySelectorAll(".ply").length === 8`)
	h.close()
	b.Says("The table cannot be reached.")
	b.Picture("cut")
	for _, what := range []string{`document.querySelector("main").inert`,
		`document.querySelectorAll("[data-command]:enabled").length === 0`,
		`getComputedStyle(document.querySelector(".play")).opacity < 0.5`, `document.querySelector("#stop").checkVisibility()`} {
		if !browser.Value[bool](b, what) {
			t.Errorf("without a connection it is not so: %s", what)
		}
	}
	b.Press("#stop")
	b.Until(`document.querySelector("#refusal").textContent.startsWith("STOP was not heard")`)
	next := openHall(t, h.address, nil)
	b.Until(`document.querySelector("#refusal").hidden`) // the alarm is over, and nobody has to take it back
	b.Says("The arm is at its place.")
	b.Until(`document.querySelectorAll(".ply").length === 0 && document.querySelector("#log").children.length === 0`)
	next.turn(next.begin(), nil)
	b.Says("Your turn")
	b.Quiet("/api/v1/", "plan.svg")
}

// Whoever has no token is asked for one. A spectator sees everything, and has no button that works.
func pageOfSpectators(t *testing.T, open browser.Opener) {
	h := openHall(t, "", func(o *web.Options) { o.Token, o.SpectatorToken = "commander", "spectator" })
	h.turn(h.begin(opening...), nil)
	b := open(t, 1280, 900)
	b.Open(h.page())
	b.Until(`document.querySelector("#token-dialog").open`)
	b.Do(chromedp.SendKeys(chromedp.CSS("#token"), "spectator"))
	b.Press("#token-form button")
	b.Says("Your turn")
	b.Until(`document.querySelectorAll(".ply").length === 8`)
	if enabled := browser.Value[float64](b, `document.querySelectorAll("[data-command]:enabled").length`); enabled > 0 {
		t.Errorf("%v buttons work", enabled)
	}
	if browser.Value[bool](b, `document.querySelector("#stop").checkVisibility()`) {
		t.Error("there is a button to stop with")
	}
	b.Keys(" ")
	b.Picture("spectator")
	b.Open(h.page() + "#token=commander")
	b.Until(`document.querySelector("#stop").checkVisibility()`)
	if address := browser.Value[string](b, "location.href"); address != h.page() {
		t.Errorf("the address is %s", address)
	}
	if state := h.player.Snapshot().State; state != service.HumansTurn {
		t.Errorf("the spectator has brought it to the state %q", state)
	}
	b.Quiet("/api/v1/", "plan.svg")
}

// hand notes the moves that it is to make.
type hand chan string

// Move implements service.Hand.
func (h hand) Move(_ checkers.Position, move checkers.Move) error {
	h <- move.String()
	return nil
}

// A move is made by clicks, by dragging, and by keys alone. Where several captures end on a square, one on the way says
// which is meant.
func pageMoves(t *testing.T, open browser.Opener) {
	moves := make(hand, 1)
	h := openHall(t, "", nil, func(o *service.Options) { o.Hand = moves })
	h.turn(h.begin(), nil)
	b := open(t, 1280, 1000)
	b.Open(h.page())
	b.Until(`document.querySelectorAll(".piece.movable").length === 4`)
	wants := func(how, want string) {
		t.Helper()
		select {
		case got := <-moves:
			if got != want {
				t.Errorf("%s: %s, want %s", how, got, want)
			}
		case <-time.After(browser.Patience):
			t.Fatalf("%s: no move was asked for", how)
		}
	}
	at := func(square int) string { return fmt.Sprintf(`.square[data-square="%d"]`, square) }
	click := func(square int) { b.Click(at(square)) }
	click(9)
	b.Until(`document.querySelectorAll(".square.end").length === 2`)
	b.Picture("chosen")
	click(13)
	wants("clicks", "9-13")
	b.Until(`document.querySelector("#more").textContent === "The hand makes 9-13."`)
	b.Drag(at(11), at(15))
	wants("dragging", "11-15")

	// With keys alone: from square 1, which takes the focus, along its row and up to 12, and on to 16.
	browser.Value[bool](b, `(document.querySelector("#language").focus(), true)`)
	for range 12 {
		b.Keys(kb.Tab)
		if browser.Value[bool](b, `document.activeElement.matches(".square")`) {
			break
		}
	}
	b.Keys(kb.ArrowLeft, kb.ArrowLeft, kb.ArrowLeft, kb.ArrowUp, kb.ArrowUp)
	b.Until(`document.activeElement.dataset.square === "12"`)
	b.Keys(kb.Enter)
	b.Until(`document.querySelector('.square[data-square="12"]').getAttribute("aria-selected") === "true"`)
	b.Keys(kb.ArrowUp)
	b.Until(`document.activeElement.dataset.square === "16"`)
	b.Keys(kb.Enter)
	wants("keys", "12-16")

	// Two ways lead from 2 to 18.
	fork, err := checkers.ParseFEN("B:W6,7,14,15,32:B2")
	expect.OK(t, err)
	h.player.Tells <- robot.Turn(fork, false)
	b.Until(`document.querySelectorAll(".piece").length === 6`)
	b.Says("Your turn")
	click(2)
	click(18)
	b.Until(`document.querySelector("#refusal").textContent.includes("Several ways lead to 18")`)
	click(9)
	wants("a square on the way", "2x9x18")
	b.Quiet("plan.svg", "picture.jpg")
}

// The page plays moves on its board as the rules do, and finds the one that is meant.
func pagePositions(t *testing.T, open browser.Opener) {
	h := openHall(t, "", nil)
	b := open(t, 800, 800)
	b.Open(h.page())
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 20 {
		rules := checkers.RuleSet(i % checkers.RuleSets)
		game := checkers.NewGame(rules.Start())
		var moves, fens []string
		for len(game.Position().Moves()) > 0 && len(moves) < 120 {
			legal := game.Position().Moves()
			move := legal[random.IntN(len(legal))]
			if game.Play(move) != nil {
				break
			}
			moves, fens = append(moves, move.String()), append(fens, game.Position().FEN())
		}
		played, err := json.Marshal(map[string]any{"rules": rules, "moves": moves, "fens": fens})
		expect.OK(t, err)
		differs := browser.Value[string](b, `import("/page/position.js").then(({ startOf, positionsOf, parseFen }) => {
			const { rules, moves, fens } = `+string(played)+`;
			const text = (p) => p.turn + [...p.pieces].sort(([a], [b]) => a - b).map(([s, x]) => s + x.side + x.king);
			const after = positionsOf(startOf(rules), moves, rules).slice(1);
			const at = after.findIndex((p, i) => text(p) !== text(parseFen(fens[i])));
			return at < 0 ? "" : moves.slice(0, at + 1).join(" ");
		})`)
		if differs != "" {
			t.Fatalf("in %v the board is another one after %s", rules, differs)
		}
	}
}

// A move, a capture, a crown and the end sound each in their own way, unless that is switched off.
func pageSounds(t *testing.T, open browser.Opener) {
	h := openHall(t, "", nil)
	p, err := checkers.ParseFEN("B:W10,22,24,32:B6,25,12")
	expect.OK(t, err)
	game := checkers.NewGame(p)
	h.begin()
	h.turn(game, nil)
	b := open(t, 1280, 800)
	b.Open(h.page())
	b.Until(`document.querySelectorAll(".piece").length === 7`)
	browser.Value[bool](b, `(window.notes = [], window.OscillatorNode = class {
		constructor(_, { frequency }) { window.notes.push(Math.round(frequency)); }
		connect(to) { return to; }
		start() {}
		stop() {}
	}, true)`)
	b.Press("#tone")
	b.Press("#tone") // off and on
	heard := func(what, notes string) {
		t.Helper()
		b.Until(`window.notes.join() === "` + notes + `"`)
		browser.Value[bool](b, `(window.notes.length = 0, true)`)
	}
	heard("on", "587,880")
	makes := func(text string) {
		h.move(game, text)
		p = game.Position()
		b.Until(fmt.Sprintf(`document.querySelectorAll(".piece").length === %d`, p.Occupied().Len()))
	}
	makes("6x15")
	heard("a capture", "330,220")
	makes("24-19")
	heard("a move", "330")
	makes("15x24")
	heard("a capture", "330,220")
	makes("22-18")
	heard("a move", "330")
	makes("25-30")
	heard("a crown", "523,659,784")
	b.Press("#tone")
	makes("18-15")
	h.player.Tells <- robot.Event{Kind: robot.GameOver, Outcome: checkers.Outcome{Draw: true, Reason: "test"}}
	b.Until(`document.body.className === "over"`)
	heard("nothing", "")
	b.Press("#tone")
	heard("on again", "587,880")
	h.player.Tells <- robot.Event{Kind: robot.GameOver, Outcome: checkers.Outcome{Draw: true, Reason: "test"}}
	heard("the end", "784,659,523")
	b.Quiet("plan.svg", "picture.jpg", "report.json")
}

// After the game the page steps through it, and says that this is not what stands.
func pageSteps(t *testing.T, open browser.Opener) {
	h := openHall(t, "", nil)
	h.turn(h.begin(opening...), nil)
	h.player.Ends <- nil
	b := open(t, 1280, 900)
	b.Open(h.page())
	b.Until(`document.querySelectorAll(".ply").length === 8`)
	pieces := func(want int) {
		t.Helper()
		b.Until(fmt.Sprintf(`document.querySelectorAll(".piece").length === %d`, want))
	}
	pieces(22)
	b.Keys(kb.ArrowLeft)
	pieces(23)
	b.Until(`document.querySelector("#standing").textContent === "After 10x17, not what stands now"`)
	b.Press("#first")
	pieces(24)
	b.Press("#after")
	b.Until(`document.querySelector(".ply[aria-current]").textContent === "11-15"`)
	b.Press(`.ply[data-ply="7"]`)
	pieces(23)
	b.Press("#latest")
	pieces(22)
	b.Until(`document.querySelector("#standing").textContent === ""`)
	b.Quiet("plan.svg", "picture.jpg", "report.json")
}

// mostUntilPaint is how long it may take until something is to be seen, on the same computer.
const mostUntilPaint = 300 // milliseconds

// The page is there at once. What it takes is said; a computer that has other things to do proves nothing.
func pageIsQuick(t *testing.T, open browser.Opener) {
	h := openHall(t, "", nil)
	b := open(t, 1280, 900)
	b.Open(h.page())
	b.Says("The arm is at its place.")
	paint := browser.Value[float64](b, `performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? -1`)
	asked := browser.Value[float64](b, `performance.getEntriesByType("resource").filter((e) =>
		new URL(e.name).origin !== location.origin).length`)
	t.Logf("first paint after %.0f ms, of %d at most where nothing else is done", paint, mostUntilPaint)
	if asked > 0 {
		t.Errorf("%v files come from elsewhere", asked)
	}
}

// axe-core finds nothing that keeps people from using the page: in the light or the dark, with more contrast, or in a
// dialog.
func pageForEverybody(t *testing.T, open browser.Opener) {
	axe := browser.NewAxe(t)
	if axe == "" {
		t.SkipNow()
	}
	h := openHall(t, "", func(o *web.Options) { o.Pictures = colours{} })
	h.turn(h.begin(opening...), &[2]time.Duration{time.Minute, time.Hour})
	for _, user := range []struct {
		prefers, value string
		rules          []string
	}{{"color-scheme", "light", nil}, {"color-scheme", "dark", nil},
		{"contrast", "more", []string{"color-contrast-enhanced"}}} { // 7 to 1, by WCAG 1.4.6
		b := open(t, 1280, 900)
		b.Prefers(user.prefers, user.value)
		b.Open(h.page())
		b.Says("Your turn")
		b.Until(`document.querySelector("#film").dataset.taken`)
		axe.Look(b, "the page", user.rules...)
		b.Picture(user.prefers + " " + user.value)
		b.Press(`[data-command="take back"]`)
		axe.Look(b, "a dialog", user.rules...)
	}
}
