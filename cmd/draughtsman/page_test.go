package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/robot"
	"draughtsman/internal/service"
	"draughtsman/internal/testkit/browser"
)

// TestPagePlays plays games at a simulated table in a browser, as a person does: by what the page shows, and by what
// can be pressed, dragged and typed there. Every game is held against what happened on the table.
func TestPagePlays(t *testing.T) {
	open := browser.Start(t)
	for _, test := range []struct {
		name string
		run  func(t *testing.T, open browser.Opener)
	}{
		{"the arm in motion", stopsTheArm},
		{"a game with a mouse", playsWithMouse},
		{"a game on a phone", playsOnPhone},
		{"a game with keys alone", playsWithKeys},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, open) })
	}
}

// atPage is somebody who plays in a browser, against a robot at a simulated table that runs in another process.
type atPage struct {
	t      *testing.T
	tab    *browser.Tab
	served *served
	axe    browser.Axe
	random *rand.Rand
	folder string // with the table's truth, the games' file, and what the browser downloads
	keys   bool   // has no mouse
	seen   int64  // bytes of the truth that are of games before
}

// sitDown begins to play in a browser whose window has a size.
func sitDown(ctx context.Context, t *testing.T, open browser.Opener, width, height int, flags ...string) *atPage {
	t.Helper()
	p := &atPage{t: t, folder: t.TempDir(), random: rand.New(rand.NewPCG(1, 3)), axe: browser.NewAxe(t)}
	p.served = answering(ctx, t, p.folder, append([]string{"play", "--human", "page", "--seed", "1", "--listen",
		"127.0.0.1:0", "--speed", "max", "--time", "50ms", "--truth", "truth.jsonl", "--pdn",
		"games.pdn"}, flags...)...)
	p.tab = open(t, width, height)
	p.tab.Downloads(p.folder)
	p.tab.Record()
	p.tab.Open(strings.TrimSuffix(p.served.address, "api/v1/state"))
	p.tab.Until(`document.body.className !== "waiting" && document.querySelector("#film").dataset.taken !== undefined`)
	// A listener of the window hears of every pointer before the page does.
	browser.Value[bool](p.tab, `(window.pointed = 0, addEventListener("pointerdown", () => window.pointed++, true), true)`)
	return p
}

// leaves ends the program, and holds the page to what every page is held to.
func (p *atPage) leaves() {
	p.t.Helper()
	p.tab.Quiet("plan.svg", "report.json") // whoever begins the next game waits for neither
	var stood []checkers.Position
	for _, e := range p.events() {
		wanted := []robot.Kind{robot.WaitingForSetUp, robot.Asking, robot.TakingBack} // positions that are to stand
		if e.FEN != "" && !slices.Contains(wanted, e.Event) {
			stood = append(stood, position(p.t, e.FEN))
		}
	}
	p.t.Logf("the page has shown %d things", len(p.tab.Held(stood)))
	if pointed := browser.Value[float64](p.tab, `window.pointed`); p.keys && pointed > 0 {
		p.t.Errorf("something was pointed at %v times, and there was to be no mouse", pointed)
	}
	if said := p.served.end(); !strings.Contains(said, "games.pdn") {
		p.t.Errorf("it ends with %q", said)
	}
}

// state is the state of the table, as the page asks for it.
func (p *atPage) state() (now service.Snapshot) {
	p.t.Helper()
	text := browser.Value[string](p.tab, `fetch("/api/v1/state").then((answer) => answer.text())`)
	if err := json.Unmarshal([]byte(text), &now); err != nil {
		p.t.Fatal(err)
	}
	return now
}

// The states of the table as the page's body has them.
const (
	turnClass    = "the-human-s-turn"
	movingClass  = "moving"
	stoppedClass = "stopped"
	overClass    = "over"
)

// shows waits until the page shows a state.
func (p *atPage) shows(class string) {
	p.t.Helper()
	p.tab.Until(`document.body.className === ` + browser.Quoted(class))
}

// until waits until so many moves were made and it is the human's turn, or the game is over, which it reports.
func (p *atPage) until(plies int) (over bool) {
	p.t.Helper()
	p.tab.Until(fmt.Sprintf(`document.body.className === %q || document.body.className === %q &&
		document.querySelectorAll(".ply").length >= %d`, overClass, turnClass, plies))
	return browser.Value[string](p.tab, `document.body.className`) == overClass
}

// plies is how many moves the page has.
func (p *atPage) plies() int {
	p.t.Helper()
	return int(browser.Value[float64](p.tab, `document.querySelectorAll(".ply").length`))
}

// press presses a button, with a mouse or with the keys Tab and Enter.
func (p *atPage) press(selector string) {
	p.t.Helper()
	if !p.keys {
		p.tab.Press(selector)
		return
	}
	p.tab.Until(`document.querySelector(` + browser.Quoted(selector) + `)?.disabled === false`)
	p.tab.TabTo(selector)
	p.tab.Keys(kb.Enter)
}

// moves makes any legal move.
func (p *atPage) moves() {
	p.t.Helper()
	legal := p.state().Legal
	if len(legal) == 0 {
		p.t.Fatalf("no move is legal; the page says %q", p.tab.Sentence())
	}
	p.makes(legal[p.random.IntN(len(legal))])
}

// makes makes a move, square by square until it is clear which is meant.
func (p *atPage) makes(move string) {
	p.t.Helper()
	path := strings.FieldsFunc(move, func(r rune) bool { return strings.ContainsRune("-x:", r) })
	for i, name := range path { // the page has numbers
		square, err := checkers.English.SquareNamed(name)
		if err != nil {
			p.t.Fatal(err)
		}
		path[i] = square.String()
	}
	if !p.keys && len(path) == 2 && p.random.IntN(3) == 0 {
		p.inView(path[0])
		p.tab.Drag(squareOnPage(path[0]), squareOnPage(path[1]))
		return
	}
	for i, square := range path {
		if i > 0 && !browser.Value[bool](p.tab, `document.querySelector("#board .piece.chosen") !== null`) {
			return
		}
		p.points(square)
	}
}

// squareOnPage is a square of the page's board.
func squareOnPage(square string) string { return fmt.Sprintf(`.square[data-square="%s"]`, square) }

// inView has a square be where it can be pointed at.
func (p *atPage) inView(square string) {
	p.t.Helper()
	const middle = "center" //nolint:misspell // as browsers have it
	browser.Value[bool](p.tab, `(document.querySelector(`+browser.Quoted(squareOnPage(square))+
		`).scrollIntoView({block: "`+middle+`"}), true)`)
}

// points points at a square: with a mouse, or with arrow keys and Enter.
func (p *atPage) points(square string) {
	p.t.Helper()
	if !p.keys {
		p.inView(square)
		p.tab.Click(squareOnPage(square))
		return
	}
	if !browser.Value[bool](p.tab, `document.activeElement.matches(".square")`) {
		p.tab.TabTo(".square")
	}
	way := browser.Value[[]string](p.tab, fmt.Sprintf(`Promise.all([
		import("/page/board.js"), import("/page/position.js")]).then(([{ neighbour }, { boardOf }]) => {
		const svg = document.querySelector("#board"), turned = svg.classList.contains("turned");
		const ways = new Map([[Number(document.activeElement.dataset.square), []]]);
		for (const [at, way] of ways) {
			for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
				const next = neighbour(at, key, turned, boardOf(svg.dataset.rules));
				if (!ways.has(next)) ways.set(next, [...way, key]);
			}
		}
		return ways.get(%s);
	})`, square))
	arrows := map[string]string{"ArrowLeft": kb.ArrowLeft, "ArrowRight": kb.ArrowRight, "ArrowUp": kb.ArrowUp,
		"ArrowDown": kb.ArrowDown}
	for _, key := range way {
		p.tab.Keys(arrows[key])
	}
	if at := browser.Value[string](p.tab, `document.activeElement.dataset.square`); at != square {
		p.t.Fatalf("the arrow keys lead to square %s, not to %s", at, square)
	}
	p.tab.Keys(kb.Enter)
}

// hints asks for a hint, and waits until the arm has pointed at it.
func (p *atPage) hints() {
	p.t.Helper()
	p.press(`[data-command="hint"]`)
	p.tab.Until(`document.querySelector('#log [data-event="hint"]') !== null`)
	browser.Await(p.t, func() bool {
		hinted := false
		for _, e := range p.events() {
			if hinted = hinted || e.Event == "hint"; hinted && e.Event == "turn goes on" {
				return true
			}
		}
		return false
	})
	p.until(0)
}

// stopsInMotion makes moves until the arm is stopped in the middle of its motion, and goes on with the game by the two
// steps that this takes. It reports false if the game ends before.
func (p *atPage) stopsInMotion() bool {
	p.t.Helper()
	for !p.until(0) {
		plies := p.plies()
		p.moves()
		p.tab.Until(fmt.Sprintf(`document.body.className === %q && !document.querySelector("#progress").hidden ||
			document.body.className === %q || document.body.className === %q &&
			document.querySelectorAll(".ply").length > %d`, movingClass, overClass, turnClass, plies+1))
		if p.keys {
			p.tab.Keys(" ")
		} else {
			p.tab.Click("#stop")
		}
		if browser.Value[string](p.tab, `document.body.className`) == overClass {
			return false
		}
		p.tab.Says("The arm is stopped where it is.")
		p.tab.Picture(p.name("stopped"))
		p.axe.Look(p.tab, "stopped")
		before := p.stateBefore(service.Stopped)
		p.press(`[data-command="continue"]`)
		p.tab.Until(`document.activeElement.id === "sure-no"`)
		p.press(`#sure-yes`)
		p.tab.Until(`document.body.className !== ` + browser.Quoted(stoppedClass))
		p.until(plies + 2)
		if before == service.Moving {
			return true
		}
		p.t.Logf("the arm was not in motion when it was stopped: it was %q", before)
	}
	return false
}

// stateBefore is the state before the table came to another one the last time.
func (p *atPage) stateBefore(state service.State) (before service.State) {
	p.t.Helper()
	events := p.events()
	for i, e := range events {
		if i > 0 && e.State == state && events[i-1].State != state {
			before = events[i-1].State
		}
	}
	return before
}

// events are all that the program tells of.
func (p *atPage) events() (list []service.Event) {
	p.t.Helper()
	_, text := p.served.get("events.json")
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		p.t.Fatal(err)
	}
	return list
}

// name is a picture's, with that of the test before it.
func (p *atPage) name(of string) string {
	_, test, _ := strings.Cut(p.t.Name(), "/")
	return test + " " + of
}

// downloads presses a link and waits for its file.
func (p *atPage) downloads(name string) (text string) {
	p.t.Helper()
	path := filepath.Join(p.folder, name)
	p.press(fmt.Sprintf(`[data-file="%s"]`, name))
	browser.Await(p.t, func() bool {
		read, err := os.ReadFile(path)
		text = string(read)
		return err == nil && text != ""
	})
	return text
}

// compares downloads the game that has been played, and holds it against what happened on the table. It returns the
// game.
func (p *atPage) compares() pdn.Game {
	p.t.Helper()
	if err := os.Remove(filepath.Join(p.folder, "game.pdn")); err != nil && !os.IsNotExist(err) {
		p.t.Fatal(err)
	}
	var game pdn.Game
	for read, err := range pdn.Read(strings.NewReader(p.downloads("game.pdn"))) {
		if err != nil {
			p.t.Fatal(err)
		}
		game = read
	}
	truth, err := os.ReadFile(filepath.Join(p.folder, "truth.jsonl"))
	if err != nil {
		p.t.Fatal(err)
	}
	happened := happenedIn(p.t, string(truth[p.seen:]), game.Start)
	p.seen = int64(len(truth))
	recorded := checkers.Texts(game.Moves)
	if !slices.Equal(recorded, happened) {
		p.t.Errorf("on record is %v\non the table was %v", recorded, happened)
	}
	shown := browser.Value[[]string](p.tab, `[...document.querySelectorAll(".ply")].map((e) => e.textContent)`)
	if !slices.Equal(shown, recorded) {
		p.t.Errorf("on record is %v\nthe page shows %v", recorded, shown)
	}
	if kept := readGames(p.t, filepath.Join(p.folder, "games.pdn")); !slices.Equal(
		checkers.Texts(kept[len(kept)-1].Moves), recorded) {
		p.t.Errorf("the games' file has %v", kept[len(kept)-1].Moves)
	}
	p.t.Logf("%d moves, %v", len(recorded), game.Result)
	return game
}

// happenedIn is the moves of a game by what is true of the table, line by line. Moves that were taken back do not
// count: where a move is none of the position that stood, an earlier one stands again.
func happenedIn(t *testing.T, truth string, start checkers.Position) (moves []string) {
	t.Helper()
	stood := []checkers.Position{start}
	for line := range strings.Lines(truth) {
		var l truthLine
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatalf("the truth file has the line %q: %v", line, err)
		}
		text, made := strings.CutPrefix(l.Event, "move ")
		if !made {
			if strings.HasPrefix(l.Event, "collision") {
				t.Error(l.Event)
			}
			continue
		}
		shows, _, err := start.Set.ReadFEN(l.FEN)
		if err != nil {
			t.Fatal(err)
		}
		for {
			last := stood[len(stood)-1]
			if move, err := last.ParseMove(text); err == nil {
				after := last.Play(move)
				if after.Black == shows.Black && after.White == shows.White {
					moves, stood = append(moves, move.String()), append(stood, after)
					break
				}
			}
			if len(stood) == 1 {
				t.Fatalf("%s follows from nothing that stood before: %s", text, l.FEN)
			}
			moves, stood = moves[:len(moves)-1], stood[:len(stood)-1]
		}
	}
	return moves
}

// Games are played as fast as the table's pictures come, where the arm is often done before a page has drawn that it
// moves. Where its motion is to be seen, time goes ten times as fast as ours.
var seenToMove = []string{"--speed", "10", "--time", "1s"}

// stopsTheArm looks at the page while the arm moves, stops it in the middle of its motion, goes on and resigns.
func stopsTheArm(t *testing.T, open browser.Opener) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute)
	defer cancel()
	p := sitDown(ctx, t, open, 1440, 900, seenToMove...)
	p.shows(turnClass)
	p.moves()
	p.shows(movingClass)
	const taken = `document.querySelector("#film").dataset.taken`
	before := browser.Value[string](p.tab, taken)
	p.tab.Until(taken + ` !== ` + browser.Quoted(before))
	p.tab.Picture(p.name("moving"))
	p.axe.Look(p.tab, "the arm moves")
	p.until(2)
	if !p.stopsInMotion() {
		t.Error("the game is over before the arm was stopped in motion")
	}
	p.press(`[data-command="resign"]`)
	p.press(`#sure-yes`)
	p.shows(overClass)
	p.compares()
	p.leaves()
}

// playsWithMouse plays the first moves of a game by clicks and by dragging, with a hint and moves that the arm takes
// back, and resigns; and then another one, at another level and from another position, by the dialog of the page. Games
// on a phone and with keys go to their ends.
func playsWithMouse(t *testing.T, open browser.Opener) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute)
	defer cancel()
	p := sitDown(ctx, t, open, 1440, 900)
	p.shows(turnClass)
	p.tab.Picture(p.name("turn"))
	p.axe.Look(p.tab, "your turn")
	p.moves()
	p.until(2)
	p.moves()
	p.until(4)
	p.hints()
	p.press(`[data-command="take back"]`)
	p.tab.Picture(p.name("take back"))
	p.press(`#back-form button.main`)
	p.tab.Until(`document.querySelectorAll(".ply").length === 2`)
	p.until(2)
	const most = 12 // moves of both sides
	for plies := p.plies(); !p.until(plies) && plies < most; plies += 2 {
		p.moves()
	}
	p.press(`[data-command="resign"]`)
	p.press(`#sure-yes`)
	p.shows(overClass)
	p.tab.Picture(p.name("over"))
	p.axe.Look(p.tab, "the game is over")
	if len(p.compares().Moves) < most {
		t.Error("the game was a short one")
	}
	if report := p.downloads("report.html"); !strings.Contains(report, "<html") {
		t.Errorf("the report is %.100q", report)
	}
	r := open(t, 1280, 1000)
	r.Open(strings.Replace(p.served.address, "state", "report.html", 1))
	r.Picture(p.name("report"))
	p.axe.Look(r, "the report")

	p.rematch()

	p.press(`[data-command="new game"]`)
	p.tab.Do(chromedp.SetValue(chromedp.CSS(`#game-form [name=level]`), "casual"))
	p.press(`#game-form [name=side][value=black]`)
	p.press(`#game-form [name=position][value=fen]`)
	p.tab.Do(chromedp.SendKeys(chromedp.CSS(`#game-form [name=fen]`), "W:W18,22,23,32:B9,K7,K15"))
	p.press(`#game-form [name=set_up][value=people]`)
	p.tab.Picture(p.name("new game"))
	p.press(`#game-form button.main`)
	p.tab.Until(`document.body.className !== "over"`)
	p.tab.Picture(p.name("setting up"))
	p.until(0)
	p.tab.Until(`document.querySelector("#far").textContent.includes("Casual")`)
	p.moves()
	p.until(2)
	p.press(`[data-command="resign"]`)
	p.press(`#sure-yes`)
	p.shows(overClass)
	game := p.compares()
	if game.Tag("Level") != "casual" || game.Tag("Black") != "Draughtsman" {
		t.Errorf("the game's tags are %v", game.Tags)
	}
	p.leaves()
}

// mostBetweenGames is how long it may take on the table's clock until the next game can be begun.
const mostBetweenGames = 15 // seconds

// rematch plays against the other side, which the hand sets up at once, and resigns.
func (p *atPage) rematch() {
	p.t.Helper()
	side := p.state().Robot
	p.press(`[data-command="rematch"]`)
	p.tab.Until(`document.body.className !== "over"`)
	p.until(0)
	if again := p.state().Robot; again == side {
		p.t.Errorf("the robot plays %s again", again)
	}
	truth, err := os.ReadFile(filepath.Join(p.folder, "truth.jsonl"))
	if err != nil {
		p.t.Fatal(err)
	}
	var moved, stood float64
	for line := range strings.Lines(string(truth)) {
		var l truthLine
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			p.t.Fatal(err)
		}
		switch {
		case l.Event == "human sets the board up":
			stood = l.T
		case stood == 0 && strings.HasPrefix(l.Event, "move "):
			moved = l.T
		}
	}
	if took := stood - moved; stood == 0 || took > mostBetweenGames {
		p.t.Errorf("the second game stands %.1f s after the last move of the first one", took)
	}
	p.press(`[data-command="resign"]`)
	p.press(`#sure-yes`)
	p.shows(overClass)
	p.skips()
}

// skips has what has happened on the table belong to games before.
func (p *atPage) skips() {
	p.t.Helper()
	truth, err := os.Stat(filepath.Join(p.folder, "truth.jsonl"))
	if err != nil {
		p.t.Fatal(err)
	}
	p.seen = truth.Size()
}

// playsOnPhone begins a game in a window as wide as a phone, and plays another one there, of Russian draughts with few
// pieces: with everything that happens in a game, set up through the page.
func playsOnPhone(t *testing.T, open browser.Opener) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute)
	defer cancel()
	p := sitDown(ctx, t, open, 390, 844, seenToMove...)
	p.shows(turnClass)
	p.tab.Picture(p.name("turn"))
	p.axe.Look(p.tab, "your turn")
	p.press(`#stop`)
	p.tab.Says("The arm is stopped where it is.")
	p.press(`[data-command="new game"]`)
	p.tab.Do(chromedp.SetValue(chromedp.CSS(`#game-form [name=rules]`), "russian"))
	p.press(`#game-form [name=position][value=fen]`)
	p.tab.Until(`document.querySelector('#editor .square[data-square="32"] text')?.textContent === "g1"`)
	p.tab.Do(chromedp.SendKeys(chromedp.CSS(`#game-form [name=fen]`), "B:Wa1,c1,e1,Kg1:Bb8,d8,f6"))
	p.press(`#game-form [name=set_up][value=people]`)
	p.tab.Picture(p.name("new game"))
	p.press(`#game-form button.main`)
	p.fewPieces()
	p.leaves()
}

// playsWithKeys plays a game with few pieces, which the arm sets up from another one, and nobody touches a mouse.
func playsWithKeys(t *testing.T, open browser.Opener) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute)
	defer cancel()
	nearly := []string{"--position", "B:W18,K27,28,31:B1,3,5,12"}
	p := sitDown(ctx, t, open, 1280, 1000, slices.Concat(seenToMove, nearly)...)
	p.keys = true
	p.shows(turnClass)
	p.tab.Keys(" ")
	p.tab.Says("The arm is stopped where it is.")
	p.press(`[data-command="new game"]`)
	p.tab.Until(`document.querySelector("#game-dialog").open`)
	p.tab.TabTo(`#game-form [name=level]`)
	p.tab.Keys("n", "o") // after Newcomer, which begins like it
	p.tab.Until(`document.querySelector("#level").value === "novice"`)
	p.tab.TabTo(`#game-form [name=position]`)
	p.tab.Keys(kb.ArrowDown, kb.ArrowDown)
	p.tab.TabTo(`#game-form [name=fen]`)
	for _, letter := range "B:WK18,K27,29,31:B3,5,12" {
		p.tab.Keys(string(letter))
	}
	p.tab.TabTo(`#game-form [name=set_up]`)
	p.tab.Keys(kb.ArrowDown)
	p.press(`#game-form button.main`)
	p.fewPieces()
	p.leaves()
}

// fewPieces plays a game that is about to be set up with few pieces to its end, with all that may happen in one.
func (p *atPage) fewPieces() {
	p.t.Helper()
	p.tab.Until(`!document.querySelector("#game-dialog").open`)
	p.tab.Until(`document.querySelectorAll("#board .piece").length === 7`)
	p.tab.Picture(p.name("setting up"))
	p.until(0)
	p.skips()
	p.moves()
	p.shows(movingClass)
	p.axe.Look(p.tab, "the arm moves")
	p.tab.Picture(p.name("moving"))
	p.until(2)
	p.hints()
	p.press(`[data-command="take back"]`)
	p.tab.Until(`document.querySelector("#back-dialog").open`)
	p.press(`#back-form button.main`)
	p.tab.Until(`document.querySelectorAll(".ply").length === 0`)
	p.until(0)
	stopped := p.stopsInMotion()
	for plies := p.plies(); !p.until(plies); plies += 2 {
		plies = p.plies()
		p.moves()
	}
	p.tab.Picture(p.name("over"))
	p.axe.Look(p.tab, "the game is over")
	p.compares()
	if !stopped {
		p.t.Error("the game was over before the arm was stopped in motion")
	}
}
