package uncalibrated

import "draughtsman/vision/imaging"

// What two groups among the squares that seem empty must differ by for the more structured one to be pieces of nearly
// the board's own colour.
const (
	lowContrastSeparation = 5.0 // standard deviations of colour
	lowContrastBoundary   = 0.5 // logarithm of the steps at a disc's boundary
	lowContrastRim        = 0.25
	minLowContrast        = 3 // squares in either group
)

// findLowContrast looks for pieces of nearly the board's colour among the squares below the threshold. A side whose
// discs have nearly the colour of the squares is unlike them by little, but all its discs by the same, and they have
// edges. Such squares are put beyond the threshold.
func (o *occupancy) findLowContrast(board []measurement) {
	var below []int
	var changes []imaging.Colour
	for i, d := range o.distance {
		if d < o.threshold {
			below = append(below, i)
			changes = append(changes, board[o.squares[i]].change)
		}
	}
	g, ok := twoGroups(changes, make([]float64, len(changes)), lowContrastNoise)
	if !ok || g.separation < lowContrastSeparation {
		return
	}
	var boundary, rim [2][]float64
	for i, group := range g.groups {
		s := &board[o.squares[below[i]]]
		boundary[group], rim[group] = append(boundary[group], s.boundary), append(rim[group], s.rim)
	}
	if min(len(rim[0]), len(rim[1])) < minLowContrast {
		return
	}
	step, edge := imaging.Median(boundary[1])-imaging.Median(boundary[0]), imaging.Median(rim[1])-imaging.Median(rim[0])
	pieces := 1
	if step < 0 {
		pieces, step, edge = 0, -step, -edge
	}
	if step < lowContrastBoundary || edge < lowContrastRim {
		return
	}
	for i, group := range g.groups {
		if group == pieces {
			o.distance[below[i]] += o.threshold
		}
	}
}

// lowContrastNoise is the standard deviation of the colour of empty squares at least, in units of the board's
// contrast.
const lowContrastNoise = 0.02
