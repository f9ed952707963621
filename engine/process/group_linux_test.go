package process

import (
	"testing"
	"time"
)

func TestProcessTime(t *testing.T) {
	const rest = " 0 -1 4194304 101 0 0 0 7 5 2 1 20 0 1 0 480261 3133440 394"
	both := CPUTime{User: 90 * time.Millisecond, System: 60 * time.Millisecond}
	for name, test := range map[string]struct {
		stat string
		want CPUTime
	}{
		"of the group":              {"31122 (agent) R 31031 4711 17901" + rest, both},
		"a name that looks like it": {"31122 (a) R 1 99) R 31031 4711 17901" + rest, both},
		"of another group":          {"31122 (agent) R 31031 4712 17901" + rest, CPUTime{}},
		"cut short":                 {"31122 (agent) R 31031 4711 17901", CPUTime{}},
		"not a number":              {"31122 (agent) R 31031 4711 17901 0 -1 4194304 101 0 0 0 x 5 2 1 20", CPUTime{}},
		"empty":                     {"", CPUTime{}},
	} {
		if got, _ := processTime([]byte(test.stat), 4711); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}

// TestLookAt sees which of two programs has something to do.
func TestLookAt(t *testing.T) {
	for behaviour, busy := range map[string]bool{"burn": true, "wait": false} {
		p, err := Start(command(t, behaviour))
		if err != nil {
			t.Fatal(err)
		}
		seen := lookAt(p.cmd.Process.Pid)
		for deadline := time.Now().Add(10 * time.Second); (seen.busy != busy || busy && seen.used.Total() == 0) &&
			time.Now().Before(deadline); {
			seen = lookAt(p.cmd.Process.Pid) // it has to start first
		}
		if !seen.known || seen.busy != busy || busy && seen.used.Total() == 0 {
			t.Errorf("%s: %+v", behaviour, seen)
		}
		p.Kill()
		if err := p.Wait(); err == nil {
			t.Errorf("%s ended without an error", behaviour)
		}
	}
}
