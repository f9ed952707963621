package uncalibrated

import (
	"math"

	"draughtsman/vision/imaging"
)

// What the second look is about: squares whose distance from the empty ones lies within a factor of the threshold. Of
// the measures it takes those of structure only, for what misleads the first look is colour: wood of another tone,
// pieces of the board's.
const (
	doubtfulMargin  = 0.2 // logarithm of the factor
	leastAlike      = 4   // squares from which on it is known what surely empty or occupied ones look like
	firstPassWeight = 8.0 // logarithm of the odds that a distance is worth, to that of its factor
)

// distribution is how a measure is distributed on some squares.
type distribution struct{ middle, scatter float64 }

// density returns the logarithm of the density of Student's t with three degrees of freedom, but for a constant.
func (u distribution) density(v float64) float64 {
	const tails = 3
	z := (v - u.middle) / u.scatter
	return -(tails+1)/2*math.Log1p(z*z/tails) - math.Log(u.scatter)
}

// structure returns the numbers of a square that tell a piece's rim and relief.
func (s *measurement) structure() [3]float64 { return [3]float64{s.texture, s.rim, s.boundary} }

// structureScatter is how widely they scatter at the least.
var structureScatter = [3]float64{0.25, 0.2, 0.25}

// reclassifyDoubtful decides once more on the squares near the threshold: by then it is known what squares surely
// empty and surely occupied look like on this board.
func (o *occupancy) reclassifyDoubtful(board []measurement) {
	var sure [2][][3]float64
	for i, k := range o.squares {
		switch margin := o.margin(i); {
		case margin < -doubtfulMargin:
			sure[0] = append(sure[0], board[k].structure())
		case margin > doubtfulMargin:
			sure[1] = append(sure[1], board[k].structure())
		}
	}
	if min(len(sure[0]), len(sure[1])) < leastAlike {
		return
	}
	var of [2][3]distribution
	for c := range of {
		for m := range of[c] {
			values := make([]float64, len(sure[c]))
			for i, s := range sure[c] {
				values[i] = s[m]
			}
			middle := imaging.Median(values)
			for i, v := range values {
				values[i] = math.Abs(v - middle)
			}
			of[c][m] = distribution{middle, math.Hypot(1.48*imaging.Median(values), structureScatter[m])}
		}
	}
	for i, k := range o.squares {
		margin := o.margin(i)
		if math.Abs(margin) > doubtfulMargin {
			continue
		}
		evidence := firstPassWeight * margin
		for m, v := range board[k].structure() {
			evidence += of[1][m].density(v) - of[0][m].density(v)
		}
		if evidence > 0 != (margin > 0) {
			// Just on the other side: it remains doubtful.
			o.distance[i] = o.threshold + math.Copysign(0.01, evidence)
		}
	}
}

// margin returns how far a square lies beyond the threshold, as the logarithm of a factor.
func (o *occupancy) margin(i int) float64 {
	return math.Log((o.distance[i] + 0.5) / (o.threshold + 0.5))
}
