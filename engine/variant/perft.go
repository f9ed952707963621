package variant

// Perft is the number of lines of play of a length in plies, 1 or more; all is false where there are positions on the
// way with captures beyond MaxCaptures, which are left out.
func (r Rules) Perft(p Position, plies int) (n uint64, all bool) {
	c := lines{rules: &r, moves: make([][]Move, plies+1), after: make([]Position, plies+1), all: true}
	return c.count(&p, plies), c.all
}

type lines struct {
	rules *Rules
	moves [][]Move   // room for those of every ply
	after []Position // and for what each leads to
	all   bool
}

// count makes no move of the last ply: what is no capture is counted alone.
func (c *lines) count(p *Position, plies int) (n uint64) {
	if _, over := c.rules.noPiece(p); over {
		return 0
	}
	if plies == 1 {
		if capturers := c.rules.capturers(p); capturers.empty() {
			return uint64(c.rules.steps(p))
		}
	}
	moves, all := c.rules.appendAll(p, c.moves[plies][:0], true)
	c.moves[plies], c.all = moves, c.all && all
	if plies == 1 {
		return uint64(len(moves))
	}
	for i := range moves {
		next := &c.after[plies]
		*next = *p
		c.rules.play(next, &moves[i])
		n += c.count(next, plies-1)
	}
	return n
}
