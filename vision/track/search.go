package track

import (
	"math"

	"draughtsman/calibration"
	"draughtsman/vision/imaging"
)

// raster is a coarse picture of the board and its surroundings as seen from
// above, in the signal's values.
type raster struct {
	size   int
	taps   []tap
	inside []bool // the picture shows it
	values []float32
}

func newRaster(board calibration.Board, camera calibration.Camera) *raster {
	r := &raster{size: int(fine * (float64(board.Squares) + 2*aside))}
	points := imaging.Grid{Size: r.size, MMPerPX: board.SquareMM / fine}.Points(0)
	for _, at := range camera.ProjectAll(points) {
		t, ok := newTap(camera.Lens, at)
		r.taps, r.inside = append(r.taps, t), append(r.inside, ok)
	}
	r.values = make([]float32, len(r.taps))
	return r
}

func (r *raster) take(bytes []uint8, row int, s *signal) {
	for i, t := range r.taps {
		if r.inside[i] {
			r.values[i] = s.at(bytes, row, t)
		}
	}
}

// search is the motion, along the table, after which most crossings are where a
// picture shows some.
func (t *tracker) search(bytes []uint8) motion {
	r := newRaster(t.board, t.camera)
	r.take(bytes, 3*t.camera.Lens.Width, t.signal)
	best, found := math.Inf(-1), motion{}
	half := float64(t.board.Squares) / 2
	for degrees := -turn; degrees <= turn; degrees += turnStep {
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		for dx := -slip; dx <= slip; dx += slipStep {
			for dy := -slip; dy <= slip; dy += slipStep {
				if math.Abs(dx)+math.Abs(dy) > slip {
					continue
				}
				if v := r.crossings(t.board.Squares, sin, cos, dx, dy); v > best {
					best = v
					found = motion{2: degrees * math.Pi / 180 * half, 3: dx, 4: dy}
				}
			}
		}
	}
	for i := range found {
		found[i] *= t.board.SquareMM
	}
	return found
}

// crossings is how much the board's crossings, turned and shifted, look like
// some. No single one counts for more than a plain crossing does.
func (r *raster) crossings(squares int, sin, cos, dx, dy float64) (sum float64) {
	half := float64(squares) / 2
	middle := float64(r.size) / 2
	at := func(x, y float64) (float32, bool) {
		i := int(middle + fine*(cos*x-sin*y+dx))
		j := int(middle - fine*(sin*x+cos*y+dy))
		if i < 0 || j < 0 || i >= r.size || j >= r.size || !r.inside[j*r.size+i] {
			return 0, false
		}
		return r.values[j*r.size+i], true
	}
	for row := 1; row < squares; row++ {
		for column := 1; column < squares; column++ {
			x, y := float64(column)-half, half-float64(row)
			// The square far left of the crossing is bare where row and column
			// add up to an even number, as is the one opposite.
			a, okA := at(x-diagonal, y+diagonal)
			b, okB := at(x+diagonal, y-diagonal)
			c, okC := at(x+diagonal, y+diagonal)
			d, okD := at(x-diagonal, y-diagonal)
			if !okA || !okB || !okC || !okD {
				continue
			}
			bare, played := min(a, b), max(c, d)
			if (row+column)%2 != 0 {
				bare, played = min(c, d), max(a, b)
			}
			sum += float64(min(max(bare-played, -.5), 1))
		}
	}
	return sum
}
