package guide

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/config"
	"draughtsman/vision/camera"
	"draughtsman/vision/cold"
	"draughtsman/vision/find"
	"draughtsman/vision/follow"
	"draughtsman/vision/overlay"
	"draughtsman/vision/read"
)

// worstResidual is how far, in pixels for each 1000 of the picture's width, the
// board's crossings may lie from where the fitted camera sees them.
const worstResidual = 2.0

// Place is where a picture shows the board.
type Place struct {
	find.Board                  // as found; without crossings where a person has set the corners
	Black      calibration.Edge // the edge of the picture's board at which Black sits
	Guessed    bool             // Black's edge could not be told from the pieces
}

// FindPlace finds the board and, from the start position, Black's side. A
// *find.Refusal says that there is no board.
func FindPlace(frame camera.Frame, table config.Table) (Place, error) {
	board, err := find.Find(frame.Image, find.Options{Squares: table.Board.Squares})
	if err != nil {
		return Place{}, err
	}
	p := Place{Board: board}
	return p, p.TellSide(frame, table)
}

// TellSide tells Black's side from the pieces of the start position, if that is
// what stands there; Guessed otherwise. It is read without knowing so at first; where
// that says nothing, or nothing that explains the picture, each edge is tried: pieces of
// nearly the squares' colour are plain once it is known where they should stand.
func (p *Place) TellSide(frame camera.Frame, table config.Table) error {
	reading, err := cold.Read(frame.Image, p.Board)
	if err != nil {
		return err
	}
	lens, err := LoadLens(table)
	if err != nil {
		return err
	}
	bare := p.mayBeBare(frame, table, lens)
	black, unread := calibration.BlackEdge(reading.Grid, table.BlackPieces)
	if unread == nil && bare[black%2] {
		p.Black, p.Guessed = black, false
		if _, err := p.startLooks(frame, table, lens); err == nil {
			return nil
		}
	}
	p.Guessed = unread != nil
	tried, farthest := *p, 0.0
	for _, tried.Black = range []calibration.Edge{calibration.Top, calibration.Right} {
		if !bare[tried.Black%2] {
			continue
		}
		looks, err := tried.startLooks(frame, table, lens)
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
func (p Place) mayBeBare(frame camera.Frame, table config.Table, lens *calibration.LensFile) [2]bool {
	const plainly = 2 // times as uneven
	var uneven [2]float64
	for i := range uneven {
		p.Black = calibration.Edge(i)
		known, err := p.aimed(frame, table, lens)
		if err == nil {
			uneven[i], err = read.Unevenness(frame.Image, known)
		}
		if err != nil { // who learns from the picture will say so
			return [2]bool{true, true}
		}
	}
	return [2]bool{uneven[0] <= plainly*uneven[1], uneven[1] <= plainly*uneven[0]}
}

// startLooks is what squares and pieces look like if the start position stands in the
// place; an error says that it does not.
func (p Place) startLooks(frame camera.Frame, table config.Table, lens *calibration.LensFile) (calibration.Colours,
	error) {
	known, err := p.aimed(frame, table, lens)
	if err != nil {
		return calibration.Colours{}, err
	}
	return read.LearnColours(frame.Image, known, checkers.Start())
}

// aimed is a calibration that knows the board's place, and nothing of the colours.
func (p Place) aimed(frame camera.Frame, table config.Table, lens *calibration.LensFile) (calibration.Calibration,
	error) {
	fitted, residual, err := p.Camera(table.Board, frame.Image.Cols(), frame.Image.Rows(), lens)
	return calibration.Calibration{
		Version: calibration.Version,
		Board:   table.Board, Disc: table.Disc, BlackPieces: table.BlackPieces,
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

// Camera is the camera that sees the board there, and how well it does: the
// root mean square distance of the board's crossings, px. The lens may be nil:
// then the picture has to tell it.
func (p Place) Camera(board calibration.Board, width, height int, lens *calibration.LensFile) (calibration.Camera,
	float64, error) {
	seen := board.OuterCorners(p.Corners, p.Black)
	for _, c := range p.Crossings {
		seen = append(seen, calibration.Correspondence{Pixel: c.At, BoardPoint: board.Crossing(c.Row, c.Column, p.Black)})
	}
	var fitted calibration.Camera
	var residual float64
	var err error
	if lens == nil {
		fitted, residual, err = calibration.FitCamera(width, height, seen)
	} else if err = lens.Fits(width, height); err == nil {
		fitted.Lens = lens.Lens
		fitted.Pose, residual, err = calibration.FitPose(lens.Lens, seen)
	}
	if err != nil {
		return calibration.Camera{}, 0, err
	}
	worst := worstResidual * float64(width) / 1000
	switch {
	case residual > worst && lens != nil:
		return fitted, residual, fmt.Errorf("the board's lines lie %.1f px from where the lens would show them (at most "+
			"%.1f): is it the lens of this camera, with the same zoom and focus? If not, calibrate the lens again", residual,
			worst)
	case residual > worst:
		return fitted, residual, fmt.Errorf("the board's lines lie %.1f px from where a flat board's would (at most %.1f): "+
			"is the board flat, and is each corner where it should be?", residual, worst)
	}
	return fitted, residual, nil
}

// LoadLens is the lens of a table's camera, nil where none has been fitted.
func LoadLens(table config.Table) (*calibration.LensFile, error) {
	lens, err := calibration.LoadLens(table.Camera.Lens)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return &lens, err
}

// LearnBoard makes a calibration from a picture of the start position in which
// the board has a place.
func LearnBoard(frame camera.Frame, table config.Table, p Place, lens *calibration.LensFile,
	now time.Time) (calibration.Calibration, error) {
	if p.Guessed {
		return calibration.Calibration{},
			errors.New("the light and the dark pieces do not stand at opposite edges of the board: set up the start position")
	}
	made, err := p.aimed(frame, table, lens)
	if err != nil {
		return calibration.Calibration{}, err
	}
	return LearnPieces(frame, made, now)
}

// LearnPieces learns what squares and pieces look like from a picture of the
// start position on a board whose place is known.
func LearnPieces(frame camera.Frame, known calibration.Calibration, now time.Time) (calibration.Calibration, error) {
	colours, err := read.LearnColours(frame.Image, known, checkers.Start())
	if err != nil {
		return known, err
	}
	known.Colours, known.Made = &colours, now
	return known, confirm(known, frame)
}

// confirm reads the picture that a calibration was made from with it.
func confirm(made calibration.Calibration, frame camera.Frame) error {
	reader, err := read.NewReader(made)
	if err != nil {
		return err
	}
	defer reader.Close()
	board, err := reader.ReadBoard(frame.Image)
	if err != nil {
		return err
	}
	want := follow.PictureOf(checkers.Start(), made.BlackPieces)
	for s := checkers.Square(1); s <= checkers.Squares; s++ {
		if got, _ := board.Odds[s].Best(); got != want[s] {
			return fmt.Errorf("square %d does not look as in the start position: set up all 24 men, take your hand away, and "+
				"check that black_pieces is %s", s, made.BlackPieces)
		}
	}
	if board.Obstructed {
		return errors.New("something is over the board: take it away")
	}
	return nil
}

// cornerNames are what the picture calls the corners of a Place, in its order.
const cornerNames = "ABCD"

// Drawing shows a place: the corners by their names, and who sits where.
func (p Place) Drawing() (d overlay.Drawing) {
	for i := range p.Corners {
		// The board's corners begin at the edge where Black sits.
		d.Corners[i] = cornerNames[(int(p.Black)+i)%4:][:1]
	}
	d.Sides = !p.Guessed
	for _, c := range p.Crossings {
		d.Points = append(d.Points, c.At)
	}
	return d
}
