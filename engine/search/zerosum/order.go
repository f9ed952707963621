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

// rank gives each move of a frame its rank. hashMove is the place of the move that the transposition table has for
// the state, −1 for none.
func (s *Searcher[S, M]) rank(f *frame[M], ply, hashMove int) {
	f.ranks = f.ranks[:0]
	for place, m := range f.moves {
		rank := 0
		if !s.options.NoOrdering {
			rank = s.rankOf(m, f, ply, place == hashMove)
		}
		f.ranks = append(f.ranks, int64(rank)<<placeBits|int64(1<<placeBits-1-place))
	}
}

// rankOf is the rank of a move, without its place.
func (s *Searcher[S, M]) rankOf(m M, f *frame[M], ply int, isHashMove bool) int {
	if isHashMove {
		return rankOfHashMove
	}
	kind, gain := s.guide.Rank(m)
	switch {
	case gain > 0:
		return rankOfGain + gain
	case f.killers[0] == kind+1:
		return rankOfKiller + 1
	case f.killers[1] == kind+1:
		return rankOfKiller
	}
	return int(s.history[ply%2][kind])
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
func (s *Searcher[S, M]) recordCutoff(f *frame[M], i, depth, ply int) {
	kind, gain := s.guide.Rank(f.moves[f.place(i)])
	if gain > 0 {
		return
	}
	if f.killers[0] != kind+1 && !s.options.NoKillers {
		f.killers[1], f.killers[0] = f.killers[0], kind+1
	}
	if s.options.NoHistory {
		return
	}
	weight := int32(min(depth*depth, historyAtMost/8))
	s.addHistory(ply, kind, weight)
	for earlier := range i {
		if kind, gain := s.guide.Rank(f.moves[f.place(earlier)]); gain == 0 {
			s.addHistory(ply, kind, -weight)
		}
	}
}

// addHistory moves the history of a kind of move, the less the nearer it is to the most it can be.
func (s *Searcher[S, M]) addHistory(ply, kind int, weight int32) {
	h := &s.history[ply%2][kind]
	*h += weight - *h*max(weight, -weight)/historyAtMost
}

// ageHistory lets what one side's moves did in older searches count for less.
func (s *Searcher[S, M]) ageHistory(side int, divisor int32) {
	for kind := range s.history[side] {
		s.history[side][kind] /= divisor
	}
}
