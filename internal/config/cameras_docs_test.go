package config

import (
	"os"
	"strings"
	"testing"

	"draughtsman/internal/files"
	"draughtsman/internal/testkit/expect"
)

// The sources and keys that the page about cameras has people write are understood.
func TestThePageAboutCameras(t *testing.T) {
	page, err := os.ReadFile("../../docs/cameras.md")
	expect.OK(t, err)
	parts := strings.Split(string(page), "```yaml\n")[1:]
	for _, line := range strings.Split(string(page), "\n") {
		cells := strings.Split(line, "|")
		if len(cells) != 4 {
			continue
		}
		for i, code := range strings.Split(cells[1], "`") {
			if key, _, ok := strings.Cut(code, ": "); i%2 == 1 && ok && !strings.Contains(key, " ") {
				parts = append(parts, "camera: {source: \"0\", "+code+"}\n")
			}
		}
		for i, code := range strings.Split(cells[2], "`") {
			if i%2 == 1 && strings.HasPrefix(code, `"`) {
				parts = append(parts, "camera: {source: "+code+"}\n")
			}
		}
	}
	if len(parts) < 18 {
		t.Errorf("the page has %d parts of a description", len(parts))
	}
	for _, part := range parts {
		text, _, _ := strings.Cut(part, "```")
		table := Example()
		if err := files.DecodeYAML([]byte(text), &table); err != nil {
			t.Errorf("%v in\n%s", err, text)
		} else if err := table.Validate(); err != nil {
			t.Errorf("%v in\n%s", err, text)
		}
	}
}
