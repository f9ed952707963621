package detect_test

import (
	"errors"
	"syscall"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/internal/testkit/boards"
	"draughtsman/vision/detect"
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

// BenchmarkFind1280x960 finds boards, and looks for them where there are none, with one thread: GOMAXPROCS=1 go test
// -bench Find1280x960. What it adds to Go's figures is processor milliseconds, the mean and the most for one picture.
func BenchmarkFind1280x960(b *testing.B) {
	gocv.SetNumThreads(1)
	plain := boards.NewPlain(8)
	plain.Width, plain.Height = 1280, 960
	var whole, others, cut []gocv.Mat
	for seed := uint64(0); len(whole) < 12 || len(others) < 24 || len(cut) < 6; seed++ {
		s := boards.New(seed/2, boards.Set(seed%2))
		s.Resize(1280, 960)
		list, most := &whole, 12
		switch s.Content {
		case boards.Other:
			list, most = &others, 24
		case boards.Cut:
			list, most = &cut, 6
		}
		if len(*list) == most {
			continue
		}
		m, err := boards.Draw(s)
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
		{"varied", whole},
		{"cut", cut},
		{"none", others},
	} {
		b.Run(c.name, func(b *testing.B) {
			var all, most time.Duration
			n := 0
			for b.Loop() {
				for _, m := range c.pictures {
					start := processor(b)
					_, err := detect.Find(m, detect.Options{})
					var refusal *detect.Refusal
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
