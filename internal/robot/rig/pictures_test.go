package rig_test

import (
	"bytes"
	"context"
	"image/jpeg"
	"math"
	"path/filepath"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/internal/config"
	"draughtsman/internal/guide"
	"draughtsman/internal/robot/rig"
	"draughtsman/internal/table"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/expect"
)

// watchTable is an eye at a simulated table in its start position.
func watchTable(t testing.TB) *rig.Eye {
	t.Helper()
	tb, err := table.Start(t.Context(), table.Options{Seed: 1, Speed: world.Max})
	expect.OK(t, err)
	t.Cleanup(func() { tb.Close() })
	described := config.Example()
	described.Camera.Source = tb.CameraURL()
	described.Calibration = filepath.Join(t.TempDir(), "calibration.yaml")
	cam, err := rig.OpenCamera(t.Context(), described, zerolog.Nop())
	expect.OK(t, err)
	known, err := guide.CalibrateBoard(t.Context(), described, cam, time.Now())
	expect.OK(t, err)
	expect.OK(t, cam.Close())
	eye, err := rig.OpenEye(t.Context(), described, known, nil, zerolog.Nop())
	expect.OK(t, err)
	t.Cleanup(func() { _ = eye.Close() })
	return eye
}

// unlike is how much of a picture differs from another one, by its pixels.
func unlike(t *testing.T, a, b []byte) float64 {
	t.Helper()
	x, err := jpeg.Decode(bytes.NewReader(a))
	expect.OK(t, err)
	y, err := jpeg.Decode(bytes.NewReader(b))
	expect.OK(t, err)
	if x.Bounds() != y.Bounds() || x.Bounds().Dx() < 320 {
		t.Fatalf("pictures of %v and %v", x.Bounds(), y.Bounds())
	}
	count := 0
	for row := range x.Bounds().Dy() {
		for column := range x.Bounds().Dx() {
			r1, g1, b1, _ := x.At(column, row).RGBA()
			r2, g2, b2, _ := y.At(column, row).RGBA()
			far := func(p, q uint32) bool { return math.Abs(float64(p)-float64(q)) > 60<<8 }
			if far(r1, r2) || far(g1, g2) || far(b1, b2) {
				count++
			}
		}
	}
	return float64(count) / float64(x.Bounds().Dx()*x.Bounds().Dy())
}

// Pictures are there for others before anybody has looked, and while somebody looks. What was read is drawn on them.
func TestPicturesForOthers(t *testing.T) {
	eye := watchTable(t)
	take := func(drawn bool) []byte {
		t.Helper()
		file, received, err := eye.JPEG(t.Context(), drawn)
		if err != nil || received.IsZero() {
			t.Fatalf("received %v: %v", received, err)
		}
		return file
	}
	plain, lines := take(false), take(true)
	ctx, stop := context.WithCancel(t.Context())
	looked := make(chan error, 1)
	first := make(chan struct{})
	go func() {
		var err error
		for count := 0; err == nil && ctx.Err() == nil; count++ {
			if _, err = eye.Look(t.Context()); count == 0 {
				close(first)
			}
		}
		looked <- err
	}()
	<-first
	again, marks := take(false), take(true)
	stop()
	expect.OK(t, <-looked)
	noise := unlike(t, plain, again)
	if d := unlike(t, plain, lines); d < noise+0.01 {
		t.Errorf("lines change %.3f of a picture, the next picture %.3f", d, noise)
	}
	if d := unlike(t, lines, marks); d < noise+0.01 {
		t.Errorf("what was read changes %.3f of a picture, the next picture %.3f", d, noise)
	}
}
