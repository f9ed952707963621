package palm

const (
	bright   = .95 // the part of a picture's values that are no brighter than `usual` where it is lit well
	usual    = 190 // 0 to 255
	mostGain = 20  // more makes colours of the noise of what is nearly black
)

// brightened is the tone, 0 to 1, that each value of a picture gets: its own, or a brighter one where the brightest
// twentieth of the picture is darker than usual. A shorter exposure multiplies what a camera stores, so that is
// undone. What is bright counts, and not the median: a hand that is lit well over a dark cloth is not burnt out.
func brightened(values []uint8) (tones [256]float32) {
	var count [256]int
	for _, v := range values {
		count[v]++
	}
	value, below := 0, count[0]
	for float64(below) < bright*float64(len(values)) {
		value++
		below += count[value]
	}
	gain := min(max(usual/float32(max(value, 1)), 1), mostGain)
	for v := range tones {
		tones[v] = min(gain*float32(v)/255, 1)
	}
	return tones
}
