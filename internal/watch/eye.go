package watch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/vision"
	"draughtsman/vision/calibrated"
	"draughtsman/vision/camera"
	"draughtsman/vision/learn"
	"draughtsman/vision/moves"
	"draughtsman/vision/track"
)

// sparsePictures is the time between pictures from which on a difference to the one before says that something has
// moved, not that it is moving.
const sparsePictures = 500 * time.Millisecond

// EyeOptions say where pictures come from and what is known of the table.
type EyeOptions struct {
	Source string // a device number, a file, a pattern or an address
	// Every is the time between two pictures of a file or a pattern, which do not say when they were taken. 0: what a
	// video says it is, or the time at which a live camera's pictures are received.
	Every time.Duration

	// Known is the table's calibration. Where it is nil, one is made from the first pictures, on which the start
	// position stands or, where two pictures show the same, another one; then the board, the pieces and which of them
	// are Black's must be given.
	Known       *calibration.Calibration
	Board       calibration.Board
	Disc        calibration.Disc
	BlackPieces calibration.Shade
}

// Eye reads the pictures of a table. It is for one goroutine at a time, but for JPEG.
type Eye struct {
	camera  *camera.Camera
	options EyeOptions
	reader  *calibrated.Follower
	first   time.Time // when picture 0 of a file is taken to have been made
	say     func(string)

	seeing   seeing        // the last picture
	position moves.Picture // what the picture before showed that was no start position; zero: nothing sure
}

// OpenEye opens the camera and, where no calibration is given, makes one, which it returns. While that does not
// succeed it tries again, and says why.
func OpenEye(ctx context.Context, o EyeOptions, now time.Time, say func(string), log zerolog.Logger) (*Eye,
	calibration.Calibration, error) {
	cam, err := camera.Open(ctx, o.Source, camera.Options{Log: log})
	if err != nil {
		return nil, calibration.Calibration{}, err
	}
	if rate := cam.Rate(); o.Every == 0 && rate > 0 {
		o.Every = time.Duration(float64(time.Second) / rate)
	}
	e := &Eye{camera: cam, options: o, first: now, say: say}
	var known calibration.Calibration
	if o.Known != nil {
		known = *o.Known
		e.reader, err = calibrated.NewFollower(known, track.Options{}, say)
	} else {
		known, err = e.calibrate(ctx)
	}
	if err != nil {
		return nil, known, errors.Join(err, cam.Close())
	}
	return e, known, nil
}

// calibrate makes a calibration from the start position.
func (e *Eye) calibrate(ctx context.Context) (made calibration.Calibration, err error) {
	for {
		problem := e.camera.Try(ctx, func(frame camera.Frame) error {
			made, err = e.learn(frame, e.timeOf(frame))
			return err
		})
		if problem == nil || ctx.Err() != nil {
			return made, problem
		}
		// Are there further pictures?
		frame, err := e.camera.Next(ctx)
		if errors.Is(err, io.EOF) && !errors.Is(problem, io.EOF) {
			return made, fmt.Errorf("the start position was not found in %s: %w", e.options.Source, problem)
		}
		if err != nil {
			return made, problem
		}
		if err := frame.Close(); err != nil {
			return made, err
		}
		e.say("Waiting for the start position: " + problem.Error() + ".")
	}
}

// learn makes a calibration from a picture of the start position, or of two pictures of another one, and a reader that
// reads with it.
func (e *Eye) learn(frame camera.Frame, at time.Time) (made calibration.Calibration, err error) {
	setup := learn.Setup{Board: e.options.Board, Disc: e.options.Disc, BlackPieces: e.options.BlackPieces}
	detected, err := learn.Detect(frame.Image, setup)
	if err != nil {
		return made, err
	}
	if made, err = detected.Calibrate(frame.Image, setup, at); err != nil {
		var other error
		before := e.position
		made, e.position, other = detected.FromPosition(frame.Image, setup, at)
		if other != nil {
			e.position = moves.Picture{}
			return made, err
		}
		if e.position != before {
			return made, err // a moment ago something else was there
		}
	}
	reader, err := calibrated.NewFollower(made, track.Options{}, e.say)
	if err != nil {
		return made, err
	}
	if _, err := reader.Read(frame.Image, at); err != nil { // what lies beside the board now belongs to the table
		return made, errors.Join(err, reader.Close())
	}
	e.reader = reader
	if altered := made.Camera.Lens.Altered(); altered != "" {
		e.say(altered)
	}
	return made, nil
}

// timeOf is when a picture was taken.
func (e *Eye) timeOf(frame camera.Frame) time.Time {
	if e.options.Every > 0 {
		return e.first.Add(time.Duration(frame.Number) * e.options.Every)
	}
	return frame.Time
}

// Look reads the next picture; the error is io.EOF at the end of a file.
func (e *Eye) Look(ctx context.Context) (vision.Sighting, error) {
	frame, err := e.camera.Next(ctx)
	if err != nil {
		return vision.Sighting{}, err
	}
	if e.camera.SendsBroken() {
		e.say(vision.BrokenPictures.String())
	}
	if err := e.seeing.keep(frame); err != nil {
		return vision.Sighting{}, err
	}
	sighting, err := e.reader.Read(frame.Image, e.timeOf(frame))
	if e.options.Every >= sparsePictures {
		sighting.Moving = false
	}
	e.seeing.read(e.reader.Calibration(), sighting)
	return sighting, err
}

// Kings returns the squares on which kings are seen in the last picture. Once moves have been seen the rules say where
// they are, and this is not asked any more.
func (e *Eye) Kings() (set checkers.Set, err error) {
	list, err := e.reader.Kings(e.seeing.picture.Image)
	for square, is := range list {
		if is {
			set |= checkers.SetOf(checkers.Square(square))
		}
	}
	return set, err
}

// Close closes the camera.
func (e *Eye) Close() error { return errors.Join(e.camera.Close(), e.reader.Close(), e.seeing.close()) }
