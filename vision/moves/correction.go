package moves

import (
	"cmp"
	"math"
	"slices"

	"draughtsman/engine/checkers"
	"draughtsman/vision"
)

// correction finds other moves than the last ones on record that lead to what the table shows: moves that were
// misread, or changed by the player. Alternatives are weighed by what the table looked like before. There is none if
// two of them are nearly as likely and lead to different positions, or if it is as likely that the player holds a
// piece, or is in the middle of a capture.
func (r *Recorder) correction(e evidence, seen Picture) (hypothesis, bool) {
	light, dark := seen.sets()
	s := moveSearch{black: light, white: dark}
	if contentOf(checkers.Black, r.options.BlackPieces) == vision.DarkPiece {
		s.black, s.white = dark, light
	}
	positions := append(r.game.History(), r.game.Position())
	moves := r.game.Moves()
	var found []alternative
	now := positions[len(positions)-1]
	if _, begun := unfinished(e, now, r.options); begun || isHeld(now, seen, r.options) {
		found = append(found, alternative{result: now, logProbability: handCost})
	}
	for back := 0; back <= r.doubtful(); back++ {
		from := len(moves) - back
		for ahead := 1; ahead <= min(back+3, maxAhead); ahead++ {
			s.budget, s.found = maxTried, nil
			s.extend(positions[from], nil, ahead)
			for _, line := range s.found {
				if back > 0 && positions[from].Play(line[0]) == positions[from+1] {
					continue // the same as with one less taken back
				}
				found = append(found, r.alternative(positions, back, line))
			}
		}
	}
	return best(found, seen, r.options)
}

// alternative is one way in which the table may have come to look as it does. Without moves it is that a piece is held,
// or a capture begun.
type alternative struct {
	back           int
	moves          []checkers.Move
	result         checkers.Position
	logProbability float64 // of its probability
}

// best returns the likeliest alternative as a hypothesis. There is none while a move is under way.
func best(stories []alternative, seen Picture, o Options) (hypothesis, bool) {
	if len(stories) == 0 {
		return hypothesis{}, false
	}
	// Of stories that are as likely the first, which changes least, stays.
	slices.SortStableFunc(stories, func(a, b alternative) int { return cmp.Compare(b.logProbability, a.logProbability) })
	first := stories[0]
	if len(first.moves) == 0 {
		return hypothesis{}, false
	}
	h := hypothesis{back: first.back, moves: first.moves, result: first.result, picture: seen}
	for _, other := range stories[1:] {
		switch {
		case first.logProbability-other.logProbability >= math.Log(o.Margin):
			return h, true
		case other.result != first.result:
			return hypothesis{}, false
		}
	}
	return h, true
}

// isHeld reports whether a picture shows a position without one piece of the side to move.
func isHeld(p checkers.Position, seen Picture, o Options) bool {
	standing := PictureOf(p, o.BlackPieces)
	for square := range p.Of(p.Turn).All() {
		held := standing
		if held[square] = vision.Nothing; held == seen {
			return true
		}
	}
	return false
}

// alternative weighs moves made in place of the last ones on record. Each appearance of the table since is of one of
// the positions on the way, in their order; each position that nobody saw costs something.
func (r *Recorder) alternative(positions []checkers.Position, back int, moves []checkers.Move) alternative {
	from := len(positions) - 1 - back
	p := positions[from]
	pictures := []Picture{PictureOf(p, r.options.BlackPieces)}
	for _, m := range moves {
		p = p.Play(m)
		pictures = append(pictures, PictureOf(p, r.options.BlackPieces))
	}
	// upTo[i] is the best probability of the looks so far, the last of which was of picture i.
	upTo := make([]float64, len(pictures))
	for i := range upTo[1:] {
		upTo[i+1] = math.Inf(-1)
	}
	for _, l := range r.appearances[from+1:] {
		if l.seen {
			upTo = l.advance(upTo, pictures)
		}
	}
	last := len(pictures) - 1 // which is what the table looks like now
	total := math.Inf(-1)
	for i, before := range upTo {
		total = math.Max(total, before+float64(max(last-i-1, 0))*unseenCost)
	}
	return alternative{back: back, moves: moves, result: p, logProbability: total}
}

// advance returns the probabilities up to each picture after another appearance.
func (l appearance) advance(upTo []float64, pictures []Picture) []float64 {
	logs := l.mean.logs()
	after := make([]float64, len(upTo))
	for i := range after {
		after[i] = math.Inf(-1)
		for before := range upTo[:i+1] {
			after[i] = math.Max(after[i], upTo[before]+float64(max(i-before-1, 0))*unseenCost)
		}
		after[i] += logs.of(&pictures[i])
	}
	return after
}

// moveSearch finds the moves that lead to a position of which only the colours are known.
type moveSearch struct {
	black, white checkers.Set
	budget       int // positions that may still be tried
	found        [][]checkers.Move
}

// extend finds those that begin with some moves, which lead to p, and go on for so many more.
func (s *moveSearch) extend(p checkers.Position, moves []checkers.Move, more int) {
	if more == 0 {
		if p.Black == s.black && p.White == s.white {
			s.found = append(s.found, slices.Clone(moves))
		}
		return
	}
	for _, m := range p.Moves() {
		if s.budget--; s.budget < 0 {
			return
		}
		s.extend(p.Play(m), append(moves, m), more-1)
	}
}
