package moves

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"draughtsman/engine/checkers"
	"draughtsman/vision"
)

// track keeps the likeliest ways in which a game may have gone on since the position on record, whatever single squares
// look like: the states of a hidden Markov model are positions, and each still of the table is seen from
// one of them or, at
// a price, from none (the beam search of Lowerre, The HARPY speech recognition system, 1976). A square that
// is misread for as long as a piece stands
// on it spoils every reading, but not what the rules leave of the others.
type track struct {
	paths []path // the likeliest up to the still before the last one
	still still
}

// path is one way in which a game may have gone on.
type path struct {
	moves   []checkers.Move
	result  checkers.Position
	picture Picture
	log     float64 // of its probability, up to what all have in common,
	last    float64 // and what the last still took away
	paid    charges // of that, for squares that do not look like the picture
}

// charges are logarithms of how much less likely than anything else it is that a square looks like what is
// there. A square that
// is misread is so for as long as the same stands there: it is paid for once.
type charges [checkers.Squares + 1]float64

// still is what readings that do not contradict each other say together.
type still struct {
	seen  Picture
	mean  evidence
	count int
}

func newTrack(from checkers.Position, o Options) track {
	return track{paths: []path{{result: from, picture: PictureOf(from, o.BlackPieces)}}}
}

// add takes another reading.
func (t *track) add(e evidence, o Options) {
	seen := e.seen(o)
	if t.still.count > 0 && seen.contradicts(t.still.seen) {
		t.paths, t.still = t.advanced(o), still{}
	}
	t.still.count++
	t.still.mean = t.still.mean.mix(e, 1/float64(t.still.count))
	t.still.seen = t.still.mean.seen(o)
}

// advanced are the likeliest paths with the last still, likelier ones first: those before and none, one or two moves.
func (t *track) advanced(o Options) []path {
	logs := t.still.mean.logs()
	likeliest := make(map[checkers.Position]path)
	try := func(from path, result checkers.Position, cost float64, moves ...checkers.Move) {
		p := path{result: result, picture: PictureOf(result, o.BlackPieces)}
		p.last = p.pay(&from, &logs)
		cost += p.last
		if there, ok := likeliest[result]; !ok || from.log+cost > there.log {
			p.moves, p.log = slices.Concat(from.moves, moves), from.log+cost
			likeliest[result] = p
		}
	}
	for _, from := range t.paths {
		try(from, from.result, 0)
		for _, m := range from.result.Moves() {
			between := from.result.Play(m)
			try(from, between, moveCost, m)
			for _, reply := range between.Moves() {
				try(from, between.Play(reply), 2*moveCost+unseen, m, reply)
			}
		}
	}
	paths := slices.SortedFunc(maps.Values(likeliest), func(a, b path) int {
		return cmp.Or(cmp.Compare(b.log, a.log), cmp.Compare(len(a.moves), len(b.moves)),
			slices.Compare(a.picture[:], b.picture[:]))
	})
	end, _ := slices.BinarySearchFunc(paths, paths[0].log+unlikeliest,
		func(p path, least float64) int { return cmp.Compare(least, p.log) })
	return paths[:min(end, widestTrack)]
}

// story is the likeliest way on, where all others are out of the question and what is seen now looks like
// where it leads.
func (t *track) story(o Options) (hypothesis, bool) {
	if t.still.count < o.Agreeing || len(t.still.seen.unknowns()) > mostUnread {
		return hypothesis{}, false
	}
	paths := t.advanced(o)
	best := paths[0]
	if len(best.moves) == 0 || len(paths) > 1 && best.log-paths[1].log < math.Log(untold) {
		return hypothesis{}, false
	}
	return hypothesis{moves: best.moves, result: best.result, picture: best.picture}, best.last >= leastRight
}

// pay is what it costs that the board looks as it does after a path before, beyond what that has paid.
func (p *path) pay(from *path, logs *logOdds) (cost float64) {
	p.paid = logs.against(&p.picture)
	if lifted := p.lifted(logs); p.paid[lifted] < handCost {
		p.paid[lifted], cost = 0, handCost
	}
	for s := range p.paid {
		before := 0.0
		if p.picture[s] == from.picture[s] {
			before = from.paid[s]
		}
		p.paid[s] = min(p.paid[s], before)
		cost += p.paid[s] - before
	}
	if cost < noneCost { // it shows no position, and what was paid is paid
		p.paid = charges{}
		for s := range p.paid {
			if p.picture[s] == from.picture[s] {
				p.paid[s] = from.paid[s]
			}
		}
		return noneCost
	}
	return cost
}

// lifted is the square of the side to move that looks most as if its piece were in a hand; 0 if none does.
func (p *path) lifted(logs *logOdds) (square checkers.Square) {
	for s := range p.result.Of(p.result.Turn).All() {
		if p.paid[s] < p.paid[square] && logs[s][vision.Nothing] == slices.Max(logs[s][:]) {
			square = s
		}
	}
	return square
}

// against is what each square costs where the board is to look like a picture.
func (l *logOdds) against(p *Picture) (c charges) {
	for s := 1; s < len(p); s++ {
		c[s] = l[s][p[s]] - slices.Max(l[s][:])
	}
	return c
}
