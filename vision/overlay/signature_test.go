package overlay

import (
	"os"
	"path/filepath"
	"testing"

	"gocv.io/x/gocv"
)

// A picture that was written is known again, and still a picture; others are not.
func TestMark(t *testing.T) {
	picture := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(40, 80, 120, 0), 30, 50, gocv.MatTypeCV8UC3)
	defer picture.Close()
	for _, name := range []string{"seen.jpg", "seen.png"} {
		path := filepath.Join(t.TempDir(), name)
		if err := Save(path, picture); err != nil {
			t.Fatal(err)
		}
		file, err := os.ReadFile(path)
		if err != nil || !drawnHere(file) {
			t.Errorf("%s is not known again: %v", name, err)
		}
		back := gocv.IMRead(path, gocv.IMReadColor)
		if back.Rows() != 30 || back.Cols() != 50 {
			t.Errorf("%s is a picture of %d×%d pixels", name, back.Cols(), back.Rows())
		}
		_ = back.Close()
		if !gocv.IMWrite(path, picture) {
			t.Fatal("not written")
		}
		if file, err := os.ReadFile(path); err != nil || drawnHere(file) {
			t.Errorf("%s by somebody else is taken for one of ours: %v", name, err)
		}
	}
	for _, text := range []string{"", "\xff", "\x89PNG\r\n\x1a\n", "Drawn by Draughtsman"} {
		if drawnHere([]byte(text)) {
			t.Errorf("%q is taken for a picture", text)
		}
	}
}
