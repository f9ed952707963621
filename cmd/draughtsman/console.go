package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"draughtsman/internal/cli"

	"golang.org/x/term"
)

// console is where a session talks with the person at the keyboard. At a terminal single keys count, and below what
// has been said stands a line with the state of affairs and what is being typed. From anything else lines are read,
// and the state of affairs is a line of its own whenever it changes.
type console struct {
	out    io.Writer
	screen bool
	width  int
	keys   <-chan key // closed at the end of the input

	state   string // of affairs
	typed   []rune
	shown   bool // the line with the state stands there
	restore func() error
}

// key is a key that was pressed, or a line that was entered.
type key struct {
	name keyName
	text string // of keyTyped and keyLine
}

type keyName int

// The keys.
const (
	keyTyped keyName = iota // text that was typed
	keyLine                 // a line, from an input that is no terminal
	keyEnter
	keyBackspace
	keyTab
	keyUp
	keyDown
	keyLeft
	keyRight
	keyPageUp
	keyPageDown
	keyEnd
)

// errInterrupted is why a session ends early at a terminal.
var errInterrupted = cli.Asked("stopped: what was not finished is not written")

// openConsole prepares the keyboard. The session that comes back writes to the same places; the context ends with
// Ctrl-C and with the terminal. Close gives the terminal back.
func openConsole(ctx context.Context, s *session) (context.Context, *session, *console, error) {
	ctx, stop := context.WithCancelCause(ctx)
	c := &console{out: s.err, width: 80}
	restore := func() error { return nil }
	inner := *s
	if file := cli.File(s.in); cli.IsScreen(s.in) {
		before, err := term.MakeRaw(int(file.Fd()))
		if err != nil {
			stop(nil)
			return ctx, nil, nil, fmt.Errorf("the keyboard cannot be read: %w", err)
		}
		restore = func() error { return term.Restore(int(file.Fd()), before) }
		if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 20 {
			c.width = width
		}
		c.screen = true
		// In raw mode a line feed no longer begins a line.
		inner.out, inner.err = lineFeeds{s.out}, lineFeeds{s.err}
		c.out = inner.err
	}
	keys := make(chan key, 256) // so that Ctrl-C is read behind others for which nobody has had time
	c.keys = keys
	go readKeys(ctx, s.in, c.screen, keys, stop)
	c.restore = func() error {
		c.clear()
		gone := errors.Is(context.Cause(ctx), cli.ErrHungUp)
		stop(nil)
		if err := restore(); err != nil && !gone { // of a terminal that has gone there is nothing to give back
			return err
		}
		return nil
	}
	inner.out = above{c, inner.out}
	return ctx, &inner, c, nil
}

// Close gives the terminal back.
func (c *console) Close() error {
	if c.restore == nil {
		return nil
	}
	return c.restore()
}

// lineFeeds writes lines to a terminal in raw mode.
type lineFeeds struct{ to io.Writer }

func (l lineFeeds) Write(p []byte) (int, error) {
	_, err := io.WriteString(l.to, strings.ReplaceAll(string(p), "\n", "\r\n"))
	return len(p), err
}

// above writes above a console's line of state.
type above struct {
	console *console
	to      io.Writer
}

func (a above) Write(p []byte) (int, error) {
	a.console.clear()
	n, err := a.to.Write(p)
	a.console.draw()
	return n, err
}

// say writes lines that stay.
func (c *console) say(format string, args ...any) {
	c.clear()
	fmt.Fprintf(c.out, format+"\n", args...)
	c.draw()
}

// now shows the state of affairs; "" is nothing.
func (c *console) now(format string, args ...any) {
	state := fmt.Sprintf(format, args...)
	if state == c.state {
		return
	}
	c.state = state
	if !c.screen {
		if state != "" {
			fmt.Fprintln(c.out, state)
		}
		return
	}
	c.clear()
	c.draw()
}

// clear takes the line of state away.
func (c *console) clear() {
	if c.shown {
		fmt.Fprint(c.out, "\r\x1b[K")
		c.shown = false
	}
}

// draw shows the line of state, no longer than the screen is wide.
func (c *console) draw() {
	if !c.screen || c.state == "" && len(c.typed) == 0 {
		return
	}
	text := []rune(c.state + " > " + string(c.typed))
	if over := len(text) - (c.width - 1); over > 0 {
		tail := len(c.typed) + 3
		keep := max(0, c.width-2-tail)
		text = append(append([]rune(c.state)[:min(keep, len([]rune(c.state)))], '…'), []rune(" > "+string(c.typed))...)
	}
	fmt.Fprint(c.out, string(text))
	c.shown = true
}

// take takes a key: whole is a line that is complete with it, and special any other key than those that edit the line.
func (c *console) take(k key) (whole string, complete bool, special keyName) {
	switch k.name {
	case keyLine:
		return strings.TrimSpace(k.text), true, keyLine
	case keyEnter:
		whole = strings.TrimSpace(string(c.typed))
		c.typed = c.typed[:0]
		c.clear()
		c.draw()
		return whole, true, keyLine
	case keyTyped:
		if len(c.typed) == 0 && (k.text == "+" || k.text == "-") {
			return k.text, true, keyLine
		}
		c.typed = append(c.typed, []rune(k.text)...)
		c.clear()
		c.draw()
		return "", false, keyTyped
	case keyBackspace:
		if n := len(c.typed); n > 0 {
			c.typed = c.typed[:n-1]
		}
		c.clear()
		c.draw()
		return "", false, keyTyped
	}
	return "", false, k.name
}

// readKeys sends what is typed until the input or the context ends.
func readKeys(ctx context.Context, in io.Reader, raw bool, keys chan<- key, stop context.CancelCauseFunc) {
	defer close(keys)
	send := func(k key) bool {
		select {
		case keys <- k:
			return true
		case <-ctx.Done():
			return false
		}
	}
	var rest []byte
	chunk := make([]byte, 256)
	for {
		n, err := in.Read(chunk)
		rest = append(rest, chunk[:n]...)
		for len(rest) > 0 {
			var k key
			var used int
			if raw {
				if rest[0] == 0x03 || rest[0] == 0x1c { // Ctrl-C, Ctrl-\
					stop(errInterrupted)
					return
				}
				k, used = decodeKey(rest)
			} else {
				k, used = decodeLine(rest, err != nil)
			}
			if used == 0 {
				break
			}
			rest = rest[used:]
			if k != (key{}) && !send(k) {
				return
			}
		}
		if err != nil {
			if raw { // where Ctrl-D is a key, only a terminal that has gone ends the input
				stop(cli.ErrHungUp)
			}
			return
		}
	}
}

// decodeLine is the first line of a text and how long it is, 0 if it may go on.
func decodeLine(text []byte, last bool) (key, int) {
	at := strings.IndexByte(string(text), '\n')
	switch {
	case at >= 0:
		return key{keyLine, string(text[:at])}, at + 1
	case last:
		return key{keyLine, string(text)}, len(text)
	}
	return key{}, 0
}

// sequences are what terminals send for keys that write nothing (ECMA-48, xterm's control sequences; the second form
// is that of the application mode).
var sequences = map[string]keyName{
	"\x1b[A": keyUp, "\x1b[B": keyDown, "\x1b[C": keyRight, "\x1b[D": keyLeft,
	"\x1bOA": keyUp, "\x1bOB": keyDown, "\x1bOC": keyRight, "\x1bOD": keyLeft,
	"\x1b[5~": keyPageUp, "\x1b[6~": keyPageDown,
	"\r": keyEnter, "\n": keyEnter, "\x7f": keyBackspace, "\b": keyBackspace, "\t": keyTab, "\x04": keyEnd,
}

// decodeKey is the first key of what a terminal sent and how long it is. What means nothing here is the zero key.
func decodeKey(sent []byte) (key, int) {
	for text, name := range sequences {
		if strings.HasPrefix(string(sent), text) {
			return key{name: name}, len(text)
		}
	}
	if sent[0] == 0x1b {
		return key{}, escapeLength(sent)
	}
	r, size := utf8.DecodeRune(sent)
	if r == utf8.RuneError && !utf8.FullRune(sent) {
		return key{}, 0
	}
	if r == utf8.RuneError || !unicode.IsPrint(r) {
		return key{}, size
	}
	return key{keyTyped, string(r)}, size
}

// escapeLength is the length of an escape sequence that means nothing here: up to the first letter or tilde behind
// the bracket; 0 while that is on its way.
func escapeLength(sent []byte) int {
	if len(sent) < 2 || sent[1] != '[' && sent[1] != 'O' {
		return 1
	}
	for i := 2; i < len(sent); i++ {
		if sent[i] >= 0x40 && sent[i] <= 0x7e {
			return i + 1
		}
	}
	return 0
}
