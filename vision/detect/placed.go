package detect

import (
	"errors"
	"math"
	"slices"

	"draughtsman/calibration"
)

// Placed is a board of which somebody says where its corners are, in any order. The error says what is wrong with them.
func Placed(corners [4]calibration.Pixel, squares int) (Board, error) {
	if squares < SmallestBoard || squares > LargestBoard {
		return Board{}, errors.New("boards of this size are not read")
	}
	var middle calibration.Pixel
	for _, c := range corners {
		middle.X, middle.Y = middle.X+c.X/4, middle.Y+c.Y/4
	}
	around := corners[:]
	slices.SortFunc(around, func(a, b calibration.Pixel) int { // clockwise: a picture's y axis points down
		if math.Atan2(a.Y-middle.Y, a.X-middle.X) < math.Atan2(b.Y-middle.Y, b.X-middle.X) {
			return -1
		}
		return 1
	})
	first := 0
	for i, c := range around {
		if c.X+c.Y < around[first].X+around[first].Y {
			first = i
		}
	}
	b := Board{Squares: squares, Confidence: 1}
	for i := range b.Corners {
		b.Corners[i] = around[(first+i)%4]
	}
	for i, c := range b.Corners {
		next, last := b.Corners[(i+1)%4], b.Corners[(i+2)%4]
		if turn := (next.X-c.X)*(last.Y-next.Y) - (next.Y-c.Y)*(last.X-next.X); !(turn > 0) || math.IsInf(turn, 0) {
			return Board{}, errors.New("the corners do not make a board: they must be the four of its playing area, as seen")
		}
	}
	return b, nil
}
