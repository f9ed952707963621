package moves_test

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"draughtsman/engine/checkers"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// A table at which nobody plays, but somebody moves the discs about, may be watched for days.
func TestDiscsAreMovedAbout(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	table, recorder := newTable(checkers.Start(), 1), moves.NewRecorder(checkers.Start(), moves.Options{})
	lastSaid(recorder, table, 10)
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	for range 2000 {
		table.picture[1+random.IntN(32)] = vision.Content(random.IntN(3))
		recorder.Observe(table.look())
	}
	if grown := int64(heap()) - int64(before); grown > 8<<20 {
		t.Errorf("%d kB are held after 2000 pictures", grown>>10)
	}
	runtime.KeepAlive(recorder)
}
