package calibration

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// homography is the matrix that takes (X, Y, 1) of the playing surface to a multiple of (x, y, 1) of the picture, by
// the normalised direct linear transformation (Hartley and Zisserman, Multiple View Geometry, 4.4). It is scaled so
// that the middle of the points has depth 1.
func homography(seen []Correspondence) ([3][3]float64, error) {
	if len(seen) < 4 {
		return [3][3]float64{}, fmt.Errorf("%d points of the board were seen: at least 4 are needed", len(seen))
	}
	on, in := make([][2]float64, len(seen)), make([][2]float64, len(seen))
	for i, s := range seen {
		on[i] = [2]float64{s.BoardPoint.X, s.BoardPoint.Y}
		in[i] = [2]float64{s.Pixel.X, s.Pixel.Y}
	}
	from, to := normaliser(on), normaliser(in)
	normal := mat.NewSymDense(9, nil)
	for i := range seen {
		X, Y := from.apply(on[i])
		x, y := to.apply(in[i])
		for _, row := range [][]float64{
			{X, Y, 1, 0, 0, 0, -x * X, -x * Y, -x},
			{0, 0, 0, X, Y, 1, -y * X, -y * Y, -y},
		} {
			normal.SymRankOne(normal, 1, mat.NewVecDense(9, row))
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(normal, true) { //nolint:misspell // gonum spells it so
		return [3][3]float64{}, fmt.Errorf("the points of the board cannot be fitted: are they numbers?")
	}
	// More than one solution: too few of the points are in general position.
	if v := eigen.Values(nil); v[1] < 1e-7*v[8] {
		return [3][3]float64{}, fmt.Errorf("the points of the board that were seen lie on a line (or all but one do): " +
			"points all over the board are needed")
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	var h [3][3]float64 // for normalised coordinates
	for i := range 9 {
		h[i/3][i%3] = vectors.At(i, 0)
	}
	// undo the picture's scaling on the left, then the board's on the right
	for j := range 3 {
		h[0][j] = h[0][j]/to.scale + to.x*h[2][j]
		h[1][j] = h[1][j]/to.scale + to.y*h[2][j]
	}
	for i := range 3 {
		h[i][2] -= from.scale * (from.x*h[i][0] + from.y*h[i][1])
		h[i][0] *= from.scale
		h[i][1] *= from.scale
	}
	depth := h[2][0]*from.x + h[2][1]*from.y + h[2][2]
	for i := range 3 {
		for j := range 3 {
			h[i][j] /= depth
		}
	}
	return h, nil
}

// similarity moves points to their middle and scales them to a mean distance of √2, which makes the equations well
// conditioned.
type similarity struct{ x, y, scale float64 }

func normaliser(points [][2]float64) similarity {
	var s similarity
	for _, p := range points {
		s.x += p[0] / float64(len(points))
		s.y += p[1] / float64(len(points))
	}
	mean := 0.0
	for _, p := range points {
		mean += math.Hypot(p[0]-s.x, p[1]-s.y) / float64(len(points))
	}
	s.scale = 1
	if mean > 0 {
		s.scale = math.Sqrt2 / mean
	}
	return s
}

func (s similarity) apply(p [2]float64) (x, y float64) {
	return (p[0] - s.x) * s.scale, (p[1] - s.y) * s.scale
}
