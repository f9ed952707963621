package learn

import (
	"errors"
	"fmt"
	"math"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/vision/calibrated"
	"draughtsman/vision/detect"
	"draughtsman/vision/uncalibrated"
)

// Setup is what is known of a table before its camera has seen it.
type Setup struct {
	Board       calibration.Board
	Disc        calibration.Disc
	BlackPieces calibration.Shade
	Lens        *calibration.LensFile // nil: the picture has to tell it
}

// Place is where a picture shows the board.
type Place struct {
	detect.Board                  // as found; without crossings where a person has set the corners
	Black        calibration.Edge // the edge of the picture's board at which Black sits
	Guessed      bool             // Black's edge could not be told from the pieces
}

// NoBoard says that no board is seen where the start position should be. It wraps the
// *detect.Refusal.
type NoBoard struct {
	Squares int // along an edge of the board that was looked for
	*detect.Refusal
}

// Error says what to do.
func (n *NoBoard) Error() string {
	return fmt.Sprintf("no board of %[1]d×%[1]d squares is seen (%[2]s): let the camera see all of it, with the start "+
		"position set up and nothing in front of it", n.Squares, n.Reason)
}

// Unwrap is the refusal.
func (n *NoBoard) Unwrap() error { return n.Refusal }

// FindPlace finds the board and, from the start position, Black's side. A
// *NoBoard says that there is none.
func FindPlace(image gocv.Mat, s Setup) (Place, error) {
	board, err := detect.Find(image, detect.Options{Squares: s.Board.Squares})
	if refusal := new(detect.Refusal); errors.As(err, &refusal) {
		return Place{}, &NoBoard{s.Board.Squares, refusal}
	}
	if err != nil {
		return Place{}, err
	}
	p := Place{Board: board}
	return p, p.TellSide(image, s)
}

// TellSide tells Black's side from the pieces of the start position, if that is
// what stands there; Guessed otherwise. It is read without knowing so at first; where
// that says nothing, or nothing that explains the picture, each edge is tried: pieces of
// nearly the squares' colour are plain once it is known where they should stand.
func (p *Place) TellSide(image gocv.Mat, s Setup) error {
	reading, err := uncalibrated.Read(image, p.Board)
	if err != nil {
		return err
	}
	bare := p.mayBeBare(image, s)
	black, unread := calibration.BlackEdge(reading.Grid, s.BlackPieces)
	if unread == nil && bare[black%2] {
		p.Black, p.Guessed = black, false
		if _, err := p.startLooks(image, s); err == nil {
			return nil
		}
	}
	p.Guessed = unread != nil
	tried, farthest := *p, 0.0
	for _, tried.Black = range []calibration.Edge{calibration.Top, calibration.Right} {
		if !bare[tried.Black%2] {
			continue
		}
		looks, err := tried.startLooks(image, s)
		if err != nil {
			continue
		}
		light, dark := looks.Tones.Light.Mean, looks.Tones.Dark.Mean
		apart := math.Abs(light.Brightness-dark.Brightness) + math.Abs(light.Red-dark.Red) + math.Abs(light.Blue-dark.Blue)
		if apart <= farthest { // the squares of the other colour are all bare, and alike
			continue
		}
		p.Black, p.Guessed, farthest = tried.Black, false, apart
		if light.Brightness < dark.Brightness { // they stand the other way round
			p.Black = (tried.Black + 2) % 4
		}
	}
	return nil
}

// mayBeBare tells of both kinds of squares whether all of them may be bare, where Black sits at the top or bottom edge
// and where at the right or left. One kind carries pieces: it is far less even in its light than the other.
func (p Place) mayBeBare(image gocv.Mat, s Setup) [2]bool {
	const plainly = 2 // times as uneven
	var uneven [2]float64
	for i := range uneven {
		p.Black = calibration.Edge(i)
		known, err := p.aimed(image, s)
		if err == nil {
			uneven[i], err = calibrated.Unevenness(image, known)
		}
		if err != nil { // who learns from the picture will say so
			return [2]bool{true, true}
		}
	}
	return [2]bool{uneven[0] <= plainly*uneven[1], uneven[1] <= plainly*uneven[0]}
}

// startLooks is what squares and pieces look like if the start position stands in the
// place; an error says that it does not.
func (p Place) startLooks(image gocv.Mat, s Setup) (calibration.Colours, error) {
	known, err := p.aimed(image, s)
	if err != nil {
		return calibration.Colours{}, err
	}
	return calibrated.LearnColours(image, known, checkers.Start())
}

// aimed is a calibration that knows the board's place, and nothing of the colours.
func (p Place) aimed(image gocv.Mat, s Setup) (calibration.Calibration, error) {
	fitted, residual, err := p.Camera(image, s)
	return calibration.Calibration{
		Version: calibration.Version,
		Board:   s.Board, Disc: s.Disc, BlackPieces: s.BlackPieces,
		Camera: fitted, CameraResidualPX: residual,
	}, err
}

// WithCorner is the place with one of its corners elsewhere, set by a person:
// what was measured of the board counts no more.
func (p Place) WithCorner(corner int, at calibration.Pixel) Place {
	p.Corners[corner] = at
	p.Crossings = nil
	return p
}

// Camera is the camera that took the picture with the board there, and how well it does
// so: the root mean square distance of the board's crossings, px.
func (p Place) Camera(image gocv.Mat, s Setup) (calibration.Camera, float64, error) {
	return fit(p.Board, s, p.Black, image, startResidual)
}

// fit is the camera that sees a board as it was found in a picture, and how well it does, px.
func fit(found detect.Board, s Setup, black calibration.Edge, image gocv.Mat, most float64) (fitted calibration.Camera,
	residual float64, err error) {
	width, height := image.Cols(), image.Rows()
	seen := found.Corresponding(s.Board, black)
	if s.Lens == nil {
		fitted, residual, err = calibration.FitCamera(width, height, seen)
	} else if err = s.Lens.Fits(width, height); err == nil {
		fitted.Lens = s.Lens.Lens
		fitted.Pose, residual, err = calibration.FitPose(fitted.Lens, seen)
	}
	if err != nil {
		return calibration.Camera{}, 0, err
	}
	worst := most * float64(max(width, height)) / 1000
	switch {
	case residual > worst && s.Lens != nil:
		return fitted, residual, fmt.Errorf("the board's lines lie %.1f px from where the lens would show them (at most "+
			"%.1f): is it the lens of this camera, with the same zoom and focus? If not, calibrate the lens again", residual,
			worst)
	case residual > worst:
		return fitted, residual, fmt.Errorf("the board's lines lie %.1f px from where a flat board's would (at most %.1f): "+
			"is the board flat, and is each corner where it should be?", residual, worst)
	}
	return fitted, residual, nil
}
