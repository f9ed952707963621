package cli

import (
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"draughtsman/internal/testkit/expect"
)

// The version is that of the newest release in the list of changes, and what is handed out has it, too: with the time
// and the commit behind it where that is none of a release.
func TestVersionIsThatOfTheChanges(t *testing.T) {
	changes, err := os.ReadFile("../../docs/CHANGELOG.md")
	expect.OK(t, err)
	if newest := regexp.MustCompile(`(?m)^## (\d\S*) – \d`).FindSubmatch(changes); newest == nil || string(newest[1]) != release {
		t.Errorf("the version is %s, and the newest one in docs/CHANGELOG.md is %s", release, newest)
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("what is handed out is made by bash, which is not installed")
	}
	script := exec.Command(bash, "../../.build/dist", "version")
	said, err := script.Output()
	expect.OK(t, err)
	got := strings.TrimSpace(string(said))
	if want := `^` + regexp.QuoteMeta(release) + `(\+\d{14}\.\w+)?$`; !regexp.MustCompile(want).MatchString(got) {
		t.Errorf("what is handed out has the version %s, want %s", got, want)
	}
}

func TestVersion(t *testing.T) {
	built := runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
	revision := debug.BuildSetting{Key: "vcs.revision", Value: "b8288e0f"}
	moment := debug.BuildSetting{Key: "vcs.time", Value: "2026-11-25T12:00:00Z"}
	for _, c := range []struct {
		of, want string
		settings []debug.BuildSetting
	}{
		{"no version control", "abacus " + release + " (" + built + ")", nil},
		{"a clone", "abacus " + release + " (commit b8288e0f, 2026-11-25T12:00:00Z, " + built + ")",
			[]debug.BuildSetting{revision, moment, {Key: "vcs.modified", Value: "false"}}},
		{"a clone with changes",
			"abacus " + release + " (commit b8288e0f with changes, 2026-11-25T12:00:00Z, " + built + ")",
			[]debug.BuildSetting{revision, moment, {Key: "vcs.modified", Value: "true"}}},
	} {
		info := &debug.BuildInfo{Settings: c.settings}
		if got := version("abacus", info); got != c.want {
			t.Errorf("%s: %q, want %q", c.of, got, c.want)
		}
	}
	want := "abacus " + release + " (" + built + ", OpenCV 4.6.0)"
	if got := version("abacus", &debug.BuildInfo{}, "OpenCV 4.6.0"); got != want {
		t.Errorf("with a library: %q, want %q", got, want)
	}
}
