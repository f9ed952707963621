package league

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/csci561"
	"draughtsman/engine/pdn"
)

// playAsAgent plays the first or the last legal move, as an agent that is started for it, and ends the program.
func playAsAgent(which string) {
	switch which {
	case "first":
		os.Exit(play(func(p checkers.Position) checkers.Move { return p.Moves()[0] }))
	case "last":
		os.Exit(play(func(p checkers.Position) checkers.Move { moves := p.Moves(); return moves[len(moves)-1] }))
	}
}

func play(choose func(checkers.Position) checkers.Move) int {
	if err := csci561.Play(".", choose); err != nil {
		return 1
	}
	return 0
}

func agent(t *testing.T, behaviour string) Agent {
	t.Helper()
	t.Setenv("GORACE", "atexit_sleep_ms=0") // or each would wait for a second at its end
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Agent{Name: behaviour, Command: []string{self, behaviour}, Folder: csci561.Folder(t.TempDir())}
}

// terms are those of a game that begins at a position.
func terms(t *testing.T, fen string) Terms {
	t.Helper()
	start, err := checkers.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return Terms{Start: start, Time: time.Minute, Patience: time.Minute}
}

// TestSeats asserts who has Black in matches of games that are over at once.
func TestSeats(t *testing.T) {
	agents := [2]Agent{agent(t, "first"), agent(t, "last")}
	for first, want := range map[int]string{0: "bbbbbbbbb", 1: "abbbbbbbb", 4: "abbababab", 5: "ababababa",
		9: "aaaaaaaaa"} {
		var black strings.Builder
		err := PlayMatch(t.Context(), agents, Match{Games: 9, First: first, Terms: terms(t, "B:W32:B")},
			func(p Played) error {
				black.WriteByte("ab"[p.Seats[checkers.Black]])
				if p.Seats[checkers.Black]+p.Seats[checkers.White] != 1 || p.Points(p.Seats[checkers.White]) != 1 {
					t.Errorf("%+v", p)
				}
				return nil
			})
		if err != nil {
			t.Fatal(err)
		}
		if black.String() != want {
			t.Errorf("Black in %d of 9: %s, want %s", first, black.String(), want)
		}
	}
}

// TestPlayMatch plays a game, in which the position is repeated.
func TestPlayMatch(t *testing.T) {
	agents := [2]Agent{agent(t, "first"), agent(t, "last")}
	var text bytes.Buffer
	table := NewTable(&text, [2]string{"first", "last"})
	err := PlayMatch(t.Context(), agents, Match{Games: 1, First: 1, Terms: terms(t, "B:WK1:BK4")}, func(p Played) error {
		if !p.Outcome.Draw || p.Points(0) != 0.5 || p.Used[0] <= 0 || p.Longest[1] <= 0 || p.Longest[1] > p.Used[1] {
			t.Errorf("%+v", p)
		}
		table.Add(p)
		return checkRecord(p)
	})
	if err != nil {
		t.Fatal(err)
	}
	table.Totals()
	if !strings.Contains(text.String(), "first    0      1     0     0.5") {
		t.Errorf("table:\n%s", text.String())
	}
}

// checkRecord writes a game and reads it again.
func checkRecord(p Played) error {
	var file bytes.Buffer
	if err := pdn.Write(&file, p.PDN()); err != nil {
		return err
	}
	for game, err := range pdn.Read(&file) {
		if err != nil {
			return err
		}
		if !slices.Equal(game.Moves, p.Moves) {
			return fmt.Errorf("the record has the moves %v, not %v", game.Moves, p.Moves)
		}
	}
	return nil
}

func TestAwarded(t *testing.T) {
	draw := Game{Outcome: checkers.Outcome{Draw: true, Reason: "agreed"},
		Used: [2]time.Duration{checkers.Black: 3, checkers.White: 2}}
	if got := draw.awarded(Terms{}); !got.Outcome.Draw {
		t.Errorf("not asked for: %v", got.Outcome)
	}
	got := draw.awarded(Terms{DrawToTime: true}).Outcome
	if want := "White wins: agreed, and White has more time left"; got.String() != want {
		t.Errorf("%v, want %s", got, want)
	}
	draw.Used[checkers.White] = 3
	if got := draw.awarded(Terms{DrawToTime: true}); !got.Outcome.Draw {
		t.Errorf("equal times: %v", got.Outcome)
	}
}
