package hands

import (
	"math"
	"slices"
)

// foreign reports whether a piece among some cells is a hand: it reaches into the
// area by a fingertip from beside it, also where the arm covers its way, or it is
// too large for a disc that has come off its place.
func (w *Watch) foreign(among, covered []bool) (hand bool) {
	var tips, ways [][]int
	w.pieces(among, func(piece []int) {
		switch in, out := w.reaches(piece); {
		case in >= w.big || out && in >= w.tip():
			hand = true
		case in >= w.tip():
			tips = append(tips, slices.Clone(piece))
		case out && len(piece) >= w.tip():
			ways = append(ways, slices.Clone(piece))
		}
	})
	for _, tip := range tips {
		for _, way := range ways {
			hand = hand || w.joined(tip, way, covered)
		}
	}
	return hand
}

// touches reports whether a piece borders on covered cells by as much as a
// fingertip is wide.
func (w *Watch) touches(piece []int, covered []bool) bool {
	n := 0
	for _, i := range piece {
		x, y := i%w.columns, i/w.columns
		if x > 0 && covered[i-1] || x < w.columns-1 && covered[i+1] || y > 0 && covered[i-w.columns] || y < w.rows-1 &&
			covered[i+w.columns] {
			n++
		}
	}
	return n*n >= w.tip()
}

// joined reports whether two pieces are the ends of one thing that passes beneath
// the arm: what lies between them where they are nearest is covered.
func (w *Watch) joined(a, b []int, covered []bool) bool {
	var from, to [2]int
	least := math.MaxInt
	for _, i := range a {
		for _, j := range b {
			x, y := i%w.columns, i/w.columns
			u, v := j%w.columns, j/w.columns
			if d := (u-x)*(u-x) + (v-y)*(v-y); d < least {
				from, to, least = [2]int{x, y}, [2]int{u, v}, d
			}
		}
	}
	n := max(abs(to[0]-from[0]), abs(to[1]-from[1]))
	for k := 1; k < n; k++ {
		if !covered[(from[1]+k*(to[1]-from[1])/n)*w.columns+from[0]+k*(to[0]-from[0])/n] {
			return false
		}
	}
	return true
}

func abs(i int) int { return max(i, -i) }

// within reports whether a cell and those beside it are all among some: it shows
// no mixture with what is not.
func (w *Watch) within(among []bool, i int) bool {
	x, y := i%w.columns, i/w.columns
	return x > 0 && y > 0 && x < w.columns-1 && y < w.rows-1 && among[i] &&
		among[i-1] && among[i+1] && among[i-w.columns] && among[i+w.columns]
}
