package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"draughtsman/internal/service"
)

// Flags of TestPaceOfAGame: go test -v -run TestPaceOfAGame ./cmd/draughtsman -pace 1 -plies 60
var (
	pace  = flag.Float64("pace", 10, "times as fast as ours that the table's time goes in the game whose pace is measured")
	plies = flag.Int("plies", 4, "moves of both sides of the game whose pace is measured")
)

// A game by clicks at the simulated table: the speed is set while it runs, every move comes about, and from a click to
// the next turn it takes as long as is printed.
func TestPaceOfAGame(t *testing.T) {
	if testing.Short() {
		t.Skip("plays at a simulated table")
	}
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	table := answering(ctx, t, t.TempDir(), "play", "--human", "page", "--seed", "1", "--listen", "127.0.0.1:0",
		"--pdn", "games.pdn")
	command := func(c map[string]any) {
		t.Helper()
		text, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.Post(strings.Replace(table.address, "state", "commands", 1), "application/json",
			strings.NewReader(string(text)))
		if err != nil {
			t.Fatal(err)
		}
		if err := answer.Body.Close(); err != nil || answer.StatusCode != http.StatusAccepted {
			t.Fatalf("%s: status %d, %v", text, answer.StatusCode, err)
		}
	}
	command(map[string]any{"command": "speed", "times": *pace})
	table.until(0, string(service.HumansTurn))
	random := rand.New(rand.NewPCG(1, 1))
	var single, captures []time.Duration // from a click to the next turn
	began := time.Now()
	now := table.until(0)
	for now.State == service.HumansTurn && len(now.Moves) < *plies {
		made, clicked := len(now.Moves), time.Now()
		move := now.Legal[random.IntN(len(now.Legal))]
		command(map[string]any{"command": "move", "move": move})
		now = table.until(made+2, string(service.HumansTurn), string(service.Over))
		if now.Moves[made] != move {
			t.Fatalf("%s was made, and is recorded as %s", move, now.Moves[made])
		}
		took := time.Since(clicked)
		if strings.Contains(now.Moves[made+1], "x") {
			captures = append(captures, took)
		} else {
			single = append(single, took)
		}
	}
	if now.Speed == nil || now.Speed.Times != *pace {
		t.Errorf("the speed is %+v", now.Speed)
	}
	took := time.Since(began)
	median := func(of []time.Duration) string {
		if len(of) == 0 {
			return "–"
		}
		slices.Sort(of)
		return fmt.Sprintf("%.1f s (%d)", of[len(of)/2].Seconds(), len(of))
	}
	t.Logf("at %g times the speed %d moves took %.0f s; from a click to the next turn in the median %s: where the robot "+
		"moves %s, where it captures %s", *pace, len(now.Moves), took.Seconds(), median(slices.Concat(single, captures)),
		median(single), median(captures))
	table.end()
}
