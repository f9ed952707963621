package variant

import (
	"testing"

	"draughtsman/engine/checkers"
)

func TestEndgameTablesGoByTheLimit(t *testing.T) {
	unlimited := English()
	unlimited.Limit = 0
	for _, c := range []struct {
		rules Rules
		fen   string
		quiet int
		known bool
	}{
		{English(), "B:W29,30:B2,15", 0, true}, // won in 109 plies, some of them of men
		{English(), "W:WK14,K19:BK1", 61, true},
		{English(), "W:WK14,K19:BK1", 62, false}, // won in 19
		{CSCI561(), "W:WK14,K19:BK1", 31, true},  // within 50
		{CSCI561(), "W:WK14,K19:BK1", 32, false},
		{CSCI561(), "B:W29,30:B2,15", 0, false},
		{CSCI561(), "B:WK15:BK1", 49, true}, // a draw
		{unlimited, "B:W29,30:B2,15", 900, true},
	} {
		p, err := checkers.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		if _, plies, known := newLearnt(c.rules, nil).Known(p, c.quiet); known != c.known {
			t.Errorf("%s, limit %d: %s after %d plies: known %t (%d plies)", c.rules.Name, c.rules.Limit, c.fen, c.quiet, known,
				plies)
		}
	}
}

// Who wins is known where the end need not be counted: right after a move that begins the limit anew, or without one.
func TestOutcomesGoByTheLimit(t *testing.T) {
	unlimited := English()
	unlimited.Limit = 0
	for _, c := range []struct {
		rules   Rules
		fen     string
		quiet   int
		utility int
		known   bool
	}{
		{English(), "B:W29,30:B2,15", 0, 1, true},
		{English(), "B:W29,30:B2,15", 1, 0, false},
		{English(), "B:WK15:BK1", 0, 0, true},
		{CSCI561(), "W:WK14,K19:BK1", 31, 1, true}, // won in 19 plies, within 50
		{CSCI561(), "W:WK14,K19:BK1", 32, 0, false},
		{unlimited, "B:W29,30:B2,15", 900, 1, true},
	} {
		p, err := checkers.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		utility, known := newLearnt(c.rules, nil).Outcome(p, c.quiet)
		if known != c.known || known && utility != c.utility {
			t.Errorf("%s, limit %d: %s after %d plies: %d, known %t", c.rules.Name, c.rules.Limit, c.fen, c.quiet, utility,
				known)
		}
	}
}
