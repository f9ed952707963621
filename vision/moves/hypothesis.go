package moves

import (
	"math"
	"slices"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/vision"
)

// hypothesis is one thing that may have happened since the position on record, and how the board looks then.
type hypothesis struct {
	back    int               // so many moves of the record were taken back, or never made
	moves   []checkers.Move   // then these were made
	also    [][]checkers.Move // or these, to the same result
	newGame bool              // the first position was set up again

	result  checkers.Position
	picture Picture
}

// hypotheses are things that may have happened. The first is that nothing has. The board looks different in each.
type hypotheses []hypothesis

// unchanged returns the hypothesis that a position still stands.
func unchanged(p checkers.Position, blackPieces calibration.Shade) hypotheses {
	return hypotheses{{result: p, picture: PictureOf(p, blackPieces)}}
}

// add adds a hypothesis. Of two that look alike the first stays, for simpler ones come first; another way to the same
// position is kept with it.
func (list hypotheses) add(h hypothesis) hypotheses {
	for i := range list {
		there := &list[i]
		if there.picture != h.picture {
			continue
		}
		if there.result == h.result && there.back == h.back && len(there.moves) == len(h.moves) && len(h.moves) > 0 {
			there.also = append(there.also, h.moves)
		}
		return list
	}
	return append(list, h)
}

// oneMove adds every move that is legal in a position.
func (list hypotheses) oneMove(p checkers.Position, blackPieces calibration.Shade) hypotheses {
	for _, m := range p.Moves() {
		result := p.Play(m)
		list = list.add(hypothesis{moves: []checkers.Move{m}, result: result, picture: PictureOf(result, blackPieces)})
	}
	return list
}

// twoMoves adds every legal move with every reply.
func (list hypotheses) twoMoves(p checkers.Position, blackPieces calibration.Shade) hypotheses {
	for _, m := range p.Moves() {
		between := p.Play(m)
		for _, reply := range between.Moves() {
			result := between.Play(reply)
			list = list.add(hypothesis{moves: []checkers.Move{m, reply}, result: result,
				picture: PictureOf(result, blackPieces)})
		}
	}
	return list
}

// goesOnFrom reports whether a hypothesis is another one with a move more.
func (h hypothesis) goesOnFrom(other hypothesis) bool {
	if h.newGame || h.back != other.back || len(h.moves) != len(other.moves)+1 {
		return false
	}
	return slices.ContainsFunc(other.result.Moves(),
		func(m checkers.Move) bool { return other.result.Play(m) == h.result })
}

// explain returns the index of the one hypothesis that explains the evidence. None does if another one is nearly as
// likely, if a square that changed by it shows that with less than the probability changed, or if one that did not
// change is implausible. With Options.overwhelming, squares may be doubtful if all other hypotheses are out of the
// question, and what none of the hypotheses has on a square counts for little.
func (e evidence) explain(list hypotheses, changed float64, o Options) (index int, ok bool) {
	if o.overwhelming > 0 {
		e = list.constrain(e)
	}
	best, second := math.Inf(-1), math.Inf(-1)
	logs := e.logs()
	for i := range list {
		switch l := logs.of(&list[i].picture); {
		case l > best:
			index, best, second = i, l, best
		case l > second:
			second = l
		}
	}
	is, was, margin := list[index].picture, list[0].picture, best-second
	if o.overwhelming > 0 && margin >= math.Log(o.overwhelming) && e.allows(is) {
		return index, true
	}
	return index, margin >= math.Log(o.Margin) && e.shows(is, was, changed, o)
}

// constrain returns the evidence given that only the hypotheses are possible: what none of them has on a square is
// less likely.
func (list hypotheses) constrain(e evidence) evidence {
	var may [len(evidence{})][vision.Contents]bool
	for i := range list {
		for s, content := range list[i].picture {
			may[s][content] = true
		}
	}
	for s := range e {
		sum := 0.0
		for content := range e[s] {
			if !may[s][content] {
				e[s][content] *= illegalWeight
			}
			sum += e[s][content]
		}
		for content := range e[s] {
			e[s][content] /= sum
		}
	}
	return e
}
