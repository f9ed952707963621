package hands

import "slices"

// channelNoise is by how much the channels of a cell change differently from picture to picture through the sensor's
// noise and compression alone: the median over the cells, by their brightness.
type channelNoise [noiseBins]float32

// binOf returns the index of the bin for a colour's brightness.
func binOf(t logColour) int {
	return min(max(int(((t[0]+t[1]+t[2])/3-noiseFirstBin)/noiseBinWidth), 0), noiseBins-1)
}

// update measures the noise in a picture that shows mostly the table.
func (g *channelNoise) update(now, table []logColour) {
	var list [noiseBins][]float32
	for i, t := range now {
		b := binOf(table[i])
		list[b] = append(list[b], channelDifference(t, table[i]))
	}
	for b, values := range list {
		if len(values) < noiseBinCells {
			continue
		}
		slices.Sort(values)
		v := values[len(values)/2]
		if g[b] > 0 {
			v = noiseRetention*g[b] + (1-noiseRetention)*v
		}
		g[b] = v
	}
}

// limit returns by how much the channels of a cell of this colour may change differently through noise.
func (g *channelNoise) limit(of logColour) float32 {
	return min(max(channelTolerance, noiseFactor*g[binOf(of)]), noiseLimit)
}

// flickerCells is the size of the largest blobs, in cells, that compression makes change.
type flickerCells float64

// update takes the cells that have changed beside the arm.
func (s *flickerCells) update(d *Detector, changed []bool) {
	largest := 0
	for _, blob := range d.blobs(changed) {
		if len(blob) <= flickerLimitCells {
			largest = max(largest, len(blob))
		}
	}
	*s = flickerCells(max(flickerRetention*float64(*s), float64(largest)))
}

// leastHandCells returns how many cells a hand shows at least: a fingertip, and more than flickers.
func (d *Detector) leastHandCells() int {
	return max(d.fingertipCells, int(flickerFactor*float64(d.flicker)))
}
