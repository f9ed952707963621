package palm

const (
	usual    = 110 // the median of a picture that is lit well, 0 to 255
	mostGain = 20  // more makes colours of the noise of what is nearly black
)

// brightened is the tone, 0 to 1, that each value of a picture gets: its own, or a brighter one where the median of
// the picture's values is darker than usual. A shorter exposure multiplies what a camera stores, so that is undone.
func brightened(values []uint8) (tones [256]float32) {
	var count [256]int
	for _, v := range values {
		count[v]++
	}
	median, below := 0, count[0]
	for 2*below < len(values) {
		median++
		below += count[median]
	}
	gain := min(max(usual/float32(max(median, 1)), 1), mostGain)
	for v := range tones {
		tones[v] = min(gain*float32(v)/255, 1)
	}
	return tones
}
