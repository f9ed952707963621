package checkers

// Where Rules have the run of Black's king; that of White's is above it.
const (
	runsAt    = RulesBits
	runBits   = runAtBits + 2
	runAtBits = squareBits
	mostSteps = 3
)

// Run is how many steps in a row a king of a side has taken, and where it stands, where there are ThreeSteps at most; 0
// for none. There is none where the side has no men.
func (p Position) Run(side Side) (at Square, steps int) {
	run := p.Rules >> (runsAt + runBits*side)
	return Square(run % (1 << runAtBits)), int(run >> runAtBits % (1 + mostSteps))
}

// WithRun is the position with another run of a side.
func (p Position) WithRun(side Side, at Square, steps int) Position {
	p.run(side, at, steps)
	return p
}

func (p *Position) run(side Side, at Square, steps int) {
	from := runsAt + runBits*side
	p.Rules = p.Rules&^((1<<runBits-1)<<from) | (Rules(at)|Rules(steps)<<runAtBits)<<from
}

// held is the king of the side to move that has taken all the steps in a row that it may.
func (p Position) held() Set {
	if at, steps := p.Run(p.Turn); steps == mostSteps {
		return at.set()
	}
	return 0
}

// ran is the rules with the runs up to date after a move that was made but for its crown.
func (p Position) ran(m Move) Rules {
	before, steps := p.Run(p.Turn)
	at := m.To()
	switch isKing := p.Kings.Has(m.From()); {
	case m.IsCapture() || !isKing:
		at, steps = 0, 0
	case before == m.From():
		steps++
	default:
		steps = 1
	}
	p.run(p.Turn, at, steps)
	for _, side := range []Side{Black, White} {
		at, _ := p.Run(side)
		if men := p.Of(side) &^ p.Kings &^ at.set(); at != 0 && (men == 0 || !p.Of(side).Has(at)) {
			p.run(side, 0, 0)
		}
	}
	return p.Rules
}
