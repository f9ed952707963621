package checkers

// Runs is how many steps in a row a king of each side has taken, and where it stands, where there are ThreeSteps at
// most. There is none where the side has no men.
type Runs uint32

const (
	runBits   = 16 // of a side
	runAtBits = 8
)

// Of is the run of a side; 0 for none.
func (r Runs) Of(side Side) (at Square, steps int) {
	run := r >> (runBits * side)
	return Square(run % (1 << runAtBits)), int(run >> runAtBits % (1 << runAtBits))
}

// Put replaces it.
func (r *Runs) Put(side Side, at Square, steps int) {
	*r &^= (1<<runBits - 1) << (runBits * side)
	*r |= (Runs(at) | Runs(steps)<<runAtBits) << (runBits * side)
}

// held is the king of the side to move that has taken all the steps in a row that it may.
func (p *Position) held() Set {
	if at, steps := p.Runs.Of(p.Turn); steps >= 3 {
		return at.set()
	}
	return 0
}

// ran brings the runs up to date with a move that was made but for its crown.
func (p *Position) ran(m Move) {
	before, steps := p.Runs.Of(p.Turn)
	at := m.To()
	switch isKing := p.Kings.Has(m.From()); {
	case m.IsCapture() || !isKing:
		at, steps = 0, 0
	case before == m.From():
		steps++
	default:
		steps = 1
	}
	p.Runs.Put(p.Turn, at, steps)
	for _, side := range []Side{Black, White} {
		at, _ := p.Runs.Of(side)
		if men := p.Of(side) &^ p.Kings &^ at.set(); at != 0 && (men == 0 || !p.Of(side).Has(at)) {
			p.Runs.Put(side, 0, 0)
		}
	}
}
