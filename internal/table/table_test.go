package table_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/testkit/expect"
)

// smallCamera makes pictures that cost little.
func smallCamera() *scene.Options {
	o := scene.DefaultOptions()
	o.Width, o.Height, o.Camera.FocalPX = 160, 120, 150
	return &o
}

func start(t *testing.T, o table.Options) *table.Table {
	t.Helper()
	o.Camera = smallCamera()
	tb, err := table.Start(t.Context(), o)
	expect.OK(t, err)
	t.Cleanup(func() {
		if err := tb.Close(); err != nil {
			t.Error(err)
		}
	})
	return tb
}

func TestTouchIsNearlyTrue(t *testing.T) {
	tb := start(t, table.Options{Seed: 3})
	l := tb.Layout()
	var sum float64
	for s := range checkers.Board8.All().All() {
		got, want := tb.Touch(s), l.Mount.ToArm(l.Centre(s))
		off := math.Hypot(math.Hypot(got.X-want.X, got.Y-want.Y), got.Z-want.Z)
		if off > 0.7 || got != tb.Touch(s) {
			t.Errorf("square %d is touched %.2f mm beside", s, off)
		}
		sum += off * off
	}
	if rms := math.Sqrt(sum / 32); rms < 0.12 || rms > 0.28 {
		t.Errorf("the measuring error is %.2f mm", rms)
	}
}

func TestEverySlotIsWithinReach(t *testing.T) {
	for seed := range uint64(5) {
		l := start(t, table.Options{Seed: seed}).Layout()
		for i, slot := range l.Slots {
			if p := l.Mount.ToArm(slot.At); p.X < 1 || p.X > 638 || p.Y < 1 || p.Y > 518 {
				t.Errorf("seed %d: slot %d is at %v", seed, i, p)
			}
		}
	}
}

func TestTableEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	tb, err := table.Start(ctx, table.Options{Camera: smallCamera()})
	expect.OK(t, err)
	cancel()
	if err := errors.Join(tb.Wait(), tb.Close(), tb.Close()); err != nil {
		t.Error(err)
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestUnwritableTruthEndsTheTable(t *testing.T) {
	tb, err := table.Start(t.Context(), table.Options{Camera: smallCamera(), Truth: fullDisk{}})
	expect.OK(t, err)
	if err := tb.Wait(); err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("the table ends with %v", err)
	}
	if err := tb.Close(); err == nil {
		t.Error("closing it hides that")
	}
}

func TestStartFailsClearly(t *testing.T) {
	_, err := table.Start(t.Context(), table.Options{Camera: smallCamera(), Listen: "256.0.0.1:0"})
	if err == nil || !strings.Contains(err.Error(), "the camera cannot be served") {
		t.Errorf("error %v", err)
	}
}
