package terminal

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

// Console is where a session talks with the person at the keyboard. At a terminal single keys count, and below what
// has been said stands a line with the state of affairs and what is being typed. From anything else lines are read,
// and the state of affairs is a line of its own whenever it changes.
type Console struct {
	Out    io.Writer
	Screen bool
	width  int
	Keys   <-chan Key // closed at the end of the input

	state   string // of affairs
	Typed   []rune
	shown   bool // the line with the state stands there
	restore func() error
}

// Key is a key that was pressed, or a line that was entered.
type Key struct {
	Name KeyName
	Text string // of keyTyped and keyLine
}

// KeyName is which key it is.
type KeyName int

// The keys.
const (
	KeyTyped KeyName = iota // text that was typed
	KeyLine                 // a line, from an input that is no terminal
	KeyEnter
	KeyBackspace
	KeyTab
	KeyUp
	KeyDown
	KeyLeft
	KeyRight
	KeyPageUp
	KeyPageDown
	KeyEnd
)

// ErrInterrupted is why a session ends early at a terminal.
var ErrInterrupted = cli.Asked("stopped: what was not finished is not written")

// OpenConsole prepares the keyboard. What comes back writes to the same places; the context ends with
// Ctrl-C and with the terminal. Close gives the terminal back.
func OpenConsole(ctx context.Context, s Streams) (context.Context, Streams, *Console, error) {
	ctx, stop := context.WithCancelCause(ctx)
	c := &Console{Out: s.Err, width: 80}
	restore := func() error { return nil }
	inner := s
	if file := cli.File(s.In); cli.IsScreen(s.In) {
		before, err := term.MakeRaw(int(file.Fd()))
		if err != nil {
			stop(nil)
			return ctx, s, nil, fmt.Errorf("the keyboard cannot be read: %w", err)
		}
		restore = func() error { return term.Restore(int(file.Fd()), before) }
		if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 20 {
			c.width = width
		}
		c.Screen = true
		// In raw mode a line feed no longer begins a line.
		inner.Out, inner.Err = lineFeeds{s.Out}, lineFeeds{s.Err}
		c.Out = inner.Err
	}
	keys := make(chan Key, 256) // so that Ctrl-C is read behind others for which nobody has had time
	c.Keys = keys
	go ReadKeys(ctx, s.In, c.Screen, keys, stop)
	c.restore = func() error {
		c.Clear()
		gone := errors.Is(context.Cause(ctx), cli.ErrHungUp)
		stop(nil)
		if err := restore(); err != nil && !gone { // of a terminal that has gone there is nothing to give back
			return err
		}
		return nil
	}
	inner.Out = above{c, inner.Out}
	return ctx, inner, c, nil
}

// NoKeyboard is a console that says what it is told, and at which nobody types.
func NoKeyboard(out io.Writer) *Console {
	return &Console{Out: out, restore: func() error { return nil }}
}

// Close gives the terminal back.
func (c *Console) Close() error { return c.restore() }

// lineFeeds writes lines to a terminal in raw mode.
type lineFeeds struct{ to io.Writer }

func (l lineFeeds) Write(p []byte) (int, error) {
	_, err := io.WriteString(l.to, strings.ReplaceAll(string(p), "\n", "\r\n"))
	return len(p), err
}

// above writes above a console's line of state.
type above struct {
	console *Console
	to      io.Writer
}

func (a above) Write(p []byte) (int, error) {
	a.console.Clear()
	n, err := a.to.Write(p)
	a.console.Draw()
	return n, err
}

// Say writes lines that stay.
func (c *Console) Say(format string, args ...any) {
	c.Clear()
	fmt.Fprintf(c.Out, format+"\n", args...)
	c.Draw()
}

// Now shows the state of affairs; "" is nothing.
func (c *Console) Now(format string, args ...any) {
	state := fmt.Sprintf(format, args...)
	if state == c.state {
		return
	}
	c.state = state
	if !c.Screen {
		if state != "" {
			fmt.Fprintln(c.Out, state)
		}
		return
	}
	c.Clear()
	c.Draw()
}

// Clear takes the line of state away.
func (c *Console) Clear() {
	if c.shown {
		fmt.Fprint(c.Out, "\r\x1b[K")
		c.shown = false
	}
}

// Draw shows the line of state, no longer than the screen is wide.
func (c *Console) Draw() {
	if !c.Screen || c.state == "" && len(c.Typed) == 0 {
		return
	}
	text := []rune(c.state + " > " + string(c.Typed))
	if over := len(text) - (c.width - 1); over > 0 {
		tail := len(c.Typed) + 3
		keep := max(0, c.width-2-tail)
		text = append(append([]rune(c.state)[:min(keep, len([]rune(c.state)))], '…'), []rune(" > "+string(c.Typed))...)
	}
	fmt.Fprint(c.Out, string(text))
	c.shown = true
}

// Take takes a key: whole is a line that is complete with it, and special any other key than those that edit the line.
func (c *Console) Take(k Key) (whole string, complete bool, special KeyName) {
	switch k.Name {
	case KeyLine:
		return strings.TrimSpace(k.Text), true, KeyLine
	case KeyEnter:
		whole = strings.TrimSpace(string(c.Typed))
		c.Typed = c.Typed[:0]
		c.Clear()
		c.Draw()
		return whole, true, KeyLine
	case KeyTyped:
		if len(c.Typed) == 0 && (k.Text == "+" || k.Text == "-") {
			return k.Text, true, KeyLine
		}
		c.Typed = append(c.Typed, []rune(k.Text)...)
		c.Clear()
		c.Draw()
		return "", false, KeyTyped
	case KeyBackspace:
		if n := len(c.Typed); n > 0 {
			c.Typed = c.Typed[:n-1]
		}
		c.Clear()
		c.Draw()
		return "", false, KeyTyped
	}
	return "", false, k.Name
}

// ReadKeys sends what is typed until the input or the context ends.
func ReadKeys(ctx context.Context, in io.Reader, raw bool, keys chan<- Key, stop context.CancelCauseFunc) {
	defer close(keys)
	send := func(k Key) bool {
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
			var k Key
			var used int
			if raw {
				if rest[0] == 0x03 || rest[0] == 0x1c { // Ctrl-C, Ctrl-\
					stop(ErrInterrupted)
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
			if k != (Key{}) && !send(k) {
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
func decodeLine(text []byte, last bool) (Key, int) {
	at := strings.IndexByte(string(text), '\n')
	switch {
	case at >= 0:
		return Key{KeyLine, string(text[:at])}, at + 1
	case last:
		return Key{KeyLine, string(text)}, len(text)
	}
	return Key{}, 0
}

// sequences are what terminals send for keys that write nothing (ECMA-48, xterm's control sequences; the second form
// is that of the application mode).
var sequences = map[string]KeyName{
	"\x1b[A": KeyUp, "\x1b[B": KeyDown, "\x1b[C": KeyRight, "\x1b[D": KeyLeft,
	"\x1bOA": KeyUp, "\x1bOB": KeyDown, "\x1bOC": KeyRight, "\x1bOD": KeyLeft,
	"\x1b[5~": KeyPageUp, "\x1b[6~": KeyPageDown,
	"\r": KeyEnter, "\n": KeyEnter, "\x7f": KeyBackspace, "\b": KeyBackspace, "\t": KeyTab, "\x04": KeyEnd,
}

// decodeKey is the first key of what a terminal sent and how long it is. What means nothing here is the zero key.
func decodeKey(sent []byte) (Key, int) {
	for text, name := range sequences {
		if strings.HasPrefix(string(sent), text) {
			return Key{Name: name}, len(text)
		}
	}
	if sent[0] == 0x1b {
		return Key{}, escapeLength(sent)
	}
	r, size := utf8.DecodeRune(sent)
	if r == utf8.RuneError && !utf8.FullRune(sent) {
		return Key{}, 0
	}
	if r == utf8.RuneError || !unicode.IsPrint(r) {
		return Key{}, size
	}
	return Key{KeyTyped, string(r)}, size
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
