package main

import (
	"strings"
	"testing"
)

// TestMemoryIsBounded has the commands that take memory refuse more than half of the computer's.
func TestMemoryIsBounded(t *testing.T) {
	for _, text := range []string{"0", "-1", "x", "99999999", "99999999999999999999"} {
		for _, command := range [][]string{
			{"bench", "--hash"}, {"bench", "--table-mb"}, {"analyse", "B:W18:B1", "--hash"},
			{"bench", "--tables-mb"}, {"analyse", "B:W18:B1", "--tables-mb"}, {"hub", "--tables-mb"},
		} {
			command[len(command)-1] += "=" + text
			var errs strings.Builder
			status := run(command, strings.NewReader(""), &strings.Builder{}, &errs)
			if status != 2 || !strings.Contains(errs.String(), "half of this computer's memory") {
				t.Errorf("%s: exit status %d, %s", strings.Join(command, " "), status, &errs)
			}
		}
	}
}
