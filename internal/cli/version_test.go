package cli

import (
	"runtime"
	"runtime/debug"
	"testing"
)

func TestVersion(t *testing.T) {
	built := runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
	revision := debug.BuildSetting{Key: "vcs.revision", Value: "b8288e0f"}
	moment := debug.BuildSetting{Key: "vcs.time", Value: "2026-11-25T12:00:00Z"}
	for _, c := range []struct {
		of, version, want string
		settings          []debug.BuildSetting
	}{
		{"a release that was installed", "v0.6.0", "abacus v0.6.0 (" + built + ")", nil},
		{"no version control", "(devel)", "abacus (devel) (" + built + ")", nil},
		{"no module", "", "abacus (devel) (" + built + ")", nil},
		{"a clone", "v0.6.0", "abacus v0.6.0 (commit b8288e0f, 2026-11-25T12:00:00Z, " + built + ")",
			[]debug.BuildSetting{revision, moment, {Key: "vcs.modified", Value: "false"}}},
		{"a clone with changes", "v0.6.0+dirty",
			"abacus v0.6.0+dirty (commit b8288e0f with changes, 2026-11-25T12:00:00Z, " + built + ")",
			[]debug.BuildSetting{revision, moment, {Key: "vcs.modified", Value: "true"}}},
	} {
		info := &debug.BuildInfo{Main: debug.Module{Version: c.version}, Settings: c.settings}
		if got := version("abacus", info); got != c.want {
			t.Errorf("%s: %q, want %q", c.of, got, c.want)
		}
	}
	want := "abacus (devel) (" + built + ", OpenCV 4.6.0)"
	if got := version("abacus", &debug.BuildInfo{}, "OpenCV 4.6.0"); got != want {
		t.Errorf("with a library: %q, want %q", got, want)
	}
}
