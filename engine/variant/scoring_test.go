package variant

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// turned is a position with the players exchanged.
func turned(p Position) Position {
	q, err := NewPosition(p.Size(), p.Turn().Opponent())
	if err != nil {
		panic(err)
	}
	for s := range square(p.board().squares) {
		c := p.board().cell(s)
		switch piece := p.At(c); {
		case piece == Empty:
		case piece.IsKing():
			q = q.Put(c.Turned(p.Size()), King(piece.Player().Opponent()))
		default:
			q = q.Put(c.Turned(p.Size()), Man(piece.Player().Opponent()))
		}
	}
	return q
}

func TestScoresAreFair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition.Draw(t, "position")
		r := anyRules.Draw(t, "rules")
		for _, s := range Scorings() {
			if got, want := s.Score(r, turned(p)), s.Score(r, p); got != want {
				t.Fatalf("%s of\n%sis %d, with the players exchanged %d", s.Name, p, want, got)
			}
		}
		for _, s := range []Scoring{Material(), SimpleAI(), Naive()} {
			other := p
			other.turn = p.turn.Opponent()
			if got, want := s.Score(r, other), -s.Score(r, p); got != want {
				t.Fatalf("%s of\n%sis %d for the one and %d for the other", s.Name, p, -want, got)
			}
		}
	})
}

func TestCounting(t *testing.T) {
	p := mustParse(t, English(), 8, "W:W21,22,K30:B1,K5,K6")
	for _, c := range []struct {
		scoring Scoring
		want    int
	}{{Material(), -100}, {SimpleAI(), -200}} {
		if got := c.scoring.Score(English(), p); got != c.want {
			t.Errorf("%s: %d, want %d", c.scoring.Name, got, c.want)
		}
	}
}

// TestNaive compares with the formula in floating point.
func TestNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition.Draw(t, "position")
		n := p.Size()
		var sums [2]float64
		for s := range square(p.board().squares) {
			c := p.board().cell(s)
			edge := 0.0
			if c.Row == 0 || c.Row == n-1 || c.Column == 0 || c.Column == n-1 {
				edge = 1
			}
			switch piece := p.At(c); piece {
			case FirstMan:
				sums[First] += (1 + edge) * (1 + 0.1*float64(c.Row+1)/float64(n))
			case SecondMan:
				sums[Second] += (1 + edge) * (1 + 0.1*float64(n-c.Row)/float64(n))
			case FirstKing, SecondKing:
				sums[piece.Player()] += 2 + edge
			}
		}
		want := 100 * (sums[p.Turn()] - sums[p.Turn().Opponent()])
		if got := Naive().Score(English(), p); math.Abs(float64(got)-want) > 0.5001 {
			t.Fatalf("%d, want %f", got, want)
		}
	})
}

func TestScoringNamed(t *testing.T) {
	for _, s := range Scorings() {
		if got, err := ScoringNamed(s.Name); err != nil || got.Name != s.Name {
			t.Errorf("%s: %v, %v", s.Name, got.Name, err)
		}
	}
	_, err := ScoringNamed("best")
	if want := `there is no scoring function "best": want one of positional, material, naive, simpleai`; err == nil ||
		err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
