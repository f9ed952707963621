package kings

import (
	"math"

	"draughtsman/calibration"
	"draughtsman/vision/imaging"
)

// Among says which of some measured pieces are kings. Of the men it is known
// what they measure, or nothing: then the lower ones of each side say it.
func Among(pieces []Piece, measures []Measure, known *calibration.Men) []bool {
	kings := make([]bool, len(pieces))
	var sides [2][]Measure
	for i, p := range pieces {
		sides[shade(p)] = append(sides[shade(p)], measures[i])
	}
	var men [2]calibration.Man
	if known != nil {
		men = [2]calibration.Man{known.Light, known.Dark}
	}
	for k, side := range sides {
		switch {
		case known == nil || men[k] == (calibration.Man{}):
			men[k] = lower(side, measures)
		case len(side) > doubted:
			men[k] = either(men[k], typical(side, 0.25))
		}
	}
	var stacks [2]int
	for i, p := range pieces {
		if stacked(measures[i], men[shade(p)]) {
			stacks[shade(p)]++
		}
	}
	for i, p := range pieces {
		side := shade(p)
		// That a side has nothing but stacks is less likely than that its men look like some.
		believed := known != nil || stacks[side] < len(sides[side]) || len(sides[side]) < doubted
		kings[i] = marked(measures[i], men[side]) || believed && stacked(measures[i], men[side])
	}
	return kings
}

// either is what men measure who may be like those known or like those seen: another
// light changes their tops, and the camera that is farther off how they lean.
func either(known, seen calibration.Man) calibration.Man {
	return calibration.Man{Along: max(known.Along, seen.Along), Across: max(known.Across, seen.Across),
		Gain: min(known.Gain, seen.Gain)}
}

// Learn is what the men of both sides measure; pieces that are kings are left out.
func Learn(pieces []Piece, measures []Measure, kings []bool) calibration.Men {
	var sides [2][]Measure
	for i, p := range pieces {
		if !kings[i] {
			sides[shade(p)] = append(sides[shade(p)], measures[i])
		}
	}
	return calibration.Men{Light: typical(sides[0], 0.5), Dark: typical(sides[1], 0.5)}
}

func shade(p Piece) int {
	if p.Dark {
		return 1
	}
	return 0
}

// What is asked of measures to say something of how high a piece is.
const (
	leastLean = 0.05 // squares
	leastFit  = 0.7
)

// doubted is how many pieces of a side are not believed to be stacks all.
const doubted = 3

// few are so few pieces of a side that all may be kings: what men measure is then asked of both sides.
const few = 6

// lower is what the less king-like of one side's pieces measure.
func lower(side, all []Measure) calibration.Man {
	men := typical(side, 0.25)
	if men.Gain < leastGain && len(side) <= few {
		men.Gain = typical(all, 0.25).Gain
	}
	return men
}

// typical is what some measure of which a part, at least, are men.
func typical(of []Measure, part float64) calibration.Man {
	var telling []Measure
	for _, m := range of {
		if m.tells() {
			telling = append(telling, m)
		}
	}
	return calibration.Man{
		Along:  quantile(of, part, func(m Measure) float64 { return m.Along }),
		Across: quantile(of, part, func(m Measure) float64 { return m.Across }),
		Gain:   max(-quantile(telling, part, func(m Measure) float64 { return m.Stack / m.Lean }), 0),
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

// tells reports whether a piece is seen well and obliquely enough to say how high it is.
func (m Measure) tells() bool { return m.Lean > leastLean && m.Fit > leastFit }

// marked reports whether there is a mark on a piece's top that men's do not have: it
// changes the top along its rings and from the middle outwards, and its edge less. What each of these weighs is what a
// logistic regression found on boards drawn by lot (testkit/boards); TestKingsByLot prints what it tells on others.
func marked(m Measure, men calibration.Man) bool {
	const (
		// of the logarithms of how many times as much as on a man, and as at the edge
		along, across, inside = 1.57, 1.67, 0.73
		rare                  = -3.41
		// the logarithm of the odds from which on it is believed: a man that is taken for a king spoils a board
		// as a king that is not told does, and there are more men
		likely       = 1.4
		noise, grain = 0.02, 0.05
	)
	times := func(more, less, least float64) float64 { return math.Log((more + least) / (less + least)) }
	return along*times(m.Along, men.Along, noise)+across*times(m.Across, men.Across, grain)+inside*times(m.Along, m.Edge,
		noise)+rare > likely
}

// leastGain is by how much, for each lean, a man's outline must fit men better than
// a stack's, so that the two can be told apart.
const leastGain = 0.5

// stacked reports whether a piece is as high as two: a stack's outline fits it better than a
// man's, and much better than it fits men.
func stacked(m Measure, men calibration.Man) bool {
	const (
		clearly = 0.32 // better than on a man
		goodFit = 1.1  // of the stack's outline
	)
	return m.tells() && men.Gain >= leastGain &&
		m.Stack > 0 && m.Fit+m.Stack > goodFit && m.Stack+men.Gain*m.Lean > clearly
}
