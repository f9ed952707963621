// Package leak makes the tests of a package fail that leave OpenCV's memory allocated. Only with the build tag
// matprofile is anything counted.
package leak

import (
	"fmt"
	"os"
	"testing"
)

// Main is for a package's TestMain.
func Main(m *testing.M) {
	code := m.Run()
	if n := mats(); n != 0 {
		fmt.Fprintf(os.Stderr, "%d Mats were not closed\n", n)
		code = 1
	}
	os.Exit(code)
}
