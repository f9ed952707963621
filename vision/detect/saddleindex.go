package detect

import (
	"math"

	"draughtsman/vision/imaging"
)

// saddleIndex finds saddles by where they are: a grid of square buckets.
type saddleIndex struct {
	of            []saddle
	columns, rows int
	buckets       [][]int32
}

// newSaddleIndex sorts saddles into buckets.
func newSaddleIndex(of []saddle) saddleIndex {
	var far imaging.Point
	for i := range of {
		far = imaging.Pt(max(far.X, of[i].at.X), max(far.Y, of[i].at.Y))
	}
	n := saddleIndex{of: of, columns: int(far.X/bucketPX) + 1, rows: int(far.Y/bucketPX) + 1}
	n.buckets = make([][]int32, n.columns*n.rows)
	for i := range of {
		k := n.column(of[i].at.X) + n.columns*n.row(of[i].at.Y)
		n.buckets[k] = append(n.buckets[k], int32(i))
	}
	return n
}

// column and row are the bucket of a place, the nearest one for places outside.
func (n *saddleIndex) column(x float64) int { return min(max(int(x/bucketPX), 0), n.columns-1) }
func (n *saddleIndex) row(y float64) int    { return min(max(int(y/bucketPX), 0), n.rows-1) }

// within calls f with each saddle nearer to a place than a distance, in pixels, and that distance's square.
func (n *saddleIndex) within(place imaging.Point, distance float64, f func(i int, square float64)) {
	if math.IsInf(distance, 0) || math.IsNaN(distance) || math.IsNaN(place.X+place.Y) {
		return
	}
	left, right := n.column(place.X-distance), n.column(place.X+distance)
	for row := n.row(place.Y - distance); row <= n.row(place.Y+distance); row++ {
		for column := left; column <= right; column++ {
			for _, i := range n.buckets[row*n.columns+column] {
				d := n.of[i].at.Minus(place)
				if square := d.Dot(d); square < distance*distance {
					f(int(i), square)
				}
			}
		}
	}
}
