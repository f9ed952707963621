package config

import (
	"os"
	"strings"
	"testing"

	"draughtsman/internal/files"
	"draughtsman/internal/testkit/expect"
)

// What the page about plans has people write is understood, and valid as far as a part can be.
func TestThePageAboutPlans(t *testing.T) {
	page, err := os.ReadFile("../../docs/planner.md")
	expect.OK(t, err)
	parts := strings.Split(string(page), "```yaml\n")[1:]
	if len(parts) < 5 {
		t.Fatalf("the page has %d parts of a description", len(parts))
	}
	for _, part := range parts {
		text, _, _ := strings.Cut(part, "```")
		d := Example()
		if err := files.DecodeYAML([]byte(text), &d); err != nil {
			t.Errorf("%v in\n%s", err, text)
			continue
		}
		if err := d.Setup(ExampleFrame()).Validate(d.Tray); err != nil {
			t.Errorf("%v in\n%s", err, text)
		}
	}
}
