package uncalibrated

import "draughtsman/vision/imaging"

// What two groups among the squares that seem empty must differ by for the
// more structured one to be pieces of nearly the board's own colour.
const (
	camouflageApart    = 5.0 // standard deviations of colour
	camouflageBoundary = 0.5 // logarithm of the steps at a disc's boundary
	camouflageRim      = 0.25
	leastCamouflaged   = 3 // squares in either group
)

// findCamouflaged looks for pieces among the squares below the threshold: a
// side whose discs have nearly the colour of the squares is unlike them by
// little, but all its discs by the same, and they have edges. Such squares are
// put beyond the threshold.
func (o *occupancy) findCamouflaged(board []square) {
	var below []int
	var changes []imaging.Colour
	for i, d := range o.distance {
		if d < o.threshold {
			below = append(below, i)
			changes = append(changes, board[o.squares[i]].change)
		}
	}
	g, ok := twoGroups(changes, make([]float64, len(changes)), camouflageNoise)
	if !ok || g.separation < camouflageApart {
		return
	}
	var boundary, rim [2][]float64
	for i, group := range g.groups {
		s := &board[o.squares[below[i]]]
		boundary[group], rim[group] = append(boundary[group], s.boundary), append(rim[group], s.rim)
	}
	if min(len(rim[0]), len(rim[1])) < leastCamouflaged {
		return
	}
	step, edge := imaging.Median(boundary[1])-imaging.Median(boundary[0]), imaging.Median(rim[1])-imaging.Median(rim[0])
	pieces := 1
	if step < 0 {
		pieces, step, edge = 0, -step, -edge
	}
	if step < camouflageBoundary || edge < camouflageRim {
		return
	}
	for i, group := range g.groups {
		if group == pieces {
			o.distance[below[i]] += o.threshold
		}
	}
}

// camouflageNoise is the standard deviation of the colour of empty squares at the
// least, in units of the board's contrast.
const camouflageNoise = 0.02
