package track

import (
	"math"

	"draughtsman/calibration"
	"draughtsman/vision/imaging"
)

// raster is a coarse picture of the board and its surroundings as seen from above, in the signal's values.
type raster struct {
	size   int
	taps   []tap
	inside []bool // the picture shows it
	values []float32
}

// newRaster is a raster of what a camera shows of a board.
func newRaster(board calibration.Board, camera calibration.Camera) *raster {
	r := &raster{size: int(rasterPerSquare * (float64(board.Squares) + 2*rasterMargin))}
	points := imaging.Grid{Size: r.size, MMPerPX: board.SquareMM / rasterPerSquare}.Points(0)
	for _, at := range camera.ProjectAll(points) {
		t, ok := newTap(camera.Lens, at)
		r.taps, r.inside = append(r.taps, t), append(r.inside, ok)
	}
	r.values = make([]float32, len(r.taps))
	return r
}

// take fills the raster from a picture.
func (r *raster) take(bytes []uint8, row int, s *signal) {
	for i, t := range r.taps {
		if r.inside[i] {
			r.values[i] = s.at(bytes, row, t)
		}
	}
}

// gridSearch returns the motion along the table, out of a grid of them, after which most crossings are where a
// picture shows some.
func (e *estimator) gridSearch(bytes []uint8) motion {
	r := newRaster(e.board, e.camera)
	r.take(bytes, 3*e.camera.Lens.Width, e.signal)
	best, found := math.Inf(-1), motion{}
	half := float64(e.board.Squares) / 2
	for degrees := -searchTurn; degrees <= searchTurn; degrees += searchTurnStep {
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		for dx := -searchReach; dx <= searchReach; dx += searchStep {
			for dy := -searchReach; dy <= searchReach; dy += searchStep {
				if math.Abs(dx)+math.Abs(dy) > searchReach {
					continue
				}
				if v := r.crossings(e.board, sin, cos, dx, dy); v > best {
					best = v
					found = motion{2: degrees * math.Pi / 180 * half, 3: dx, 4: dy}
				}
			}
		}
	}
	for i := range found {
		found[i] *= e.board.SquareMM
	}
	return found
}

// crossings is how much the picture looks like crossings where the board's are, turned and shifted (squares). No
// single one counts for more than a plain crossing does.
func (r *raster) crossings(board calibration.Board, sin, cos, dx, dy float64) (sum float64) {
	half := float64(board.Squares) / 2
	middle := float64(r.size) / 2
	at := func(x, y float64) (float32, bool) {
		i := int(middle + rasterPerSquare*(cos*x-sin*y+dx))
		j := int(middle - rasterPerSquare*(sin*x+cos*y+dy))
		if i < 0 || j < 0 || i >= r.size || j >= r.size || !r.inside[j*r.size+i] {
			return 0, false
		}
		return r.values[j*r.size+i], true
	}
	for row := 1; row < board.Squares; row++ {
		for column := 1; column < board.Squares; column++ {
			x, y := float64(column)-half, half-float64(row)
			a, okA := at(x-quarterAway, y+quarterAway)
			b, okB := at(x+quarterAway, y-quarterAway)
			c, okC := at(x+quarterAway, y+quarterAway)
			d, okD := at(x-quarterAway, y-quarterAway)
			if !okA || !okB || !okC || !okD {
				continue
			}
			bare, played := min(a, b), max(c, d)
			if board.Number(row-1, column-1) != 0 { // the square far left of the crossing, and the one opposite
				bare, played = min(c, d), max(a, b)
			}
			sum += float64(min(max(bare-played, leastCrossing), 1))
		}
	}
	return sum
}
