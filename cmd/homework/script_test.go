package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// programs is a directory with homework and calibrate, built as users have them: the tests' own program starts more
// slowly. It is removed at the end.
var programs = sync.OnceValues(func() (string, error) {
	directory, err := os.MkdirTemp("", "homework-test-")
	if err != nil {
		return "", err
	}
	build := exec.Command("go", "build", "-o", directory, ".", "../calibrate")
	build.Stderr = os.Stderr
	return directory, build.Run()
})

func TestMain(m *testing.M) {
	status := m.Run()
	if directory, err := programs(); err == nil {
		_ = os.RemoveAll(directory)
	}
	os.Exit(status)
}

// program is the path of homework.
func program(t testing.TB) string {
	t.Helper()
	directory, err := programs()
	if err != nil {
		t.Fatal("build the programs:", err)
	}
	return filepath.Join(directory, "homework")
}

// TestScripts runs the programs as a user does.
func TestScripts(t *testing.T) {
	directory := filepath.Dir(program(t))
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", directory+string(os.PathListSeparator)+env.Getenv("PATH"))
			return nil
		},
		RequireExplicitExec: true,
	})
}
