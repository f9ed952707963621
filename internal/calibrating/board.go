package calibrating

import (
	"context"
	"errors"
	"io"
	"math"
	"reflect"

	"draughtsman/calibration"
	"draughtsman/internal/guide"
	"draughtsman/vision/camera"
	"draughtsman/vision/learn"
	"draughtsman/vision/overlay"
)

// board is the session that learns where the board is, and what the pieces on it look like.
type board struct {
	*eye
	setup  learn.Setup
	frame  camera.Kept      // that was seen last
	place  learn.Detection  // of the board in it
	there  bool             // place is
	byHand bool             // a person has corrected it, and has the last word
	unseen error            // why there is no place
	off    *learn.OffCorner // that a person has put beside the board's; nil: none that is known
}

func (b *board) open() error {
	setup, err := guide.Setup(b.Table)
	if err := errors.Join(err, b.frame.Close()); err != nil {
		return err
	}
	*b = board{eye: b.eye, setup: setup, unseen: errors.New("there is no picture yet")}
	return nil
}

// see takes a picture over. A file's last one stays.
func (b *board) see(l look) error {
	switch {
	case errors.Is(l.err, io.EOF) && b.frame.There():
		return nil
	case l.err != nil:
		return l.err
	}
	err := b.frame.Keep(l.frame)
	if !b.byHand && !l.byHand {
		b.place, b.there, b.unseen = l.place, l.none == nil, l.none
		if refusal := (*learn.NoBoard)(nil); !b.there && !errors.As(l.none, &refusal) {
			err = errors.Join(err, l.none)
		}
	}
	return errors.Join(err, b.tell())
}

// await looks at the next picture.
func (b *board) await(ctx context.Context) error {
	b.begin()
	select {
	case l := <-b.looks:
		if fresh, err := b.fresh(l); !fresh {
			return err
		}
		return b.see(l)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// obey does what a person wants of the board's place; done: it is known.
func (b *board) obey(ctx context.Context, c Command) (done bool, err error) {
	for !b.frame.There() {
		if err := b.await(ctx); err != nil {
			return false, err
		}
	}
	b.off = nil
	switch c := c.(type) {
	case Corner:
		err = b.put(c)
	case Turn:
		if !b.there {
			return false, refuse("There is no board yet whose sides could be turned.")
		}
		b.place.Black, b.place.Guessed, b.byHand = (b.place.Black+1)%4, false, true
	case Find:
		b.byHand, b.there, b.unseen = false, false, errors.New("the board is being looked for")
		err = b.film(ctx, Board)
	case Accept:
		err := b.accept(ctx, c)
		return err == nil, err
	}
	if err != nil {
		return false, err
	}
	return false, b.tell()
}

// put puts a corner to a pixel. Where no board was found, the corners begin in a square in the middle of the picture,
// and Black's side is to be said.
func (b *board) put(c Corner) error {
	w, h := float64(b.frame.Image.Cols()), float64(b.frame.Image.Rows())
	switch {
	case c.Corner < 0 || c.Corner > 3:
		return refuse("A board has the corners 0 to 3.")
	case !(c.X >= 0 && c.Y >= 0 && c.X < w && c.Y < h):
		return refuse("%g, %g lies outside the picture of %.0f×%.0f pixels.", c.X, c.Y, w, h)
	case !b.there:
		b.place, b.there = learn.Detection{Guessed: true}, true
		b.place.Squares = b.setup.Board.Squares
		for i, at := range [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
			b.place.Corners[i] = calibration.Pixel{X: w/2 + at[0]*h/4, Y: h/2 + at[1]*h/4}
		}
	}
	b.place, b.byHand = b.place.WithCorner(c.Corner, calibration.Pixel{X: c.X, Y: c.Y}), true
	if b.place.Guessed { // perhaps it can be told now; if not, the side stays a guess and is shown as one
		_ = b.place.TellSide(b.frame.Image, b.setup)
	}
	return nil
}

// take is what the picture with the board in its place teaches.
func (b *board) take() (calibration.Calibration, error) {
	if !b.there {
		return calibration.Calibration{}, b.unseen
	}
	return b.place.Calibrate(b.frame.Image, b.setup, b.Now())
}

// accept takes the board as it is placed, or as it is found in one of the next pictures, since a hand may still be in
// the first ones; and learns the pieces on it.
func (b *board) accept(ctx context.Context, c Accept) error {
	if b.byHand && b.there {
		if err := b.place.Misplaced(b.frame.Image); errors.As(err, &b.off) {
			return errors.Join(refusal(err), b.tell())
		} else if err != nil {
			return err
		}
	}
	made, err := b.take()
	patience := b.Patience
	if patience == 0 && b.there {
		patience = 4
	}
	for n := 1; err != nil && n < patience && !b.byHand && !b.over; n++ {
		if err := b.await(ctx); err != nil {
			return err
		}
		made, err = b.take()
	}
	if err != nil {
		return refusal(err)
	}
	if before := b.known; before != nil {
		made.Latency = before.Latency
		if c.OnlyCamera {
			made.Arm, made.Touches = before.Arm, before.Touches
		} else {
			b.was = before.Arm
		}
	}
	b.redo[Board], b.redo[Pieces] = false, false
	return b.save(made)
}

// emptyBoard is that of no picture.
func emptyBoard() BoardState { return BoardState{Corners: [][2]float64{}, Lines: [][][2]float64{}} }

// tell says and shows where the board is placed in the picture.
func (b *board) tell() error {
	frame, state, shown := *b.frame.Frame, emptyBoard(), guide.Shown{}
	state.Found, state.ByHand, state.Off, state.ArmKnown = b.there, b.byHand, b.off, b.now.Board.ArmKnown
	if b.there {
		shown = guide.ShownPlace(frame, b.place, b.setup)
		state.SideKnown, state.Black = !b.place.Guessed, int(b.place.Black)
		state.Corners = rounded(b.place.Corners[:])
		fitted, residual, err := b.place.Camera(frame.Image, b.setup)
		if err != nil {
			state.Why = InFull(err)
		} else {
			state.ResidualPX = math.Round(100*residual) / 100
			for _, line := range overlay.Lattice(fitted, b.setup.Board) {
				state.Lines = append(state.Lines, rounded(line))
			}
		}
	}
	if !reflect.DeepEqual(state, b.now.Board) {
		b.update(func(now *Snapshot) { now.Board = state })
	}
	return b.show(frame, shown)
}

// rounded are pixels to a tenth.
func rounded(line []calibration.Pixel) (points [][2]float64) {
	for _, p := range line {
		points = append(points, [2]float64{math.Round(10*p.X) / 10, math.Round(10*p.Y) / 10})
	}
	return points
}
