package checkers

// Perft is the number of lines of play of a length in plies, every path of a capture on its own: what move generators
// are compared by. Moves of the last ply are counted where they stand, not played.
func (p Position) Perft(plies int) uint64 {
	if plies <= 0 {
		return 1
	}
	return p.perft(plies, make([][]Move, plies+1))
}

// perft is Perft of one ply or more. buffers has room for the moves of every ply.
func (p Position) perft(plies int, buffers [][]Move) uint64 {
	jumpers := p.Jumpers()
	if plies == 1 && jumpers == 0 {
		return uint64(p.steps())
	}
	moves := p.appendAll(buffers[plies][:0], jumpers, true)
	buffers[plies] = moves
	if plies == 1 {
		return uint64(len(moves))
	}
	n := uint64(0)
	for _, m := range moves {
		n += p.Play(m).perft(plies-1, buffers)
	}
	return n
}
