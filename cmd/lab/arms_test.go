package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"draughtsman/internal/table/firmware"
)

// Every fault of a line or a supply means something to servos.
func TestServoFaults(t *testing.T) {
	script, err := firmware.ParseFaults("1: lose answer\n2: garble answer\n3: late answer 1s\n4: lose line\n5: garble " +
		"line\n6 +2s: reset\n7: halt\n8: unplug 3s\n9: brown out 1s\n10: garble digit\n11: drop\n")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range servoFaults(script) {
		got = append(got, fmt.Sprintf("%d %v %s %v", f.Packets, f.Wait, f.What, f.For))
	}
	want := []string{
		"1 0s lose answer 0s", "2 0s garble answer 0s", "3 0s late answer 1s", "4 0s lose request 0s",
		"5 0s lose request 0s", "6 2s brown-out 0s", "7 0s overload 0s", "8 0s unplug 3s",
		"9 0s brown-out 1s", "10 0s lose request 0s", // and nothing hangs on a vacuum
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestFlagsOfArms has arms asked for that there cannot be, and scripts of faults that cannot be read.
func TestFlagsOfArms(t *testing.T) {
	folder := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	large := file("large", "")
	if err := os.Truncate(large, 2<<30); err != nil { // of which nothing is read
		t.Fatal(err)
	}
	windows := file("windows", "\ufeff# two\r\n12: lose answer\r\n13: nothing\r\n")
	picture := file("picture", "\xff\xd8\xff\x00\x10JFIF")
	for _, tt := range []struct{ args, want string }{
		{"--faults " + large, "the script cannot be read: " + large + " is larger than any file with a script of faults"},
		{"--faults " + windows, windows + `: line 3 of the fault script: there is no fault "nothing"`},
		{"--faults " + picture, "it holds binary data, and is no file for this program"},
		{"--protocol feetech --arm-listen tcp://127.0.0.1:0", "servos have no network"},
		{"--protocol klipper --arm-listen tcp://127.0.0.1:0", "klipper is offered at moonraker://127.0.0.1:0"},
		{"--protocol abacus", `--protocol must be one of "grbl","grblhal"`},
	} {
		for _, command := range []string{"sim --config " + filepath.Join(folder, "new.yaml"), "soak 1"} {
			var out, errs strings.Builder
			status := run(strings.Fields(command+" "+tt.args), &out, &errs)
			if status != 2 || !strings.Contains(errs.String(), tt.want) {
				t.Errorf("%s %s: exit status %d, %s", command, tt.args, status, &errs)
			}
		}
	}
}
