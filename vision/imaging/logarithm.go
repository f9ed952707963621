package imaging

import "math"

// A shadow takes the same part of the light from all that it falls on: from logarithms of samples it takes the same
// everywhere. To each sample a dark offset is added first: without it the noise of the darkest pixels would
// outweigh everything.

// CalibratedDark is the dark offset for a camera whose board and pieces are known, of 255.
const CalibratedDark = 3

// DarkOffset is the dark offset that suits a picture of which nothing is known: 6 % of its bright end, the 95th
// percentile of each pixel's brightest channel, and 2 more. The picture is 8-bit, blue, green and red.
func DarkOffset(bgr []uint8) float64 {
	const step = 3 * 61 // every so many bytes are looked at: coprime to common widths, so that all columns are met
	var histogram [256]int
	n := 0
	for i := 0; i+2 < len(bgr); i += step {
		histogram[max(bgr[i], bgr[i+1], bgr[i+2])]++
		n++
	}
	bright := 255
	for left := n/20 - histogram[bright]; left >= 0 && bright > 0; left -= histogram[bright] {
		bright--
	}
	return 0.06*float64(bright) + 2
}

// Logarithms are the natural logarithms of all 8-bit samples and a dark offset.
func Logarithms(dark float64) (table [256]float32) {
	for v := range table {
		table[v] = float32(math.Log(float64(v) + dark))
	}
	return table
}
