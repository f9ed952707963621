package grbl

import (
	"strings"
	"time"

	"draughtsman/arm"
)

// reported is what a controller has said of itself.
type reported struct {
	settings  Settings
	status    Status    // the latest
	since     time.Time // since when they say the same state
	count     int       // how many have come
	idleSince time.Time // since when they say Idle; zero while they do not
	offset    *arm.Point
	button    bool      // it holds because its button was pressed
	strayHold time.Time // since when it holds although nothing is known to have asked for it; zero while it does not
}

// take notes a status. A hold is ours if it was asked for on this connection.
func (r *reported) take(s Status, ours bool) {
	if s.State != r.status.State {
		r.since = arm.Now()
	}
	r.count++
	r.status = s
	if s.WCO != nil {
		r.offset = s.WCO
	}
	switch {
	case s.State != StateHold || ours || strings.Contains(s.Pins, holdPin):
		r.strayHold = time.Time{}
		r.button = s.State == StateHold && (r.button || strings.Contains(s.Pins, holdPin))
	case r.strayHold.IsZero() && !r.button:
		r.strayHold = arm.Now()
	}
	if s.State != StateIdle {
		r.idleSince = time.Time{}
	} else if r.idleSince.IsZero() {
		r.idleSince = arm.Now()
	}
}

// holder says who holds the machine, if that was not asked for on this connection.
func (r *reported) holder(s Status, ours bool) string {
	switch {
	case s.State == StateDoor:
		return "the controller holds the arm since its safety door is open: close it; its resume button goes on"
	case s.State != StateHold || ours:
		return ""
	case strings.Contains(s.Pins, holdPin):
		return "the controller holds the arm since its hold button is pressed: its resume button goes on"
	case r.count == 0:
		return "the controller was holding the arm when it was connected, from a stop before: what was left of that motion " +
			"is forgotten"
	}
	return "the controller holds the arm, and nothing here has asked for it: a hold button, another program, or a " +
		"garbled byte; its resume button goes on"
}

// place is the machine position of a report, in millimetres. With $10 set for work positions it needs the offset,
// which not every report has.
func (r *reported) place(s Status) (arm.Point, bool) {
	scale := 1.0
	if r.settings[reportInches] == 1 {
		scale = 25.4
	}
	switch {
	case s.MPos != nil:
		return arm.Point{X: scale * s.MPos.X, Y: scale * s.MPos.Y, Z: scale * s.MPos.Z}, true
	case s.WPos != nil && r.offset != nil:
		return arm.Point{X: scale * (s.WPos.X + r.offset.X), Y: scale * (s.WPos.Y + r.offset.Y),
			Z: scale * (s.WPos.Z + r.offset.Z)}, true
	}
	return arm.Point{}, false
}
