package klipper

import (
	"encoding/json"
	"fmt"
	"strings"

	"draughtsman/arm"
)

// Message is one message from Moonraker: an answer to the request with its ID, or, with a Method, a notification.
type Message struct {
	ID     uint32            `json:"id"`
	Result json.RawMessage   `json:"result"`
	Error  *RPCError         `json:"error"`
	Method string            `json:"method"`
	Params []json.RawMessage `json:"params"`
}

// RPCError is why a request was not carried out. Code is 400 for what Klipper says and 503 while it does not run.
type RPCError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// notRunning is the code of an RPCError while Klipper does not run.
const notRunning = 503

// Error is the first line of what Klipper says.
func (e *RPCError) Error() string { return first(e.Message) }

// Parse reads one message. Whatever has neither an ID nor a method is an error.
func Parse(text string) (Message, error) {
	var m Message
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		return m, fmt.Errorf("%.80q is no message of Moonraker's: %w", text, err)
	}
	if m.ID == 0 && m.Method == "" {
		return m, fmt.Errorf("%.80q is no message of Moonraker's", text)
	}
	return m, nil
}

// text is the first parameter of a notification.
func (m Message) text() (text string) {
	if len(m.Params) > 0 {
		_ = json.Unmarshal(m.Params[0], &text) // "" if it is none
	}
	return text
}

// Status is what is asked of Klipper's objects (docs/Status_Reference.md).
type Status struct {
	Webhooks struct {
		State   string `json:"state"`
		Message string `json:"state_message"`
	} `json:"webhooks"`
	Toolhead struct {
		Homed    string    `json:"homed_axes"`
		Position []float64 `json:"position"`
		Planned  float64   `json:"print_time"`           // s, until when motions are
		Now      float64   `json:"estimated_print_time"` // s
		MaxSpeed float64   `json:"max_velocity"`
		MaxAccel float64   `json:"max_accel"`
		Min      []float64 `json:"axis_minimum"`
		Max      []float64 `json:"axis_maximum"`
	} `json:"toolhead"`
	Motion struct {
		Live []float64 `json:"live_position"`
	} `json:"motion_report"`
	Print struct {
		State string `json:"state"`
		File  string `json:"filename"`
	} `json:"print_stats"`
	Config struct {
		Settings struct {
			Printer struct {
				MaxSpeedZ float64 `json:"max_z_velocity"`
				MaxAccelZ float64 `json:"max_z_accel"`
			} `json:"printer"`
		} `json:"settings"`
	} `json:"configfile"`
}

// point is the first three of some coordinates.
func point(v []float64) (arm.Point, bool) {
	if len(v) < 3 {
		return arm.Point{}, false
	}
	return arm.Point{X: v[0], Y: v[1], Z: v[2]}, true
}

// left is for how long motions are planned yet, in s; at most 0 at rest.
func (s Status) left() float64 { return s.Toolhead.Planned - s.Toolhead.Now }

// first is the first line of what Klipper says, which gives the reason; those behind it say what to do with a printer.
func first(message string) string {
	text, _, _ := strings.Cut(strings.TrimSpace(message), "\n")
	return strings.TrimSpace(text)
}

// RejectedError is a script that Klipper refused. It matches arm.ErrRejected.
type RejectedError struct{ Script, Why string }

func (e *RejectedError) Error() string {
	text := fmt.Sprintf("Klipper refused %q: %s", strings.ReplaceAll(e.Script, "\n", "; "), e.Why)
	switch {
	case strings.HasPrefix(e.Why, "Move out of range"):
		text += ", beyond position_min or position_max of its configuration: make machine.reach smaller"
	case strings.HasPrefix(e.Why, "No trigger"), strings.HasPrefix(e.Why, "Endstop"):
		text += ": is a limit switch off its wire, stuck, or an axis blocked?"
	}
	return text
}

// Is makes errors.Is(err, arm.ErrRejected) true.
func (e *RejectedError) Is(target error) bool { return target == arm.ErrRejected }
