package simulation

import (
	"fmt"
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
