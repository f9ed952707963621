package main

import (
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"checkers": main,
		"fake":     fakeAgent,
		"fakehub":  fakeHub,
	})
}

// TestScripts runs the program as a user does; testdata holds what is typed and what is answered. homework and
// calibrate are on the PATH, and fake, an agent that misbehaves.
func TestScripts(t *testing.T) {
	agents := buildAgents(t)
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(env *testscript.Env) error {
			// With the race detector each program would wait for a second at its end.
			env.Setenv("GORACE", "atexit_sleep_ms=0")
			env.Setenv("PATH", agents+string(filepath.ListSeparator)+env.Getenv("PATH"))
			return nil
		},
	})
}
