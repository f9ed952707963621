package search

import (
	"math/bits"

	"draughtsman/engine/checkers"
)

// Weights is an evaluation learnt from games. Each weight is a pair: what something is worth while all pieces are on
// the board, and when none are left; between the two it changes evenly with their number. The unit is a hundredth of
// a man divided by Fractions. Weights are for the side to move; the other side's pieces count by the same weights
// with the other sign.
type Weights struct {
	Pattern [Windows][Contents]Pair
	King    [checkers.Squares]Pair // by the king's square as its side sees the board
	Count   [Counts]Pair
}

// Pair is a weight on the full and on the empty board.
type Pair [2]int16

// Fractions is how many units of a weight make a hundredth of a man.
const Fractions = 8

// What is counted for each side.
const (
	ManSteps     = iota // empty squares that men can step to
	KingSteps           // empty squares that kings can step to
	TrappedKings        // kings without a step
	Counts
)

// Counted is what the side to move has more than the other.
func (v View) Counted() (more [Counts]int) {
	empty := ^(v.Men | v.Kings | v.TheirMen | v.TheirKings)
	return countedMore(v.Men, v.Kings, v.TheirMen, v.TheirKings, empty)
}

// countedMore is what the side whose men go down has more than the other.
func countedMore(down, downKings, up, upKings, empty checkers.Set) (more [Counts]int) {
	more[ManSteps] = (down.DownLeft() & empty).Len() + (down.DownRight() & empty).Len() -
		(up.UpLeft() & empty).Len() - (up.UpRight() & empty).Len()
	if downKings|upKings != 0 {
		more[KingSteps] = kingSteps(downKings, empty) - kingSteps(upKings, empty)
		room := reaching(empty)
		more[TrappedKings] = (downKings &^ room).Len() - (upKings &^ room).Len()
	}
	return more
}

// kingSteps is the number of steps that kings have to empty squares.
func kingSteps(kings, empty checkers.Set) int {
	return (kings.DownLeft() & empty).Len() + (kings.DownRight() & empty).Len() +
		(kings.UpLeft() & empty).Len() + (kings.UpRight() & empty).Len()
}

func counted(men, kings, empty checkers.Set) (n [Counts]int) {
	n[ManSteps] = (men.DownLeft() & empty).Len() + (men.DownRight() & empty).Len()
	if kings != 0 {
		n[KingSteps] = kingSteps(kings, empty)
		n[TrappedKings] = (kings &^ reaching(empty)).Len()
	}
	return n
}

// Fullness is by how much a position counts as full, of checkers.Pieces in all.
func Fullness(p checkers.Position) int { return p.Occupied().Len() }

// evaluate is the worth of a position to the side to move, in hundredths of a man.
func (w *Weights) evaluate(p checkers.Position) int {
	men, empty := p.Occupied()&^p.Kings, ^p.Occupied()
	more := countedMore(p.Black&men, p.Black&p.Kings, p.White&men, p.White&p.Kings, empty)
	var full, bare, sign int
	if p.Turn == checkers.Black {
		sign = 1
		full, bare = w.patterns(uint32(p.Black&men), uint32(p.White&men))
	} else {
		sign = -1
		full, bare = w.patterns(uint32(turned(p.White&men)), uint32(turned(p.Black&men)))
	}
	full += sign * more[ManSteps] * int(w.Count[ManSteps][0])
	bare += sign * more[ManSteps] * int(w.Count[ManSteps][1])
	if p.Kings != 0 {
		for i := KingSteps; i < Counts; i++ {
			full += sign * more[i] * int(w.Count[i][0])
			bare += sign * more[i] * int(w.Count[i][1])
		}
		for kings := p.Black & p.Kings; kings != 0; kings &= kings - 1 {
			x := &w.King[bits.TrailingZeros32(uint32(kings))%checkers.Squares]
			full += sign * int(x[0])
			bare += sign * int(x[1])
		}
		for kings := p.White & p.Kings; kings != 0; kings &= kings - 1 {
			x := &w.King[bits.LeadingZeros32(uint32(kings&-kings))%checkers.Squares]
			full -= sign * int(x[0])
			bare -= sign * int(x[1])
		}
	}
	fullness := Fullness(p)
	return Foundation(p) + (full*fullness+bare*(pieces-fullness))/(pieces*Fractions)
}

// patterns is the sum of the weights of what View.Patterns says. It is written out here because most of the time of
// an evaluation is spent in it.
func (w *Weights) patterns(own, other uint32) (full, bare int) {
	n := 0
	add := func(own, other uint32) {
		x := &w.Pattern[n][pattern(own, other)]
		full += int(x[0])
		bare += int(x[1])
		n++
	}
	for n < wideWindows {
		add(own>>(4*n), other>>(4*n))
	}
	for column := range 3 {
		a, b := pairs(own>>column), pairs(other>>column)
		add(a, b)
		add(a>>8, b>>8)
		add(a>>16, b>>16)
		a, b = pairs(own>>(4+column)), pairs(other>>(4+column))
		add(a, b)
		add(a>>8, b>>8)
	}
	return full, bare
}
