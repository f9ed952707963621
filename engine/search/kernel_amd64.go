package search

import "golang.org/x/sys/cpu"

//go:noescape
func addRowsAVX2(rows *[NetInputs][NetHidden]int16, bias *[NetHidden]int16, in *uint8, n int, hidden *[NetHidden]uint8)

//go:noescape
func multiplyAVX2(hidden *[NetHidden]uint8, weights *[NetHidden / 4][NetUnits][4]int8, bias, units *[NetUnits]int32)

var wide = cpu.X86.HasAVX2

func addRows(rows *[NetInputs][NetHidden]int16, bias *[NetHidden]int16, in []uint8, hidden *[NetHidden]uint8) {
	if !wide || len(in) == 0 {
		addRowsPlain(rows, bias, in, hidden)
		return
	}
	addRowsAVX2(rows, bias, &in[0], len(in), hidden)
}

func multiply(hidden *[NetHidden]uint8, weights *[NetHidden / 4][NetUnits][4]int8, bias, units *[NetUnits]int32) {
	if !wide {
		multiplyPlain(hidden, weights, bias, units)
		return
	}
	multiplyAVX2(hidden, weights, bias, units)
}
