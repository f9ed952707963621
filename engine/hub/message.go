package hub

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Message is one line: a command and its arguments.
type Message struct {
	Command string
	Args    []Arg
}

// Arg is an argument of a message. One without a value is a flag, as "think" in "go think"; an empty value and none
// are the same.
type Arg struct{ Name, Value string }

// Msg is a message of a command and names and values in turn.
func Msg(command string, namesAndValues ...string) Message {
	m := Message{Command: command}
	for i := 0; i+1 < len(namesAndValues); i += 2 {
		m.Args = append(m.Args, Arg{namesAndValues[i], namesAndValues[i+1]})
	}
	return m
}

// Parse reads a line, its line ending included or not. Blanks part arguments; a value in double quotes may hold
// blanks and "=" and ends at the next quote. An empty line is a message without a command.
func Parse(line string) (Message, error) {
	var m Message
	rest := strings.TrimFunc(line, isBlank)
	m.Command, rest = cut(rest)
	if strings.ContainsAny(m.Command, `="`) {
		return Message{}, fmt.Errorf("%q is not a command: a line begins with one, as in \"go think\"", m.Command)
	}
	for rest = strings.TrimLeftFunc(rest, isBlank); rest != ""; rest = strings.TrimLeftFunc(rest, isBlank) {
		var a Arg
		var err error
		if a, rest, err = parseArg(rest); err != nil {
			return Message{}, err
		}
		m.Args = append(m.Args, a)
	}
	return m, nil
}

// parseArg reads the argument that a text begins with, and gives the rest.
func parseArg(text string) (a Arg, rest string, err error) {
	end := strings.IndexFunc(text, func(r rune) bool { return r == '=' || r == '"' || isBlank(r) })
	switch {
	case end < 0:
		return Arg{Name: text}, "", nil
	case end == 0 || text[end] == '"':
		return Arg{}, "", fmt.Errorf("%q is not an argument: want name=value or name=\"value\"", text)
	case text[end] != '=':
		return Arg{Name: text[:end]}, text[end:], nil
	}
	a.Name, rest = text[:end], text[end+1:]
	quoted, found := strings.CutPrefix(rest, `"`)
	if !found {
		a.Value, rest = cut(rest)
		return a, rest, nil
	}
	if a.Value, rest, found = strings.Cut(quoted, `"`); !found {
		return Arg{}, "", fmt.Errorf("the value of %s has no closing quote", a.Name)
	}
	return a, rest, nil
}

// cut parts a text at its first blank.
func cut(text string) (before, after string) {
	if i := strings.IndexFunc(text, isBlank); i >= 0 {
		return text[:i], text[i:]
	}
	return text, ""
}

// isBlank is true of control characters as well: no line can hold them.
func isBlank(r rune) bool { return r <= ' ' || r == 0x7f }

// String is the line without a line ending. What no value can hold, quotes and control characters, is written as an
// apostrophe and a blank.
func (m Message) String() string {
	var b strings.Builder
	b.WriteString(m.Command)
	for _, a := range m.Args {
		b.WriteString(" " + a.Name)
		if a.Value == "" {
			continue
		}
		value := strings.Map(writable, a.Value)
		if strings.ContainsAny(value, " =") {
			value = `"` + value + `"`
		}
		b.WriteString("=" + value)
	}
	return b.String()
}

func writable(r rune) rune {
	switch {
	case r == '"':
		return '\''
	case isBlank(r):
		return ' '
	}
	return r
}

// Has reports whether there is an argument of a name.
func (m Message) Has(name string) bool {
	_, found := m.value(name)
	return found
}

// Value is the value of the first argument of a name, "" where there is none.
func (m Message) Value(name string) string {
	v, _ := m.value(name)
	return v
}

func (m Message) value(name string) (string, bool) {
	for _, a := range m.Args {
		if a.Name == name {
			return a.Value, true
		}
	}
	return "", false
}

// Int is the value of an argument as a number of at least least; 0 where there is no such argument.
func (m Message) Int(name string, least int) (int, error) {
	text, found := m.value(name)
	if !found {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least {
		return 0, fmt.Errorf("%s=%s: want a whole number from %d up", name, text, least)
	}
	return n, nil
}

// maxTime is the longest time that a message can state.
const maxTime = 1000 * time.Hour

// Seconds is the value of an argument as a time; 0 where there is no such argument.
func (m Message) Seconds(name string) (time.Duration, error) {
	text, found := m.value(name)
	if !found {
		return 0, nil
	}
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || !(seconds >= 0 && seconds <= maxTime.Seconds()) {
		return 0, fmt.Errorf("%s=%s: want seconds, 0 to %.0f", name, text, maxTime.Seconds())
	}
	return time.Duration(seconds * float64(time.Second)), nil
}

// seconds is a time as messages state it.
func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }
