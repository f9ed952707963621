package learn

import (
	"fmt"
	"math"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
)

// Outcome is a position of a game, and how the game ended for the side to move: 1, 0 or −1.
type Outcome struct {
	Position checkers.Position
	Result   int
}

// Foretold is how well an evaluation alone foretells how games end: the correlation (Pearson's) of its values with
// the results, both seen from Black's side, over quiet positions with so many pieces.
type Foretold struct {
	Fewest, Most int // pieces
	Positions    int
	Correlation  float64 // NaN where all values or all results are alike
}

// Pieces is the numbers of pieces as people write them: "20-24".
func (f Foretold) Pieces() string { return fmt.Sprintf("%d-%d", f.Fewest, f.Most) }

// Judge is how well an evaluation, for the side to move, foretells outcomes, by the number of pieces, the fullest
// boards first. Positions that are not quiet, and those with fewer than five pieces, are left out.
func Judge(outcomes []Outcome, evaluate func(checkers.Position) int) []Foretold {
	phases := []Foretold{{Fewest: 20, Most: 24}, {Fewest: 16, Most: 19}, {Fewest: 12, Most: 15}, {Fewest: 9, Most: 11},
		{Fewest: 5, Most: 8}}
	sums := make([]moments, len(phases))
	for _, o := range outcomes {
		p := o.Position
		if (search.English{}).Noisy(p) {
			continue
		}
		value, result := float64(evaluate(p)), float64(o.Result)
		if p.Turn == checkers.White {
			value, result = -value, -result
		}
		for i, f := range phases {
			if pieces := p.Occupied().Len(); f.Fewest <= pieces && pieces <= f.Most {
				sums[i].add(value, result)
			}
		}
	}
	for i := range phases {
		phases[i].Positions, phases[i].Correlation = int(sums[i].n), sums[i].correlation()
	}
	return phases
}

// moments are sums over pairs of numbers.
type moments struct{ n, x, y, xx, yy, xy float64 }

func (m *moments) add(x, y float64) {
	m.n++
	m.x, m.y = m.x+x, m.y+y
	m.xx, m.yy, m.xy = m.xx+x*x, m.yy+y*y, m.xy+x*y
}

func (m *moments) correlation() float64 {
	return (m.n*m.xy - m.x*m.y) / math.Sqrt((m.n*m.xx-m.x*m.x)*(m.n*m.yy-m.y*m.y))
}
