package moves

import (
	"cmp"
	"math"
	"slices"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/vision"
)

// filter is a distribution over lines of play, given what the board has looked like so far: that of a hidden Markov
// model whose states are positions, of which the likeliest lines are kept (the beam search of Lowerre, The HARPY speech
// recognition system, 1976). A square that is misread is mostly so for as long as the same stands on it. So each square
// of each line has a hidden state of its own, read or misread: to become misread costs once, and hardly anything while
// it lasts.
type filter struct {
	board      checkers.Board
	hypotheses []hypothesis // the likelier first
	at         time.Time    // of the last reading
	likely     Picture      // what that most likely shows,
	times      int          // in so many readings, one after the other
	after      generation
}

// hypothesis is a line of play with the logarithm of its probability, but for what all have in common: where the board
// is read square by square, and where for a while all of it is misread, as under another light.
type hypothesis struct {
	line    *line
	read    float64                          // the board is read
	misread float64                          // all of it is misread
	squares [checkers.MostSquares + 1]square // the states of the squares, if the board is read
}

// score is the logarithm of the probability.
func (h *hypothesis) score() float64 { return max(h.read, h.misread) }

// square is the logarithms of the probabilities that a square is read, and that it is misread; the larger is 0.
type square struct{ read, misread float32 }

// newFilter returns a filter for which some lines are as likely.
func newFilter(lines ...*line) (f filter) {
	f.board = lines[0].seat.board
	for _, l := range lines {
		f.hypotheses = append(f.hypotheses, newHypothesis(l, 0))
	}
	return f
}

// newHypothesis returns a line of which nothing has been seen.
func newHypothesis(l *line, score float64) hypothesis {
	h := hypothesis{line: l, read: score, misread: math.Inf(-1)}
	for s := range h.squares {
		h.squares[s] = unseen
	}
	return h
}

// next are the lines that may follow on one, with what each costs.
type next func(from *line, try func(to *line, cost float64))

// observe takes a reading; hand says that something moves or is over the board. Where the likeliest line does not look
// like it, others are tried: those that may follow on the likeliest, and what may have become of the record.
func (f *filter) observe(e *evidence, at time.Time, hand bool, record *line, follow, become next) {
	passed := max(at.Sub(f.at), 0)
	if f.at.IsZero() {
		passed = fullWeight
	}
	f.at = at
	weight := min(1, float64(passed)/float64(fullWeight))
	if hand {
		weight *= handWeight
	}
	r := &reading{f.board, e.likelihoods(f.board, weight), hand, weight, passed.Seconds()}
	after := &f.after
	after.begin(record)
	for i := range f.hypotheses {
		after.steps = append(after.steps, f.hypotheses[i].step(r))
		after.stay(&after.steps[i], r)
	}
	if likely, _ := e.best(f.board, 0); likely != f.likely {
		f.likely, f.times = likely, 0
	}
	f.times++
	tries := r.unlike(f.hypotheses[0].line) > 0 && f.times <= mostTried
	if tries {
		for i := range after.steps[:min(len(f.hypotheses), mostFollowed)] {
			from := &after.steps[i]
			try := func(to *line, cost float64) { after.follow(from, to, cost, r) }
			follow(from.before.line, try)
			if from.before.line == record {
				become(record, try)
			}
		}
	}
	if f.hypotheses = after.kept(f.hypotheses[:0]); tries {
		forget(f.hypotheses)
	}
}

// reading is what a reading says of each square, how much it counts, and the seconds since the one before.
type reading struct {
	board checkers.Board
	likelihoods
	hand    bool // something moves or is over the board
	weight  float64
	seconds float64
}

// step is a hypothesis before and after a reading.
type step struct {
	before *hypothesis
	after  hypothesis
	cost   [checkers.MostSquares + 1]float64 // by square
	blind  bool                              // the reading shows no board, and nothing of it counts
}

// step returns the hypothesis after a reading, if nothing has happened and the board has been read before.
func (h *hypothesis) step(r *reading) step {
	s := step{before: h, after: *h}
	sum := 0.0
	for n := range r.board.All().All() {
		s.after.squares[n], s.cost[n] = h.squares[n].observe(n, h.line, r)
		sum += s.cost[n]
	}
	if least := handCost * r.weight; r.hand && sum < least {
		return step{before: h, after: hypothesis{h.line, h.read + least, h.misread, h.squares}, blind: true}
	}
	s.after.read += sum
	return s
}

// generation is the hypotheses after a reading, as far as they have been tried.
type generation struct {
	record *line
	steps  []step
	list   []hypothesis
	index  map[stands]int
	floor  float64 // the least score that is kept
}

// begin has nothing been tried.
func (g *generation) begin(record *line) {
	if g.index == nil {
		g.index = make(map[stands]int)
	}
	clear(g.index)
	*g = generation{record, g.steps[:0], g.list[:0], g.index, math.Inf(-1)}
}

// stay adds the hypothesis that nothing has happened.
func (g *generation) stay(s *step, r *reading) {
	h, next := s.before, s.after
	if h.misread > h.read { // perhaps the board is read again
		unread := newHypothesis(h.line, h.misread)
		if again := unread.step(r).after; again.read > next.read {
			next = again
		}
	}
	next.misread = max(h.read+boardCost, h.misread) + boardPerSecond*r.seconds
	switch {
	case h.line != g.record: // other lines have to explain what is seen
		next.misread = math.Inf(-1)
	case r.unlike(h.line) <= maxMisread && !r.hand: // it does not look misread
		next.misread = max(next.misread+boardCost*r.weight, next.read+boardCost)
	}
	g.index[h.line.stands] = len(g.list)
	g.list = append(g.list, next)
	g.floor = max(g.floor, next.read+hypothesisRange)
}

// follow adds the hypothesis that a line, which cost something, has followed on another one. A square that was taken to
// be misread, and has changed, was not. Of two lines to the same position the likelier stays, but for the record,
// whatever else has led to where it stands.
func (g *generation) follow(from *step, to *line, cost float64, r *reading) {
	score := from.after.read + cost
	changed := from.before.line.changed(to)
	for n := range changed.All() {
		score -= from.cost[n] + float64(from.before.squares[n].read)
		if !from.blind {
			_, cost := unseen.observe(n, to, r)
			score += cost
		}
	}
	if score < g.floor {
		return
	}
	i, ok := g.index[to.stands]
	switch {
	case !ok:
		i = len(g.list)
		g.index[to.stands] = i
		g.list = append(g.list, hypothesis{})
	case g.list[i].line == g.record:
		g.list[i].read = max(g.list[i].read, score)
		return
	case g.list[i].score() >= score-roundingError:
		return
	}
	g.floor = max(g.floor, score+hypothesisRange)
	g.list[i] = hypothesis{to, score, math.Inf(-1), from.after.squares}
	for n := range changed.All() {
		if g.list[i].squares[n] = unseen; !from.blind {
			g.list[i].squares[n], _ = unseen.observe(n, to, r)
		}
	}
}

// unseen is a square of which nothing has been seen since something changed on it.
var unseen = square{misread: misreadCost}

// observe returns the state after a reading of a square on which stands what does by a line, with what that costs.
func (is square) observe(number checkers.Square, by *line, r *reading) (square, float64) {
	favours := float32(r.likelihoods[number][by.picture[number]])
	is.misread = max(is.read+misreadCost, is.misread+misreadPerSecond*float32(r.seconds)) - max(favours, 0)
	is.read = min(favours, 0)
	top := max(is.read, is.misread)
	return square{max(is.read-top, misreadCost), max(is.misread-top, misreadCost)}, float64(top)
}

// kept appends the likeliest hypotheses, and the record.
func (g *generation) kept(list []hypothesis) []hypothesis {
	var order []*hypothesis
	for i := range g.list {
		if h := &g.list[i]; h.score() > g.floor || h.line == g.record {
			order = append(order, h)
		}
	}
	slices.SortStableFunc(order, func(a, b *hypothesis) int {
		return cmp.Or(cmp.Compare(b.score(), a.score()), cmp.Compare(a.line.plies, b.line.plies))
	})
	top := order[0].score()
	for i, h := range order {
		if i < mostHypotheses || h.line == g.record {
			h.read, h.misread = h.read-top, h.misread-top
			list = append(list, *h)
		}
	}
	return list
}

// unlike returns on how many squares something else is likelier than what stands there by a line.
func (r *reading) unlike(l *line) (squares int) {
	for s := range r.board.All().All() {
		if r.likelihoods[s][l.picture[s]] < 0 {
			squares++
		}
	}
	return squares
}

// wrong returns the squares that are most likely misread, if this is the game.
func (h *hypothesis) wrong() (set checkers.Set) {
	for s := range h.line.seat.board.All().All() {
		if is := h.squares[s]; is.misread > is.read {
			set |= checkers.SetOf(s)
		}
	}
	return set
}

// of returns the hypothesis with a line.
func (f *filter) of(l *line) *hypothesis {
	for i := range f.hypotheses {
		if f.hypotheses[i].line == l {
			return &f.hypotheses[i]
		}
	}
	return nil
}

// certain returns how the game has surely gone on: what all lines begin with that are not out of the question; nil
// where these have not begun alike. What looks like the likeliest line, such as a king that has gone and come back,
// cannot be told from it, and does not count.
func (f *filter) certain(odds float64) *line {
	least := -math.Log(odds)
	sure := f.hypotheses[0].line
	for _, h := range f.hypotheses[1:] {
		if h.score() >= least && h.line.looks != f.hypotheses[0].line.looks {
			sure = common(sure, h.line)
		}
	}
	return sure
}

// likelihoods are, by square and content, the logarithm of how much likelier a square looks like that than like
// anything else.
type likelihoods [checkers.MostSquares + 1]vision.Odds

// likelihoods returns those of a reading that counts for a weight. Nothing counts as impossible, since readers err.
func (e *evidence) likelihoods(board checkers.Board, weight float64) (l likelihoods) {
	for s := range board.All().All() {
		for is := range vision.Contents {
			other := 0.0
			for c, p := range e[s] {
				if vision.Content(c) != is {
					other = max(other, p)
				}
			}
			l[s][is] = weight * math.Log(max(e[s][is], minProbability)/max(other, minProbability))
		}
	}
	return l
}
