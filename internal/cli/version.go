package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// release is the version, which is that of docs/CHANGELOG.md: here is the place where it is written down. .build/dist
// reads it, and tells the linker from which commit after the release a package is.
var release = "0.5.0"

// Version is one line about a program: its name, its version, and the commit and the toolchain that it was built from.
// The go command writes the commit into a program that is built in a clone. What else it works with comes last.
func Version(name string, with ...string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return version(name, info, with...)
}

// About is what a program without a command line tells when it is asked for its help, its version or its manual page
// and for nothing else; "" when it is not. What it does is a sentence without its subject.
func About(name, does, usage string, args []string) string {
	if len(args) != 1 {
		return ""
	}
	switch args[0] {
	case "--help", "-h":
		return usage
	case "--version":
		return Version(name) + "\n"
	case "--man":
		return plainPage(name, does, usage)
	}
	return ""
}

// version is Version of what the go command wrote.
func version(name string, info *debug.BuildInfo, with ...string) string {
	stamp := map[string]string{}
	for _, s := range info.Settings {
		stamp[s.Key] = s.Value
	}
	built := strings.Join(append([]string{fmt.Sprintf("%s %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)},
		with...), ", ")
	commit := stamp["vcs.revision"]
	if commit == "" {
		return fmt.Sprintf("%s %s (%s)", name, release, built)
	}
	if stamp["vcs.modified"] == "true" {
		commit += " with changes"
	}
	return fmt.Sprintf("%s %s (commit %s, %s, %s)", name, release, commit, stamp["vcs.time"], built)
}
