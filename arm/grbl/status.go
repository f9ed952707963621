package grbl

import (
	"slices"
	"strconv"
	"strings"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// State is what Grbl says it is doing.
type State string

// The states of Grbl 1.1, and grblHAL's Tool: a change of tools is awaited.
const (
	StateIdle  State = "Idle"
	StateRun   State = "Run"
	StateHold  State = "Hold" // Sub 0: at rest, 1: still slowing down
	StateJog   State = "Jog"
	StateAlarm State = "Alarm"
	StateDoor  State = "Door" // Sub 0 and 1: at rest, 2 and 3: still moving
	StateCheck State = "Check"
	StateHome  State = "Home"
	StateSleep State = "Sleep"
	StateTool  State = "Tool"
)

var states = []State{StateIdle, StateRun, StateHold, StateJog, StateAlarm, StateDoor, StateCheck, StateHome, StateSleep,
	StateTool}

// Status is Grbl's answer to '?'. A report has MPos or WPos, as $10 says; WCO = MPos − WPos comes only now and then.
// What is missing is nil.
type Status struct {
	State State
	Sub   int
	MPos  *arm.Point // machine position, in the unit of $13
	WPos  *arm.Point // work position
	WCO   *arm.Point // work coordinate offset
	Pins  string     // switches that are closed, such as "XP"
}

// AtRest reports whether nothing moves and nothing will before it is asked to.
func (s Status) AtRest() bool {
	switch s.State {
	case StateIdle, StateAlarm, StateSleep:
		return true
	case StateHold:
		return s.Sub == 0
	case StateDoor:
		return s.Sub <= 1
	}
	return false
}

// brakes reports whether it comes to rest in a hold, and does not stand yet.
func (s Status) brakes() bool {
	return (s.State == StateHold || s.State == StateDoor) && !s.AtRest()
}

// parseStatus reads the inside of "<Idle|MPos:0.000,0.000,0.000|FS:0,0>". Fields that nobody needs here (FS, Ov, Bf,
// Ln, A and the relatives' own) are passed over.
func parseStatus(body string) (Status, bool) {
	fields := strings.Split(body, "|")
	state, sub, hasSub := strings.Cut(fields[0], ":")
	s := Status{State: State(state)}
	if !slices.Contains(states, s.State) {
		return Status{}, false
	}
	if hasSub {
		n, err := strconv.Atoi(sub)
		if err != nil || n < 0 {
			return Status{}, false
		}
		s.Sub = n
	}
	for _, field := range fields[1:] {
		name, value, _ := strings.Cut(field, ":")
		target := map[string]**arm.Point{"MPos": &s.MPos, "WPos": &s.WPos, "WCO": &s.WCO}[name]
		if target != nil {
			p, ok := parsePoint(value)
			if !ok {
				return Status{}, false
			}
			*target = &p
		}
		if name == "Pn" {
			s.Pins = value
		}
	}
	return s, s.MPos != nil || s.WPos != nil
}

// parsePoint reads "1.000,-2.000,3.000"; more axes than three may follow.
func parsePoint(text string) (arm.Point, bool) {
	parts := strings.Split(text, ",")
	if len(parts) < 3 {
		return arm.Point{}, false
	}
	var v [3]float64
	for i := range v {
		n, ok := session.Decimal(parts[i])
		if !ok {
			return arm.Point{}, false
		}
		v[i] = n
	}
	return arm.Point{X: v[0], Y: v[1], Z: v[2]}, true
}
