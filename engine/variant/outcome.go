package variant

import "fmt"

// Outcome is how a game ended.
type Outcome struct {
	Draw       bool
	Winner     Player // means nothing in a draw
	WinnerName string // what the game calls the winner; empty in a draw
	Reason     string // for people, without a full stop
}

// String is the outcome for people: "Black wins: White has no legal move".
func (o Outcome) String() string {
	if o.Draw {
		return "Draw: " + o.Reason
	}
	return o.WinnerName + " wins: " + o.Reason
}

// Outcome is how a game has ended that came to a state; false while it goes on. Only a Game knows of positions that
// came again.
func (r Rules) Outcome(s State) (Outcome, bool) {
	p := s.Position
	if loser, ended := r.noPiece(&p); ended {
		return r.lost(loser, "has no piece left"), true
	}
	switch limit := r.limit(&p); {
	case r.stuck(&p):
		if p.pieces[p.turn].empty() {
			return r.lost(p.turn, "has no piece left"), true
		}
		return r.lost(p.turn, "has no legal move"), true
	case limit > 0 && s.Count >= limit:
		return r.outcomeAtLimit(&p, limit), true
	}
	return Outcome{}, false
}

func (r Rules) lost(loser Player, why string) Outcome {
	winner := loser.Opponent()
	return Outcome{Winner: winner, WinnerName: r.Names[winner], Reason: r.Names[loser] + " " + why}
}

func (r Rules) outcomeAtLimit(p *Position, limit int) Outcome {
	o := Outcome{Draw: true, Reason: r.Counted.reached(limit)}
	if !r.Majority {
		return o
	}
	first, second := p.pieces[First].len(), p.pieces[Second].len()
	if first == second {
		o.Reason += fmt.Sprintf(", %s each", pieces(first))
		return o
	}
	o.Draw = false
	if second > first {
		o.Winner = Second
	}
	o.WinnerName = r.Names[o.Winner]
	o.Reason += fmt.Sprintf(", %s to %d", pieces(max(first, second)), min(first, second))
	return o
}

// reached says that so many moves in a row have counted.
func (c Counted) reached(limit int) string {
	switch {
	case c == AllMoves:
		return fmt.Sprintf("%d moves without a winner", limit)
	case c == NothingGained:
		return fmt.Sprintf("%d turns without a capture or a crowning", limit)
	case limit%2 == 0:
		return fmt.Sprintf("%d moves by each side without a capture or a man's move", limit/2)
	default:
		return fmt.Sprintf("%d turns without a capture or a man's move", limit)
	}
}

func pieces(n int) string {
	if n == 1 {
		return "1 piece"
	}
	return fmt.Sprintf("%d pieces", n)
}
