package zerosum

import (
	"context"
	"testing"
)

// TestHelpersSeeTheSameGame solves by several threads what one solves.
func TestHelpersSeeTheSameGame(t *testing.T) {
	s := New(subtraction{}, subtraction{}, 0, Options{Threads: 3, TableMB: 1})
	for heap := 1; heap <= 20; heap++ {
		r, err := s.Search(context.Background(), Request[int]{Position: heap}, nil)
		_, decided := Distance(r.Score)
		if err != nil || !decided || (r.Score > 0) != (heap%4 != 0) || heap%4 != 0 && r.Move != heap%4 {
			t.Errorf("heap %d: %+v, %v", heap, r, err)
		}
		if heap%5 == 0 {
			s.Reset()
		}
	}
}

// TestHelpersEndWithTheSearch asks for more than can be searched and counts on the limit of the first thread alone.
func TestHelpersEndWithTheSearch(t *testing.T) {
	s := New(walk{}, walk{}, 0, Options{Threads: 4, TableMB: 1})
	r, err := s.Search(context.Background(), Request[int]{Position: 5, Nodes: 3000}, nil)
	if err != nil || r.Nodes < 3000 || r.Depth < 1 {
		t.Errorf("%+v, %v", r, err)
	}
}
