package variant

import (
	"testing"

	"draughtsman/engine/checkers"
)

// TestEndgameTablesGoByTheLimit holds when an end is known to come in time. Who wins is known where the end need not be
// counted: right after a move that begins the limit anew, or without one.
func TestEndgameTablesGoByTheLimit(t *testing.T) {
	unlimited := English()
	unlimited.Limit = 0
	for _, c := range []struct {
		rules   Rules
		fen     string
		quiet   int
		utility int
		known   bool
		outcome bool // it is known who wins
	}{
		{English(), "B:W29,30:B2,15", 0, 1, true, true}, // won in 109 plies, some of them of men
		{English(), "B:W29,30:B2,15", 1, 1, false, false},
		{English(), "W:WK14,K19:BK1", 61, 1, true, false},
		{English(), "W:WK14,K19:BK1", 62, 1, false, false}, // won in 19
		{English(), "B:WK15:BK1", 0, 0, true, true},        // a draw
		{CSCI561(), "W:WK14,K19:BK1", 31, 1, true, true},   // within 50
		{CSCI561(), "W:WK14,K19:BK1", 32, 1, false, false},
		{CSCI561(), "B:W29,30:B2,15", 0, 1, false, false},
		{CSCI561(), "B:WK15:BK1", 49, 0, true, true},
		{unlimited, "B:W29,30:B2,15", 900, 1, true, true},
	} {
		p, err := checkers.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		tables := newLearnt(c.rules, Positional())
		if utility, plies, known := tables.Known(p, c.quiet); known != c.known || known && utility != c.utility {
			t.Errorf("%s, limit %d: %s after %d plies: %d in %d plies, known %t", c.rules.Name, c.rules.Limit, c.fen, c.quiet,
				utility, plies, known)
		}
		if utility, known := tables.Outcome(p, c.quiet); known != c.outcome || known && utility != c.utility {
			t.Errorf("%s, limit %d: %s after %d plies: outcome %d, known %t", c.rules.Name, c.rules.Limit, c.fen, c.quiet,
				utility, known)
		}
	}
}
