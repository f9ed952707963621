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
	"draughtsman/vision/overlay"
)

// board is the session that learns where the board is, and what the pieces on it look like.
type board struct {
	*eye
	placing guide.Placing
	frame   camera.Kept // that was seen last
}

func (b *board) open() error {
	setup, err := guide.Setup(b.Table)
	if err != nil {
		return err
	}
	b.placing = guide.NewPlacing(setup)
	return b.frame.Close()
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
	if !l.byHand {
		err = errors.Join(err, b.placing.See(l.place, l.none))
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
	frame := *b.frame.Frame
	switch c := c.(type) {
	case Corner:
		if c.Corner < 0 || c.Corner > 3 {
			return false, refuse("A board has the corners 0 to 3.")
		}
		w, h := float64(frame.Image.Cols()), float64(frame.Image.Rows())
		if !(c.X >= 0 && c.Y >= 0 && c.X < w && c.Y < h) {
			return false, refuse("%g, %g lies outside the picture of %.0f×%.0f pixels.", c.X, c.Y, w, h)
		}
		b.placing.Set(frame, c.Corner, calibration.Pixel{X: c.X, Y: c.Y})
	case Turn:
		if !b.placing.There {
			return false, refuse("There is no board yet whose sides could be turned.")
		}
		b.placing.Turn()
	case Find:
		b.placing.Find()
		if err := b.film(ctx, Board); err != nil {
			return false, err
		}
	case Accept:
		err := b.accept(ctx, c)
		return err == nil, err
	}
	return false, b.tell()
}

// accept takes the board as it is placed, or as it is found in one of the next pictures, since a hand may still be in
// the first ones; and learns the pieces on it.
func (b *board) accept(ctx context.Context, c Accept) error {
	made, err := b.placing.Take(*b.frame.Frame, b.Now())
	patience := b.Patience
	if patience == 0 && b.placing.There {
		patience = 4
	}
	for n := 1; err != nil && n < patience && !b.placing.ByHand && !b.over; n++ {
		if err := b.await(ctx); err != nil {
			return err
		}
		made, err = b.placing.Take(*b.frame.Frame, b.Now())
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
	b.redo[Board], b.redo[Pieces] = false, guide.Weakest(made.Colours.Margins()).Sigmas < guide.LeastMargin
	return b.save(made)
}

// emptyBoard is that of no picture.
func emptyBoard() BoardState { return BoardState{Corners: [][2]float64{}, Lines: [][][2]float64{}} }

// tell says and shows where the board is placed in the picture.
func (b *board) tell() error {
	frame, p, state, shown := *b.frame.Frame, b.placing, emptyBoard(), guide.Shown{}
	state.Found, state.ByHand, state.ArmKnown = p.There, p.ByHand, b.now.Board.ArmKnown
	if p.There {
		shown = guide.ShownPlace(frame, p.Place, p.Setup)
		state.SideKnown, state.Black = !p.Place.Guessed, int(p.Place.Black)
		state.Corners = rounded(p.Place.Corners[:])
		fitted, residual, err := p.Place.Camera(frame.Image, p.Setup)
		if err != nil {
			state.Why = InFull(err)
		} else {
			state.ResidualPX = math.Round(100*residual) / 100
			for _, line := range overlay.Lattice(fitted, p.Setup.Board) {
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
