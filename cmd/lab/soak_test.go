package main

import (
	"regexp"
	"strings"
	"testing"
)

// TestSoak plays a game in which everything goes wrong that can.
func TestSoak(t *testing.T) {
	if testing.Short() {
		t.Skip("plays a whole game")
	}
	var out, errs strings.Builder
	if status := run([]string{"soak", "1", "--seed", "3"}, &out, &errs); status != 0 {
		t.Errorf("exit status %d: %s", status, &errs)
	}
	for _, line := range []string{`faults +[1-9]\d*`, "desynchronisations +0", "collisions +0", "motions outside the limits +0"} {
		if !regexp.MustCompile("(?m)^" + line + "$").MatchString(out.String()) {
			t.Errorf("no line %s in\n%s", line, &out)
		}
	}
}

func TestNoSoak(t *testing.T) {
	for _, args := range []string{"soak 0", "soak 1 --faults nowhere", "soak 1 --strength 99"} {
		var out, errs strings.Builder
		if status := run(strings.Fields(args), &out, &errs); status != 2 || out.Len() > 0 {
			t.Errorf("%s: exit status %d, %q, %s", args, status, &out, &errs)
		}
	}
}
