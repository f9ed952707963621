package moves

import (
	"math"
	"slices"

	"draughtsman/engine/checkers"
)

// follow tries the moves that may have been made since a line, one or two of them.
func (r *Recorder) follow(from *line, try func(*line, float64)) {
	shared := common(from, r.record)
	switch {
	case r.trust == recordsOnly, shared != nil && shared != r.record && shared.plies < r.settled:
		return
	case r.turn && from != r.record:
		return
	}
	for _, m := range from.position.Moves() {
		between := from.play(m)
		try(between, moveCost)
		if r.turn {
			continue
		}
		for _, reply := range between.position.Moves() {
			try(between.play(reply), 2*moveCost+unseenCost)
		}
	}
}

// become tries moves taken back, and another game.
func (r *Recorder) become(record *line, try func(*line, float64)) {
	if r.trust == recordsOnly {
		return
	}
	if r.turn {
		for back := 2; back <= min(record.plies, MostPutBack); back += 2 {
			try(record.back(back), takebackCost+float64(back)*backCost)
		}
		return
	}
	for back := 1; back <= record.plies; back++ {
		another := back == record.plies && back > maxTakeback
		if r.trust != fullTrust && !another {
			continue
		}
		earlier, cost := record.back(back), takebackCost+float64(back)*backCost
		try(earlier, cost)
		if back <= r.doubtful() || another {
			r.follow(earlier, func(to *line, more float64) {
				if !to.goesOnFrom(record.back(back - 1)) {
					try(to, cost+more)
				}
			})
		}
	}
	if r.usual != nil {
		try(r.usual, takebackCost)
	}
	if r.unforeseen(math.MaxInt) {
		r.searchFarther(try)
	}
}

// searchFarther tries lines of more moves than two that lead to what the board shows, in place of the last ones on
// record or after them.
func (r *Recorder) searchFarther(try func(*line, float64)) {
	goal, tried := r.record.seat.goal(r.shown.picture), maxTried
	for back := 0; back <= r.doubtful(); back++ {
		from, cost := r.record.back(back), 0.0
		if back > 0 {
			cost = takebackCost + float64(back)*backCost
		}
		for ahead := 3; ahead <= min(back+3, maxAhead); ahead++ {
			var found [][]checkers.Move
			goal.reach(from.position, nil, ahead, &tried, &found)
			for _, made := range found {
				if l, _ := from.playAll(made); back == 0 || !l.goesOnFrom(r.record.back(back-1)) {
					try(l, cost+float64(ahead)*moveCost+float64(ahead-1)*unseenCost)
				}
			}
		}
	}
}

// goal is what the board shows: where the pieces of Black and White stand.
type goal [2]checkers.Set

// goal returns what a picture shows, seen from a seat.
func (s seat) goal(is Picture) (g goal) {
	for i, content := range s.numbered(is) {
		for _, side := range []checkers.Side{checkers.Black, checkers.White} {
			if content == contentOf(side, s.black) {
				g[side] |= checkers.SetOf(checkers.Square(i))
			}
		}
	}
	return g
}

// reach finds the lists of so many moves that lead from a position to one that shows the goal, after those made. It
// gives up when it has tried too many.
func (g goal) reach(p checkers.Position, made []checkers.Move, more int, tried *int, found *[][]checkers.Move) {
	if more == 0 {
		if p.Of(checkers.Black) == g[checkers.Black] && p.Of(checkers.White) == g[checkers.White] {
			*found = append(*found, slices.Clone(made))
		}
		return
	}
	// Each move brings one piece to where it is to stand.
	own, other := p.Turn, p.Turn.Opponent()
	if (g[own]&^p.Of(own)).Len() > (more+1)/2 || (g[other]&^p.Of(other)).Len() > more/2 {
		return
	}
	for _, m := range p.Moves() {
		if *tried--; *tried < 0 {
			return
		}
		g.reach(p.Play(m), append(made, m), more-1, tried, found)
	}
}
