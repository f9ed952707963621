package follow

import (
	"cmp"
	"math"
	"slices"

	"draughtsman/engine/checkers"
)

// track keeps the likeliest ways in which a game may have gone on since the position on record, whatever single squares
// look like: the states of a hidden Markov model are positions, and each still of the table is seen from one of them or, at
// a price, from none (the beam search of Lowerre, The HARPY speech recognition system, 1976). A square that is misread for as long as a piece stands
// on it spoils every reading, but not what the rules leave of the others.
type track struct {
	before, now []path // the likeliest up to the last still, and with it
	still       still
}

// path is one way in which a game may have gone on.
type path struct {
	moves  []checkers.Move
	result checkers.Position
	log    float64 // of its probability, up to what all have in common
}

// still is what readings that do not contradict each other say together.
type still struct {
	seen  Picture
	mean  evidence
	count int
}

const (
	moveCost    = -2  // logarithm of a probability that a move was made from one still to the next,
	noneCost    = -15 // and that a still shows no position: a man is in a hand, a captured one still there
	mostStill   = 2   // readings of a still count as independent
	widestTrack = 200 // paths that are kept,
	unlikeliest = -30 // against the likeliest
	leastRight  = -12 // logarithm of how much less likely than anything else the last still may look: one square is misread
)

func newTrack(from checkers.Position) track { return track{now: []path{{result: from}}} }

// add takes another reading.
func (t *track) add(e evidence, o Options) {
	seen := e.seen(o)
	if t.still.count == 0 || seen.contradicts(t.still.seen) {
		t.before, t.still = t.now, still{}
	}
	t.still.count++
	t.still.mean = t.still.mean.mix(e, 1/float64(t.still.count))
	t.still.seen = t.still.mean.seen(o)
	t.advance(o)
}

// advance goes on with all paths to the last still: none, one or two moves.
func (t *track) advance(o Options) {
	logs := t.still.mean.logs()
	weight := float64(min(t.still.count, mostStill))
	likeliest := make(map[checkers.Position]path)
	try := func(from path, result checkers.Position, cost float64, moves ...checkers.Move) {
		picture := PictureOf(result, o.BlackPieces)
		log := from.log + cost + weight*max(logs.against(&picture), noneCost)
		if there, ok := likeliest[result]; !ok || log > there.log {
			likeliest[result] = path{slices.Concat(from.moves, moves), result, log}
		}
	}
	for _, from := range t.before {
		try(from, from.result, 0)
		for _, m := range from.result.Moves() {
			between := from.result.Play(m)
			try(from, between, moveCost, m)
			for _, reply := range between.Moves() {
				try(from, between.Play(reply), 2*moveCost+unseen, m, reply)
			}
		}
	}
	t.now = t.now[:0:0]
	for _, p := range likeliest {
		t.now = append(t.now, p)
	}
	slices.SortFunc(t.now, func(a, b path) int { return cmp.Or(cmp.Compare(b.log, a.log), cmp.Compare(len(a.moves), len(b.moves))) })
	end, _ := slices.BinarySearchFunc(t.now, t.now[0].log+unlikeliest, func(p path, least float64) int { return cmp.Compare(least, p.log) })
	t.now = t.now[:min(end, widestTrack)]
}

// story is the likeliest way on, where all others are out of the question and what is seen now looks like where it leads.
func (t *track) story(o Options) (hypothesis, bool) {
	best := t.now[0]
	if len(best.moves) == 0 || t.still.count < o.Agreeing || len(t.now) > 1 && best.log-t.now[1].log < math.Log(outOfTheQuestion) {
		return hypothesis{}, false
	}
	h := hypothesis{moves: best.moves, result: best.result, picture: PictureOf(best.result, o.BlackPieces)}
	logs := t.still.mean.logs()
	return h, logs.against(&h.picture) >= leastRight
}

// against is the logarithm of how much less likely than anything else it is that the board looks like the picture.
func (l *logOdds) against(p *Picture) float64 {
	sum := 0.0
	for s := 1; s < len(p); s++ {
		sum += l[s][p[s]] - slices.Max(l[s][:])
	}
	return sum
}
