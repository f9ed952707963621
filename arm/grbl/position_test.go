package grbl_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/grbl"
	"draughtsman/internal/testkit/playback"
)

func TestPosition(t *testing.T) {
	for name, c := range map[string]struct {
		settings string
		reports  []string
		want     arm.Point
		says     string
	}{
		"machine": {"", []string{"<Idle|MPos:1.500,-2.000,3.000|FS:0,0|WCO:9.000,9.000,9.000>"},
			arm.Point{X: 1.5, Y: -2, Z: 3}, ""},
		"work, offset comes with the thirtieth report": {"$10=0\r\n", append(
			slices.Repeat([]string{"<Idle|WPos:1.000,2.000,3.000|FS:0,0>"}, 29),
			"<Idle|WPos:1.000,2.000,3.000|FS:0,0|WCO:10.000,20.000,30.000>",
		), arm.Point{X: 11, Y: 22, Z: 33}, ""},
		"the first three questions are lost": {"", []string{"", "", "", "<Idle|MPos:1.000,2.000,3.000|FS:0,0>"},
			arm.Point{X: 1, Y: 2, Z: 3}, ""},
		"four questions are lost": {"", []string{"", "", "", ""}, arm.Point{}, "no status report came within 2s"},
		"inches": {"$13=1\r\n", []string{"<Idle|MPos:1.0000,2.0000,-1.0000|FS:0,0>"},
			arm.Point{X: 25.4, Y: 50.8, Z: -25.4}, ""},
		"garbled, then right": {"", []string{"<Idle|MPos:1.5x0,2.000,3.000|FS:0,0>",
			"<Run|MPos:1.000,2.000,3.000|FS:0,0>"}, arm.Point{X: 1, Y: 2, Z: 3}, ""},
		"the offset never comes": {"$10=0\r\n", nil, arm.Point{}, "$10=1"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				// Work positions alone, so that homing itself does not give the offset away.
				steps := []playback.Step{
					playback.Say(greeting), playback.Expect("$$\n"), playback.Say(c.settings + settings),
					playback.Answer('?', "<Idle|WPos:0.000,0.000,0.000|FS:0,0>\r\n"), playback.Expect("$H\n"), playback.Say("ok\r\n"),
					playback.Expect("?"), playback.Say("<Idle|WPos:0.000,0.000,0.000|FS:0,0>\r\n"), // where homing ended
				}
				if strings.Contains(c.settings, "$13") {
					steps[2] = playback.Say(strings.Replace(settings, "$13=0", "$13=1", 1))
				}
				for _, r := range c.reports {
					steps = append(steps, playback.Expect("?"), playback.Say(r+"\r\n"))
				}
				d := start(t, steps)
				synctest.Wait()
				began := time.Now()
				got, err := d.Position(t.Context())
				if took := time.Since(began); took > 2*time.Second {
					t.Errorf("took %v", took)
				}
				if c.says != "" {
					if err == nil || !strings.Contains(err.Error(), c.says) {
						t.Errorf("got error %v, want one that says %q", err, c.says)
					}
					return
				}
				if got.Distance(c.want) > 1e-9 || err != nil {
					t.Errorf("position %v, %v; want %v", got, err, c.want)
				}
			})
		})
	}
}

var _ arm.Arm = (*grbl.Driver)(nil)
