package firmware

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// What can go wrong, as a script says it.
const (
	LoseAnswer   = "lose answer"   // the next answer does not arrive
	GarbleAnswer = "garble answer" // a byte of the next answer is another
	LateAnswer   = "late answer"   // the next answer, and all after it, come later
	LoseLine     = "lose line"     // the next line does not reach the controller
	GarbleLine   = "garble line"   // a byte of the next line is another
	GarbleDigit  = "garble digit"  // a digit of the next motion is another
	Reset        = "reset"         // the controller restarts
	Halt         = "halt"          // a limit switch is hit, or the firmware gives up
	Unplug       = "unplug"        // the cable is pulled
	BrownOut     = "brown out"     // the supply fails for a time; the controller is dead meanwhile, and restarts
	MissPick     = "miss pick"     // the tool, when it is next switched on, takes no hold
	Drop         = "drop"          // it lets fall what it holds, half a second after it has taken hold
)

// Fault is something that goes wrong once.
type Fault struct {
	Lines int           // once the board has received so many lines, or packets, in all
	Wait  time.Duration // and so much simulated time has gone by
	What  string        // one of the above
	For   time.Duration // of LateAnswer, Unplug and BrownOut
}

// String is the fault as a line of a script.
func (f Fault) String() string {
	text := fmt.Sprintf("%d", f.Lines)
	if f.Wait > 0 {
		text += fmt.Sprintf(" +%v", f.Wait)
	}
	text += ": " + f.What
	if f.lasts() {
		text += " " + f.For.String()
	}
	return text
}

func (f Fault) lasts() bool {
	return f.What == LateAnswer || f.What == Unplug || f.What == BrownOut
}

var faultLine = regexp.MustCompile(`^(\d{1,9})(?: \+(\S+))?: (\S+(?: [a-z]+)?)(?: (\d\S*))?$`)

// ParseFaults reads a script, a fault a line:
//
//	12: lose answer
//	20 +400ms: reset
//	31 +200ms: unplug 3s
//
// Twelve lines after the board was switched on the next answer is lost; 400 ms of simulated time after the twentieth
// line the controller restarts. Empty lines and those that begin with # say nothing.
func ParseFaults(script string) ([]Fault, error) {
	var faults []Fault
	for i, text := range strings.Split(script, "\n") {
		text = strings.TrimSpace(text)
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		f, err := parseFault(text)
		if err != nil {
			return nil, fmt.Errorf("line %d of the fault script: %w", i+1, err)
		}
		faults = append(faults, f)
	}
	return faults, nil
}

func parseFault(text string) (f Fault, err error) {
	m := faultLine.FindStringSubmatch(text)
	if m == nil {
		return f, fmt.Errorf("%.60q is not like \"12: lose answer\" or \"20 +400ms: unplug 3s\"", text)
	}
	f.What = m[3]
	if f.Lines, err = strconv.Atoi(m[1]); err != nil {
		return f, err
	}
	if m[2] != "" {
		if f.Wait, err = time.ParseDuration(m[2]); err != nil {
			return f, fmt.Errorf("%.60q is no time, such as 400ms", m[2])
		}
	}
	switch f.What {
	case LoseAnswer, GarbleAnswer, LateAnswer, LoseLine, GarbleLine, GarbleDigit, Reset, Halt, Unplug, BrownOut, MissPick,
		Drop:
	default:
		return f, fmt.Errorf("there is no fault %.60q", f.What)
	}
	if f.lasts() == (m[4] == "") {
		return f, fmt.Errorf("%.60q: %s, %s and %s say how long, such as 3s, and no other does", text, LateAnswer, Unplug,
			BrownOut)
	}
	if m[4] != "" {
		if f.For, err = time.ParseDuration(m[4]); err != nil {
			return f, fmt.Errorf("%.60q is no time, such as 3s", m[4])
		}
	}
	return f, nil
}
