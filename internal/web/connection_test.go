package web_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/service"
	"draughtsman/internal/testkit/browser"
	"draughtsman/internal/web"
)

// A page whose connection breaks, is silent, or that is asleep while the game goes on says so while it lasts, catches
// up, and at no time shows as standing what does not stand.
func TestPageWhileTheGameGoesOn(t *testing.T) {
	open := browser.Start(t)
	for _, test := range []struct {
		name string
		away func(b *browser.Tab, cable *browser.Cable, meanwhile func())
		says bool // that there is no connection; who sleeps for a short time need not
	}{
		{"the connection breaks", func(b *browser.Tab, cable *browser.Cable, meanwhile func()) {
			cable.Cut()
			b.Says("The table cannot be reached.")
			meanwhile()
			cable.Mend()
		}, true},
		{"the cable is pulled", func(b *browser.Tab, cable *browser.Cable, meanwhile func()) {
			cable.Pull()
			meanwhile()
			browser.Value[bool](b, `(pass(21000), true)`)
			b.Says("The table cannot be reached.")
			cable.Plug()
		}, true},
		{"the page is asleep", func(b *browser.Tab, _ *browser.Cable, meanwhile func()) {
			b.Freeze(true)
			meanwhile()
			b.Freeze(false)
		}, false},
		{"the computer is asleep", func(b *browser.Tab, cable *browser.Cable, meanwhile func()) {
			b.Freeze(true)
			cable.Pull()
			meanwhile()
			cable.Cut()
			cable.Plug()
			browser.Value[bool](b, `(pass(3600000), true)`)
			b.Freeze(false)
			b.Says("The table cannot be reached.")
			cable.Mend()
		}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := openHall(t, "", nil)
			cable := browser.NewCable(t, h.address)
			game := h.begin(opening[:4]...)
			h.turn(game, nil)
			stood := []checkers.Position{game.Position()}
			b := open(t, 1280, 900)
			b.Record()
			b.Open("http://" + cable.Address() + "/")
			b.Says("Your turn")
			b.Until(`document.querySelectorAll(".ply").length === 4`)
			test.away(b, cable, func() {
				for _, move := range opening[4:] {
					h.move(game, move)
					h.turn(game, nil)
					stood = append(stood, game.Position())
				}
			})
			b.Until(`document.querySelectorAll(".ply").length === 8 && document.body.className === "the-human-s-turn"`)
			said := slices.ContainsFunc(b.Held(stood), func(s browser.Shown) bool { return s.Cut })
			if test.says && !said {
				t.Error("the page has not said that there is no connection")
			}
			b.Quiet("/api/v1/", "plan.svg", "picture")
		})
	}
}

// oneMove is a hand that makes one move in each turn.
type oneMove struct {
	mu    sync.Mutex
	moves []string
}

// Move implements service.Hand.
func (h *oneMove) Move(_ checkers.Position, move checkers.Move) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.moves) > 0 {
		return &robot.Refusal{Why: sentence.Say("The hand is at work already: wait until it has done.")}
	}
	h.moves = append(h.moves, move.String())
	return nil
}

// What one of two operators does the other one sees. Of two who move at the same time one is refused, with its
// sentence, and both see the same.
func TestPageOfTwoOperators(t *testing.T) {
	open := browser.Start(t)
	hand := &oneMove{}
	h := openHall(t, "", nil, func(o *service.Options) { o.Hand = hand })
	game := h.begin()
	h.turn(game, nil)
	stood := []checkers.Position{game.Position()}
	var tabs []*browser.Tab
	for range 2 {
		b := open(t, 1280, 1000)
		b.Record()
		b.Open(h.page())
		b.Until(`document.querySelectorAll(".piece.movable").length === 4`)
		tabs = append(tabs, b)
	}
	for i, path := range [][2]int{{9, 13}, {11, 16}} {
		tabs[i].Click(fmt.Sprintf(`.square[data-square="%d"]`, path[0]))
		tabs[i].Until(`document.querySelector(".piece.chosen") !== null`)
	}
	var both sync.WaitGroup
	for i, end := range []int{13, 16} {
		both.Go(func() { tabs[i].Click(fmt.Sprintf(`.square[data-square="%d"]`, end)) })
	}
	both.Wait()
	refused := func(b *browser.Tab) bool {
		return browser.Value[bool](b, `document.querySelector("#refusal").textContent.startsWith("The hand is at work")`)
	}
	browser.Await(t, func() bool { return refused(tabs[0]) != refused(tabs[1]) })
	h.move(game, hand.moves[0])
	h.player.Tells <- robot.Turn(game.Position(), true)
	stood = append(stood, game.Position())
	for _, b := range tabs {
		b.Says("The robot (White) thinks.")
		b.Until(`document.querySelectorAll(".ply").length === 1`)
		b.Until(`document.querySelector("#refusal").hidden`)
	}
	tabs[0].Press("#stop")
	for _, b := range tabs {
		b.Says("The arm is stopped where it is.")
		b.Held(stood)
	}
	if a, b := tabs[0].Recorded(), tabs[1].Recorded(); fmt.Sprint(a[len(a)-1]) != fmt.Sprint(b[len(b)-1]) {
		t.Errorf("one sees %+v, the other %+v", a[len(a)-1], b[len(b)-1])
	}
	tabs[0].Quiet("plan.svg", "picture", "commands")
	tabs[1].Quiet("plan.svg", "picture", "commands")
}

// A browser makes six connections to a server at most. However many windows are open on a screen, each of them can stop
// the arm.
func TestPageInManyWindows(t *testing.T) {
	open := browser.Start(t)
	h := openHall(t, "", func(o *web.Options) { o.Pictures = colours{} })
	h.turn(h.begin(), nil)
	var last *browser.Tab
	for range 5 {
		last = open(t, 800, 600)
		last.Open(h.page())
		last.Says("Your turn")
		last.Until(`!document.querySelector("#camera").hidden`)
	}
	last.Press("#stop")
	last.Says("The arm is stopped where it is.")
	last.Quiet("plan.svg", "picture")
}
