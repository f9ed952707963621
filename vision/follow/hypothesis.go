package follow

import (
	"math"
	"slices"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
)

// hypothesis is one thing that may have happened and how the board looks then.
type hypothesis struct {
	moves   []checkers.Move // none: nothing happened; several: captures by different paths with one result
	picture Picture
}

// hypotheses are everything that may have happened in a position, first of all
// nothing. Moves that lead to the same position are one hypothesis.
func hypotheses(p checkers.Position, blackPieces calibration.Shade) []hypothesis {
	list := []hypothesis{{picture: PictureOf(p, blackPieces)}}
	var results []checkers.Position
	for _, m := range p.Moves() {
		result := p.Play(m)
		if i := slices.Index(results, result); i >= 0 {
			list[i+1].moves = append(list[i+1].moves, m)
			continue
		}
		results = append(results, result)
		list = append(list, hypothesis{moves: []checkers.Move{m}, picture: PictureOf(result, blackPieces)})
	}
	return list
}

// explain is the index of the one hypothesis that explains the evidence. None
// does where another is nearly as likely as the likeliest, or where a square
// that changed by it shows that with less than the probability changed, or one
// that did not is implausible.
func (e evidence) explain(list []hypothesis, changed float64, o Options) (index int, ok bool) {
	best, second := math.Inf(-1), math.Inf(-1)
	for i, h := range list {
		switch l := e.logLikelihood(h.picture); {
		case l > best:
			index, best, second = i, l, best
		case l > second:
			second = l
		}
	}
	return index, best-second >= math.Log(o.Margin) && e.shows(list[index].picture, list[0].picture, changed, o)
}
