package search

import (
	"testing"
)

// TestTactics finds what wins material: positions of games with random moves in which one move is better than every
// other by a man, by a search of each to depth 15, and not the one that three plies show.
func TestTactics(t *testing.T) {
	for _, c := range []struct{ fen, move string }{
		{"B:W13,16,21,22,24,27,28,29,30:B3,4,5,6,7,8,9,14,15", "14-17"},
		{"B:W12,17,25,26,27,28,29,31,32:B1,2,3,6,7,8,9,10,19", "19-23"},
		{"B:W16,17,20,21,22,26,29,30:B2,3,5,7,10,13,14,15", "7-11"},
		{"B:W8,21,22,23,24,26,28,31,32:B2,4,5,7,9,10,11,14", "11-15"},
		{"W:W13,15,18,19,21,22,24:B4,6,8,9,10,12,27", "22-17"},
		{"W:W21,23,25,28,29,30,31,32:B1,3,7,8,10,13,14,15", "23-18"},
		{"W:W14,25,26,27,28,29,31,32:B2,3,5,7,8,9,13,15", "26-22"},
		{"W:W24,25,26,27,28,29,31,32:B1,3,4,8,9,10,12,18", "26-22"},
		{"W:WK7,13,17,19,21,26,31,32:B5,6,8,9,12,18", "26-23"},
		{"W:W6,14,15,18,19,25,26,31,32:B3,5,7,8,12,16,20", "26-23"},
	} {
		const nodes = 150_000
		r := find(t, Options{TableMB: 8}, Request{Position: position(t, c.fen), Nodes: nodes})
		if got := r.Move.String(); got != c.move {
			t.Errorf("%s: %s, want %s; %d %v", c.fen, got, c.move, r.Score, r.PV)
		}
	}
}
