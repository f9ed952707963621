package network

import "golang.org/x/sys/cpu"

//go:noescape
func addRowsAVX2(rows *[Inputs][Hidden]int16, bias *[Hidden]int16, in *uint8, n int, hidden *[Hidden]uint8)

//go:noescape
func multiplyAVX2(hidden *[Hidden]uint8, weights *[Hidden / 4][Units][4]int8, bias, units *[Units]int32)

var wide = cpu.X86.HasAVX2

func addRows(rows *[Inputs][Hidden]int16, bias *[Hidden]int16, in []uint8, hidden *[Hidden]uint8) {
	if !wide || len(in) == 0 {
		addRowsPlain(rows, bias, in, hidden)
		return
	}
	addRowsAVX2(rows, bias, &in[0], len(in), hidden)
}

func multiply(hidden *[Hidden]uint8, weights *[Hidden / 4][Units][4]int8, bias, units *[Units]int32) {
	if !wide {
		multiplyPlain(hidden, weights, bias, units)
		return
	}
	multiplyAVX2(hidden, weights, bias, units)
}
