//go:build !amd64

package search

func addRows(rows *[NetInputs][NetHidden]int16, bias *[NetHidden]int16, in []uint8, hidden *[NetHidden]uint8) {
	addRowsPlain(rows, bias, in, hidden)
}

func multiply(hidden *[NetHidden]uint8, weights *[NetHidden / 4][NetUnits][4]int8, bias, units *[NetUnits]int32) {
	multiplyPlain(hidden, weights, bias, units)
}
