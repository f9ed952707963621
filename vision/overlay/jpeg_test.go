package overlay

import (
	"bytes"
	"image/jpeg"
	"testing"

	"gocv.io/x/gocv"

	"draughtsman/engine/checkers"
)

// A picture becomes a JPEG file of its size, with or without what was read.
func TestJPEG(t *testing.T) {
	picture, table := rendered(t, checkers.Start())
	plain, err := JPEG(picture)
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := DrawnJPEG(picture, &table, pieces(checkers.Start()))
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(plain, drawn) {
		t.Error("nothing is drawn")
	}
	for _, file := range [][]byte{plain, drawn} {
		is, err := jpeg.DecodeConfig(bytes.NewReader(file))
		if err != nil || is.Width != picture.Cols() || is.Height != picture.Rows() {
			t.Errorf("%d×%d pixels of %d×%d: %v", is.Width, is.Height, picture.Cols(), picture.Rows(), err)
		}
	}
	none, small := gocv.NewMat(), gocv.NewMatWithSize(10, 20, gocv.MatTypeCV8UC3)
	defer none.Close()
	defer small.Close()
	if _, err := JPEG(none); err == nil {
		t.Error("no picture becomes a file")
	}
	if _, err := DrawnJPEG(small, &table, Drawing{}); err == nil {
		t.Error("a picture of another size is drawn on")
	}
}

func BenchmarkJPEG(b *testing.B) {
	picture, table := rendered(b, checkers.Start())
	for b.Loop() {
		if _, err := DrawnJPEG(picture, &table, pieces(checkers.Start())); err != nil {
			b.Fatal(err)
		}
	}
}
