package robot_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/calibration"
	"draughtsman/engine/book"
	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/internal/engine"
	"draughtsman/internal/robot"
)

// The log has what the robot sees, decides, carries and puts right, in this order.
func TestTurnIsLogged(t *testing.T) {
	m := newMatch(t, calibration.Dark, scripted(t, "11-15"))
	var text bytes.Buffer
	m.Logger = zerolog.New(&text)
	m.table.slips = 1 // the disc stays where it is once
	if _, err := m.play(t.Context(), checkers.Black); !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	type line struct {
		Level, Message   string
		Moving           bool
		Obstructed       bool
		Light, Dark      int
		Move, Kind, Side string
		From, To         string
		Step, Steps      int
		LowerMM          float64 `json:"lower_mm"`
		Tried            int
	}
	var order []string
	for lines := json.NewDecoder(&text); ; {
		var l line
		if err := lines.Decode(&l); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if l.Level != "debug" {
			t.Errorf("%+v", l)
		}
		if n := len(order); n == 0 || order[n-1] != l.Message {
			order = append(order, l.Message)
		}
		want := line{Level: l.Level, Message: l.Message}
		switch l.Message {
		case "look":
			want.Light, want.Dark, want.Moving, want.Obstructed = 12, 12, l.Moving, l.Obstructed
			if l.Obstructed { // what is under the hand is not read
				want.Light, want.Dark = l.Light, l.Dark
			}
		case "decision":
			want.Move = "11-15"
		case "transfer":
			want.Side, want.From, want.To, want.Step, want.Steps = "black", "square 11", "square 15", 1, 1
		case "remedy":
			want.Kind, want.Side, want.From, want.To, want.LowerMM = "retry lower", "black", "square 11", "square 15", 0.4
		}
		if l != want {
			t.Errorf("logged %+v, want %+v", l, want)
		}
	}
	want := []string{"look", "decision", "transfer", "look", "survey", "look", "remedy", "look"}
	if !slices.Equal(order, want) {
		t.Errorf("logged %v, want %v", order, want)
	}
}

// allEntries is a log that keeps every entry.
type allEntries struct {
	robot.MemoryLog
	entries []robot.Entry
}

func (l *allEntries) Append(e robot.Entry) error {
	l.entries = append(l.entries, e)
	return l.MemoryLog.Append(e)
}

// The log of a game says of each move of the robot's how it was searched for, and nothing of a move of the book.
func TestLogSaysHowAMoveWasFound(t *testing.T) {
	for _, opens := range []*book.Book{nil, book.Shipped()} {
		m, log := newMatch(t, calibration.Dark, scripted(t)), &allEntries{}
		m.Mind, m.Log = robot.NewEngine(engine.Means{HashMB: 1, Threads: 2, Book: opens}, search.Level{}, 1), log
		settings := robot.Settings{Side: checkers.Black, Think: 50 * time.Millisecond}
		if _, err := m.Play(t.Context(), settings); !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
		chosen := 0
		for _, e := range log.entries {
			if e.What != robot.Chose {
				continue
			}
			chosen++
			if f := e.Effort; (f == nil) != (opens != nil) ||
				f != nil && (f.Threads != 2 || f.Tables != 4 || f.Depth < 1 || f.Nodes < 1) {
				t.Errorf("%s: %+v", e.Move, f)
			}
		}
		if chosen != 1 {
			t.Errorf("%d moves were chosen", chosen)
		}
	}
}
