package uarm

import (
	"fmt"

	"draughtsman/arm"
)

// RejectedError is a request that the uArm refused. It matches arm.ErrRejected, and arm.ErrLimit if the place is out
// of reach. Code is 0 for an unknown command.
type RejectedError struct {
	Line string
	Code int
}

func (e *RejectedError) Error() string {
	if e.Code == 0 {
		return fmt.Sprintf("the arm refused %q: its firmware does not have that command; update it to V3.2 or later", e.Line)
	}
	why, known := refusals[e.Code]
	if !known {
		why = "which the manual does not explain"
	}
	return fmt.Sprintf("the arm refused %q with E%d, %s", e.Line, e.Code, why)
}

// Is makes errors.Is true for arm.ErrRejected, and for arm.ErrLimit if the code says so.
func (e *RejectedError) Is(target error) bool {
	return target == arm.ErrRejected || target == arm.ErrLimit && e.Code == codeUnreachable
}

const codeUnreachable = 22

// What the codes mean, after the Swift Pro's developer guide.
var refusals = map[int]string{
	20:              "a command that does not exist",
	21:              "a bad parameter",
	codeUnreachable: "the place is out of reach: make the configured reach smaller",
	23:              "a command that is still running",
	24:              "no power: switch the arm's own supply on",
	25:              "a wrong mode, or not allowed now",
	26:              "no such routine",
}

// HaltError is a controller that has shut itself down for good. It matches arm.ErrAlarm.
type HaltError struct{ Why string }

func (e *HaltError) Error() string {
	return fmt.Sprintf("the arm has shut itself down (%s): switch it off and on, then home it", e.Why)
}

// Is makes errors.Is(err, arm.ErrAlarm) true.
func (e *HaltError) Is(target error) bool { return target == arm.ErrAlarm }
