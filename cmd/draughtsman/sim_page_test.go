package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"draughtsman/internal/testkit/browser"
)

// TestSimPage has somebody sit at a simulated table in a browser: a click moves a piece on the table.
func TestSimPage(t *testing.T) {
	t.Parallel()
	open := browser.Start(t)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	folder := t.TempDir()
	p := answering(ctx, t, folder, "sim", "--human", "page", "--page-listen", "127.0.0.1:0", "--speed", "4", "--truth",
		"truth.jsonl")
	b := open(t, 1440, 900)
	b.Open(strings.TrimSuffix(p.address, "api/v1/state"))
	b.Says("Your turn: Black to move.")
	b.Until(`document.querySelector("#film").dataset.taken`)
	b.Picture("sim")
	for _, there := range []string{"#stop", ".thinking", "#overlay", `[data-file="game.pdn"]`, "#correct", "#watching"} {
		if browser.Value[bool](b, `document.querySelector(`+browser.Quoted(there)+`).checkVisibility()`) {
			t.Errorf("%s is shown, and there is nothing to it", there)
		}
	}
	b.Click(`.square[data-square="11"]`)
	b.Click(`.square[data-square="15"]`)
	b.Says("Your hand is at work.")
	if browser.Value[bool](b, `document.querySelector("#watching").checkVisibility()`) {
		t.Error("who commands is asked for another token while the hand is at work")
	}
	b.Picture("sim-hand")
	b.Says("The robot's turn: White to move.")
	b.Until(`document.querySelector(".ply").textContent === "11-15"`)
	b.Picture("sim-moved")
	browser.NewAxe(t).Look(b, "a simulated table")
	b.Quiet("plan.svg")
	truth, err := os.ReadFile(filepath.Join(folder, "truth.jsonl"))
	if err != nil || !strings.Contains(string(truth), `"event":"move 11-15"`) {
		t.Errorf("nothing has moved on the table: %v", err)
	}
	p.end()
}
