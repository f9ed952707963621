package squares

import (
	"crypto/sha256"
	"fmt"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/detect"
	"draughtsman/vision/squares/network"
)

// BoardOf is a board as it would have been found where a calibration has it, from the top left corner as seen, and the
// edge at which Black sits.
func BoardOf(known calibration.Calibration) (detect.Board, calibration.Edge) {
	least, first := 0.0, 0
	for i, corner := range known.Board.Corners() {
		if p := known.Camera.Project(corner); i == 0 || p.X+p.Y < least {
			least, first = p.X+p.Y, i
		}
	}
	n, black := known.Board.Squares, calibration.Edge((4-first)%4) // it runs from the board's corner 0 to its corner 1
	found := detect.Board{Squares: n, Confidence: 1}
	for i, corner := range known.Board.Corners() {
		found.Corners[(i+int(black))%4] = known.Camera.Project(corner)
	}
	for row := 1; row < n; row++ {
		for column := 1; column < n; column++ {
			at := known.Camera.Project(known.Board.Crossing(row, column, black))
			found.Crossings = append(found.Crossings, detect.Crossing{Row: row, Column: column, At: at})
		}
	}
	return found, black
}

// Describe makes examples of the squares of a board. The grid has the contents by rows as seen, as Reading.Grid has
// them; those that are not told are left out. It is an error when the board's corners do not make a
// board.
func Describe(picture gocv.Mat, board detect.Board, grid []string) (*calibration.Examples, error) {
	r, err := looking(picture, board, nil)
	if err != nil {
		return nil, err
	}
	return r.Describe(grid), r.Close()
}

// name tells networks apart, by their weights.
func name() string { return fmt.Sprintf("%x", sha256.Sum256(weights))[:12] }

// Described says that examples were described by the network that reads.
func Described(examples *calibration.Examples) bool {
	return examples != nil && examples.Network == name()
}

// knownOf are examples as the network takes them: none, if another one described them.
func knownOf(examples *calibration.Examples) (known []network.Known, err error) {
	if !Described(examples) {
		return nil, nil
	}
	for _, e := range examples.Squares {
		description, err := e.Description()
		if err != nil {
			return nil, err
		}
		k := network.Known{Content: contentOf(e.Shows[0])}
		if copy(k.Description[:], description) < len(k.Description) {
			return nil, fmt.Errorf("the description of a square is too short: learn the pieces again")
		}
		known = append(known, k)
	}
	return known, nil
}
