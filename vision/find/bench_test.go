package find_test

import (
	"errors"
	"syscall"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/vision/find"
	"draughtsman/vision/find/drawn"
	"draughtsman/vision/find/varied"
)

// processor is the time for which this process has used a processor: other programs do not add to it.
func processor(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// BenchmarkFind1280x960 finds boards, and looks for them where there are none, with one
// thread: GOMAXPROCS=1 go test -bench Find1280x960. What it adds to Go's figures is
// processor milliseconds, the mean and the most for one picture.
func BenchmarkFind1280x960(b *testing.B) {
	gocv.SetNumThreads(1)
	plain := drawn.Default(8)
	plain.Width, plain.Height = 1280, 960
	var boards, others, cut []gocv.Mat
	for seed := uint64(0); len(boards) < 12 || len(others) < 24 || len(cut) < 6; seed++ {
		s := varied.New(seed/2, varied.Set(seed%2))
		s.Resize(1280, 960)
		list, most := &boards, 12
		switch s.Content {
		case varied.Other:
			list, most = &others, 24
		case varied.Cut:
			list, most = &cut, 6
		}
		if len(*list) == most {
			continue
		}
		m, err := varied.Draw(s)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = m.Close() })
		*list = append(*list, m)
	}
	for _, c := range []struct {
		name     string
		pictures []gocv.Mat
	}{
		{"plain", []gocv.Mat{draw(b, plain)}},
		{"varied", boards},
		{"cut", cut},
		{"none", others},
	} {
		b.Run(c.name, func(b *testing.B) {
			var all, most time.Duration
			n := 0
			for b.Loop() {
				for _, m := range c.pictures {
					start := processor(b)
					_, err := find.Find(m, find.Options{})
					var refusal *find.Refusal
					if err != nil && !errors.As(err, &refusal) {
						b.Fatal(err)
					}
					took := processor(b) - start
					all, most = all+took, max(most, took)
					n++
				}
			}
			b.ReportMetric(float64(all.Milliseconds())/float64(n), "cpu-ms/picture")
			b.ReportMetric(float64(most.Milliseconds()), "cpu-ms/worst")
		})
	}
}
