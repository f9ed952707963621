package squares

import (
	"errors"
	"math"

	"gocv.io/x/gocv"

	"draughtsman/vision/detect"
	"draughtsman/vision/imaging"
	"draughtsman/vision/squares/network"
)

// Chequered returns how many of a board's squares differ from those around them as the two kinds of squares do, 0 to
// 1; 0 where nothing shows two kinds. What stands on a square, or beside it, leaves some edges between them open. It is
// an error when the board's corners do not make a board.
func Chequered(picture gocv.Mat, board detect.Board) (part float64, err error) {
	const (
		corner, beside = 0.38, 0.62 // squares from the middle: the corners of a square, and what is beside its edges
		least          = 4.0        // grey values between the two kinds of squares
		alike          = 0.25       // of the usual difference: less is none
	)
	r, err := NewReader(board, picture.Cols(), picture.Rows(), nil)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	if _, err := r.cut(picture); err != nil {
		return 0, err
	}
	patches := r.patches
	n := board.Squares
	steps := make([][3]float64, len(patches))
	var usual [3]float64
	for i := range patches {
		p := &patches[i]
		sign := 1 - 2*float64((i/n+i%n)%2)
		for c := range usual {
			var ours, others []float64
			for k, lattice := range p.lattice {
				x, y := float64(k%network.Width-behind)+0.5, float64(k/network.Width-network.Height/2)+0.5
				away := math.Hypot(x, y) / patchPX
				switch {
				case lattice == latticeMiddle+latticeGreatest && away > corner && own(k):
					ours = append(ours, float64(p.colour[c][k]))
				case lattice == latticeMiddle-latticeGreatest && away < beside:
					others = append(others, float64(p.colour[c][k]))
				}
			}
			if len(ours) > 0 && len(others) > 0 {
				steps[i][c] = sign * (imaging.Median(ours) - imaging.Median(others))
			}
			usual[c] += steps[i][c] / float64(len(patches))
		}
	}
	size := usual[0]*usual[0] + usual[1]*usual[1] + usual[2]*usual[2]
	if size < least*least {
		return 0, nil
	}
	differ := 0
	for _, s := range steps {
		if s[0]*usual[0]+s[1]*usual[1]+s[2]*usual[2] > alike*size {
			differ++
		}
	}
	return float64(differ) / float64(len(patches)), nil
}
