package grbl

import (
	"fmt"

	"draughtsman/arm"
)

// RejectedError is a line that Grbl answered with "error:N". It matches
// arm.ErrRejected.
type RejectedError struct {
	Line string
	Code int
}

func (e *RejectedError) Error() string {
	return fmt.Sprintf("the controller refused %q with error:%d, %s", e.Line, e.Code, meaning(faults, e.Code))
}

// Is makes errors.Is(err, arm.ErrRejected) true.
func (e *RejectedError) Is(target error) bool { return target == arm.ErrRejected }

// AlarmError is Grbl's "ALARM:N". It matches arm.ErrAlarm.
type AlarmError struct{ Code int }

func (e *AlarmError) Error() string {
	return fmt.Sprintf("the controller raised alarm %d, %s: see that the machine is free, then home it", e.Code, meaning(alarms, e.Code))
}

// Is makes errors.Is(err, arm.ErrAlarm) true.
func (e *AlarmError) Is(target error) bool { return target == arm.ErrAlarm }

// both is an error with another that came of handling it, in one sentence.
func both(err, also error) error {
	if also == nil {
		return err
	}
	return fmt.Errorf("%w, and %w", err, also)
}

func meaning(table map[int]string, code int) string {
	if text, ok := table[code]; ok {
		return text
	}
	return "which Grbl 1.1 does not document"
}

// What the codes mean, after doc/csv/alarm_codes_en_US.csv of Grbl 1.1h.
var alarms = map[int]string{
	1: "a limit switch was hit",
	2: "a target lies beyond the machine's travel ($130 to $132)",
	3: "it was reset in mid-motion",
	4: "the probe was not in its starting state",
	5: "the probe touched nothing",
	6: "it was reset while homing",
	7: "the safety door was opened while homing",
	8: "homing could not move off the limit switch ($27 is too small, or a switch is stuck)",
	9: "homing did not find a limit switch (a wire is off, or $130 to $132 are too small)",
}

// What the codes mean, after doc/csv/error_codes_en_US.csv of Grbl 1.1h.
var faults = map[int]string{
	1:  "a word without its letter",
	2:  "a number that is not one",
	3:  "an unknown $ command",
	4:  "a negative value where none is allowed",
	5:  "homing is switched off in its settings",
	6:  "a step pulse shorter than 3 µs",
	7:  "its stored settings could not be read and were set back",
	8:  "a command that works only at rest",
	9:  "it is locked by an alarm or a jog",
	10: "soft limits ($20) need homing ($22)",
	11: "a line of more than 79 characters",
	12: "more than 30000 steps a second",
	13: "the safety door is open",
	14: "a start-up line that is too long",
	15: "a jog beyond the machine's travel",
	16: "an invalid jog",
	17: "laser mode without a PWM output",
	20: "an unsupported G-code command",
	21: "two commands of one group in a line",
	22: "a motion without a feed rate",
	23: "a value that must be a whole number",
	24: "two commands that both need axis words",
	25: "a word given twice",
	26: "axis words are missing",
	27: "an invalid line number",
	28: "a value is missing",
	29: "an unsupported work coordinate system",
	30: "G53 works with G0 and G1 only",
	31: "axis words that no command uses",
	32: "an arc without axes in its plane",
	33: "an invalid target",
	34: "an invalid arc radius",
	35: "an arc without offsets in its plane",
	36: "words that no command uses",
	37: "a tool length offset on the wrong axis",
	38: "a tool number that is too large",
}
