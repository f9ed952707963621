package squares

import (
	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision"
	"draughtsman/vision/imaging"
	"draughtsman/vision/squares/network"
)

// Evidence is what the squares of a board whose place is known seem to hold, each by itself.
type Evidence struct {
	squares int // along an edge
	logOdds [][network.Contents]float64
}

// Look looks at a board that a camera of known pose sees in an 8-bit picture, grey or colour.
func Look(picture gocv.Mat, camera calibration.Camera, board calibration.Board) (Evidence, error) {
	n, err := trained()
	if err != nil {
		return Evidence{}, err
	}
	v, err := knownView(camera, board)
	if err != nil {
		return Evidence{}, err
	}
	patches, err := patchesOf(picture, &v)
	if err != nil {
		return Evidence{}, err
	}
	return Evidence{v.squares, logOddsOf(n.Read(n.Describe(samples(patches)), nil))}, nil
}

// knownView is how a camera of known pose sees a board.
func knownView(camera calibration.Camera, board calibration.Board) (v view, err error) {
	var corners [4]imaging.Point
	for i, c := range board.Corners() {
		corners[i] = imaging.Point(camera.Project(c))
	}
	v = view{squares: board.Squares, board: board, camera: &camera, bent: true}
	var ok bool
	if v.homography, ok = imaging.FromSquare(corners, float64(board.Squares)); !ok || board.Squares < 2 {
		return v, errNoBoard
	}
	return v, nil
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

// Odds returns the probabilities of what a square shows, in a row and a column of the board, all contents being
// equally likely beforehand. What lies over it may be over anything.
func (e Evidence) Odds(row, column int) vision.Odds {
	_, p := likeliest(e.logOdds[row*e.squares+column])
	covered := p[network.Covered] / float64(vision.Contents)
	return vision.Odds{
		vision.Nothing:    p[network.Empty] + covered,
		vision.LightPiece: p[network.LightMan] + p[network.LightKing] + covered,
		vision.DarkPiece:  p[network.DarkMan] + p[network.DarkKing] + covered,
	}
}
