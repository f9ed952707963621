package search

import (
	"context"
	"errors"
	"testing"
)

// signature is the number of nodes of Bench to depth 9: a change of the search that should not change what it sees
// leaves it alone, any other writes down the new one here.
const signature = 60745

func TestBench(t *testing.T) {
	got, err := Bench(context.Background(), New(Options{TableMB: 4}), 9)
	if err != nil || got.Positions != len(benchPositions) || got.Nodes != signature {
		t.Errorf("%+v, %v, want %d nodes", got, err, signature)
	}
}

func TestBenchEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Bench(ctx, New(Options{TableMB: 1}), 30); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
}
