package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/service"
)

// TestPlayByPage plays a game on the simulated table by what clients ask for: an illegal move, captures that are taken
// back by hand, a crowning, and a new game with a clock that the hand sets up.
func TestPlayByPage(t *testing.T) {
	if testing.Short() {
		t.Skip("plays on a simulated table")
	}
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	const start = "B:W19,32:B1,2,15,25"
	p := answering(ctx, t, t.TempDir(), "play", "--human", "page", "--listen", "127.0.0.1:0", "--speed", "max", "--time",
		"50ms", "--pdn", "games.pdn", "--position", start)
	now := p.until(0, "the human's turn")
	if now.FEN != start || now.Robot != "White" || !slices.Contains(now.Commands, "move") {
		t.Fatalf("the game begins with %+v", now)
	}
	if status, said := p.ask(`{"command":"move","move":"25-29"}`); status != http.StatusConflict ||
		!strings.Contains(said, "25-29 is not a legal move for Black; legal: 15x24") {
		t.Errorf("an illegal move: %d, %s", status, said)
	}
	p.obeyed(`{"command":"move","move":"15x24"}`)
	if status, said := p.get("report.json"); status != http.StatusConflict {
		t.Errorf("a report in the middle of a game: %d, %s", status, said)
	}
	if status, said := p.ask(`{"command":"move","move":"15x24"}`); status != http.StatusConflict {
		t.Errorf("the same move again: %d, %s", status, said)
	}
	p.until(1, "moving")
	if status, said := p.get("plan.svg"); status != http.StatusOK || !strings.Contains(said, "White plays ") {
		t.Errorf("the plan of the robot's move: %d, %.200s", status, said)
	}
	p.until(2, "the human's turn")
	p.obeyed(`{"command":"take back","plies":2,"by_hand":true}`)
	now = p.untilThat(func(now service.Snapshot) bool { return now.State == service.HumansTurn && len(now.Moves) == 0 })
	if now.FEN != start {
		t.Errorf("moves were taken back to %s", now.FEN)
	}
	p.obeyed(`{"command":"move","move":"15x24"}`)
	for moves := 2; !strings.Contains(now.FEN, "K"); moves += 2 {
		now = p.until(moves, "the human's turn")
		next := now.Legal[len(now.Legal)-1]
		for _, text := range now.Legal {
			if strings.HasPrefix(text, "25-") {
				next = text
			}
		}
		p.obeyed(fmt.Sprintf(`{"command":"move","move":%q}`, next))
		if now = p.until(moves + 1); moves > 20 {
			t.Fatalf("nothing is crowned: %v", now.Moves)
		}
	}
	p.until(len(now.Moves)+1, "the human's turn")
	p.obeyed(`{"command":"resign"}`)
	if now = p.untilThat(func(now service.Snapshot) bool { return now.State == service.Over }); !strings.Contains(
		now.Outcome, "Black resigns") {
		t.Errorf("the game ends with %q", now.Outcome)
	}
	if status, said := p.get("report.html"); status != http.StatusOK || !strings.Contains(said, "15x24") {
		t.Errorf("the report: %d, %.200s", status, said)
	}
	for _, wrong := range []string{`{"command":"new game","level":"god"}`, `{"command":"new game","clock":"1ns"}`} {
		if status, said := p.ask(wrong); status != http.StatusBadRequest {
			t.Errorf("%s: %d, %s", wrong, status, said)
		}
	}
	if status, said := p.get("legal.json"); status != http.StatusOK {
		t.Errorf("legal.json: %d, %s", status, said)
	}
	p.obeyed(`{"command":"new game","side":"black","clock":"5m+3s","level":"FULL"}`)
	now = p.untilThat(func(now service.Snapshot) bool {
		return now.State == service.HumansTurn && len(now.Moves) == 1
	})
	if now.Start != checkers.Start().FEN() || now.Robot != "Black" || len(now.Left) != 2 || now.Left[1] != 300 {
		t.Errorf("the new game is %+v", now)
	}
	p.obeyed(fmt.Sprintf(`{"command":"move","move":%q}`, now.Legal[0]))
	p.until(3, "the human's turn")
	p.setsUpInMidMove()
	if said := p.end(); !strings.Contains(said, "games.pdn") {
		t.Errorf("it ends with %q", said)
	}
}

// setsUpInMidMove has a new game begin while the hand makes a move: it sets that up when it has done.
func (s *served) setsUpInMidMove() {
	s.t.Helper()
	now := s.until(0, "the human's turn")
	s.obeyed(fmt.Sprintf(`{"command":"move","move":%q}`, now.Legal[0]))
	s.obeyed(`{"command":"stop"}`)
	s.untilThat(func(now service.Snapshot) bool { return slices.Contains(now.Commands, "home") })
	if status, said := s.ask(`{"command":"new game"}`); status != http.StatusConflict {
		s.t.Errorf("a game is interrupted, and a new one is answered by %d, %s", status, said)
	}
	const another = "B:W19,32:B1,2"
	s.obeyed(`{"command":"new game","side":"white","position":"` + another + `","give_up":true}`)
	s.untilThat(func(now service.Snapshot) bool { return now.State == service.HumansTurn && now.FEN == another })
}

// ask gives a command.
func (s *served) ask(command string) (status int, said string) {
	s.t.Helper()
	return s.read(http.Post(strings.Replace(s.address, "state", "commands", 1), "application/json",
		strings.NewReader(command)))
}

// get asks for what is there by a name.
func (s *served) get(name string) (status int, said string) {
	s.t.Helper()
	return s.read(http.Get(strings.Replace(s.address, "state", name, 1)))
}

// read reads an answer.
func (s *served) read(answer *http.Response, err error) (status int, said string) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

// obeyed gives a command that is not to be refused.
func (s *served) obeyed(command string) {
	s.t.Helper()
	if status, said := s.ask(command); status != http.StatusAccepted {
		s.t.Fatalf("%s: %d, %s", command, status, said)
	}
}
