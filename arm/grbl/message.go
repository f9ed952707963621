package grbl

import (
	"fmt"
	"strconv"
	"strings"

	"draughtsman/arm/session"
)

// Message is one line from Grbl: OK, Fault, Alarm, Banner, Setting, Feedback or Status. Only OK and Fault are answers
// to a line that was sent; the others come unasked.
type Message interface{ message() }

// OK says that a line was read and carried out or queued.
type OK struct{}

// Fault says that a line was refused: "error:N". FluidNC may say a text in place of the number; Code is 0 if it is
// none that is known.
type Fault struct {
	Code int
	Text string
}

// Alarm says that Grbl has shut itself down: "ALARM:N".
type Alarm struct{ Code int }

// Banner is the greeting after a reset. Version is for example "1.1h".
type Banner struct {
	Firmware Firmware
	Version  string
}

// Setting is one line of the answer to "$$": "$110=12000.000". Text is one of grblHAL's that is no number, such as an
// address, or N/A; then Value is 0.
type Setting struct {
	Number int
	Value  float64
	Text   string
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

// SyntaxError is a line that Grbl does not send: noise on the wire, or another firmware. Reading may go on after it.
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
		if n := number(code); n > 0 {
			return Fault{Code: n}, nil
		}
		return Fault{Code: texts[code], Text: code}, nil
	}
	if code, found := strings.CutPrefix(text, "ALARM:"); found {
		return Alarm{Code: number(code)}, nil
	}
	if b, found := banner(text); found {
		return b, nil
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
	if err != nil {
		return 0
	}
	return max(0, n)
}

// parseSetting reads "110=12000.000", with or without an explanation in brackets behind it.
func parseSetting(body string) (Setting, bool) {
	name, text, found := strings.Cut(body, "=")
	n, err := strconv.Atoi(name)
	if !found || err != nil || n < 0 {
		return Setting{}, false
	}
	value, _, _ := strings.Cut(text, " ")
	if v, ok := session.Decimal(value); ok {
		return Setting{Number: n, Value: v}, true
	}
	return Setting{Number: n, Text: strings.TrimSpace(text)}, true
}
