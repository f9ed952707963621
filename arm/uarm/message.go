package uarm

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"draughtsman/arm/session"
)

// Message is one line from the uArm: Reply, Event, Plain, Unknown, Halt, Start or Note. Only Reply and Unknown are
// answers to a request.
type Message interface{ message() }

// Reply is "$7 ok X180.0 Y0.0 Z150.0": the answer to request 7. Code is 0, or that of a refusal such as E22, which
// may come behind an ok.
type Reply struct {
	Number uint32
	Code   int
	Text   string // behind "ok", or behind the code
}

// Event is "@9 V0": something happened. ID is 9, Text "V0".
type Event struct {
	ID   int
	Text string
}

// Plain is an answer without a number, to a line that had none.
type Plain struct{ Text string }

// Unknown is the only answer to a command that the firmware does not have.
type Unknown struct{ Command string }

// Halt is kill(): nothing works until a reset.
type Halt struct{ Text string }

// Start is what the firmware says first after a reset.
type Start struct{ Text string }

// Note is any other text.
type Note struct{ Text string }

func (Reply) message()   {}
func (Event) message()   {}
func (Plain) message()   {}
func (Unknown) message() {}
func (Halt) message()    {}
func (Start) message()   {}
func (Note) message()    {}

// SyntaxError is a line that the uArm does not send: noise on the wire, or another firmware. Reading may go on after
// it.
type SyntaxError struct{ Line string }

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%.80q is not a line of the uArm's", e.Line)
}

var (
	replyLine = regexp.MustCompile(`^\$(\d{1,10}) ?(ok)? ?(?:E(\d{1,3})\b)? ?(.*)$`)
	eventLine = regexp.MustCompile(`^@(\d{1,3}) ?(.*)$`)
	halted    = regexp.MustCompile(`(?i)\bkill|halted`)
)

// Parse reads one line without its end. The error is a *SyntaxError.
func Parse(said string) (Message, error) {
	text := strings.TrimSpace(said)
	if strings.HasSuffix(text, "start") && !strings.Contains(text, " ") {
		return Start{text}, nil // also behind the noise of a board that starts
	}
	for _, b := range []byte(text) {
		if b < ' ' || b > '~' {
			return nil, &SyntaxError{said}
		}
	}
	switch {
	case strings.HasPrefix(text, "$"):
		return parseReply(text)
	case strings.HasPrefix(text, "@"):
		m := eventLine.FindStringSubmatch(text)
		if m == nil {
			return nil, &SyntaxError{said}
		}
		return Event{code(m[1]), m[2]}, nil
	case text == "ok" || strings.HasPrefix(text, "ok "):
		return Plain{strings.TrimSpace(text[2:])}, nil
	}
	if rest, found := strings.CutPrefix(text, "echo:Unknown command:"); found {
		return Unknown{strings.Trim(strings.TrimSpace(rest), `"`)}, nil
	}
	if rest, found := strings.CutPrefix(text, "Error:"); found && halted.MatchString(rest) {
		return Halt{strings.Trim(rest, " !")}, nil
	}
	return Note{text}, nil
}

// parseReply reads an answer under a number. One that says neither ok nor E is none.
func parseReply(text string) (Message, error) {
	m := replyLine.FindStringSubmatch(text)
	if m == nil || m[2] == "" && m[3] == "" {
		return nil, &SyntaxError{text}
	}
	n, err := strconv.ParseUint(m[1], 10, 32)
	if err != nil {
		return nil, &SyntaxError{text}
	}
	return Reply{uint32(n), code(m[3]), strings.TrimSpace(m[4])}, nil
}

func code(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}

// values reads "X180.00 Y0.00 Z150.00" or "V1" by letter.
func values(text string) map[byte]float64 {
	found := map[byte]float64{}
	for _, field := range strings.Fields(text) {
		if v, ok := session.Decimal(field[1:]); ok {
			found[field[0]] = v
		}
	}
	return found
}
