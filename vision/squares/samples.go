package squares

import (
	"math"

	"draughtsman/vision/squares/network"
)

const (
	leastDeviation  = 4 // grey values, added: a board of one colour is not all noise
	mostDeviations  = 4 // beyond these, samples are as good as that
	latticeMiddle   = 128
	latticeGreatest = 127
)

// samples makes of the patches of a board what the network looks at. The colours are those of the board and its pieces
// against their mean and by their deviation, of all channels together: how bright the picture is, and by which light
// it was taken, says nothing; which channel varies most does.
func samples(patches []patch) []network.Square {
	var sum, squared [3]float64
	total := 0.0
	for i := range patches {
		p := &patches[i]
		for k, on := range p.onBoard {
			w := float64(on)
			total += w
			for c := range sum {
				v := float64(p.colour[c][k])
				sum[c] += w * v
				squared[c] += w * v * v
			}
		}
	}
	total = max(total, 1)
	variance := 0.0
	for c := range sum {
		sum[c] /= total
		variance += max(squared[c]/total-sum[c]*sum[c], 0) / 3
	}
	deviation := math.Sqrt(variance) + leastDeviation
	var table [3][256]float32
	for c := range table {
		for v := range table[c] {
			table[c][v] = float32(min(max((float64(v)-sum[c])/deviation, -mostDeviations), mostDeviations))
		}
	}
	out := make([]network.Square, len(patches))
	for i := range patches {
		p, s := &patches[i], &out[i]
		s.Scalars = p.scalars
		for k := range pixelsAPatch {
			for c := range 3 {
				s.Pixels[c][k] = table[c][p.colour[c][k]]
			}
			s.Pixels[3][k] = (float32(p.lattice[k]) - latticeMiddle) / latticeGreatest
			s.Pixels[4][k] = float32(p.onBoard[k]) / 255
		}
	}
	return out
}
