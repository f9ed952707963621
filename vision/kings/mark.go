package kings

import (
	"math"

	"draughtsman/vision/imaging"
)

// Rings of the top, as fractions of its radius: those that a mark covers, from the middle outwards, and those that it
// leaves free.
var (
	markedRings = [...]float64{.12, .22, .32, .42, .52, .62, .72}
	freeRings   = [...]float64{.80, .88}
)

// markStrength returns how much the top of a disc changes along the rings that a mark covers, from its middle to its
// edge, and along the rings that a mark leaves free; log units, without an even slope. The disc is given in pixels.
func (s *pieceView) markStrength(cx, cy, radius float64) (along, across, edge float64) {
	var sum, weights float64
	var means [len(markedRings)]imaging.Colour
	for i, f := range markedRings {
		mean, variance := s.ringStatistics(cx, cy, f*radius)
		means[i] = mean
		sum += f * variance
		weights += f
	}
	for _, f := range freeRings {
		_, variance := s.ringStatistics(cx, cy, f*radius)
		edge += variance / float64(len(freeRings))
	}
	for k := range 3 {
		d := (means[0][k]+means[1][k]+means[2][k])/3 - (means[5][k]+means[6][k])/2
		across += d * d
	}
	return math.Sqrt(sum / weights), math.Sqrt(across), math.Sqrt(edge)
}

// ringStatistics returns the mean colour along a circle, and its variance without an even slope.
func (s *pieceView) ringStatistics(cx, cy, radius float64) (mean imaging.Colour, variance float64) {
	const angles = 32
	var seen [angles]imaging.Colour
	var cosine, sine imaging.Colour
	for a := range angles {
		sin, cos := math.Sincos(2 * math.Pi * float64(a) / angles)
		seen[a] = s.view.Sample(cx+radius*cos, cy+radius*sin)
		for k, v := range seen[a] {
			mean[k] += v / angles
			cosine[k] += v * cos * 2 / angles
			sine[k] += v * sin * 2 / angles
		}
	}
	for a := range angles {
		sin, cos := math.Sincos(2 * math.Pi * float64(a) / angles)
		for k, v := range seen[a] {
			d := v - mean[k] - cosine[k]*cos - sine[k]*sin
			variance += d * d / angles
		}
	}
	return mean, variance
}
