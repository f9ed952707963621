package report

import (
	"errors"
	"math"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision"
	"draughtsman/vision/calibrated"
	"draughtsman/vision/detect"
	"draughtsman/vision/learn"
)

// Reader reads pictures of a calibrated table. Close gives its memory back.
type Reader struct {
	known  calibration.Calibration
	reader *calibrated.Reader
}

// NewReader prepares the reading of pictures with a calibration that knows the pieces.
func NewReader(known calibration.Calibration) (*Reader, error) {
	reader, err := calibrated.NewReader(known)
	return &Reader{known, reader}, err
}

// Close gives the memory back.
func (r *Reader) Close() error { return r.reader.Close() }

// mostHidden is the fraction of the board's squares that may be hidden or unlike anything known; beyond it the
// picture is refused.
const mostHidden = 0.6

// Read reads a picture; squares under a hand are '?'. Where the board is not where the calibration has it, or the
// picture has another size, the board is located anew for this picture alone.
func (r *Reader) Read(image gocv.Mat, now func() time.Time) (Report, error) {
	began := now()
	known, reader := r.known, r.reader
	var board calibrated.BoardReading
	there := image.Cols() == known.Camera.Lens.Width && image.Rows() == known.Camera.Lens.Height
	if there {
		var err error
		if board, err = reader.ReadBoard(image); err != nil {
			return Report{}, err
		}
	}
	if !there || board.Obstructed {
		again, err := learn.Relocate(image, known)
		var refusal *detect.Refusal
		switch {
		case errors.Is(err, learn.ErrNotMoved):
		case errors.As(err, &refusal) && there: // what is in front of the board hides too much of it
		case errors.As(err, &refusal):
			return refused(refusal.Reason, began, now), nil
		case errors.Is(err, calibrated.ErrOutOfView):
			return refused(calibrated.ErrOutOfView.Error(), began, now), nil
		case err != nil:
			return Report{}, err
		default:
			known = again
			if reader, err = calibrated.NewReader(known); err != nil {
				return Report{}, err
			}
			defer reader.Close()
			if board, err = reader.ReadBoard(image); err != nil {
				return Report{}, err
			}
		}
	}
	if board.Strange > mostHidden {
		return refused("something is over the board, or it is not where it was calibrated", began, now), nil
	}
	crowned, err := together(image, known, &board)
	if err != nil {
		return Report{}, err
	}
	s := Report{Record: recordOf(known, board, crowned)}
	s.ElapsedMS = milliseconds(began, now)
	s.geometry, s.drawing = drawCalibrated(known, board, crowned)
	return s, nil
}

// recordOf is what was read, as seen in the picture.
func recordOf(known calibration.Calibration, board calibrated.BoardReading, kings []bool) Record {
	n := known.Board.Squares
	corners, black := seenCorners(known)
	r := Record{Board: &Board{Size: n, Corners: corners}, PlayOn: "light", Confidence: 1}
	if known.Colours.Tones.Empty.Mean.Brightness < 0 {
		r.PlayOn = "dark"
	}
	for row := range n {
		line := make([]byte, n)
		for column := range line {
			line[column] = '.'
			boardRow, boardColumn := learn.OnBoard(n, row, column, black)
			if number := learn.Number(n, boardRow, boardColumn); number != 0 {
				content, probability := board.Odds[number].Best()
				line[column] = letter(content, kings[number], probability)
				if board.Hidden[number] {
					line[column], probability = '?', 0
				}
				r.Confidence = math.Min(r.Confidence, probability)
			}
		}
		r.Grid = append(r.Grid, string(line))
	}
	r.FEN = fen(r.Grid, black, known.BlackPieces)
	return r
}

// sure is the probability from which on a square's content is told.
const sure = 0.6

// letter is a square's content as a Record's grid has it.
func letter(c vision.Content, king bool, probability float64) byte {
	switch {
	case probability < sure:
		return '?'
	case king:
		return ".LD"[c]
	}
	return ".ld"[c]
}
