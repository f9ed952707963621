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

// palette is the mean of a board's colours, and one deviation for all of them, in grey values.
type palette struct {
	mean      [3]float64
	deviation float64
}

// paletteOf are the colours of the board and its pieces.
func paletteOf(patches []patch) (of palette) {
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
		of.mean[c] = sum[c] / total
		variance += max(squared[c]/total-of.mean[c]*of.mean[c], 0) / 3
	}
	of.deviation = math.Sqrt(variance) + leastDeviation
	return of
}

// like says that the colours of a board are nearly the same. A hand over it changes them less.
func (c palette) like(d palette) bool {
	const near = 0.1 // of the deviation
	off := math.Abs(c.deviation - d.deviation)
	for k := range c.mean {
		off = max(off, math.Abs(c.mean[k]-d.mean[k]))
	}
	return off < near*d.deviation
}

// sample makes of a patch what the network looks at. Its colours are against the mean of the board and its pieces, and
// by their deviation, of all channels together: how bright the picture is, and by which light it was taken, says
// nothing; which channel varies most does.
func (c palette) sample(p *patch, s *network.Square) {
	s.Scalars = p.scalars
	for channel := range p.colour {
		for k, v := range p.colour[channel] {
			off := (float64(v) - c.mean[channel]) / c.deviation
			s.Pixels[channel][k] = float32(min(max(off, -mostDeviations), mostDeviations))
		}
	}
	for k := range pixelsAPatch {
		s.Pixels[3][k] = (float32(p.lattice[k]) - latticeMiddle) / latticeGreatest
		s.Pixels[4][k] = float32(p.onBoard[k]) / 255
	}
}
