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
	"draughtsman/vision/camera"
	"draughtsman/vision/learn"
	"draughtsman/vision/moves"
	"draughtsman/vision/track"
	"draughtsman/vision/tracked"
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
	reader  *tracked.Reader
	first   time.Time // when picture 0 of a file is taken to have been made
	say     func(string)

	covered time.Time     // since when a board that lies still has seemed covered; zero: it does not
	pause   time.Duration // before another calibration is tried
	begun   bool          // moves have been seen

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
	e := &Eye{camera: cam, options: o, first: now, say: say, pause: coveredTime}
	var known calibration.Calibration
	if o.Known != nil {
		known = *o.Known
		e.reader, err = tracked.NewReader(known, track.Options{}, say)
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
			made, _, err = e.learn(frame, e.timeOf(frame))
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

// learn makes a calibration from a picture of the start position, and reads that with it.
func (e *Eye) learn(frame camera.Frame, at time.Time) (made calibration.Calibration, seen vision.Sighting, err error) {
	setup := learn.Setup{Board: e.options.Board, Disc: e.options.Disc, BlackPieces: e.options.BlackPieces}
	is := moves.PictureOf(checkers.Start(), setup.BlackPieces)
	detected, err := learn.Detect(frame.Image, setup)
	if err != nil {
		return made, seen, err
	}
	if made, err = detected.Calibrate(frame.Image, setup, at); err != nil {
		var other error
		before := e.position
		made, e.position, other = detected.FromPosition(frame.Image, setup, at)
		if other != nil {
			e.position = moves.Picture{}
			return made, seen, err
		}
		if is = e.position; is != before {
			return made, seen, err // a moment ago something else was there
		}
	}
	reader, err := tracked.NewReader(made, track.Options{}, e.say)
	if err != nil {
		return made, seen, err
	}
	if seen, err = reader.Read(frame.Image, at); err != nil {
		return made, seen, errors.Join(err, reader.Close())
	}
	if e.reader != nil {
		err = e.reader.Close()
	}
	e.reader = reader
	shown := make(map[checkers.Square]vision.Content)
	for square, content := range is {
		if square > 0 {
			shown[checkers.Square(square)] = content
		}
	}
	e.Remember(shown)
	return made, seen, err
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
	if err == nil && e.options.Known == nil {
		sighting, err = e.recalibrate(frame, sighting)
	}
	if e.options.Every >= sparsePictures {
		sighting.Moving = false
	}
	e.seeing.read(e.reader.Calibration(), sighting)
	return sighting, err
}

// How long a board that lies still must seem covered before it is calibrated anew, and the longest pause between two
// attempts.
const (
	coveredTime  = 500 * time.Millisecond
	longestPause = 8 * time.Second
)

// recalibrate makes the calibration anew where, before the first move, the board seems to be covered and yet shows
// the start position: a hand may have been there when the first one was made, and what is seen without it is strange.
// A board that shows anything else is not calibrated; nor is one on which the game has begun, where what is learnt in
// the belief that the start position stands would take moves off the record.
func (e *Eye) recalibrate(frame camera.Frame, seen vision.Sighting) (vision.Sighting, error) {
	switch {
	case !seen.Obstructed, e.begun:
		e.covered, e.pause = time.Time{}, coveredTime
		return seen, nil
	case seen.Moving && e.options.Every < sparsePictures:
		return seen, nil
	case e.covered.IsZero():
		e.covered = seen.Time
		return seen, nil
	case seen.Time.Sub(e.covered) < e.pause:
		return seen, nil
	}
	e.covered, e.pause = seen.Time, min(2*e.pause, longestPause)
	if _, again, err := e.learn(frame, seen.Time); err == nil {
		return again, nil
	}
	return seen, nil // it is covered, or the game is on
}

// Remember says what some squares show in the last picture: all of them in the start position, and later all but
// those of the last move.
func (e *Eye) Remember(shown map[checkers.Square]vision.Content) {
	e.begun = len(shown) < checkers.Squares
	e.reader.Remember(shown)
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
