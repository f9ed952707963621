package rig_test

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"math"
	"path/filepath"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/engine/checkers"
	"draughtsman/internal/config"
	"draughtsman/internal/guide"
	"draughtsman/internal/robot"
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

// turned is a picture turned by half a turn.
func turned(t *testing.T, file []byte) []byte {
	t.Helper()
	from, err := jpeg.Decode(bytes.NewReader(file))
	expect.OK(t, err)
	to := image.NewRGBA(from.Bounds())
	for y := range to.Rect.Dy() {
		for x := range to.Rect.Dx() {
			to.Set(to.Rect.Dx()-1-x, to.Rect.Dy()-1-y, from.At(x, y))
		}
	}
	var again bytes.Buffer
	expect.OK(t, jpeg.Encode(&again, to, &jpeg.Options{Quality: 95}))
	return again.Bytes()
}

// Pictures are there for others before anybody has looked, and while somebody looks. What was read is drawn on them.
func TestPicturesForOthers(t *testing.T) {
	eye := watchTable(t)
	view := func(v robot.View) []byte {
		t.Helper()
		file, received, err := eye.JPEG(t.Context(), v)
		if err != nil || received.IsZero() {
			t.Fatalf("received %v: %v", received, err)
		}
		return file
	}
	take := func(drawn bool) []byte { return view(robot.View{Drawn: drawn}) }
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
	black, white := checkers.Black, checkers.White
	for _, drawn := range []bool{false, true} { // the camera stands behind White
		as, near := take(drawn), view(robot.View{Drawn: drawn, Near: &white})
		far := view(robot.View{Drawn: drawn, Near: &black})
		if d := unlike(t, as, near); d > noise+0.005 {
			t.Errorf("White's edge is below already, and %.3f of the picture changes, drawn: %t", d, drawn)
		}
		// What is written stands upright, and so not as in the other picture turned.
		if d := unlike(t, as, turned(t, far)); d > noise+0.03 || unlike(t, as, far) < 10*noise+0.1 {
			t.Errorf("with Black's edge below %.3f of the picture differs from it turned, drawn: %t", d, drawn)
		}
	}
	if d := unlike(t, lines, marks); d < noise+0.01 {
		t.Errorf("what was read changes %.3f of a picture, the next picture %.3f", d, noise)
	}
}
