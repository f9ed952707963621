package search

import (
	"context"
	"testing"

	"draughtsman/engine/checkers"
)

func BenchmarkSearch(b *testing.B) {
	s := New(Options{})
	var nodes uint64
	for b.Loop() {
		s.Reset()
		r, err := s.Search(context.Background(), Request{Position: checkers.Start(), Depth: 12}, nil)
		if err != nil {
			b.Fatal(err)
		}
		nodes += r.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}
