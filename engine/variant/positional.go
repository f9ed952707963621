package variant

import "math/bits"

// What things are worth, in hundredths of a man. The values are set by hand.
const (
	manValue     = 100
	kingValue    = 135
	guardValue   = 7  // a man on the back row
	advanceValue = 24 // a man on the last row but one, less the further back
	centreValue  = 5  // a king away from the edge

	// exchangeShare is how a lead grows as pieces leave the board: by one part
	// in so many for each piece that a side began with.
	exchangeShare = 3
)

// Positional is the usual score, for boards of any size: pieces, men that have
// come far or guard the back row, kings away from the edge, and a lead that is
// worth more the fewer pieces are left.
func Positional() Scoring {
	return Scoring{"positional", "pieces, advance, back row, and exchanges when ahead", positional}
}

func positional(p Position) int {
	mine, theirs := p.positional(p.turn), p.positional(p.turn.Opponent())
	score := mine - theirs
	g := p.board()
	full := g.squares - g.size
	left := p.pieces[First].len() + p.pieces[Second].len()
	return score + score*(full-left)/(full*exchangeShare)
}

func (p *Position) positional(player Player) int {
	g := p.board()
	total := 0
	for w := range g.words {
		for left := p.pieces[player][w]; left != 0; left &= left - 1 {
			s := square(w*64 + bits.TrailingZeros64(left))
			if p.kings.has(s) {
				total += kingValue
				if !g.edge.has(s) {
					total += centreValue
				}
				continue
			}
			row := p.advance(player, s) - 1
			total += manValue + advanceValue*row/(g.size-2)
			if row == 0 {
				total += guardValue
			}
		}
	}
	return total
}
