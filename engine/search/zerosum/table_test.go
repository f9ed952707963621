package zerosum

import (
	"testing"
	"unsafe"

	"pgregory.net/rapid"
)

func TestTableHasTheSizeStated(t *testing.T) {
	if got := unsafe.Sizeof(slot{}); got != slotBytes {
		t.Errorf("an entry has %d bytes, want %d", got, slotBytes)
	}
	for _, c := range []struct{ megabytes, bytes int }{{0, 32}, {1, 1 << 20}, {3, 1 << 21}, {32, 1 << 25}} {
		if got := len(newTable(c.megabytes).buckets) * int(unsafe.Sizeof(bucket{})); got != c.bytes {
			t.Errorf("%d MB: %d bytes, want %d", c.megabytes, got, c.bytes)
		}
	}
}

// TestTableGivesBackWhatItKeeps asks in particular for wins and losses that are met again at another ply.
func TestTableGivesBackWhatItKeeps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := newTable(0)
		key := rapid.Uint64().Draw(t, "key")
		ply := rapid.IntRange(0, MaxPly/2).Draw(t, "ply")
		again := rapid.IntRange(0, MaxPly/2).Draw(t, "again")
		plies := rapid.IntRange(0, MaxPly/2).Draw(t, "plies to the end")
		kept := rapid.SampledFrom([]int{
			Win - ply - plies, ply + plies - Win, outcomeWin - ply, ply - outcomeWin, 0, MaxEstimate, -MaxEstimate,
		}).Draw(t, "score")
		want := kept
		switch {
		case kept > MaxEstimate:
			want = kept + ply - again
		case kept < -MaxEstimate:
			want = kept - ply + again
		}
		table.store(key, ply, 7, kept, 3, exact)
		got, found := table.probe(key, again)
		if !found || int(got.score) != want || got.depth != 7 || got.move != 4 || got.bound != exact {
			t.Fatalf("%+v, %v; want the score %d", got, found, want)
		}
		table.store(key, ply, 8, kept, -1, upper)
		if got, _ := table.probe(key, ply); got.move != 4 || got.bound != upper {
			t.Fatalf("a bound without a move leaves %+v", got)
		}
		if _, found := table.probe(key+1, ply); found {
			t.Fatal("a state that it never saw is known")
		}
		table.clear()
		if _, found := table.probe(key, ply); found {
			t.Fatal("it remembers after it forgot")
		}
	})
}

func TestTableGivesUpWhatIsOldFirst(t *testing.T) {
	table := newTable(0)
	table.store(1, 0, 9, 0, 0, exact)
	table.nextSearch()
	table.store(2, 0, 3, 0, 0, exact)
	table.store(3, 0, 4, 0, 0, exact)
	if _, found := table.probe(1, 0); found {
		t.Error("the deep one of an older search is still there")
	}
	table.store(4, 0, 1, 0, 0, exact)
	if _, found := table.probe(2, 0); found {
		t.Error("the shallower one of this search is still there")
	}
	if _, found := table.probe(3, 0); !found {
		t.Error("the deepest one of this search is gone")
	}
}
