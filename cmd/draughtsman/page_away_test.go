package main

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/service"
	"draughtsman/internal/testkit/browser"
)

// stoodIn is every position of a game so far.
func stoodIn(t *testing.T, now service.Snapshot) []checkers.Position {
	t.Helper()
	list := []checkers.Position{position(t, now.Start)}
	for _, text := range now.Moves {
		move, err := list[len(list)-1].ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, list[len(list)-1].Play(move))
	}
	return list
}

// TestPageOfTwoPlayers has two people command a game in two browsers. Of two moves at the same time one is made, and
// the other one refused; then one of them has no network for as long as it takes to notice, while the other one plays
// on.
// Both show what stands, and in the end the same.
func TestPageOfTwoPlayers(t *testing.T) {
	t.Parallel()
	open := browser.Start(t)
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Minute)
	defer cancel()
	one := sitDown(ctx, t, open, 1280, 1000)
	address, err := url.Parse(one.served.address)
	if err != nil {
		t.Fatal(err)
	}
	cable := browser.NewCable(t, address.Host)
	two := &atPage{t: t, served: one.served, tab: open(t, 1280, 1000)}
	two.tab.Record()
	two.tab.Open("http://" + cable.Address() + "/")
	for _, p := range []*atPage{one, two} {
		p.shows(turnClass)
	}
	for p, square := range map[*atPage]string{one: "9", two: "11"} {
		p.points(square)
		p.tab.Until(`document.querySelector("#board .piece.chosen") !== null`)
	}
	var both sync.WaitGroup
	for p, square := range map[*atPage]string{one: "14", two: "16"} {
		both.Go(func() { p.points(square) })
	}
	both.Wait()
	for _, p := range []*atPage{one, two} {
		p.until(2)
	}
	refused := 0
	for _, p := range []*atPage{one, two} {
		if slices.ContainsFunc(p.tab.Recorded(), func(s browser.Shown) bool { return s.Refusal != "" }) {
			refused++
		}
	}
	if made := one.state().Moves[0]; refused != 1 || made != "9-14" && made != "11-16" {
		t.Errorf("%s was made of two moves, and %d were refused", made, refused)
	}
	const cutFor = 20 * time.Second
	cable.Pull()
	pulled := time.Now()
	one.makes(one.state().Legal[0])
	one.until(4)
	two.tab.Says("The table cannot be reached.")
	if two.plies() != 2 {
		t.Errorf("who has no connection knows of %d moves", two.plies())
	}
	browser.Await(t, func() bool { return time.Since(pulled) >= cutFor })
	cable.Plug()
	two.until(4)
	stood := stoodIn(t, one.state())
	first, second := one.tab.Held(stood), two.tab.Held(stood)
	if a, b := first[len(first)-1].Pieces, second[len(second)-1].Pieces; !slices.Equal(a, b) {
		t.Errorf("one sees %v, the other one %v", a, b)
	}
	two.tab.Quiet("/api/v1/")
	one.tab.Quiet("plan.svg", "commands")
}

// TestPageOfARestart has the program that serves a table be killed in the middle of a game, and begun again. A page
// says so, catches up, and shows how that game goes on.
func TestPageOfARestart(t *testing.T) {
	t.Parallel()
	open := browser.Start(t)
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Minute)
	defer cancel()
	folder := t.TempDir()
	stop := simulatedIn(ctx, t, folder, 3)
	defer stop()
	serves := func(address string) *served {
		return answering(ctx, t, folder, "serve", "--config", "table.yaml", "--no-guard", "--time", "50ms", "--side", "white",
			"--no-set-up", "--listen", address)
	}
	first := serves("127.0.0.1:0")
	address, err := url.Parse(first.address)
	if err != nil {
		t.Fatal(err)
	}
	b := open(t, 1280, 900)
	b.Record()
	b.Open("http://" + address.Host + "/")
	first.until(2, "moving")
	b.Until(`document.querySelectorAll(".ply").length >= 2`)
	if err := first.process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	b.Says("The table cannot be reached.")
	b.Picture("cut off")
	_ = first.process.Wait() // which says that it was killed
	second := serves(address.Host)
	before := b.Recorded()
	b.Until(`document.body.className !== "cut"`)
	now := second.until(5, "the human's turn", "thinking", "moving")
	b.Until(fmt.Sprintf(`document.querySelectorAll(".ply").length >= %d`, len(now.Moves)))
	after := b.Held(stoodIn(t, second.until(len(now.Moves))))
	if len(after) <= len(before) {
		t.Error("the page shows nothing new")
	}
	b.Quiet("/api/v1/")
	if said := second.end(); !strings.Contains(said, "the arm is parked") {
		t.Errorf("it ends with %q", said)
	}
}
