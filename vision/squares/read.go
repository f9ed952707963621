// Package squares reads what stands on the squares of a found board. It knows neither the pieces nor the light, and
// judges every board against itself, and against examples of the same table, if it is given any.
//
// There is a file for each step. It is found out how the board's plane is seen, and which way things lean (view.go).
// Each square is cut out of that plane, with enough around it to see what leans over from the next (patches.go). The
// colours are made those of this board (samples.go). A network looks at the squares, and lets them look at each other
// (package network); what it learnt from is drawn (training/). The likeliest position as a whole is decided (prior.go),
// and kings are measured as well (kings.go). Pictures of a board that stays in its place are read one after the other
// (reader.go); that may be where a calibration has it (calibrated.go).
package squares

import (
	"bytes"
	_ "embed"
	"errors"
	"sync"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/detect"
	"draughtsman/vision/imaging"
	"draughtsman/vision/squares/network"
)

// Reading is what the squares of a board hold.
type Reading struct {
	// Grid has a string for each row as seen, from Corners[0] of the board: '.' empty, 'l' a man of the
	// lighter-coloured side, 'd' one of the darker side, 'L' and 'D' a king, '?' cannot tell.
	Grid       []string
	Played     int     // the kind of square that carries pieces, as (row + column) mod 2
	PlayOn     string  // "dark" or "light": what that kind looks like
	Confidence float64 // the probability that every square is read rightly, as if none hung on another
	Least      float64 // 0..1: how clearly the least clear square was told
}

// weights are those of the network, made by `make reader` from drawn boards alone: no photograph is in them.
//
//go:embed reader.weights
var weights []byte

// trained reads the weights once.
var trained = sync.OnceValues(func() (*network.Network, error) { return network.Load(bytes.NewReader(weights)) })

// undecided is the probability below which a square's content is not told.
const undecided = 0.45

// Read reads the squares of a board in an 8-bit picture, grey or colour, with examples of what squares of the same
// table show, if there are any. It is an error when the board's corners do not make a board.
func Read(picture gocv.Mat, board detect.Board, of *calibration.Examples) (reading Reading, err error) {
	r, err := looking(picture, board, of)
	if err != nil {
		return Reading{}, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	position, err := r.decide(picture)
	if err != nil {
		return Reading{}, err
	}
	return readingOf(position, r.patches, r.view.squares), nil
}

// looking is a reader that has looked at one picture.
func looking(picture gocv.Mat, board detect.Board, of *calibration.Examples) (*Reader, error) {
	r, err := NewReader(board, picture.Cols(), picture.Rows(), of)
	if err != nil {
		return nil, err
	}
	if _, err := r.Look(picture); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// logOddsOf are the log odds of some answers.
func logOddsOf(answers []network.Answer) [][network.Contents]float64 {
	out := make([][network.Contents]float64, len(answers))
	for i, a := range answers {
		for c, odds := range a.LogOdds {
			out[i][c] = float64(odds)
		}
	}
	return out
}

// letters are the contents as a grid has them.
const letters = ".ldLD?"

// readingOf is a position in the form that leaves the package.
func readingOf(p posterior, patches []patch, n int) Reading {
	r := Reading{Played: p.played, PlayOn: "light"}
	if lightness(patches, p, n, p.played) < lightness(patches, p, n, 1-p.played) {
		r.PlayOn = "dark"
	}
	r.Confidence, r.Least = 1, 1
	for row := range n {
		line := make([]byte, n)
		for column := range line {
			i := row*n + column
			c := p.contents[i]
			line[column] = letters[c]
			if p.probabilities[i][c] < undecided {
				line[column] = '?'
			}
			r.Confidence *= p.probabilities[i][c]
			if (row+column)%2 == p.played {
				r.Least = min(r.Least, p.probabilities[i][c])
			}
		}
		r.Grid = append(r.Grid, string(line))
	}
	return r
}

// lightness is the median brightness of the bare squares of a kind, 0 to 255, or of all of them where none is bare.
func lightness(patches []patch, p posterior, n, kind int) float64 {
	var bare, all []float64
	for i := range patches {
		if (i/n+i%n)%2 != kind {
			continue
		}
		sum, count := 0.0, 0.0
		for k, lattice := range patches[i].lattice {
			if own(k) && lattice == latticeMiddle+latticeGreatest {
				sum += patches[i].luminance(k)
				count++
			}
		}
		all = append(all, sum/max(count, 1))
		if p.contents[i] == network.Empty {
			bare = append(bare, sum/max(count, 1))
		}
	}
	if len(bare) > 0 {
		all = bare
	}
	return imaging.Median(all)
}

// own says that a pixel of a patch is within half a square of the square's middle.
func own(k int) bool {
	x, y := k%network.Width-behind, k/network.Width-network.Height/2
	return 4*(x*x+y*y) < patchPX*patchPX
}
