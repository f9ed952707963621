package firmware

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/expect"
)

func TestParseFaults(t *testing.T) {
	const script = "12: lose answer\n20 +400ms: reset\n21: late answer 1.5s\n31 +200ms: unplug 3s\n32: brown out " +
		"2s\n33: miss pick\n34: drop\n35: garble digit"
	got, err := ParseFaults("# a bad day\n\n" + script + "\n")
	expect.OK(t, err)
	want := []Fault{
		{Lines: 12, What: LoseAnswer},
		{Lines: 20, Wait: 400 * time.Millisecond, What: Reset},
		{Lines: 21, What: LateAnswer, For: 1500 * time.Millisecond},
		{Lines: 31, Wait: 200 * time.Millisecond, What: Unplug, For: 3 * time.Second},
		{Lines: 32, What: BrownOut, For: 2 * time.Second},
		{Lines: 33, What: MissPick},
		{Lines: 34, What: Drop},
		{Lines: 35, What: GarbleDigit},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	var lines []string
	for _, f := range got {
		lines = append(lines, f.String())
	}
	if diff := cmp.Diff(script, strings.Join(lines, "\n")); diff != "" {
		t.Error(diff)
	}
	for text, says := range map[string]string{
		"soon: reset":        "is not like",
		"1: burn down":       `no fault "burn down"`,
		"1: unplug":          "say how long",
		"1: reset 3s":        "no other does",
		"1 +soon: reset":     "soon",
		"\n1: unplug 3 bits": "line 2",
	} {
		if _, err := ParseFaults(text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzParseFaults(f *testing.F) {
	f.Add("12 +3s: unplug 3s\n")
	f.Fuzz(func(t *testing.T, script string) {
		faults, err := ParseFaults(script)
		if err != nil {
			return
		}
		for _, fault := range faults {
			again, err := ParseFaults(fault.String())
			if err != nil || len(again) != 1 || again[0] != fault {
				t.Fatalf("%v comes back as %v, %v", fault, again, err)
			}
		}
	})
}

// A pseudo-terminal is taken away and comes back under the same link.
func TestUnpluggedTerminal(t *testing.T) {
	l := world.DefaultLayout()
	w := world.New(world.NewState(l, checkers.Start(), 1), world.Options{Layout: l, Seed: 1})
	link := filepath.Join(t.TempDir(), "arm")
	b, err := Start(w, Options{Protocol: Marlin, Link: link})
	expect.OK(t, err)
	defer func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}()
	open := func() *os.File {
		f, err := os.OpenFile(b.Path(), os.O_RDWR|syscall.O_NOCTTY, 0)
		expect.OK(t, err)
		return f
	}
	host := open()
	ended := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, host) // ends with an error or without, as the system likes
		close(ended)
	}()
	b.Fail(Fault{Wait: world.Tick, What: Unplug, For: time.Second})
	expect.OK(t, w.Advance(10*world.Tick))
	select {
	case <-ended:
	case <-time.After(patience):
		t.Fatal("the host does not notice that the cable is out")
	}
	if err := host.Close(); err != nil {
		t.Error(err)
	}
	expect.OK(t, w.Advance(2*time.Second))
	back := false
	for end := time.Now().Add(patience); !back && time.Now().Before(end); {
		_, err := os.Stat(link)
		back = err == nil
	}
	if !back {
		t.Fatal("the cable does not come back")
	}
	if err := open().Close(); err != nil {
		t.Error(err)
	}
}
