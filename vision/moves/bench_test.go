package moves_test

import (
	"testing"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/vision/moves"
)

// A picture that nothing simple explains, in a position with many moves, after some moves: the most that a recorder
// ever does for one picture.
func BenchmarkRecorderLooksBack(b *testing.B) {
	p, err := checkers.ParseFEN("B:WK7,K10,K14,K18,K22,K26:BK3,K12,K21,K28,K29,K32")
	if err != nil {
		b.Fatal(err)
	}
	table, recorder := newTable(p, 1), moves.NewRecorder(p, moves.Options{})
	for range 5 {
		p = p.Play(p.Moves()[0])
		table.picture = moves.PictureOf(p, calibration.Dark)
		lastSaid(recorder, table, 8)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		table.picture[1+i%32] = dark
		recorder.Observe(table.look())
		table.picture = moves.PictureOf(p, calibration.Dark)
	}
}

// The usual picture: nothing has happened.
func BenchmarkRecorderWaits(b *testing.B) {
	table, recorder := newTable(checkers.Start(), 1), moves.NewRecorder(checkers.Start(), moves.Options{})
	b.ReportAllocs()
	for b.Loop() {
		recorder.Observe(table.look())
	}
}
