package zerosum

// Moves are tried in this order: the hash move, captures by what they gain, killers, then by history. A rank is one
// of these with the move's place below it, so that the greatest rank is the next move and ties go to the lower place.
const (
	placeBits      = 16
	rankOfHashMove = 1 << 30
	rankOfGain     = 1 << 26
	rankOfKiller   = 1 << 25
	historyAtMost  = 1 << 14
)

// order is what a searcher knows of which moves are good, whatever the state.
type order[M any] struct {
	ranker interface {
		Rank(move M) (kind, gain int)
	}
	options Options
	history [2][Kinds]int32 // how often a kind of move was best, by side
}

// rank gives each move of a frame its rank. hashMove is the place of the move that the transposition table has for
// the state, −1 for none.
func (o *order[M]) rank(f *frame[M], ply, hashMove int) {
	f.ranks = f.ranks[:0]
	for place, m := range f.moves {
		rank := 0
		if !o.options.NoOrdering {
			rank = o.rankOf(m, f, ply, place == hashMove)
		}
		f.ranks = append(f.ranks, int64(rank)<<placeBits|int64(1<<placeBits-1-place))
	}
}

// rankOf is the rank of a move, without its place.
func (o *order[M]) rankOf(m M, f *frame[M], ply int, isHashMove bool) int {
	if isHashMove {
		return rankOfHashMove
	}
	kind, gain := o.ranker.Rank(m)
	switch {
	case gain > 0:
		return rankOfGain + gain
	case f.killers[0] == kind+1:
		return rankOfKiller + 1
	case f.killers[1] == kind+1:
		return rankOfKiller
	}
	return int(o.history[ply%2][kind])
}

// next is the place of the move to try as number i: the greatest rank left is moved there.
func (f *frame[M]) next(i int) int {
	top := i
	for j := i + 1; j < len(f.ranks); j++ {
		if f.ranks[j] > f.ranks[top] {
			top = j
		}
	}
	f.ranks[i], f.ranks[top] = f.ranks[top], f.ranks[i]
	return f.place(i)
}

// place is that of the move that was tried as number i.
func (f *frame[M]) place(i int) int { return 1<<placeBits - 1 - int(f.ranks[i]&(1<<placeBits-1)) }

// recordCutoff remembers, in the killers and the history, that the move tried as number i caused a cutoff, and that
// those tried before it did not. Captures are left out.
func (o *order[M]) recordCutoff(f *frame[M], i, depth, ply int) {
	kind, gain := o.ranker.Rank(f.moves[f.place(i)])
	if gain > 0 {
		return
	}
	if f.killers[0] != kind+1 && !o.options.NoKillers {
		f.killers[1], f.killers[0] = f.killers[0], kind+1
	}
	if o.options.NoHistory {
		return
	}
	weight := int32(min(depth*depth, historyAtMost/8))
	o.addHistory(ply, kind, weight)
	for earlier := range i {
		if kind, gain := o.ranker.Rank(f.moves[f.place(earlier)]); gain == 0 {
			o.addHistory(ply, kind, -weight)
		}
	}
}

// addHistory moves the history of a kind of move, the less the nearer it is to the most it can be.
func (o *order[M]) addHistory(ply, kind int, weight int32) {
	h := &o.history[ply%2][kind]
	*h += weight - *h*max(weight, -weight)/historyAtMost
}

// age lets what moves did in older searches count for less.
func (o *order[M]) age(divisor int32) {
	for side := range o.history {
		for kind := range o.history[side] {
			o.history[side][kind] /= divisor
		}
	}
}

// forget forgets which moves were good.
func (o *order[M]) forget() { o.history = [2][Kinds]int32{} }

// gains reports whether a move captures something.
func (o *order[M]) gains(m M) bool {
	_, gain := o.ranker.Rank(m)
	return gain > 0
}
