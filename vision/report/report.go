// Package report says what a picture of a board shows, in the form that leaves the program: one record a picture, as
// JSON.
package report

import (
	"errors"
	"fmt"
	"math"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/detect"
	"draughtsman/vision/learn"
	"draughtsman/vision/squares"
)

// Record is what one picture shows. Of a picture that cannot be read it has Refused and no board.
type Record struct {
	File  string `json:"file"`
	Board *Board `json:"board"`
	// a string a row as seen: . empty, l/L lighter man/king, d/D darker, ? cannot tell
	Grid       []string `json:"grid"`
	PlayOn     string   `json:"play_on"`    // "dark" or "light": the squares that carry the pieces
	Confidence float64  `json:"confidence"` // 0 to 1
	Refused    *string  `json:"refused"`    // a short reason
	FEN        *string  `json:"fen"`        // nil where a square is not sure, or no game is played on the board
	ElapsedMS  float64  `json:"elapsed_ms"`
}

// Board is where the board is.
type Board struct {
	Size    int           `json:"size"`    // squares along an edge
	Corners [4][2]float64 `json:"corners"` // of the playing area, pixels; first the top-left one as seen, then clockwise
}

// Uncalibrated reads a picture of a board of which nothing else is known. Which side is whose is guessed: Black has
// the darker pieces and sits where most of them are, with a playing square in its left corner; it is taken to be
// the turn of the side that begins. A size that is told and is not the board's is a refusal: as much as the picture
// shows a board of another size, it is not sure of this one. The error says that the picture cannot be worked on at
// all.
func Uncalibrated(image gocv.Mat, o detect.Options, now func() time.Time) (Report, error) {
	began := now()
	board, err := detect.Find(image, o)
	if err == nil && o.Squares != 0 {
		board, err = doubted(image, board)
	}
	var refusal *detect.Refusal
	if errors.As(err, &refusal) {
		return refused(refusal.Reason, began, now), nil
	}
	if err != nil {
		return Report{}, err
	}
	return placed(image, board, began, now)
}

// Placed is Uncalibrated for a board of which somebody has said where it is.
func Placed(image gocv.Mat, board detect.Board, now func() time.Time) (Report, error) {
	return placed(image, board, now(), now)
}

func placed(image gocv.Mat, board detect.Board, began time.Time, now func() time.Time) (Report, error) {
	reading, err := squares.Read(image, board, nil)
	if err != nil {
		return Report{}, err
	}
	position := fen(reading.Grid, calibration.Board{Squares: board.Squares}, learn.GuessBlackEdge(reading.Grid, false),
		calibration.Dark)
	return readingOf(image, board, reading, position, began, now)
}

// readingOf is the report on a board whose squares were read.
func readingOf(image gocv.Mat, board detect.Board, reading squares.Reading, fen *string, began time.Time,
	now func() time.Time) (Report, error) {
	s := Report{Record: Record{
		Board: &Board{Size: board.Squares, Corners: pixels(board.Corners)},
		Grid:  reading.Grid, PlayOn: reading.PlayOn, FEN: fen,
		Confidence: math.Min(board.Confidence, reading.Confidence),
		ElapsedMS:  milliseconds(began, now),
	}}
	var err error
	s.geometry, s.drawing, err = drawingOf(image, board, reading.Grid)
	return s, err
}

// leastDoubted is the confidence below which a board is not believed that looks like one of another size.
const leastDoubted = 0.2

// doubted is a board of a size that was told, less sure where the picture by itself shows one of another size: squares
// fit into a board in several places and sizes.
func doubted(image gocv.Mat, told detect.Board) (detect.Board, error) {
	other, err := detect.Find(image, detect.Options{})
	var refusal *detect.Refusal
	switch {
	case errors.As(err, &refusal), err == nil && other.Squares == told.Squares:
		return told, nil
	case err != nil:
		return told, err
	}
	told.Confidence = math.Min(told.Confidence, 1-other.Confidence)
	if told.Confidence < leastDoubted {
		return told, &detect.Refusal{Reason: fmt.Sprintf("it looks like a board of %[1]d×%[1]d squares, not of %[2]d×%[2]d",
			other.Squares, told.Squares)}
	}
	return told, nil
}

// refused is the report on a picture that cannot be read.
func refused(reason string, began time.Time, now func() time.Time) Report {
	return Report{Record: Record{Refused: &reason, ElapsedMS: milliseconds(began, now)}}
}

// milliseconds are those that have passed, to a tenth.
func milliseconds(began time.Time, now func() time.Time) float64 {
	return math.Round(float64(now().Sub(began))/float64(100*time.Microsecond)) / 10
}

// pixels are corners as a Record has them.
func pixels(corners [4]calibration.Pixel) (p [4][2]float64) {
	for i, c := range corners {
		p[i] = [2]float64{c.X, c.Y}
	}
	return p
}
