package watch_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/watch"
	"draughtsman/vision/moves"
)

// What was read of pictures is recorded again as it was, also where kings were looked for.
func TestReadingsAreRecordedAgain(t *testing.T) {
	for name, first := range map[string]string{"from the start": "", "from a position": "B:W18,22,K30:B9,11,K3"} {
		eye := &film{ends: io.EOF}
		if first == "" {
			eye.play(t, calibration.Dark, false, "11-15", "22-18", "15x22")
		} else {
			p, err := checkers.ParseFEN(first)
			expect.OK(t, err)
			eye.kings = p.Kings
			eye.show(p, calibration.Dark, false)
			m, err := p.ParseMove("3-8")
			expect.OK(t, err)
			eye.show(p.Play(m), calibration.Dark, false)
		}
		var file bytes.Buffer
		kept, err := watch.Keep(eye, moves.Options{BlackPieces: calibration.Dark}, &file)
		expect.OK(t, err)
		record := func(r watch.Reader, o moves.Options) string {
			j := &journal{}
			expect.OK(t, watch.Watch{Eye: r, Journal: j, Tags: rounds, Tell: func(watch.Event) {},
				Options: o}.Run(t.Context()))
			return j.current
		}
		was := record(kept, moves.Options{BlackPieces: calibration.Dark})
		again, err := watch.OpenReadings(&file)
		expect.OK(t, err)
		if is := record(again, again.Options); is != was || !strings.Contains(was, "-") {
			t.Errorf("%s: recorded %q, and before %q", name, is, was)
		}
	}
	for _, text := range []string{"", "{}", "no readings", `{"BlackPieces":"dark"} what?`,
		`{"Game":"chess","BlackPieces":"dark"}`} {
		r, err := watch.OpenReadings(strings.NewReader(text))
		if err == nil {
			_, err = r.Look(t.Context())
		}
		if err == nil {
			t.Errorf("%q is read", text)
		}
	}
}
