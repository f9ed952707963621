package find

import "math"

// bucket is the side of a bucket of saddles, px.
const bucket = 40

// nearby finds saddles by where they are: their indices in square buckets.
type nearby struct {
	of            []saddle
	columns, rows int
	buckets       [][]int32
}

func newNearby(of []saddle) nearby {
	var far vec
	for i := range of {
		far = vec{max(far.x, of[i].at.x), max(far.y, of[i].at.y)}
	}
	n := nearby{of: of, columns: int(far.x/bucket) + 1, rows: int(far.y/bucket) + 1}
	n.buckets = make([][]int32, n.columns*n.rows)
	for i := range of {
		k := n.column(of[i].at.x) + n.columns*n.row(of[i].at.y)
		n.buckets[k] = append(n.buckets[k], int32(i))
	}
	return n
}

func (n *nearby) column(x float64) int { return min(max(int(x/bucket), 0), n.columns-1) }
func (n *nearby) row(y float64) int    { return min(max(int(y/bucket), 0), n.rows-1) }

// within calls f with each saddle nearer to a place than a distance.
func (n *nearby) within(place vec, distance float64, f func(i int, square float64)) {
	if math.IsInf(distance, 0) || math.IsNaN(distance) || math.IsNaN(place.x+place.y) {
		return
	}
	left, right := n.column(place.x-distance), n.column(place.x+distance)
	for row := n.row(place.y - distance); row <= n.row(place.y+distance); row++ {
		for column := left; column <= right; column++ {
			for _, i := range n.buckets[row*n.columns+column] {
				d := n.of[i].at.sub(place)
				if square := d.dot(d); square < distance*distance {
					f(int(i), square)
				}
			}
		}
	}
}
