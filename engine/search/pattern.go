package search

import (
	"math/bits"

	"draughtsman/engine/checkers"
)

// The men of a position are looked at through windows of eight squares, each with a weight for every way in which own
// and other men can stand in it: the patterns of Fabien Letouzey's Scan (https://hjetten.home.xs4all.nl/scan/), cut
// for the 8×8 board. Seven windows are two rows high and as wide as the board, fifteen are four rows high and two of
// a row's four squares wide.
const (
	wideWindows = 7
	Windows     = wideWindows + 15
	// Contents is the number of ways to fill the eight squares of a window.
	Contents = 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3
)

// A View is a position as the side to move sees it: turned, for White, so that its men go down the board too.
type View struct{ Men, Kings, TheirMen, TheirKings checkers.Set }

// ViewOf is how the side to move sees a position.
func ViewOf(p checkers.Position) View {
	if p.Turn == checkers.Black {
		return View{p.Black &^ p.Kings, p.Black & p.Kings, p.White &^ p.Kings, p.White & p.Kings}
	}
	return View{turned(p.White &^ p.Kings), turned(p.White & p.Kings), turned(p.Black &^ p.Kings),
		turned(p.Black & p.Kings)}
}

// Turned is how the other side would see it.
func (v View) Turned() View {
	return View{turned(v.TheirMen), turned(v.TheirKings), turned(v.Men), turned(v.Kings)}
}

// turned is a set seen from the other side of the table: square s is 33−s.
func turned(b checkers.Set) checkers.Set { return checkers.Set(bits.Reverse32(uint32(b))) }

// Patterns is what each window shows: a number in base 3 with a digit for each square, 0 without a man, 1 for an own
// and 2 for another man.
func (v View) Patterns() (shown [Windows]uint16) {
	own, other := uint32(v.Men), uint32(v.TheirMen)
	for row := range wideWindows {
		shown[row] = pattern(own>>(4*row), other>>(4*row))
	}
	n := wideWindows
	for column := range 3 {
		for _, row := range [2]int{0, 1} {
			a, b := pairs(own>>(4*row+column)), pairs(other>>(4*row+column))
			for range 3 - row {
				shown[n] = pattern(a, b)
				a, b = a>>8, b>>8
				n++
			}
		}
	}
	return shown
}

// pairs takes the first two squares of each row, and packs those of four rows into a byte: rows 0 to 3 into the
// first, 2 to 5 into the second, and so on.
func pairs(b uint32) uint32 {
	b &= 0x33333333
	b = (b | b>>2) & 0x0f0f0f0f
	return b | b>>4
}

// pattern is the number for what the lowest bytes of two sets show.
func pattern(own, other uint32) uint16 { return ternary[uint8(own)] + 2*ternary[uint8(other)] }

// ternary is the number in base 3 with the digits of a byte in base 2.
var ternary = func() (numbers [256]uint16) {
	for b := range numbers {
		for digit, power := 0, uint16(1); digit < 8; digit, power = digit+1, 3*power {
			if b&(1<<digit) != 0 {
				numbers[b] += power
			}
		}
	}
	return numbers
}()
