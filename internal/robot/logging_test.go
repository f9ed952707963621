package robot_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"testing"

	"github.com/rs/zerolog"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
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
