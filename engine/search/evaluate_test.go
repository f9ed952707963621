package search

import (
	"testing"

	"pgregory.net/rapid"

	"draughtsman/engine/checkers"
)

// TestEvaluationIsFair turns the board and changes the colours: nothing may change for the side to move.
func TestEvaluationIsFair(t *testing.T) {
	turned := checkers.Board8.Turned
	rapid.Check(t, func(t *rapid.T) {
		p := wander(t)
		other := checkers.Position{
			Black: turned(p.White), White: turned(p.Black), Kings: turned(p.Kings),
			Mover: checkers.Mover{Turn: p.Turn.Opponent()},
		}
		if got, want := Foundation(other), Foundation(p); got != want {
			t.Fatalf("%s is worth %d, turned %d", p.FEN(), want, got)
		}
	})
}

func TestEvaluationPrefers(t *testing.T) {
	for _, c := range []struct{ name, better, worse string }{
		{"a piece more", "B:W21,22:B1,2,3", "B:W21,22:B1,2"},
		{"a king to a man", "B:W21,22:B1,K2", "B:W21,22:B1,2"},
		{"a lead among fewer pieces", "B:W21:B1,2", "B:W21,22,23:B1,2,3,4"},
		{"a king near its prey", "B:WK18:BK10,K9", "B:WK18:BK4,K3"},
		{"a prey out of the double corner", "B:WK4:BK14,K15", "B:WK1:BK14,K15"},
	} {
		better, worse := Foundation(position(t, c.better)), Foundation(position(t, c.worse))
		if better <= worse {
			t.Errorf("%s: %s is worth %d, %s %d", c.name, c.better, better, c.worse, worse)
		}
	}
}

// TestKingsThatFly are worth more than three men, and find no shelter in the double corner.
func TestKingsThatFly(t *testing.T) {
	worth := func(fen string) int {
		p := position(t, fen)
		p.Rules = checkers.Flying
		return Foundation(p)
	}
	if king, men := worth("B:W29,30,31,32:BK2"), worth("B:W29,30,31,32:B1,2,3"); king <= men {
		t.Errorf("a king is worth %d, three men %d", king, men)
	}
	if there, beside := worth("B:WK1:BK14,K15"), worth("B:WK4:BK14,K15"); there < beside {
		t.Errorf("a prey in the double corner is worth %d, another one %d", there, beside)
	}
}

func TestEvaluationStaysWithinBounds(t *testing.T) {
	most := Foundation(position(t, "B:WK18,K19:BK1,K2,K3,K4,K5,K6,K7,K8,K9,K10,K11,K12"))
	if most < 1000 || most > 5000 {
		t.Errorf("twelve kings against two are worth %d", most)
	}
}
