package moves

import (
	"math"

	"draughtsman/engine/checkers"
	"draughtsman/vision"
)

// evidence is the odds of every square of the board, each adding up to 1.
type evidence [checkers.MostSquares + 1]vision.Odds

// evidence returns a sighting's odds. A square whose odds are no probabilities was not read: anything may stand
// there.
func (o Options) evidence(s vision.Sighting) evidence {
	e := evidence(s.Odds)
	for i := range o.Game.Board().All().All() {
		sum := 0.0
		for _, p := range e[i] {
			if p < 0 {
				sum = math.NaN()
			}
			sum += p
		}
		for c := range e[i] {
			e[i][c] /= sum
			if !(sum > 0) || math.IsInf(sum, 0) {
				e[i][c] = 1 / float64(vision.Contents)
			}
		}
	}
	return e
}

// discounted takes most of the weight from squares over which something seems to lie. It is for those who can look
// back and correct themselves.
func (e evidence) discounted(s vision.Sighting) evidence {
	for i, hidden := range s.Hidden {
		if hidden {
			for c := range e[i] {
				e[i][c] = hiddenWeight*e[i][c] + (1-hiddenWeight)/float64(vision.Contents)
			}
		}
	}
	return e
}

// mix moves the evidence a part of the way towards other evidence.
func (e evidence) mix(with evidence, part float64) evidence {
	for s := range e {
		for c := range e[s] {
			e[s][c] += part * (with[s][c] - e[s][c])
		}
	}
	return e
}

// rather returns how probable one content of a square is if it is that or another one.
func rather(o vision.Odds, is, not vision.Content) float64 {
	a, b := max(o[is], minProbability), max(o[not], minProbability)
	return a / (a + b)
}

// shows reports whether every square may show the picture. Squares in which it differs from how the board looked
// before must show it with at least the probability changed.
func (e evidence) shows(p, before Picture, changed float64, o Options) bool {
	for s := range o.Game.Board().All().All() {
		needed := o.Plausible
		if p[s] != before[s] {
			needed = changed
		}
		if e[s][p[s]] < needed {
			return false
		}
	}
	return true
}

// unknown stands for a square whose content is not sure.
const unknown = vision.Contents

// seen returns what each square surely shows, unknown for the others.
func (e evidence) seen(o Options) Picture {
	var p Picture
	for s := range o.Game.Board().All().All() {
		content, probability := e[s].Best()
		if probability < o.Clear {
			content = unknown
		}
		p[s] = content
	}
	return p
}

// best returns the likeliest picture, and whether every square shows it with at least some probability.
func (e evidence) best(board checkers.Board, least float64) (p Picture, sure bool) {
	sure = true
	for s := range board.All().All() {
		content, probability := e[s].Best()
		p[s] = content
		sure = sure && probability >= least
	}
	return p, sure
}

// contradicts reports whether a square surely shows something else than in another picture.
func (p Picture) contradicts(other Picture) bool { return len(p.differences(other)) > 0 }

// differences returns the squares that surely show something else than expected.
func (p Picture) differences(expected Picture) []Difference {
	var list []Difference
	for s := range p {
		if p[s] != expected[s] && p[s] != unknown && expected[s] != unknown {
			list = append(list, Difference{Square: checkers.Square(s), Expected: expected[s], Seen: p[s]})
		}
	}
	return list
}

// unknowns returns the squares whose content is not sure.
func (p Picture) unknowns() []checkers.Square {
	var list []checkers.Square
	for s := range p {
		if p[s] == unknown {
			list = append(list, checkers.Square(s))
		}
	}
	return list
}
