package variant

import "cmp"

// StateOf is a position and how many moves in a row have counted towards the limit of the rule set: all that the rest
// of a game depends on, but for positions that come again.
type StateOf[P any] struct {
	Position P
	Count    int
}

// State is one of any board.
type State = StateOf[Position]

// Next is the state after a legal move.
func (r Rules) Next(s State, m Move) State {
	count := 0
	if r.counts(s.Position, m) {
		count = s.Count + 1
	}
	return State{r.Play(s.Position, m), count}
}

// counts reports whether a move goes towards the limit.
func (r Rules) counts(p Position, m Move) bool {
	switch r.Counted {
	case AllMoves:
		return true
	case NothingGained:
		return !m.IsCapture() && !r.Crowns(p, m)
	default:
		return !m.IsCapture() && p.kings.has(m.from)
	}
}

// Crowns reports whether a legal move makes a man a king.
func (r Rules) Crowns(p Position, m Move) bool {
	if p.kings.has(m.from) {
		return false
	}
	row := &p.board().kingRow[p.turn]
	if m.jumps <= 1 || r.Crowning != CrownGoesOn {
		return row.has(m.to)
	}
	for _, s := range m.squares() {
		if row.has(s) {
			return true
		}
	}
	return false
}

// lead is 1, 0 or −1 as the player to move has more, as many or fewer pieces.
func (p *Position) lead() int {
	mine, theirs := p.pieces[p.turn].len(), p.pieces[p.turn.Opponent()].len()
	switch {
	case mine > theirs:
		return 1
	case mine < theirs:
		return -1
	}
	return 0
}

// limit is how many moves in a row may count where a position stands; 0 for any number.
func (r *Rules) limit(p *Position) int {
	first, second := p.pieces[First].len(), p.pieces[Second].len()
	if kings := max(first, second); min(first, second) == 1 && kings <= len(r.Alone) && p.kings.len() == first+second {
		return cmp.Or(int(r.Alone[kings-1]), r.Limit)
	}
	return r.Limit
}

// atLimit is what a game that ends at its limit is worth to the player to move.
func (r Rules) atLimit(p *Position) int {
	if r.Majority {
		return p.lead()
	}
	return 0
}

// noPiece is the player who has lost for want of a piece; false where nobody has. It is the player to move where
// neither has one.
func (r Rules) noPiece(p *Position) (Player, bool) {
	if !r.NoPieceLoses {
		return 0, false
	}
	for _, player := range []Player{p.turn, p.turn.Opponent()} {
		if p.pieces[player].empty() {
			return player, true
		}
	}
	return 0, false
}
