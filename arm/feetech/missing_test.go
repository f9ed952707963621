package feetech_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"draughtsman/arm"
	"draughtsman/arm/feetech"
	"draughtsman/internal/testkit/expect"
)

// What is missing, and why that is likely.
func TestMissing(t *testing.T) {
	expected := feetech.ExpectedOf([]int{1, 2, 3, 4, 5}, 6)
	for _, test := range []struct {
		answered, doubtful []int
		want               string
	}{
		{[]int{1, 2, 3, 4, 5, 6}, nil, ""},
		{[]int{1, 2, 3}, nil, "nothing answers as servo 4 (wrist_flex) and servo 5 (wrist_roll) and servo 6 (gripper), " +
			"while 3 others do: check the cable from servo 3 to servo 4"},
		{[]int{1, 2, 3, 4, 5}, nil, "check the cable from servo 5 to servo 6"},
		{[]int{1, 2, 4, 5, 6}, nil,
			"nothing answers as servo 3 (elbow_flex), while 5 others do, also behind it, so that the cable is good"},
		{[]int{1, 2, 4, 5, 6, 9}, nil,
			"nothing answers as servo 3 (elbow_flex), but something does as id 9: every servo needs the id"},
		{[]int{1}, nil, "or all have the id 1 that they come with: plug in one at a time"},
		{[]int{1, 2, 4, 5, 6}, []int{2}, "and as id 2 several do at once: two servos have it"},
	} {
		err := feetech.Missing(expected, test.answered, test.doubtful)
		switch {
		case test.want == "":
			if err != nil {
				t.Errorf("%v: %v", test.answered, err)
			}
		case err == nil || !strings.Contains(err.Error(), test.want) || !errors.Is(err, arm.ErrNoAnswer):
			t.Errorf("%v: %v, want …%s…", test.answered, err, test.want)
		}
	}
}

// Two servos that have one id are told from one: their answers are garbled, to their name or only to questions, and
// the others are looked at all the same.
func TestInspectTwoWithOneID(t *testing.T) {
	garble := func(_, reply []byte) []byte {
		return append(slices.Clone(reply[:len(reply)-1]), ^reply[len(reply)-1])
	}
	for name, only := range map[string]byte{"to everything": 0, "to questions": feetech.Read} {
		bubble(t, func(t *testing.T) {
			b := newBench(t, so101())
			noise := 4 // and nobody: two of four answers are not hardly ever
			b.twist = func(request, reply []byte) []byte {
				if request[2] == 3 {
					if noise--; noise < 0 {
						return nil
					}
					return garble(request, reply)
				}
				if request[2] == 2 && (only == 0 || request[4] == only) {
					return garble(request, reply)
				}
				return reply
			}
			got, err := feetech.Inspect(t.Context(), b, nil, zerolog.Nop())
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			var ids, several []int
			for _, r := range got {
				ids = append(ids, r.ID)
				if r.Several {
					several = append(several, r.ID)
				}
			}
			if !slices.Equal(ids, []int{1, 2, 4, 5, 6}) || !slices.Equal(several, []int{2}) {
				t.Errorf("%s: %v answer, %v several at once", name, ids, several)
			}
		})
	}
}

// An arm whose servos have high ids is asked for those.
func TestInspectHighIDs(t *testing.T) {
	bubble(t, func(t *testing.T) {
		b := newBench(t, so101())
		b.add(42, 1000)
		b.add(20, 1000)
		got, err := feetech.Inspect(t.Context(), b, feetech.ExpectedOf([]int{1, 2, 42, 20, 5}, 6), zerolog.Nop())
		if err != nil || len(got) != 8 || got[6].ID != 20 || got[7].ID != 42 || got[7].Model != "STS3215" {
			t.Errorf("%+v, %v", got, err)
		}
		asked := 0
		for _, q := range b.sent {
			if q[2] == 19 {
				asked++
			}
		}
		if asked != 2 {
			t.Errorf("an id that nobody needs is asked for %d times", asked)
		}
	})
}

// Who answers at a rate is asked without a change.
func TestAnswering(t *testing.T) {
	for _, echo := range []bool{false, true} {
		bubble(t, func(t *testing.T) {
			b := newBench(t, so101())
			b.echo = echo
			delete(b.servos, 4)
			b.add(20, 1000)
			b.servos[2].r[6] = 1 // set to half a million, at an adapter that takes no notice of rates
			got, err := feetech.Answering(t.Context(), b, 1_000_000, zerolog.Nop())
			if err != nil || !slices.Equal(got, []int{1, 3, 5, 6, 20}) {
				t.Errorf("%v, %v", got, err)
			}
			for _, q := range b.sent {
				if q[4] != feetech.Ping && q[4] != feetech.Read {
					t.Errorf("% x was sent", q)
				}
			}
		})
	}
}

// One answer that is lost, late or garbled, or several, says nothing of the servos: the arm is whole.
func TestInspectOnABusyLine(t *testing.T) {
	for name, twist := range map[string]func(reply []byte) []byte{
		"lost":    func([]byte) []byte { return nil },
		"garbled": func(reply []byte) []byte { return append(slices.Clone(reply[:len(reply)-1]), ^reply[len(reply)-1]) },
	} {
		bubble(t, func(t *testing.T) {
			b := newBench(t, so101())
			asked := map[byte]int{}
			b.twist = func(request, reply []byte) []byte {
				if asked[request[2]]++; asked[request[2]] <= 3 {
					return twist(reply)
				}
				return reply
			}
			got, err := feetech.Inspect(t.Context(), b, feetech.ExpectedOf([]int{1, 2, 3, 4, 5}, 6), zerolog.Nop())
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for i, r := range got {
				if r.ID != i+1 || r.Several || r.Model == "" {
					t.Errorf("%s: %+v", name, r)
				}
			}
			if len(got) != 6 {
				t.Errorf("%s: %d servos", name, len(got))
			}
		})
	}
}

// Servos that miss their names twice are asked again before they are missing. One that is never heard among others is
// asked by itself.
func TestConnectAsksAgain(t *testing.T) {
	bubble(t, func(t *testing.T) {
		b := newBench(t, so101())
		b.servos[1].put(9, 0) // it has no limits of its own
		b.servos[1].put(11, 0)
		asked := map[byte]int{}
		b.twist = func(request, reply []byte) []byte {
			if request[4] == feetech.SyncRead && reply[2] == 3 {
				return nil
			}
			if request[4] == feetech.Ping {
				if asked[request[2]]++; asked[request[2]] <= 3 {
					return nil
				}
			}
			return reply
		}
		d, err := feetech.Connect(t.Context(), b, so101())
		expect.OK(t, err)
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
}
