package calibrated_test

import (
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/testkit/simtable"
	"draughtsman/vision/calibrated"
	"draughtsman/vision/track"
)

// BenchmarkSee1280x720 is all that is done with a picture in the steady state: it is rectified, held against the one
// before, searched for hands, its board is looked for, and its squares are read. The stages are benchmarks of
// vision/track.
func BenchmarkSee1280x720(b *testing.B) {
	a := simtable.New(b, func(o *scene.Options) { o.Width, o.Height = 1280, 720 })
	reader, err := calibrated.NewFollower(a.Calibration, track.Options{}, func(string) {})
	if err != nil {
		b.Fatal(err)
	}
	defer reader.Close()
	picture := a.Take(a.State(checkers.Start()))
	for b.Loop() {
		seen, err := reader.Read(picture, time.Unix(0, 0))
		if err != nil || seen.Obstructed {
			b.Fatal(seen.Obstructed, err)
		}
	}
}
