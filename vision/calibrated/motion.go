package calibrated

import (
	"slices"

	"draughtsman/vision/imaging"
)

// Motion is a difference to the picture before, in small cells of the board. A cell's mean hardly knows the sensor's
// noise, and what changes the whole picture evenly (the exposure, the lamp) is taken out first.
const (
	motionCell  = perSquare / 4
	minChange   = 4.0 // of the sample's 255 steps
	noiseFactor = 8.0 // standard deviations of the cells' noise
	minCells    = 2
)

// motion remembers the picture before. The zero value has seen none.
type motion struct {
	before []float32 // mean of each cell, 0 to 255
}

// differs compares a rectified picture with the one before and remembers it.
func (m *motion) differs(bytes []uint8, g grid) bool {
	now := cellMeans(bytes, g)
	before := m.before
	m.before = now
	if before == nil {
		return false
	}
	ratios := make([]float32, 0, len(now))
	for i := range now {
		ratios = append(ratios, (now[i]+1)/(before[i]+1))
	}
	gain := imaging.Median(ratios)
	changes := make([]float32, 0, len(now))
	for i := range now {
		changes = append(changes, abs((now[i]+1)-gain*(before[i]+1)))
	}
	noise := 1.48 * imaging.Median(changes) // sorts them
	limit := max(minChange, noiseFactor*noise)
	first, _ := slices.BinarySearch(changes, limit)
	return len(changes)-first >= minCells
}

// cellMeans returns the mean samples of the cells of the playing area.
func cellMeans(bytes []uint8, g grid) []float32 {
	cells := (g.Size - 2*margin) / motionCell
	means := make([]float32, cells*cells)
	for y := range cells * motionCell {
		row := bytes[3*((y+margin)*g.Size+margin):][:3*cells*motionCell]
		into := means[y/motionCell*cells:][:cells]
		for x := range into {
			sum := 0
			for _, v := range row[3*x*motionCell:][:3*motionCell] {
				sum += int(v)
			}
			into[x] += float32(sum)
		}
	}
	for i := range means {
		means[i] /= 3 * motionCell * motionCell
	}
	return means
}
