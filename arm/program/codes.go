package program

import (
	"fmt"

	"draughtsman/arm"
)

// codes are what a program says went wrong, and what that is for callers.
var codes = map[string]error{
	"not_homed":      arm.ErrNotHomed,
	"position_lost":  arm.ErrPositionLost,
	"stopped":        arm.ErrStopped,
	"limit":          arm.ErrLimit,
	"alarm":          arm.ErrAlarm,
	"rejected":       arm.ErrRejected,
	"unknown_method": arm.ErrRejected,
	"no_answer":      arm.ErrNoAnswer,
	"disconnected":   arm.ErrDisconnected,
}

// kept are the codes after which the arm is where it was before.
var kept = map[string]bool{"limit": true, "rejected": true, "unknown_method": true}

// failureError is a failure that a program reports.
type failureError struct{ failure }

func (e *failureError) Error() string {
	text := e.Message
	if text == "" {
		text = "its program does not say why"
	}
	if codes[e.Code] == nil {
		return fmt.Sprintf("%v: its program reports %q, a code that is not in the protocol: %s", arm.ErrPositionLost, e.Code,
			text)
	}
	return fmt.Sprintf("%v: %s", codes[e.Code], text)
}

// Unwrap is the arm's own error. After a code that is not known nobody knows where the arm is.
func (e *failureError) Unwrap() error {
	if err := codes[e.Code]; err != nil {
		return err
	}
	return arm.ErrPositionLost
}
