package grbl

import (
	"fmt"
	"strconv"
	"strings"

	"draughtsman/arm/line"
)

// Message is one line from Grbl: OK, Fault, Alarm, Banner, Setting, Feedback
// or Status. Only OK and Fault are answers to a line that was sent; the others
// come unasked.
type Message interface{ message() }

// OK says that a line was read and carried out or queued.
type OK struct{}

// Fault says that a line was refused: "error:N". Code is 0 if N is not a
// number.
type Fault struct{ Code int }

// Alarm says that Grbl has shut itself down: "ALARM:N".
type Alarm struct{ Code int }

// Banner is Grbl's greeting after a reset. Version is for example "1.1h".
type Banner struct{ Version string }

// Setting is one line of the answer to "$$": "$110=12000.000".
type Setting struct {
	Number int
	Value  float64
}

// Feedback is a line in brackets, "[MSG:Caution: Unlocked]".
type Feedback struct{ Tag, Text string }

func (OK) message()       {}
func (Fault) message()    {}
func (Alarm) message()    {}
func (Banner) message()   {}
func (Setting) message()  {}
func (Feedback) message() {}
func (Status) message()   {}

// SyntaxError is a line that Grbl does not send: noise on the wire, or another
// firmware. Reading may go on after it.
type SyntaxError struct{ Line string }

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%.80q is not a line of Grbl's", e.Line)
}

// Parse reads one line without its end. The error is a *SyntaxError.
func Parse(said string) (Message, error) {
	text := strings.TrimSpace(said)
	if text == "ok" {
		return OK{}, nil
	}
	if code, found := strings.CutPrefix(text, "error:"); found {
		return Fault{Code: number(code)}, nil
	}
	if code, found := strings.CutPrefix(text, "ALARM:"); found {
		return Alarm{Code: number(code)}, nil
	}
	if version, found := banner(text); found {
		return Banner{Version: version}, nil
	}
	if body, found := enclosed(text, '<', '>'); found {
		if status, ok := parseStatus(body); ok {
			return status, nil
		}
	} else if body, found := enclosed(text, '[', ']'); found {
		tag, rest, _ := strings.Cut(body, ":")
		return Feedback{Tag: tag, Text: rest}, nil
	} else if body, found := strings.CutPrefix(text, "$"); found {
		if setting, ok := parseSetting(body); ok {
			return setting, nil
		}
	}
	return nil, &SyntaxError{Line: said}
}

// banner finds "Grbl 1.1h ['$' for help]", also behind the noise that a board
// puts on the line while it starts.
func banner(text string) (version string, found bool) {
	_, after, found := strings.Cut(text, "Grbl ")
	if !found || !strings.Contains(after, "[") {
		return "", false
	}
	version, _, _ = strings.Cut(after, " ")
	return version, version != "" && version[0] >= '0' && version[0] <= '9'
}

func enclosed(text string, left, right byte) (body string, ok bool) {
	last := len(text) - 1
	if last < 1 || text[0] != left || text[last] != right {
		return "", false
	}
	return text[1:last], true
}

// number is the code of an error or an alarm, 0 if it is illegible.
func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// parseSetting reads "110=12000.000", with or without an explanation in
// brackets behind it.
func parseSetting(body string) (Setting, bool) {
	name, value, found := strings.Cut(body, "=")
	if !found {
		return Setting{}, false
	}
	value, _, _ = strings.Cut(value, " ")
	n, err := strconv.Atoi(name)
	if err != nil || n < 0 {
		return Setting{}, false
	}
	v, ok := line.Decimal(value)
	return Setting{Number: n, Value: v}, ok
}
