package kings

import (
	"math"

	"draughtsman/vision/imaging"
)

// man is what the men of one side measure: how much, in natural logarithms of the picture's samples, their tops change
// along their rings and from their middle to their edge; and how much better their outline fits them than a stack's,
// for each square's width that a top is seen off its foot.
type man struct{ along, across, gain float64 }

// Classify says which of some measured pieces are kings: what men measure, the lower pieces of each side tell.
func Classify(pieces []Piece, measures []Measure) []bool {
	kings := make([]bool, len(pieces))
	var sides [2][]Measure
	for i, p := range pieces {
		sides[sideOf(p)] = append(sides[sideOf(p)], measures[i])
	}
	men := [2]man{estimateMen(sides[0], measures), estimateMen(sides[1], measures)}
	var stacks [2]int
	for i, p := range pieces {
		if isStack(measures[i], men[sideOf(p)]) {
			stacks[sideOf(p)]++
		}
	}
	for i, p := range pieces {
		side := sideOf(p)
		// That a side has nothing but stacks is less likely than that its men look like some.
		believed := stacks[side] < len(sides[side]) || len(sides[side]) < implausibleStacks
		kings[i] = isMarked(measures[i], men[side]) || believed && isStack(measures[i], men[side])
	}
	return kings
}

func sideOf(p Piece) int {
	if p.Dark {
		return 1
	}
	return 0
}

// From which on a measure says how high a piece is.
const (
	minLean = 0.05 // squares
	minFit  = 0.7
)

// implausibleStacks is from how many pieces on a side is not taken to have nothing but stacks.
const implausibleStacks = 3

// maxAllKings is how many pieces of a side may all be kings. What men measure is then taken from both sides.
const maxAllKings = 6

// estimateMen returns what the less king-like of one side's pieces measure.
func estimateMen(side, all []Measure) man {
	men := quantiles(side, 0.25)
	if men.gain < minGain && len(side) <= maxAllKings {
		men.gain = quantiles(all, 0.25).gain
	}
	return men
}

// quantiles returns what pieces measure of which a part, at least, are men.
func quantiles(of []Measure, part float64) man {
	var telling []Measure
	for _, m := range of {
		if m.showsHeight() {
			telling = append(telling, m)
		}
	}
	return man{
		along:  quantile(of, part, func(m Measure) float64 { return m.Along }),
		across: quantile(of, part, func(m Measure) float64 { return m.Across }),
		gain:   max(-quantile(telling, part, func(m Measure) float64 { return m.Stack / m.Lean }), 0),
	}
}

// quantile is the value that a part of some measures are below; 0 of none.
func quantile(of []Measure, part float64, value func(Measure) float64) float64 {
	values := make([]float64, len(of))
	for i, m := range of {
		values[i] = value(m)
	}
	return imaging.Quantile(values, part)
}

// showsHeight reports whether a piece is seen well and obliquely enough to say how high it is.
func (m Measure) showsHeight() bool { return m.Lean > minLean && m.Fit > minFit }

// isMarked reports whether a piece's top has a mark that men's do not have. A mark changes the top along its rings
// and from the middle outwards, and its edge less. The weights are those of a logistic regression on boards drawn by
// lot (testkit/boards); TestKingsByLot prints how it does on others.
func isMarked(m Measure, men man) bool {
	const (
		// weights of the logarithms of how many times as much a top changes as a man's, and as its own edge
		along, across, inside = 1.57, 1.67, 0.73
		bias                  = -3.41
		threshold             = 1.4 // log odds; above 0, since there are more men to be mistaken than kings to be missed
		noise, grain          = 0.02, 0.05
	)
	times := func(more, less, least float64) float64 { return math.Log((more + least) / (less + least)) }
	return along*times(m.Along, men.along, noise)+across*times(m.Across, men.across, grain)+inside*times(m.Along, m.Edge,
		noise)+bias > threshold
}

// minGain is by how much, for each lean, a man's outline must fit men better than a stack's for the two to be told
// apart.
const minGain = 0.5

// isStack reports whether a piece is as high as two: a stack's outline fits it better than a man's, and much better
// than it fits men.
func isStack(m Measure, men man) bool {
	const (
		clearly = 0.32 // better than on a man
		goodFit = 1.1  // of the stack's outline
	)
	return m.showsHeight() && men.gain >= minGain &&
		m.Stack > 0 && m.Fit+m.Stack > goodFit && m.Stack+men.gain*m.Lean > clearly
}
