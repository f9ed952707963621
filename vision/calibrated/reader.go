package calibrated

import (
	"fmt"
	"math"
	"slices"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision"
	"draughtsman/vision/squares"
)

// Reader reads pictures of one calibrated table, one after the other. It is for one goroutine at a time; Close gives
// its memory back.
type Reader struct {
	cal          calibration.Calibration
	squares      *squares.Reader
	looks        looks
	view         *boardView
	light        lightModel
	locator      *locator
	motion       motion
	surroundings *surroundings
	located      []piece // by number: those on squares that have not changed since
}

// piece is one that was located.
type piece struct {
	shows  vision.Content // vision.Nothing: none was
	offset [2]float64
}

// NewReader prepares the reading of pictures. It is an error when the calibration has no learnt colours, is not
// valid, or has a corner of the board out of the picture.
func NewReader(cal calibration.Calibration) (*Reader, error) {
	if cal.Colours == nil {
		return nil, fmt.Errorf("the calibration knows no colours of the pieces: learn them from a picture of the start " +
			"position")
	}
	v, err := newBoardView(cal)
	if err != nil {
		return nil, err
	}
	r := &Reader{looks: looksOf(cal.Colours.Tones)}
	r.aim(cal, v)
	lens := cal.Camera.Lens
	board, _ := squares.BoardOf(cal)
	if r.squares, err = squares.NewReader(board, lens.Width, lens.Height, cal.Examples); err != nil {
		v.close()
		return nil, err
	}
	return r, nil
}

// aim prepares all that hangs on the pose.
func (r *Reader) aim(cal calibration.Calibration, v *boardView) {
	r.cal, r.view = cal, v
	r.light, r.locator = newLightModel(v.squares), newLocator(cal, v.grid, v.squares.played)
	r.located = make([]piece, len(v.squares.played))
	r.motion, r.surroundings = motion{}, newSurroundings(cal)
}

// Aim has the reader look at the board in another pose, as after the board was moved or the camera nudged. The error
// says that the camera no longer sees all of it.
func (r *Reader) Aim(pose calibration.Pose) error {
	cal := r.cal
	cal.Camera.Pose = pose
	v, err := newBoardView(cal)
	if err != nil {
		return err
	}
	board, _ := squares.BoardOf(cal)
	if err := r.squares.Aim(board, cal.Camera.Lens.Width, cal.Camera.Lens.Height); err != nil {
		v.close()
		return err
	}
	r.view.close()
	r.aim(cal, v)
	return nil
}

// BoardReading is what one picture says of a board of any size. Squares are counted as calibration.Board counts them;
// index 0 is unused.
type BoardReading struct {
	Odds       []vision.Odds
	Offset     [][2]float64 // mm, board x and y: from the square's centre to the piece's; 0 where empty
	Hidden     []bool       // something other than pieces seems to be over the square
	Moving     bool         // differs from the picture before it
	Obstructed bool         // something other than pieces is over the board

	strange []cellOfBoard // squares over which something seems to be
}

// Read says what a picture shows of a board on which a game is played; at is when it was received. The picture is
// 8-bit BGR of the size the camera was calibrated with. Moving compares it with the picture read before; the first
// one does not move.
func (r *Reader) Read(picture gocv.Mat, at time.Time) (vision.Sighting, error) {
	if _, err := vision.GameOn(r.cal.Board); err != nil {
		return vision.Sighting{}, err
	}
	board, err := r.ReadBoard(picture)
	if err != nil {
		return vision.Sighting{}, err
	}
	reaching, err := r.surroundings.reachedInto(picture, at, board.strange)
	if err != nil {
		return vision.Sighting{}, fmt.Errorf("looking beside the board: %w", err)
	}
	seen := vision.Sighting{Time: at, Moving: board.Moving, Obstructed: board.Obstructed || reaching}
	copy(seen.Odds[:], board.Odds)
	copy(seen.Hidden[:], board.Hidden)
	copy(seen.Offset[:], board.Offset)
	return seen, nil
}

// ReadBoard is Read for a board of any size. It does not look beside the board.
func (r *Reader) ReadBoard(picture gocv.Mat) (BoardReading, error) {
	if err := r.view.take(picture); err != nil {
		return BoardReading{}, err
	}
	changed, err := r.squares.Look(picture)
	if err != nil {
		return BoardReading{}, err
	}
	played := r.view.squares.played
	seen := BoardReading{Odds: make([]vision.Odds, len(played)), Offset: make([][2]float64, len(played)),
		Hidden: make([]bool, len(played))}
	evidence := r.squares.Evidence()
	covered := func(c cellOfBoard, least float64) bool { return evidence[r.view.squares.index(c)].Covered > least }
	for i, n := 0, r.view.squares.size; i < n*n; i++ {
		if c := (cellOfBoard{i / n, i % n}); covered(c, mayBeCovered) {
			seen.strange = append(seen.strange, c)
		}
	}
	light := r.light.measure(r.view.lower.bytes, func(c cellOfBoard) bool { return covered(c, mayBeCovered) })
	for number := 1; number < len(played); number++ {
		at := r.view.squares.index(played[number].cellOfBoard)
		if slices.Contains(changed, at) {
			r.located[number] = piece{}
		}
		seen.Hidden[number] = covered(played[number].cellOfBoard, surelyCovered)
		seen.Odds[number], seen.Offset[number] = r.locate(number, evidence[at].Odds, light.around[number])
	}
	seen.Obstructed = slices.ContainsFunc(seen.strange, func(c cellOfBoard) bool { return covered(c, surelyCovered) })
	seen.Moving = r.motion.differs(r.view.upper.bytes, r.view.grid)
	return seen, nil
}

const (
	doubted = 0.98 // what is read with less may be a piece that stands astride the square's edge:
	goodFit = 0.8  // an outline lies as well over a piece, of 2
)

// locate returns where in its square the piece stands that a square shows. A square that shows little else than an
// empty one is taken to hold a piece if the outline of one lies well over something far off its middle.
func (r *Reader) locate(number int, odds vision.Odds, around tone) (vision.Odds, [2]float64) {
	empty := odds[vision.Nothing]
	side := vision.LightPiece
	if odds[vision.DarkPiece] > odds[side] {
		side = vision.DarkPiece
	}
	if empty >= doubted {
		return odds, [2]float64{}
	}
	if before := r.located[number]; before.shows == side && odds[side] > empty {
		return odds, before.offset
	}
	offset, fits := r.locator.find(r.view.upper.bytes, number, r.view.squares.played[number], r.looks, side, around)
	if empty < odds[side] {
		r.located[number] = piece{side, offset}
		return odds, offset
	}
	if fits < goodFit || math.Hypot(offset[0], offset[1]) < maxOffCentre*r.cal.Board.SquareMM {
		return odds, [2]float64{}
	}
	odds[vision.Nothing], odds[side] = odds[side], empty
	return odds, offset
}

// The probability from which on something may lie over a square, if what is beside the board says so, too,
// and from which on it does. Over free boards it is hardly more than 0.001, but in a patch of light.
const (
	mayBeCovered  = 0.01
	surelyCovered = 0.05
)

// Kings says by the numbers of the squares which of them hold a king in a picture that was read last: two discs on each
// other, or one with a mark.
func (r *Reader) Kings(picture gocv.Mat, seen BoardReading) ([]bool, error) {
	crowned, err := r.squares.Kings(picture)
	if err != nil {
		return nil, err
	}
	kings := make([]bool, len(seen.Odds))
	for number := 1; number < len(kings); number++ {
		at := r.view.squares.index(r.view.squares.played[number].cellOfBoard)
		is, _ := seen.Odds[number].Best()
		kings[number] = is != vision.Nothing && !seen.Hidden[number] && crowned[at] > 0.5
	}
	return kings, nil
}

// Close gives the reader's memory back.
func (r *Reader) Close() error {
	r.view.close()
	return r.squares.Close()
}
