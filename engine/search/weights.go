package search

import (
	"draughtsman/engine/checkers"
)

// Weights is an evaluation learnt from games. Each weight is a pair: what
// something is worth while all pieces are on the board, and when none are left;
// between the two it changes evenly with their number. The unit is a hundredth
// of a man divided by Fractions. Weights are for the side to move; the other
// side's pieces count by the same weights with the other sign.
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
	more = counted(v.Men, v.Kings, empty)
	for i, n := range counted(turned(v.TheirMen), turned(v.TheirKings), turned(empty)) {
		more[i] -= n
	}
	return more
}

func counted(men, kings, empty checkers.Set) (n [Counts]int) {
	n[ManSteps] = (men.DownLeft() & empty).Len() + (men.DownRight() & empty).Len()
	if kings != 0 {
		n[KingSteps] = (kings.DownLeft() & empty).Len() + (kings.DownRight() & empty).Len() +
			(kings.UpLeft() & empty).Len() + (kings.UpRight() & empty).Len()
		n[TrappedKings] = (kings &^ reaching(empty)).Len()
	}
	return n
}

// Fullness is by how much a position counts as full, of checkers.Pieces in all.
func Fullness(p checkers.Position) int { return p.Occupied().Len() }

// evaluate is the worth of a position to the side to move, in hundredths of a
// man.
func (w *Weights) evaluate(p checkers.Position) int {
	v := ViewOf(p)
	full, bare := w.patterns(uint32(v.Men), uint32(v.TheirMen))
	add := func(x Pair, times int) {
		full += times * int(x[0])
		bare += times * int(x[1])
	}
	if p.Kings != 0 {
		for s := range v.Kings.All() {
			add(w.King[s-1], 1)
		}
		for s := range v.TheirKings.All() {
			add(w.King[checkers.Squares-s], -1)
		}
	}
	for i, n := range v.Counted() {
		add(w.Count[i], n)
	}
	fullness := Fullness(p)
	return Foundation(p) + (full*fullness+bare*(pieces-fullness))/(pieces*Fractions)
}

// patterns is the sum of the weights of what View.Patterns says. It is written
// out here because most of the time of an evaluation is spent in it.
func (w *Weights) patterns(own, other uint32) (full, bare int) {
	n := 0
	add := func(own, other uint32) {
		x := &w.Pattern[n][pattern(own, other)]
		full += int(x[0])
		bare += int(x[1])
		n++
	}
	for n < wide {
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
