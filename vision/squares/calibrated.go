package squares

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/detect"
	"draughtsman/vision/squares/network"
)

// WeighKnown returns what a picture by itself, and the examples of a calibration, say of each square of a board that
// lies where the calibration has it. They are counted as calibration.Board counts them; the first square is number 1.
// The picture is of the calibrated camera's size.
func WeighKnown(picture gocv.Mat, known calibration.Calibration) ([]Evidence, error) {
	n := known.Board.Squares
	evidence, err := Weigh(picture, boardOf(known, calibration.Top), known.Examples)
	if err != nil {
		return nil, err
	}
	numbered := make([]Evidence, 1, n*n/2+1)
	for i, e := range evidence {
		if (i/n+i%n)%2 == 1 {
			numbered = append(numbered, e)
		}
	}
	return numbered, nil
}

// BoardOf is a board as it would have been found where a calibration has it, from the top left corner as seen, and the
// edge at which Black sits.
func BoardOf(known calibration.Calibration) (detect.Board, calibration.Edge) {
	least, first := 0.0, 0
	for i, corner := range known.Board.Corners() {
		if p := known.Camera.Project(corner); i == 0 || p.X+p.Y < least {
			least, first = p.X+p.Y, i
		}
	}
	black := calibration.Edge((4 - first) % 4) // it runs from the board's corner 0 to its corner 1
	return boardOf(known, black), black
}

// boardOf is a board as it would have been found where a calibration has it, with Black at one of its edges.
func boardOf(known calibration.Calibration, black calibration.Edge) detect.Board {
	n := known.Board.Squares
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
	return found
}

// Describe makes examples of the squares of a board that are played on. The grid has the contents by rows as seen, as
// Reading.Grid has them; those that are not told are left out. It is an error when the board's corners do not make a
// board.
func Describe(picture gocv.Mat, board detect.Board, grid []string) (*calibration.Examples, error) {
	_, patches, err := look(picture, board)
	if err != nil {
		return nil, err
	}
	_, described, err := describe(patches)
	if err != nil {
		return nil, err
	}
	all := calibration.Examples{Network: name()}
	played := kindPlayed(grid)
	for i, d := range described {
		row, column := i/board.Squares, i%board.Squares
		if shows := grid[row][column]; shows != '?' && (row+column)%2 == played {
			all.Squares = append(all.Squares, calibration.NewExample(shows, d[:]))
		}
	}
	return &all, nil
}

// kindPlayed is the kind of square that most pieces of a grid stand on, as (row + column) mod 2.
func kindPlayed(grid []string) int {
	var pieces [2]int
	for row, line := range grid {
		for column, shows := range line {
			if strings.ContainsRune("lLdD", shows) {
				pieces[(row+column)%2]++
			}
		}
	}
	if pieces[0] > pieces[1] {
		return 0
	}
	return 1
}

// name tells networks apart, by their weights.
func name() string { return fmt.Sprintf("%x", sha256.Sum256(weights))[:12] }

// knownOf are examples as the network takes them: none, if another one described them.
func knownOf(examples *calibration.Examples) (known []network.Known, err error) {
	if examples == nil || examples.Network != name() {
		return nil, nil
	}
	for _, e := range examples.Squares {
		description, err := e.Description()
		if err != nil {
			return nil, err
		}
		k := network.Known{Content: network.Content(strings.Index(letters, e.Shows))}
		if copy(k.Description[:], description) < len(k.Description) {
			return nil, fmt.Errorf("the description of a square is too short: learn the pieces again")
		}
		known = append(known, k)
	}
	return known, nil
}
