package main

import (
	"strings"
	"testing"
)

func TestMostTableMB(t *testing.T) {
	for memory, want := range map[uint64]int{0: 4096, 24 << 30: 12288, 1 << 20: 0} {
		if got := mostTableMB(memory); got != want {
			t.Errorf("%d of %d bytes", got, memory)
		}
	}
	for _, text := range []string{"0", "-1", "x", "99999999", "99999999999999999999"} {
		for _, command := range [][]string{
			{"bench", "--table-mb"}, {"analyse", "B:W18:B1", "--table-mb"},
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
