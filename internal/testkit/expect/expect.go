// Package expect compares what a test got with what it wants: texts, errors, and the examples in a program's help.
package expect

import (
	"errors"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Update is whether what tests hold programs to is written anew.
var Update = flag.Bool("update", false, "write golden files and what scripts print anew")

// Golden fails the test unless a text is that of the file at path, relative to the test's package. With -update the
// file is written first.
func Golden(t testing.TB, path, got string) {
	t.Helper()
	if *Update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s changed (-golden +now; -update accepts it):\n%s", path, diff)
	}
}

// Error fails the test unless err matches want, or is any error where want is nil, and says something on one line.
func Error(t testing.TB, err, want error, says string) {
	t.Helper()
	if err == nil || want != nil && !errors.Is(err, want) || !strings.Contains(err.Error(), says) {
		t.Errorf("got error %v, want one that is %q and says %q", err, want, says)
	}
	if err != nil && (strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "%!")) {
		t.Errorf("the error is more than a line, or formatted wrongly: %q", err)
	}
}

// Later runs f in another goroutine, which belongs to the test's bubble of time if there is one, and hands over its
// error.
func Later(f func() error) <-chan error {
	c := make(chan error, 1)
	go func() { c <- f() }()
	return c
}

// OK ends the test at once where err is an error.
func OK(t interface {
	Helper()
	Fatal(args ...any)
}, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
