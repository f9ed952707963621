//go:build matprofile

package intruder_test

import (
	"fmt"
	"os"
	"testing"

	"gocv.io/x/gocv"
)

// TestMain fails when the tests have left pictures allocated.
func TestMain(m *testing.M) {
	code := m.Run()
	if n := gocv.MatProfile.Count(); n != 0 {
		fmt.Fprintf(os.Stderr, "%d Mats were not closed\n", n)
		code = 1
	}
	os.Exit(code)
}
