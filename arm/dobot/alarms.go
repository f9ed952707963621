package dobot

import (
	"fmt"
	"strings"

	"draughtsman/arm"
)

// alarmRestarted is the alarm that a controller has from its start until it is cleared.
const alarmRestarted = 0

// alarms are the numbers of the bits that are set in an answer to idAlarms.
func alarms(params []byte) (set []int) {
	for i, b := range params[:alarmBytes] {
		for bit := range 8 {
			if b&(1<<bit) != 0 {
				set = append(set, 8*i+bit)
			}
		}
	}
	return set
}

// What single alarms mean, after Dobot's alarm description.
var alarmTexts = map[int]string{
	0x10: "no straight way leads there, one of its joints would have to turn too fast: bring the board nearer to the " +
		"middle of its reach",
	0x11: "the place is out of reach: make the configured reach smaller",
	0x12: "the place is beyond a joint's limit: make the configured reach smaller",
	0x20: "its straight way is not possible, one of its joints would have to turn too fast: bring the board nearer to " +
		"the middle of its reach",
	0x21: "its way leads out of reach: make the configured reach smaller",
	0x22: "its way leads beyond a joint's limit: make the configured reach smaller",
}

// Groups of alarms, one for each axis and what can be wrong with it.
var alarmGroups = []struct {
	first, last, each int
	text              string
}{
	{0x30, 0x33, 1, "joint %d turned too fast: make the configured speeds lower"},
	{0x40, 0x47, 2, "joint %d is at its limit: free the arm by its button, and make the configured reach smaller"},
	{0x48, 0x49, 2, "the angle between its two arms is at its limit: free the arm by its button, and make the " +
		"configured reach smaller"},
	{0x50, 0x53, 1, "joint %d lost steps: free what is in its way, or make the configured speeds lower"},
	{0x60, 0x6b, 3, "the motor of joint %d fails: switch the arm off, and look whether it turns freely by hand"},
}

// alarmText is what an alarm means, with what to do.
func alarmText(n int) string {
	if text, known := alarmTexts[n]; known {
		return text
	}
	for _, g := range alarmGroups {
		if n >= g.first && n <= g.last {
			if !strings.Contains(g.text, "%d") {
				return g.text
			}
			return fmt.Sprintf(g.text, 1+(n-g.first)/g.each)
		}
	}
	return "which Dobot does not explain: switch it off and on"
}

// AlarmError is an arm that has raised alarms and does nothing until they are cleared. It matches arm.ErrAlarm.
type AlarmError struct{ Alarms []int }

func (e *AlarmError) Error() string {
	var texts []string
	for _, n := range e.Alarms {
		texts = append(texts, fmt.Sprintf("alarm 0x%02x, %s", n, alarmText(n)))
	}
	return fmt.Sprintf("the arm has stopped with %s; then home it", strings.Join(texts, "; and "))
}

// Is makes errors.Is(err, arm.ErrAlarm) true.
func (e *AlarmError) Is(target error) bool { return target == arm.ErrAlarm }
