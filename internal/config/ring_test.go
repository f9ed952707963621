package config

import (
	"os"
	"strings"
	"testing"

	"draughtsman/calibration"
	"draughtsman/internal/files"
	"draughtsman/internal/testkit/expect"
)

// An arm that turns about an axis is kept to its ring; a larger one is not.
func TestRingWithinTheBox(t *testing.T) {
	frame := calibration.ArmFrame{Origin: calibration.ArmPoint{X: 215, Z: 6}, Scale: 1}
	for _, arm := range []string{"uarm", "dobot"} {
		d := onPage(t, arm)
		near := calibration.ArmPoint{X: d.Machine.Reach.Max.X, Y: 20, Z: 20}
		far := calibration.ArmPoint{X: near.X, Y: d.Machine.Reach.Max.Y, Z: 20}
		if err := d.Setup(frame).Free(near, far); err == nil || !strings.Contains(err.Error(), " to 320.0 mm") {
			t.Errorf("%s, to a corner of its box: %v", arm, err)
		}
		expect.OK(t, d.Setup(frame).Free(near, near))
		expect.OK(t, d.Setup(frame).Validate(d.Tray))
		d.Machine.Reach.Max.X = 640
		expect.OK(t, d.Setup(frame).Free(near, far))
	}
}

// onPage is the table on the page about an arm.
func onPage(t *testing.T, arm string) (d Table) {
	page, err := os.ReadFile("../../docs/arms/" + arm + ".md")
	expect.OK(t, err)
	_, text, _ := strings.Cut(string(page), "```yaml\n")
	text, _, _ = strings.Cut(text, "```")
	expect.OK(t, files.DecodeYAML([]byte(text), &d))
	return d
}
