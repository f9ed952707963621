package gantry

import (
	"bufio"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/expect"
)

// host is a program at the other end of the serial line that knows nothing, and a table whose time it lets pass
// itself.
type host struct {
	t     *testing.T
	w     *world.World
	board Socket
	file  *os.File
	lines chan string // without their ends; closed when the line is dead
	heard chan int    // what the board has taken note of
}

// patience is how long a test waits for what must come, on a machine that has other things to do.
const patience = time.Minute

// newHost switches a board on and opens its port.
func newHost(t *testing.T, o Options) *host {
	t.Helper()
	l := world.DefaultLayout()
	w := world.New(world.NewState(l, checkers.Start(), 1), world.Options{Layout: l, Seed: 1})
	h := &host{t: t, w: w, heard: make(chan int, 10000)}
	b, err := start(w, o, func(n int) { h.heard <- n })
	expect.OK(t, err)
	h.board = b
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	h.open()
	return h
}

// open opens the port, as a program that starts does.
func (h *host) open() {
	h.t.Helper()
	f, err := os.OpenFile(h.board.Path(), os.O_RDWR|syscall.O_NOCTTY|syscall.O_NONBLOCK, 0)
	expect.OK(h.t, err)
	lines := make(chan string, 10000)
	h.file, h.lines = f, lines
	h.t.Cleanup(func() { _ = f.Close() })
	go func() {
		defer close(lines)
		for r := bufio.NewReader(f); ; {
			line, err := r.ReadString('\n')
			if err != nil {
				return
			}
			lines <- strings.TrimSuffix(line, "\r\n")
		}
	}()
	h.await(0)
}

// await waits until the board has heard n bytes more, or, with 0, that its port was opened.
func (h *host) await(n int) {
	h.t.Helper()
	for {
		select {
		case got := <-h.heard:
			if n -= got; n <= 0 {
				return
			}
		case <-time.After(patience):
			h.t.Fatal("the board hears nothing")
		}
	}
}

// send returns when the board has taken note of the text.
func (h *host) send(text string) {
	h.t.Helper()
	if _, err := h.file.WriteString(text); err != nil {
		h.t.Fatal(err)
	}
	h.await(len(text))
}

// next is the next line that the board sends.
func (h *host) next() string {
	h.t.Helper()
	select {
	case line, ok := <-h.lines:
		if !ok {
			h.t.Fatal("the line is dead")
		}
		return line
	case <-time.After(patience):
		h.t.Fatal("the board sends nothing")
	}
	return ""
}

// expect fails unless the board sends these lines next.
func (h *host) expect(want ...string) {
	h.t.Helper()
	var got []string
	for range want {
		got = append(got, h.next())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		h.t.Fatalf("the board answers (-want +got):\n%s", diff)
	}
}

// ask sends '?' and returns the status report and the lines before it.
func (h *host) ask() (report string, before []string) {
	h.t.Helper()
	h.send("?")
	for {
		line := h.next()
		if strings.HasPrefix(line, "<") {
			return line, before
		}
		before = append(before, line)
	}
}

// quiet fails unless the board has sent nothing, and returns its status.
func (h *host) quiet() string {
	h.t.Helper()
	report, before := h.ask()
	if len(before) > 0 {
		h.t.Fatalf("the board has sent %q", before)
	}
	return report
}

// command sends a line that is answered at once.
func (h *host) command(line string) string {
	h.t.Helper()
	h.send(line + "\n")
	return h.next()
}

func (h *host) ok(line string) {
	h.t.Helper()
	if got := h.command(line); got != "ok" {
		h.t.Fatalf("%s is answered with %q", line, got)
	}
}

func (h *host) pass(d time.Duration) {
	h.t.Helper()
	expect.OK(h.t, h.w.Advance(d))
}

const banner = "Grbl 1.1h ['$' for help]"
const unlock = "[MSG:'$H'|'$X' to unlock]"

// boot waits for the banner.
func (h *host) boot() {
	h.t.Helper()
	h.pass(2 * time.Second)
	h.expect("", banner, unlock)
}

// home boots and homes.
func (h *host) home() {
	h.t.Helper()
	h.boot()
	h.send("$H\n?")
	h.pass(20 * time.Second)
	if r := h.next(); !strings.HasPrefix(r, "<Home|") {
		h.t.Fatalf("after homing the board says %q", r)
	}
	h.expect("ok")
}
