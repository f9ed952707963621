package arm

import "errors"

// What can go wrong, for callers that must tell the cases apart. Drivers wrap these with where it happened and what
// to do.
var (
	// ErrNotHomed: the arm has not been homed since the connection was made.
	ErrNotHomed = errors.New("the arm has not been homed")
	// ErrPositionLost: a reset or an interruption made the position unknown.
	ErrPositionLost = errors.New("the arm's position is lost")
	// ErrStopped: a motion was interrupted on request.
	ErrStopped = errors.New("the arm was stopped")
	// ErrLimit: a target or a speed is outside what the configuration allows.
	ErrLimit = errors.New("outside the arm's limits")
	// ErrAlarm: the controller has shut itself down.
	ErrAlarm = errors.New("the arm's controller raised an alarm")
	// ErrRejected: the controller understood a command and refused it.
	ErrRejected = errors.New("the arm's controller refused a command")
	// ErrNoAnswer: the controller is silent.
	ErrNoAnswer = errors.New("the arm's controller does not answer")
	// ErrDisconnected: the connection is gone; it has to be opened anew.
	ErrDisconnected = errors.New("the connection to the arm is gone")
	// ErrWrongFirmware: something answers, but it speaks another language.
	ErrWrongFirmware = errors.New("not the firmware that was expected")
)

// NeedsHoming reports whether err leaves an arm that has to be homed before it moves again.
func NeedsHoming(err error) bool {
	for _, lost := range []error{ErrNotHomed, ErrPositionLost, ErrStopped, ErrAlarm, ErrNoAnswer} {
		if errors.Is(err, lost) {
			return true
		}
	}
	return false
}
