package learn

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision"
	"draughtsman/vision/calibrated"
	"draughtsman/vision/detect"
	"draughtsman/vision/kings"
	"draughtsman/vision/squares"
)

// Sizes are the lengths that a person may know, in mm; 0 is unknown. A picture alone shows proportions: without
// SquareMM squares count as 40 mm wide.
type Sizes struct {
	SquareMM float64
	DiscMM   float64 // diameter of a piece
	HeightMM float64
}

// FromGrid makes a calibration from a picture of a board and what stands on it, in a grid as seen: row 0 runs along
// the picture's upper edge, from the corner that is nearest to the top left (least x + y). The darker pieces are
// Black's. A *detect.Refusal says that no board was found; other errors say what does not fit.
func FromGrid(image gocv.Mat, grid []string, s Sizes, now time.Time) (calibration.Calibration, error) {
	board := calibration.Board{Squares: len(grid), SquareMM: s.SquareMM}
	if board.SquareMM == 0 {
		board.SquareMM = assumedSquare
	}
	if err := board.Validate(); err != nil {
		return calibration.Calibration{}, err
	}
	found, err := detect.Find(image, detect.Options{Squares: board.Squares})
	if err != nil {
		return calibration.Calibration{}, err
	}
	var firstErr error
	for k := range 4 {
		// The picture's top left corner is the found board's corner k.
		if asSeen := calibration.TurnGrid(grid, (4-k)%4); couldBeFirst(found.Corners, k) {
			made, err := fromCorners(image, found, board, asSeen, s, now)
			if err == nil {
				return made, nil
			}
			if firstErr == nil {
				firstErr = err
			}
		}
	}
	return calibration.Calibration{}, firstErr
}

// couldBeFirst reports whether a person may take a corner for the top left one: in a picture of a board that stands
// on its tip two corners are equally far up and left.
func couldBeFirst(corners [4]calibration.Pixel, k int) bool {
	edge := math.Hypot(corners[1].X-corners[0].X, corners[1].Y-corners[0].Y)
	return corners[k].X+corners[k].Y < corners[0].X+corners[0].Y+unsureCorner*edge
}

// FromBoard makes a calibration to read pictures with, from a board that was found and what stands on it, in a grid
// that begins at its first corner. The sizes of squares and pieces are the usual ones. The error says that the board
// fits no camera, or that pieces stand on squares of both colours.
func FromBoard(image gocv.Mat, found detect.Board, grid []string, now time.Time) (calibration.Calibration, error) {
	board := calibration.Board{Squares: found.Squares, SquareMM: assumedSquare}
	black := GuessBlackEdge(grid, board.Mirrored)
	made, _, err := located(image, found, board, grid, black, now)
	if err != nil {
		return made, err
	}
	made.Examples, err = squares.Describe(image, found, playedOn(grid, board, black))
	return made, err
}

// located is a calibration that has the camera over the board, and the contents of that by number.
func located(image gocv.Mat, found detect.Board, board calibration.Board, grid []string, black calibration.Edge,
	now time.Time) (made calibration.Calibration, known []calibrated.Known, err error) {
	made = calibration.Calibration{Version: calibration.Version, Made: now, Board: board, BlackPieces: calibration.Dark,
		Disc: calibration.Disc{DiameterMM: usualDiameter * board.SquareMM, HeightMM: usualHeight * board.SquareMM}}
	if known, err = contentsByNumber(grid, board, black); err != nil {
		return made, known, err
	}
	made.Camera, made.CameraResidualPX, err = fit(found, Setup{Board: board}, black, image, anyResidual)
	return made, known, err
}

// fromCorners makes a calibration from a found board and the grid that begins at its first corner.
func fromCorners(image gocv.Mat, found detect.Board, board calibration.Board, grid []string, s Sizes,
	now time.Time) (calibration.Calibration, error) {
	edges := []calibration.Edge{GuessBlackEdge(grid, board.Mirrored)}
	if empty(grid) { // nothing tells which squares are played on: the darker ones, usually
		edges = []calibration.Edge{calibration.Top, calibration.Right}
	}
	var made calibration.Calibration
	for _, black := range edges {
		var known []calibrated.Known
		var err error
		if made, known, err = located(image, found, board, grid, black, now); err != nil {
			return made, err
		}
		if made.Disc, err = discSize(image, made, known, s); err != nil {
			return made, err
		}
		var unlike []calibrated.Unlike
		if made, unlike, err = calibrated.Learn(image, made, known); err != nil {
			return made, err
		}
		if err := explained(unlike); err != nil {
			return made, err
		}
		if made.Colours.Tones.Empty.Mean.Brightness < 0 {
			break
		}
	}
	return made, nil
}

// explained returns an error where a picture does not show what stands on several squares. One may hold a piece unlike
// the others.
func explained(unlike []calibrated.Unlike) error {
	const (
		impossible = 0.02
		named      = 6
	)
	var numbers []string
	for _, u := range unlike {
		if u.Odds < impossible {
			numbers = append(numbers, strconv.Itoa(u.Number))
		}
	}
	if len(numbers) < 2 {
		return nil
	}
	list := strings.Join(numbers[:min(named, len(numbers))], ", ")
	if more := len(numbers) - named; more > 0 {
		list += fmt.Sprintf(" and %d others", more)
	}
	return fmt.Errorf("the picture does not show what is said of squares %s: is the grid the picture's, row for row?",
		list)
}

// piecesOf are the pieces that are known to stand on a board.
func piecesOf(known []calibrated.Known, board calibration.Board) (pieces []kings.Piece) {
	for row := range board.Squares {
		for column := range board.Squares {
			if is := known[board.Number(row, column)]; !is.Unknown && is.Content != vision.Nothing {
				pieces = append(pieces, kings.Piece{Row: row, Column: column, Dark: is.Content == vision.DarkPiece})
			}
		}
	}
	return pieces
}

// discSize is the size of a disc as far as it is given, and measured otherwise.
func discSize(image gocv.Mat, made calibration.Calibration, known []calibrated.Known,
	s Sizes) (calibration.Disc, error) {
	given := calibration.Disc{DiameterMM: s.DiscMM, HeightMM: s.HeightMM}
	if given.DiameterMM > 0 && given.HeightMM > 0 {
		return given, given.Validate(made.Board)
	}
	disc := made.Disc
	if shown := piecesOf(known, made.Board); len(shown) > 0 {
		var err error
		if disc, err = kings.MeasureDisc(image, made.Camera, made.Board, shown); err != nil {
			return disc, err
		}
	}
	if given.DiameterMM > 0 {
		disc.DiameterMM = given.DiameterMM
	}
	if given.HeightMM > 0 {
		disc.HeightMM = given.HeightMM
	}
	return disc, disc.Validate(made.Board)
}
