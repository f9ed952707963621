package endgame

import (
	"fmt"
	"math/bits"

	"draughtsman/engine/checkers"
)

// solver is what one thread needs to solve groups of positions.
type solver struct {
	all    *solutions
	views  []view // by the side to move: one where both are the same
	after  []board
	queues [maxPlies + 1][]entry // positions that are decided, by plies
	last   int                   // the last queue that is not empty

	solved int   // positions
	quiet  uint8 // as in Summary, so far
}

// entry is a position that is decided: its number in the group, times two, and the number of its view.
type entry uint32

// view is a group as its side to move sees it.
type view struct {
	*group
	all     *solution
	values  []Value  // of the group
	left    []uint16 // for each position: steps of kings that are not known to lose, or a mark
	slowest []uint8  // for each position: plies of the slowest known way to lose
	quiet   []uint8  // for each position that is decided: plies of kings that may come first, see Summary.Quiet
}

// Marks in view.left.
const (
	cannotLose = 1 << 13   // added: a step of a man does not lose
	capturing  = 1 << 14   // steps do not count, since a capture is due
	done       = 1<<16 - 1 // the positions that lead here have been told
)

func newSolver(all *solutions, pair [2]*solution) *solver {
	v := &solver{all: all, views: make([]view, len(pair))}
	for i, s := range pair {
		n := s.kings
		v.views[i] = view{
			group: newGroup(s.layout), all: s,
			left: make([]uint16, n), slowest: make([]uint8, n), quiet: make([]uint8, n),
		}
	}
	return v
}

// solve works out the values of all positions with the men where they are, whichever side is to move.
func (v *solver) solve(m men) error {
	v.views = v.views[:2]
	if v.views[0].all == v.views[1].all && m == m.turned() {
		v.views = v.views[:1]
	}
	for i := range v.views {
		v.begin(i, m)
		m = m.turned()
	}
	for plies := 0; plies <= v.last; plies++ {
		if plies > maxPlies {
			return fmt.Errorf("a win takes more than %d plies, which is more than a table can hold", maxPlies)
		}
		for n := 0; n < len(v.queues[plies]); n++ {
			v.settle(v.queues[plies][n], plies)
		}
		v.queues[plies] = v.queues[plies][:0]
	}
	v.last = 0
	v.solved += len(v.views) * len(v.views[0].values)
	return nil
}

// begin looks at all that leads out of the group: captures, which settle a position at once, and steps of men.
func (v *solver) begin(number int, m men) {
	w := &v.views[number]
	w.put(m)
	first := w.configuration * w.kings
	w.values = w.all.values[first : first+w.kings]
	for i := range w.values {
		b := w.board(i)
		w.values[i], w.slowest[i], w.quiet[i] = Draw, 0, 0
		p := w.position(b)
		w.moves = p.AppendMoves(w.moves[:0])
		w.left[i] = 0
		if len(w.moves) > 0 && w.moves[0].IsCapture() {
			v.after = w.appendMoves(v.after[:0], b)
			w.left[i], w.values[i] = capturing, v.all.best(v.after)
			if w.values[i] != Draw {
				v.queue(number, i, w.values[i].Plies())
			}
			continue
		}
		fastest, drawn := 0, false
		for _, m := range w.moves {
			if p.Kings.Has(m.From()) {
				w.left[i]++
				continue
			}
			value := v.all.value(boardOf(p.Play(m))).Before()
			switch plies := value.Plies(); {
			case value == Draw:
				drawn = true
			case value.Lost():
				w.slowest[i] = max(w.slowest[i], uint8(plies))
			case fastest == 0 || plies < fastest:
				fastest = plies
			}
		}
		switch {
		case fastest > 0:
			w.left[i] |= cannotLose
			v.queue(number, i, fastest)
		case drawn:
			w.left[i] |= cannotLose
		case w.left[i] == 0:
			v.queue(number, i, int(w.slowest[i]))
		}
	}
}

func (v *solver) queue(view, i, plies int) {
	v.last = max(v.last, plies)
	if plies <= maxPlies {
		v.queues[plies] = append(v.queues[plies], entry(i<<1|view))
	}
}

// settle gives a position its value, if it has none by a faster way, and tells the positions that a king's step leads
// from to here.
func (v *solver) settle(e entry, plies int) {
	here, i := int(e&1), int(e>>1)
	w := &v.views[here]
	if w.left[i] == done || w.values[i] != Draw && w.values[i] != decided(plies) {
		return
	}
	w.values[i], w.left[i] = decided(plies), done
	v.quiet = max(v.quiet, w.quiet[i])
	b := w.board(i).turned()
	empty := ^(b.own | b.theirs)
	there := len(v.views) - 1 - here
	kings, theirKings := b.own&b.kings, b.theirs&b.kings
	for set := kings; set != 0; set &= set - 1 {
		at := checkers.Square(bits.TrailingZeros32(set) + 1)
		for from := uint32(w.game.KingSteps(at, checkers.Set(empty))); from != 0; from &= from - 1 {
			v.hear(there, v.views[there].find(kings^set&-set^from&-from, theirKings), plies, w.quiet[i]+1)
		}
	}
}

// hear takes note that a step from a position leads to one that is decided after so many plies, the first of which
// may be quiet together with the step.
func (v *solver) hear(there, i, plies int, quiet uint8) {
	w := &v.views[there]
	value := decided(plies).Before()
	switch {
	case w.left[i] >= capturing:
	case w.values[i] == value && value.Won():
		w.quiet[i] = max(w.quiet[i], quiet)
	case w.values[i] != Draw:
	case value.Won():
		w.values[i], w.quiet[i] = value, quiet
		v.queue(there, i, plies+1)
	case w.left[i] < cannotLose:
		w.quiet[i] = max(w.quiet[i], quiet)
		w.left[i]--
		if w.left[i] == 0 {
			v.queue(there, i, max(plies+1, int(w.slowest[i])))
		}
	}
}
