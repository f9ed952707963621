package kings

import (
	"math"
	"sync"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/imaging"
)

// Piece is something that stands on a square; rows are counted from Black's side and columns from White's left, as
// calibration.Board does.
type Piece struct {
	Row, Column int
	Dark        bool
}

// Measure is what was measured of one piece.
type Measure struct {
	Lean   float64 // from the foot of a man to its top, as seen here, squares
	Fit    float64 // of a man's outline: 2 if all within is the piece and all around is not
	Stack  float64 // how much better a stack's outline fits
	Along  float64 // how much the top changes along its rings, log units
	Across float64 // from its middle to its edge
	Edge   float64 // and along its edge
}

// MeasurePieces measures the pieces of a board in an 8-bit picture, grey or colour: first how large they are.
func MeasurePieces(picture gocv.Mat, camera calibration.Camera, board calibration.Board, pieces []Piece) ([]Measure,
	error) {
	if len(pieces) == 0 {
		return nil, nil
	}
	s, err := newPieceView(picture, camera, board)
	if err != nil {
		return nil, err
	}
	disc := s.estimateDisc(pieces)
	out := make([]Measure, len(pieces))
	atOnce(pieces, func(i int, p Piece) {
		// The middle of a top may show a mark, and its edge, where a small piece stands off the middle of its square,
		// the board: what fits better is the piece.
		out[i] = s.measure(p, disc, s.topColour(p, disc, 0, 0.5))
		if m := s.measure(p, disc, s.topColour(p, disc, 0.55, 0.85)); m.bestFit() > out[i].bestFit() {
			out[i] = m
		}
	})
	return out, nil
}

// MeasureDisc measures how large the pieces of a board are in an 8-bit picture, grey or colour. Most of them are men.
func MeasureDisc(picture gocv.Mat, camera calibration.Camera, board calibration.Board,
	pieces []Piece) (calibration.Disc, error) {
	s, err := newPieceView(picture, camera, board)
	if err != nil {
		return calibration.Disc{}, err
	}
	return s.estimateDisc(pieces), nil
}

// newPieceView prepares a picture.
func newPieceView(picture gocv.Mat, camera calibration.Camera, board calibration.Board) (s pieceView, err error) {
	s.eye = camera.Eye()
	if s.view, err = newTopView(picture, camera, board); err == nil {
		s.background = s.view.backgrounds()
	}
	return s, err
}

// atOnce does something for each piece, on all processors.
func atOnce(pieces []Piece, do func(i int, p Piece)) {
	var all sync.WaitGroup
	for i, p := range pieces {
		all.Go(func() { do(i, p) })
	}
	all.Wait()
}

// bestFit is how well the better outline fits.
func (m Measure) bestFit() float64 { return m.Fit + max(m.Stack, 0) }

// measure measures a piece whose top has the given colour.
func (s *pieceView) measure(p Piece, disc calibration.Disc, top imaging.Colour) (m Measure) {
	e := s.pixelEvidence(p, top)
	offX, offY, fit := s.fit(p, e, disc.DiameterMM, disc.HeightMM)
	dx, dy, larger := s.topOffset(s.view.board.Centre(p.Row, p.Column), disc.HeightMM)
	x, y := s.middle(p)
	px := float64(s.view.squarePX)
	m.Lean, m.Fit = math.Hypot(dx, dy)/px, fit
	_, _, stack := s.fit(p, e, disc.DiameterMM, 2*disc.HeightMM)
	m.Stack = stack - fit
	m.Along, m.Across, m.Edge = s.markStrength(float64(x+offX)+dx, float64(y+offY)+dy,
		disc.DiameterMM/2*larger*px/s.view.board.SquareMM)
	return m
}
