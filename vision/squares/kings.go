package squares

import (
	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/imaging"
	"draughtsman/vision/squares/network"
)

// Piece is a piece of which the square and the side are known.
type Piece struct {
	Row, Column int  // from the board's first corner
	Dark        bool // it is of the side with the darker pieces
}

// Kings returns which of some pieces are kings in a picture of a board that a camera of known pose sees.
func Kings(picture gocv.Mat, camera calibration.Camera, board calibration.Board, pieces []Piece) ([]bool, error) {
	n, err := trained()
	if err != nil {
		return nil, err
	}
	v, err := knownView(camera, board)
	if err != nil {
		return nil, err
	}
	patches, err := patchesOf(picture, &v)
	if err != nil {
		return nil, err
	}
	answers := n.Read(n.Describe(samples(patches)), nil)
	kings := make([]bool, len(pieces))
	var of [2]int
	for _, p := range pieces {
		of[sideOf(p)]++
	}
	for i, p := range pieces {
		odds := answers[p.Row*v.squares+p.Column].LogOdds
		man, king := network.LightMan, network.LightKing
		if p.Dark {
			man, king = network.DarkMan, network.DarkKing
		}
		expected := games.king
		if of[sideOf(p)] >= startMen(v.squares) {
			expected += games.fullKing
		}
		kings[i] = float64(odds[king]-odds[man])+expected > 0
	}
	return kings, nil
}

func sideOf(p Piece) int {
	if p.Dark {
		return 1
	}
	return 0
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
