package marlin

import (
	"fmt"

	"draughtsman/arm"
)

// RejectedError is a line that Marlin answered with "echo:Unknown command" or an error of its own. It matches
// arm.ErrRejected.
type RejectedError struct {
	Line string
	Why  string
}

func (e *RejectedError) Error() string {
	return fmt.Sprintf("the controller refused %q: %s", e.Line, e.Why)
}

// Is makes errors.Is(err, arm.ErrRejected) true.
func (e *RejectedError) Is(target error) bool { return target == arm.ErrRejected }

// HaltError is a controller that has shut itself down for good. It matches arm.ErrAlarm.
type HaltError struct{ Why string }

func (e *HaltError) Error() string {
	return fmt.Sprintf("the controller has shut itself down (%s): see that the machine is free, press its reset button "+
		"or switch it off and on, then home it", e.Why)
}

// Is makes errors.Is(err, arm.ErrAlarm) true.
func (e *HaltError) Is(target error) bool { return target == arm.ErrAlarm }

// ClampError is a motion that ended elsewhere than it was told to, because the controller's own travel is smaller
// than the configured reach. It matches arm.ErrLimit.
type ClampError struct{ To, At arm.Point }

func (e *ClampError) Error() string {
	return fmt.Sprintf("the arm was sent to %v and the controller went to %v: its own travel (soft endstops, M211) is "+
		"smaller than the configured reach; correct one of them", e.To, e.At)
}

// Is makes errors.Is(err, arm.ErrLimit) true.
func (e *ClampError) Is(target error) bool { return target == arm.ErrLimit }
