package moves

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"draughtsman/engine/checkers"
	"draughtsman/vision"
)

// beam keeps the likeliest ways in which a game may have gone on since the position on record, whatever single squares
// look like. The states of a hidden Markov model are positions. Each observation of the table shows one of them or, at
// a cost, none. (The beam search is that of Lowerre, The HARPY speech recognition system, 1976.) A square that is
// misread for as long as a piece stands on it spoils every reading, but not what the rules leave of the others.
type beam struct {
	paths   []path // the likeliest ones, before the current observation
	current observation
}

// path is one way in which a game may have gone on.
type path struct {
	moves          []checkers.Move
	result         checkers.Position
	picture        Picture
	logProbability float64   // natural, but for what all paths have in common
	lastCost       float64   // what the last observation took away of that
	penalties      penalties // what was paid for squares that do not look like the picture
}

// penalties are logarithms: how much less likely it is that a square looks like what stands there than like anything
// else. A square that is misread is so for as long as the same stands there. So its penalty is paid once.
type penalties [checkers.Squares + 1]float64

// observation is consecutive readings that do not contradict each other, taken together.
type observation struct {
	seen  Picture
	mean  evidence
	count int
}

func newBeam(from checkers.Position, o Options) beam {
	return beam{paths: []path{{result: from, picture: PictureOf(from, o.BlackPieces)}}}
}

// add takes another reading.
func (t *beam) add(e evidence, o Options) {
	seen := e.seen(o)
	if t.current.count > 0 && seen.contradicts(t.current.seen) {
		t.paths, t.current = t.extended(o), observation{}
	}
	t.current.count++
	t.current.mean = t.current.mean.mix(e, 1/float64(t.current.count))
	t.current.seen = t.current.mean.seen(o)
}

// extended returns the likeliest paths up to and with the current observation, likelier ones first: each path before
// goes on with no, one or two moves.
func (t *beam) extended(o Options) []path {
	logs := t.current.mean.logs()
	likeliest := make(map[checkers.Position]path)
	try := func(from path, result checkers.Position, cost float64, moves ...checkers.Move) {
		p := path{result: result, picture: PictureOf(result, o.BlackPieces)}
		p.lastCost = p.observe(&from, &logs)
		cost += p.lastCost
		if there, ok := likeliest[result]; !ok || from.logProbability+cost > there.logProbability {
			p.moves, p.logProbability = slices.Concat(from.moves, moves), from.logProbability+cost
			likeliest[result] = p
		}
	}
	for _, from := range t.paths {
		try(from, from.result, 0)
		for _, m := range from.result.Moves() {
			between := from.result.Play(m)
			try(from, between, moveCost, m)
			for _, reply := range between.Moves() {
				try(from, between.Play(reply), 2*moveCost+unseenCost, m, reply)
			}
		}
	}
	paths := slices.SortedFunc(maps.Values(likeliest), func(a, b path) int {
		return cmp.Or(cmp.Compare(b.logProbability, a.logProbability), cmp.Compare(len(a.moves), len(b.moves)),
			slices.Compare(a.picture[:], b.picture[:]))
	})
	end, _ := slices.BinarySearchFunc(paths, paths[0].logProbability+beamRange,
		func(p path, least float64) int { return cmp.Compare(least, p.logProbability) })
	return paths[:min(end, beamWidth)]
}

// best returns the likeliest path as a hypothesis. It is false unless all other paths are out of the question and the
// current observation looks like the position to which it leads.
func (t *beam) best(o Options) (hypothesis, bool) {
	if t.current.count < o.Agreeing || len(t.current.seen.unknowns()) > maxUnreadSquares {
		return hypothesis{}, false
	}
	paths := t.extended(o)
	best := paths[0]
	if len(best.moves) == 0 || len(paths) > 1 && best.logProbability-paths[1].logProbability < math.Log(certainOdds) {
		return hypothesis{}, false
	}
	return hypothesis{moves: best.moves, result: best.result, picture: best.picture}, best.lastCost >= minLastCost
}

// observe returns the cost, as a logarithm, of what the board looks like at the end of a path that continues another
// one: what the penalties exceed those that were paid before.
func (p *path) observe(from *path, logs *logOdds) (cost float64) {
	p.penalties = logs.penalties(&p.picture)
	if lifted := p.heldSquare(logs); p.penalties[lifted] < handCost {
		p.penalties[lifted], cost = 0, handCost
	}
	for s := range p.penalties {
		before := 0.0
		if p.picture[s] == from.picture[s] {
			before = from.penalties[s]
		}
		p.penalties[s] = min(p.penalties[s], before)
		cost += p.penalties[s] - before
	}
	if cost < outlierCost { // it shows no position, and what was paid is paid
		p.penalties = penalties{}
		for s := range p.penalties {
			if p.picture[s] == from.picture[s] {
				p.penalties[s] = from.penalties[s]
			}
		}
		return outlierCost
	}
	return cost
}

// heldSquare returns the square of the side to move whose piece most likely is in a hand; 0 if there is none.
func (p *path) heldSquare(logs *logOdds) (square checkers.Square) {
	for s := range p.result.Of(p.result.Turn).All() {
		if p.penalties[s] < p.penalties[square] && logs[s][vision.Nothing] == slices.Max(logs[s][:]) {
			square = s
		}
	}
	return square
}

// penalties returns what each square costs if the board is to look like a picture.
func (l *logOdds) penalties(p *Picture) (c penalties) {
	for s := 1; s < len(p); s++ {
		c[s] = l[s][p[s]] - slices.Max(l[s][:])
	}
	return c
}
