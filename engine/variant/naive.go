package variant

// Naive is the score that the checkers bot came with: man 1, king 2, each 1 more on an edge, where nothing can be
// captured; men a tenth more for the part of the way that they have come, counted in rows from 1.
func Naive() Scoring {
	return Scoring{Name: "naive", About: "man 1, king 2, one more on an edge, men up to a tenth more as they advance",
		Score: naive}
}

func naive(_ Rules, p Position) int {
	n := p.Size()
	// Tenths of a man, in parts of a row.
	mine, theirs := p.sides()
	score := mine.naive() - theirs.naive()
	return (score*10 + sign(score)*n/2) / n
}

func (p side) naive() int {
	g := p.board()
	n := g.size
	total := 0
	for s := range p.pieces[p.player].all() {
		value := 1
		if g.edge.has(s) {
			value++
		}
		if p.kings.has(s) {
			total += (value + 1) * 10 * n
		} else {
			total += value * (10*n + p.advance(s))
		}
	}
	return total
}

// advance is the number of the row that a square is in as the player counts them, 1 for the one nearest.
func (p side) advance(s square) int {
	row := int(s) / (p.Size() / 2)
	if p.player == First {
		return row + 1
	}
	return p.Size() - row
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}
