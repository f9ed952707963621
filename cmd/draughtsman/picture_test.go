package main

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"os"
	"path/filepath"
	"testing"

	"github.com/rs/zerolog"

	"draughtsman/vision/report"
)

// A stored picture is seen as it is scored: pixel by pixel what is stored.
func TestStoredPicture(t *testing.T) {
	drawn := image.NewRGBA(image.Rect(0, 0, 64, 48))
	for i := range 64 * 48 {
		drawn.Set(i%64, i/64, color.RGBA{R: uint8(40 * (i % 5)), G: uint8(60 * (i / 64 % 4)), B: uint8(i % 251), A: 255})
	}
	var file bytes.Buffer
	if err := jpeg.Encode(&file, drawn, nil); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "0.jpg")
	if err := os.WriteFile(path, file.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	seen, err := onePicture(t.Context(), &session{log: zerolog.Nop()}, path)
	if err != nil {
		t.Fatal(err)
	}
	defer seen.Close()
	scored, err := report.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	defer scored.Close()
	a, err := seen.Image.DataPtrUint8()
	if err != nil {
		t.Fatal(err)
	}
	b, err := scored.Image.DataPtrUint8()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a, b) {
		t.Error("a picture is seen otherwise than it is stored")
	}
}
