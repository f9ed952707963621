//go:build matprofile

package drift_test

import (
	"os"
	"testing"

	"gocv.io/x/gocv"
)

func TestMain(m *testing.M) {
	code := m.Run()
	if left := gocv.MatProfile.Count(); left > 0 && code == 0 {
		_ = gocv.MatProfile.WriteTo(os.Stderr, 1)
		code = 1
	}
	os.Exit(code)
}
