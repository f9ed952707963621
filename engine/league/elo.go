package league

import (
	"fmt"
	"math"

	"draughtsman/engine/strength"
)

// Score is what a player made of its games against others.
type Score struct{ Won, Drawn, Lost int }

// Games is the number of games.
func (s Score) Games() int { return s.Won + s.Drawn + s.Lost }

// Points is 1 for a win and ½ for a draw.
func (s Score) Points() float64 { return float64(s.Won) + float64(s.Drawn)/2 }

func (s Score) plus(points float64) Score {
	switch points {
	case 1:
		s.Won++
	case 0:
		s.Lost++
	default:
		s.Drawn++
	}
	return s
}

// Elo is the difference in rating that a score suggests, and the bounds between which the true one lies with 95 %
// confidence; infinite where nothing bounds it. The difference d is the one at which the share of points expected, 1
// / (1 + 10^(−d/400)), is the one achieved (A. E. Elo, "The Rating of Chessplayers, Past and Present", 1978, in its
// logistic form).
//
// The bounds are those of the share of points by E. B. Wilson, "Probable Inference, the Law of Succession, and
// Statistical Inference", Journal of the American Statistical Association 22, 1927, which hold for few games and for
// whole scores too. They take games for won or lost; draws only make the truth narrower.
func (s Score) Elo() (difference, low, high float64) {
	n := float64(s.Games())
	if n == 0 {
		return 0, math.Inf(-1), math.Inf(1)
	}
	const z = 1.959964 // of a normal distribution, 95 % lies within so many deviations
	share := s.Points() / n
	centre := (share + z*z/(2*n)) / (1 + z*z/n)
	spread := z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	return strength.Difference(share), strength.Difference(centre - spread), strength.Difference(centre + spread)
}

// elo is a difference for people: "+35", "-120", "inf".
func elo(d float64) string {
	switch {
	case math.IsInf(d, 0):
		return fmt.Sprintf("%+.0f", d)[:1] + "inf"
	case math.Round(d) == 0:
		return "0"
	}
	return fmt.Sprintf("%+.0f", d)
}
