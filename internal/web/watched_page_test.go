package web_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/rs/zerolog"
	"gocv.io/x/gocv"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/robot"
	"draughtsman/internal/testkit/browser"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/simtable"
	"draughtsman/internal/watch"
	"draughtsman/internal/web"
	"draughtsman/vision/moves"
)

// filmed is a film, two pictures a second, of moves that two people make on a drawn table, and what is known of that.
func filmed(t *testing.T, game checkers.RuleSet, moved ...string) watch.EyeOptions {
	t.Helper()
	a := simtable.New(t, simtable.Small)
	o := watch.EyeOptions{Source: filepath.Join(t.TempDir(), "%04d.jpg"), Every: 500 * time.Millisecond,
		Known: &a.Calibration}
	p, pictures := game.Start(), 0
	rest := func() {
		for range 5 {
			if !gocv.IMWrite(fmt.Sprintf(o.Source, pictures), a.Take(a.State(p))) {
				t.Fatal("a picture cannot be written")
			}
			pictures++
		}
	}
	rest()
	for _, text := range moved {
		m, err := p.ParseMove(text)
		expect.OK(t, err)
		p = p.Play(m)
		rest()
	}
	return o
}

// watchFilm records a film, and serves that to browsers once the film has ended, at the address that it returns. kept
// is the game.
func watchFilm(t *testing.T, game checkers.RuleSet, film watch.EyeOptions) (address string, kept *robot.RecentGame) {
	t.Helper()
	table := watch.NewTable(time.Now)
	eye, known, err := watch.OpenEye(t.Context(), film, time.Unix(0, 0), table.Waits, zerolog.Nop())
	expect.OK(t, err)
	t.Cleanup(func() { _ = eye.Close() })
	kept = &robot.RecentGame{Journal: robot.NoJournal{}}
	session := watch.Watch{Eye: eye, Journal: kept, Tell: table.Tell,
		Tags:    func(int) []pdn.Tag { return []pdn.Tag{{Name: "Event", Value: "Watched"}} },
		Options: moves.Options{Game: game, BlackPieces: known.BlackPieces}}.Session()
	table.Begin(session)
	expect.OK(t, session.Run(t.Context()))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	expect.OK(t, err)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- web.Serve(ctx, l, table, web.Options{Now: time.Now, Game: kept.PDN, Pictures: eye}) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	return "http://" + l.Addr().String() + "/", kept
}

// square is the selector of a square of the board.
func square(number int) string { return fmt.Sprintf(`.square[data-square="%d"]`, number) }

// A game that two people have played is on the page as the camera has seen it. A move of it is corrected there, another
// is entered and taken back, and the record is what the page says.
func TestPageOfAWatchedGame(t *testing.T) {
	open := browser.Start(t)
	address, kept := watchFilm(t, checkers.English, filmed(t, checkers.English, "11-15", "22-18", "15x22", "25x18"))
	ends := func(want string) {
		t.Helper()
		t.Cleanup(func() {
			if t.Failed() {
				text, _ := kept.PDN()
				t.Logf("the record: %s", text)
			}
		})
		browser.Await(t, func() bool {
			text, _ := kept.PDN()
			return strings.Contains(text, want+" *\n")
		})
	}
	ends("1. 11-15 22-18 2. 15x22 25x18")
	b := open(t, 1440, 900)
	b.Open(address)
	b.Says("Black (dark) to move")
	b.Until(`document.querySelectorAll(".ply").length === 4 && document.querySelector("#film").dataset.taken`)
	b.Picture("watched")
	axe := browser.NewAxe(t)
	axe.Look(b, "a watched game")
	for _, there := range []string{`#stop`, `.thinking`, `[data-command="hint"]`, `#watching`} {
		if browser.Value[bool](b, `document.querySelector(`+browser.Quoted(there)+`).checkVisibility()`) {
			t.Errorf("%s is shown, and there is no robot", there)
		}
	}

	b.Press(`.ply[data-ply="4"]`)
	b.Press("#correct")
	b.Until(`document.querySelector("#standing").textContent === "Which move was it instead of 25x18?"`)
	b.Until(`document.querySelectorAll(".piece.movable").length === 2`)
	b.Picture("correcting")
	axe.Look(b, "a move that is corrected")
	b.Click(square(26))
	b.Click(square(17))
	b.Says("The record is corrected: 26x17 instead of 25x18. The board is to stand as on record: ")
	ends("1. 11-15 22-18 2. 15x22 26x17")
	b.Picture("corrected")

	b.Click(square(8))
	b.Click(square(11))
	b.Until(`document.querySelector("#sure-text").textContent === "Put 8-11 on record, which the camera has not seen?"`)
	b.Press("#sure-yes")
	ends("2. 15x22 26x17 3. 8-11")
	b.Press(`[data-command="take back"]`)
	b.Do(chromedp.SetValue(chromedp.CSS(`#back-form [name=plies]`), "3"))
	b.Press(`#back-form button.main`)
	b.Says("Put the pieces back as they stood before 15x22.")
	ends("1. 11-15 22-18")

	b.Press(`[data-command="new game"]`)
	b.Until(`!document.querySelector("#game-form .sides").checkVisibility()`)
	b.Picture("watched-new-game")
	b.Press(`#game-form button.main`)
	b.Says("Set up the position, please. The board is to stand as on record: ")
	b.Quiet("plan.svg")
}

// A game of Russian draughts is shown with the letters of its squares, gone back through, and corrected.
func TestPageOfAnotherGame(t *testing.T) {
	open := browser.Start(t)
	address, kept := watchFilm(t, checkers.Russian,
		filmed(t, checkers.Russian, "c3-d4", "f6-e5", "d4:f6", "g7:e5"))
	b := open(t, 1440, 900)
	b.Open(address)
	b.Says("White (light) to move")
	b.Until(`document.querySelectorAll(".ply").length === 4 && document.querySelector("#film").dataset.taken`)
	b.Until(`document.querySelector('` + square(7) + ` text').textContent === "e7"`)
	b.Until(`document.querySelector("#moves").innerText.replace(/\s+/g, " ") === "1. c3-d4 f6-e5 2. d4:f6 g7:e5"`)
	b.Picture("watched-russian")

	b.Press(`.ply[data-ply="3"]`) // the man on e5 is taken, and the one that took it stands on f6
	b.Until(`document.querySelector('.piece.white[data-square="11"]') && !document.querySelector('.piece[data-square="15"]')`)
	b.Press(`.ply[data-ply="4"]`)
	b.Press("#correct")
	b.Until(`document.querySelector("#standing").textContent === "Which move was it instead of g7:e5?"`)
	b.Click(square(7))
	b.Click(square(16))
	b.Says("The record is corrected: e7:g5 instead of g7:e5. The board is to stand as on record: ")
	browser.Await(t, func() bool {
		text, _ := kept.PDN()
		return strings.Contains(text, "1. c3-d4 f6-e5 2. d4:f6 e7:g5 *\n")
	})
}

// What was legal in the place of a move is said of every move of the game, and of the next one.
func TestLegalMovesOfAGame(t *testing.T) {
	h := openHall(t, "", nil)
	h.turn(h.begin("11-15", "22-18"), nil)
	for ply, want := range map[string]string{
		"1": `["9-13","9-14","10-14","10-15","11-15","11-16","12-16"]`, "3": `["15x22"]`,
		"0": "1 to 3.", "4": "1 to 3.", "": "1 to 3.",
	} {
		if got := fetch(t, h.page()+"api/v1/legal.json?ply="+ply); !strings.Contains(got, want) {
			t.Errorf("?ply=%s: %s, want %s", ply, got, want)
		}
	}
}

// fetch is what is answered at an address.
func fetch(t *testing.T, address string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	expect.OK(t, err)
	answer, err := http.DefaultClient.Do(r)
	expect.OK(t, err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	expect.OK(t, err)
	return string(body)
}
