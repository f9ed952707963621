package terminal

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"

	"draughtsman/internal/cli"
	"draughtsman/internal/testkit/expect"

	"github.com/creack/pty"
	"pgregory.net/rapid"
)

func TestKeysOfATerminal(t *testing.T) {
	for sent, want := range map[string][]Key{
		"x 10\r":            {{KeyTyped, "x"}, {KeyTyped, " "}, {KeyTyped, "1"}, {KeyTyped, "0"}, {Name: KeyEnter}},
		"\x1b[A\x1b[B":      {{Name: KeyUp}, {Name: KeyDown}},
		"\x1bOC\x1bOD":      {{Name: KeyRight}, {Name: KeyLeft}},
		"\x1b[5~\x1b[6~\t":  {{Name: KeyPageUp}, {Name: KeyPageDown}, {Name: KeyTab}},
		"\x7f\b":            {{Name: KeyBackspace}, {Name: KeyBackspace}},
		"é":                 {{KeyTyped, "é"}},
		"\x1b[3~a":          {{KeyTyped, "a"}}, // Delete means nothing
		"\x1b[1;5Ab":        {{KeyTyped, "b"}}, // nor does Ctrl-Up
		"\x1bq":             {{KeyTyped, "q"}}, // nor Escape
		"\x00\x01\xffz\x04": {{KeyTyped, "z"}, {Name: KeyEnd}},
	} {
		var got []Key
		for rest := []byte(sent); len(rest) > 0; {
			k, used := decodeKey(rest)
			if used == 0 {
				t.Fatalf("%q is stuck at %q", sent, rest)
			}
			if k != (Key{}) {
				got = append(got, k)
			}
			rest = rest[used:]
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q is %v, want %v", sent, got, want)
		}
	}
}

// However a terminal's bytes are cut into pieces, the same keys come out, and nothing is waited for that never comes,
// but the end of a key.
func TestKeysComeInPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOf(rapid.SampledFrom([]string{"a", "é", "\x1b[A", "\x1b[5~", "\x1b[3~", "\r", "\x7f",
			"12"})).Draw(t, "keys")
		sent := strings.Join(parts, "")
		whole := keysOf(t, strings.NewReader(sent))
		cut := rapid.IntRange(0, len(sent)).Draw(t, "cut")
		if cut > 0 && sent[cut-1] == '\x1b' { // which alone is the Escape key
			return
		}
		if pieces := keysOf(t, io.MultiReader(strings.NewReader(sent[:cut]),
			strings.NewReader(sent[cut:]))); !slices.Equal(whole, pieces) {
			t.Errorf("%q in pieces at %d is %v, whole %v", sent, cut, pieces, whole)
		}
	})
}

func keysOf(t *rapid.T, in io.Reader) (list []Key) {
	t.Helper()
	ctx, stop := context.WithCancelCause(t.Context())
	defer stop(nil)
	keys := make(chan Key)
	go ReadKeys(ctx, in, true, keys, stop)
	for k := range keys {
		list = append(list, k)
	}
	return list
}

// Whichever way the system says that a terminal has gone, it is known as that.
func TestATerminalGoes(t *testing.T) {
	for _, err := range []error{io.EOF, syscall.EIO} {
		ctx, stop := context.WithCancelCause(t.Context())
		keys := make(chan Key)
		go ReadKeys(ctx, io.MultiReader(strings.NewReader("a"), iotest.ErrReader(err)), true, keys, stop)
		if k := <-keys; k.Text != "a" {
			t.Errorf("%v came before the end", k)
		}
		if _, more := <-keys; more || !errors.Is(context.Cause(ctx), cli.ErrHungUp) {
			t.Errorf("after %v: %v", err, context.Cause(ctx))
		}
	}
}

func TestLinesOfAPipe(t *testing.T) {
	var got []string
	for rest := []byte("x 10\n\ndone"); len(rest) > 0; {
		k, used := decodeLine(rest, true)
		got = append(got, k.Text)
		rest = rest[used:]
	}
	if want := []string{"x 10", "", "done"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if _, used := decodeLine([]byte("x 1"), false); used != 0 {
		t.Error("half a line was taken")
	}
}

// What is typed stands behind the state of affairs, is edited, and goes away with Enter; the line never grows wider
// than the screen.
func TestALineOfState(t *testing.T) {
	var out bytes.Buffer
	c := &Console{Out: &out, Screen: true, width: 40}
	c.Now("square %d, tip at X 100.0 Y 200.0 Z 300.0, step 10 mm", 4)
	for _, r := range "x 100" {
		if _, complete, _ := c.Take(Key{KeyTyped, string(r)}); complete {
			t.Fatal("complete too early")
		}
	}
	c.Take(Key{Name: KeyBackspace})
	c.Say("something else")
	whole, complete, _ := c.Take(Key{Name: KeyEnter})
	if whole != "x 10" || !complete {
		t.Errorf("%q, %v", whole, complete)
	}
	if text, complete, _ := c.Take(Key{KeyTyped, "+"}); text != "+" || !complete {
		t.Error("a plus is not a key")
	}
	for _, line := range strings.Split(strings.NewReplacer("\r\x1b[K", "\n").Replace(out.String()), "\n") {
		if n := len([]rune(line)); n > 39 {
			t.Errorf("a line of %d columns: %q", n, line)
		}
	}
	if !strings.Contains(out.String(), "… > x 10") || !strings.Contains(out.String(), "something else\n") {
		t.Errorf("%q", out.String())
	}
}

func TestTheEndOfTheInput(t *testing.T) {
	s := Streams{In: strings.NewReader("one\n"), Out: io.Discard, Err: io.Discard}
	_, _, c, err := OpenConsole(t.Context(), s)
	expect.OK(t, err)
	defer c.Close()
	if text, complete, _ := c.Take(<-c.Keys); text != "one" || !complete {
		t.Error(text)
	}
	if k, more := <-c.Keys; more {
		t.Error(k)
	}
}

// Ctrl-C counts at once, whatever was typed before it and waits for its turn.
func TestCtrlCBehindOtherKeys(t *testing.T) {
	far, near, err := pty.Open()
	expect.OK(t, err)
	defer far.Close()
	defer near.Close()
	ctx, _, c, err := OpenConsole(t.Context(), Streams{In: near, Out: io.Discard, Err: io.Discard})
	expect.OK(t, err)
	defer c.Close()
	if _, err := io.WriteString(far, "x 100\r\x1b[C\x03"); err != nil {
		t.Fatal(err)
	}
	<-ctx.Done()
	if cause := context.Cause(ctx); !errors.Is(cause, ErrInterrupted) {
		t.Error(cause)
	}
}
