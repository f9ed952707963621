//go:build !amd64

package network

func addRows(rows *[Inputs][Hidden]int16, bias *[Hidden]int16, in []uint8, hidden *[Hidden]uint8) {
	addRowsPlain(rows, bias, in, hidden)
}

func multiply(hidden *[Hidden]uint8, weights *[Hidden / 4][Units][4]int8, bias, units *[Units]int32) {
	multiplyPlain(hidden, weights, bias, units)
}
