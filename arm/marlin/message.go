package marlin

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// Message is one line from Marlin: OK, Resend, Busy, Unknown, Fault, Halt, Start, Identity, Capability, Position or
// Note. Only OK is an answer to a line that was sent.
type Message interface{ message() }

// OK says that a line was queued or carried out. With ADVANCED_OK it names the line's number; 0 otherwise.
type OK struct{ Number uint32 }

// Resend asks for a line and those after it again. An OK that belongs to it follows.
type Resend struct{ Number uint32 }

// Busy is a sign of life: "echo:busy: processing".
type Busy struct{ What string }

// Unknown is a command that this Marlin does not have; its OK follows.
type Unknown struct{ Command string }

// Fault is an "Error:" that is not the end.
type Fault struct{ Text string }

// Halt is kill(): nothing works until a reset. Homing that fails ends so.
type Halt struct{ Text string }

// Start is what a controller says first after a reset.
type Start struct{ Text string }

// Identity is the answer to M115: "FIRMWARE_NAME:Marlin 2.1.2.7 (…)".
type Identity struct{ Name string }

// Capability is a line after it: "Cap:EMERGENCY_PARSER:1".
type Capability struct {
	Name string
	On   bool
}

// Position is where the queue of motions will end, in mm.
type Position struct{ At arm.Point }

// Note is any other text, mostly behind "echo:".
type Note struct{ Text string }

func (OK) message()         {}
func (Resend) message()     {}
func (Busy) message()       {}
func (Unknown) message()    {}
func (Fault) message()      {}
func (Halt) message()       {}
func (Start) message()      {}
func (Identity) message()   {}
func (Capability) message() {}
func (Position) message()   {}
func (Note) message()       {}

// SyntaxError is a line that Marlin does not send: noise on the wire, or another firmware. Reading may go on after it.
type SyntaxError struct{ Line string }

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%.80q is not a line of Marlin's", e.Line)
}

var (
	okLine       = regexp.MustCompile(`^ok(?: N(\d{1,9}))?(?: P\d+)?(?: B\d+)?$`)
	resendLine   = regexp.MustCompile(`^(?:Resend|rs):? ?N?(\d{1,9})$`)
	positionLine = regexp.MustCompile(`^X:(\S+) Y:(\S+) Z:(\S+)(?: .*)?$`)
	halted       = regexp.MustCompile(`(?i)\bkill|halted`)
)

// Parse reads one line without its end. The error is a *SyntaxError.
func Parse(said string) (Message, error) {
	text := strings.TrimSpace(said)
	if m := okLine.FindStringSubmatch(text); m != nil {
		return OK{number(m[1])}, nil
	}
	if m := resendLine.FindStringSubmatch(text); m != nil {
		return Resend{number(m[1])}, nil
	}
	if m := positionLine.FindStringSubmatch(text); m != nil {
		if p, ok := point(m[1:]); ok {
			return Position{p}, nil
		}
		return nil, &SyntaxError{said}
	}
	// A board that starts puts noise on the line in front of its first word.
	if strings.HasSuffix(text, "start") && !strings.Contains(text, " ") || strings.HasPrefix(text, "Marlin ") {
		return Start{text}, nil
	}
	for _, b := range []byte(text) {
		if b < ' ' || b > '~' {
			return nil, &SyntaxError{said}
		}
	}
	for prefix, read := range prefixed {
		if rest, found := strings.CutPrefix(text, prefix); found {
			return read(rest), nil
		}
	}
	return Note{strings.TrimSpace(strings.TrimPrefix(text, "echo:"))}, nil
}

// prefixed are messages by how they begin; no beginning is another's.
var prefixed = map[string]func(rest string) Message{
	"echo:busy:": func(rest string) Message { return Busy{strings.TrimSpace(rest)} },
	"echo:Unknown command:": func(rest string) Message {
		return Unknown{strings.Trim(strings.TrimSpace(rest), `"`)}
	},
	"Error:": func(rest string) Message {
		if halted.MatchString(rest) {
			return Halt{strings.Trim(rest, " !")}
		}
		return Fault{strings.TrimSpace(rest)}
	},
	"FIRMWARE_NAME:": func(rest string) Message {
		name, _, _ := strings.Cut(rest, " SOURCE_CODE_URL")
		return Identity{strings.TrimSpace(name)}
	},
	"Cap:": func(rest string) Message {
		name, value, _ := strings.Cut(rest, ":")
		return Capability{name, value == "1"}
	},
}

func number(digits string) uint32 {
	n, err := strconv.ParseUint(digits, 10, 32)
	if err != nil {
		return 0
	}
	return uint32(n)
}

func point(texts []string) (arm.Point, bool) {
	var v [3]float64
	for i := range v {
		var ok bool
		if v[i], ok = session.Decimal(texts[i]); !ok {
			return arm.Point{}, false
		}
	}
	return arm.Point{X: v[0], Y: v[1], Z: v[2]}, true
}
