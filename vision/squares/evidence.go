package squares

import (
	"math"

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

// Piece is a piece of which the square and the side are known.
type Piece struct {
	Row, Column int // of the board
	Side        int // 0 or 1
}

// Kings returns which of the pieces on the board are kings.
func (e Evidence) Kings(pieces []Piece) []bool {
	var of [2]int
	for _, p := range pieces {
		of[p.Side]++
	}
	kings := make([]bool, len(pieces))
	for i, p := range pieces {
		_, odds := likeliest(e.logOdds[p.Row*e.squares+p.Column])
		expected := games.king
		if of[p.Side] >= startMen(e.squares) {
			expected += games.fullKing
		}
		// which of its names the network has for this side does not matter
		king, man := odds[network.LightKing]+odds[network.DarkKing], odds[network.LightMan]+odds[network.DarkMan]
		kings[i] = math.Log(max(king, 1e-12))-math.Log(max(man, 1e-12))+expected > 0
	}
	return kings
}
