package moves_test

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/vision/moves"
)

// Whoever records games for days holds no more than at first.
func TestGameAfterGame(t *testing.T) {
	table, recorder := newTable(checkers.Start(), 1), moves.NewRecorder(checkers.Start(), moves.Options{})
	random := rand.New(rand.NewPCG(1, 2))
	play := func(games int) int64 {
		for range games {
			table.picture = moves.PictureOf(checkers.Start(), calibration.Dark)
			lastSaid(recorder, table, 15)
			p := checkers.Start()
			for range 30 {
				legal := p.Moves()
				if len(legal) == 0 {
					break
				}
				p = p.Play(legal[random.IntN(len(legal))])
				table.picture = moves.PictureOf(p, calibration.Dark)
				lastSaid(recorder, table, 6)
			}
			if got := recorder.Position(); got != p {
				t.Fatalf("the record comes to\n%v and not\n%v", got, p)
			}
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	first := play(1)
	if grown := play(10) - first; grown > 1<<20 {
		t.Errorf("%d kB more are held after ten games", grown>>10)
	}
	runtime.KeepAlive(recorder)
}
