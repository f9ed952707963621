package hands

import (
	"math"

	"draughtsman/vision/imaging"
)

// containsHand reports whether a blob among some cells is a hand. It reaches into the area by a fingertip from beside
// it, perhaps beneath cells that the arm covers; or it is larger than a disc that has come off its place.
func (d *Detector) containsHand(among, covered []bool) (hand bool) {
	var tips, arms [][]int // of hands: within the area, and beside it
	for _, blob := range d.blobs(among) {
		switch in, out := d.extent(blob); {
		case in >= d.largeCells || out && in >= d.leastHandCells():
			hand = true
		case in >= d.leastHandCells():
			tips = append(tips, blob)
		case out && len(blob) >= d.leastHandCells():
			arms = append(arms, blob)
		}
	}
	for _, tip := range tips {
		for _, arm := range arms {
			hand = hand || d.joined(tip, arm, covered)
		}
	}
	return hand
}

// touches reports whether a blob borders on covered cells along the width of a fingertip.
func (d *Detector) touches(blob []int, covered []bool) bool {
	n := 0
	for _, i := range blob {
		x, y := i%d.columns, i/d.columns
		if x > 0 && covered[i-1] || x < d.columns-1 && covered[i+1] || y > 0 && covered[i-d.columns] || y < d.rows-1 &&
			covered[i+d.columns] {
			n++
		}
	}
	return n*n >= d.leastHandCells()
}

// joined reports whether two blobs may be the ends of one thing that passes beneath the arm: all cells between the
// two places where they are nearest are covered.
func (d *Detector) joined(a, b []int, covered []bool) bool {
	var from, to [2]int
	least := math.MaxInt
	for _, i := range a {
		for _, j := range b {
			x, y := i%d.columns, i/d.columns
			u, v := j%d.columns, j/d.columns
			if squared := (u-x)*(u-x) + (v-y)*(v-y); squared < least {
				from, to, least = [2]int{x, y}, [2]int{u, v}, squared
			}
		}
	}
	n := max(abs(to[0]-from[0]), abs(to[1]-from[1]))
	for k := 1; k < n; k++ {
		if !covered[(from[1]+k*(to[1]-from[1])/n)*d.columns+from[0]+k*(to[0]-from[0])/n] {
			return false
		}
	}
	return true
}

func abs(i int) int { return max(i, -i) }

// interior reports whether a cell and its four neighbours are in a mask: such a cell is no mixture with what lies
// beside.
func (d *Detector) interior(among []bool, i int) bool {
	x, y := i%d.columns, i/d.columns
	return x > 0 && y > 0 && x < d.columns-1 && y < d.rows-1 && among[i] &&
		among[i-1] && among[i+1] && among[i-d.columns] && among[i+d.columns]
}

// blobs returns the connected components of a mask, as indices of cells; cells connect over their corners, too.
func (d *Detector) blobs(mask []bool) [][]int { return imaging.Components(mask, d.columns, true) }

// extent counts the cells of a blob within the area, and reports whether it goes on beyond it or beyond the picture.
func (d *Detector) extent(blob []int) (in int, out bool) {
	for _, i := range blob {
		x, y := i%d.columns, i/d.columns
		if d.inArea[i] {
			in++
		}
		out = out || !d.inArea[i] || x == 0 || y == 0 || x == d.columns-1 || y == d.rows-1
	}
	return in, out
}
