package playback_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"draughtsman/internal/testkit/playback"
)

// judge stands in for a test, and remembers what a playback finds.
type judge struct {
	testing.TB
	cleanup []func()
	found   []string
}

func (j *judge) Cleanup(f func()) { j.cleanup = append(j.cleanup, f) }
func (j *judge) Errorf(format string, args ...any) {
	j.found = append(j.found, fmt.Sprintf(format, args...))
}

func TestPlayback(t *testing.T) {
	script := []playback.Step{playback.Expect("hello\n"), playback.Say("world\n"), playback.Answer('?', "<Idle>\n"),
		playback.Expect("bye\n")}
	for name, c := range map[string]struct {
		use  func(p *playback.Port)
		want string
	}{
		"as written": {func(p *playback.Port) {
			write(t, p, "hello\n")
			read(t, p, "world\n")
			write(t, p, "?")
			read(t, p, "<Idle>\n")
			write(t, p, "by?e\n")
		}, ""},
		"step left over": {func(p *playback.Port) { write(t, p, "hello\n"); read(t, p, "world\n") },
			`left over: expect "bye\n"`},
		"other bytes": {func(p *playback.Port) { write(t, p, "help\n") }, `the driver wrote`},
		"more bytes": {func(p *playback.Port) {
			write(t, p, "hello\n")
			read(t, p, "world\n")
			write(t, p, "bye\nbye\n")
		}, "nobody expected"},
	} {
		t.Run(name, func(t *testing.T) {
			j := &judge{TB: t}
			p := playback.New(j, script...)
			c.use(p)
			for _, f := range j.cleanup {
				f()
			}
			got := strings.Join(j.found, "; ")
			if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}

func write(t *testing.T, w io.Writer, text string) {
	t.Helper()
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, r io.Reader, want string) {
	t.Helper()
	got := make([]byte, len(want))
	if _, err := io.ReadFull(r, got); err != nil || string(got) != want {
		t.Fatalf("read %q, %v; want %q", got, err, want)
	}
}
