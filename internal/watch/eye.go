package watch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/calibration"
	"draughtsman/internal/config"
	"draughtsman/internal/robot/rig"
	"draughtsman/vision"
	"draughtsman/vision/camera"
	"draughtsman/vision/drift"
)

// rare is the time between pictures from which a difference to the one before
// says that something has moved, not that it is moving.
const rare = 500 * time.Millisecond

// Scene is what is looked at, and what is known of it.
type Scene struct {
	Source string // a device number, a file, a pattern or an address
	// Every is the time between two pictures of a file or a pattern, which do
	// not say when they were taken; 0 for a live camera, whose pictures are as
	// old as they are new to us.
	Every time.Duration

	// Known is the table's calibration. If it is nil one is made from the first
	// pictures, on which the start position stands; then the board, the pieces
	// and which of them are Black's must be given.
	Known       *calibration.Calibration
	Board       calibration.Board
	Disc        calibration.Disc
	BlackPieces calibration.Shade
}

// Eye looks at a table. It is for one goroutine at a time.
type Eye struct {
	camera *camera.Camera
	sight  *rig.Sight
	every  time.Duration
	first  time.Time // when picture 0 of a file is taken to have been made
	say    func(string)

	table   *config.Table // what the calibration was made for from the first pictures; nil: it was known
	covered time.Time     // since when a board that lies still has seemed covered; zero: it does not
	pause   time.Duration // before another calibration is tried
}

// OpenEye opens the camera and, if need be, calibrates it. While that does not
// succeed it tries again, and says why.
func OpenEye(ctx context.Context, s Scene, now time.Time, say func(string), log zerolog.Logger) (*Eye, calibration.Calibration, error) {
	cam, err := camera.Open(ctx, s.Source, camera.Options{Log: log})
	if err != nil {
		return nil, calibration.Calibration{}, err
	}
	known, err := s.calibrated(ctx, cam, now, say)
	if err != nil {
		return nil, known, errors.Join(err, cam.Close())
	}
	sight, err := rig.NewSight(known, drift.Options{}, say)
	if err != nil {
		return nil, known, errors.Join(err, cam.Close())
	}
	e := &Eye{camera: cam, sight: sight, every: s.Every, first: now, say: say, pause: coveredFor}
	if s.Known == nil {
		table := s.table()
		e.table = &table
	}
	return e, known, nil
}

// table is what a calibration must be told of the scene.
func (s Scene) table() config.Table {
	return config.Table{Board: s.Board, Disc: s.Disc, BlackPieces: s.BlackPieces}
}

// calibrated is the calibration that is known, or one made from the start
// position.
func (s Scene) calibrated(ctx context.Context, cam *camera.Camera, now time.Time, say func(string)) (calibration.Calibration, error) {
	if s.Known != nil {
		return *s.Known, nil
	}
	for {
		made, problem := rig.CalibrateBoard(ctx, s.table(), cam, nil, now)
		if problem == nil || ctx.Err() != nil {
			return made, problem
		}
		// Are there further pictures?
		frame, err := cam.Next(ctx)
		if errors.Is(err, io.EOF) && !errors.Is(problem, io.EOF) {
			return made, fmt.Errorf("the start position was not found in %s: %w", s.Source, problem)
		}
		if err != nil {
			return made, problem
		}
		if err := frame.Close(); err != nil {
			return made, err
		}
		say("Waiting for the start position: " + problem.Error() + ".")
	}
}

// Look reads the next picture; the error is io.EOF at the end of a file.
func (e *Eye) Look(ctx context.Context) (vision.Sighting, error) {
	frame, err := e.camera.Next(ctx)
	if err != nil {
		return vision.Sighting{}, err
	}
	at := frame.Time
	if e.every > 0 {
		at = e.first.Add(time.Duration(frame.Number) * e.every)
	}
	sighting, err := e.sight.See(frame, at)
	if err == nil && e.table != nil {
		sighting, err = e.again(frame, sighting)
	}
	if e.every >= rare {
		sighting.Moving = false
	}
	return sighting, errors.Join(err, frame.Close())
}

// How long a board that lies still must seem covered before it is calibrated
// anew, and the longest pause between two attempts.
const (
	coveredFor  = 500 * time.Millisecond
	rarestAgain = 8 * time.Second
)

// again makes the calibration anew where the board seems to be covered and yet
// shows the start position: when the first one was made a hand may have been
// there, and what is seen without it is strange. A board that shows anything else
// is not calibrated.
func (e *Eye) again(frame camera.Frame, seen vision.Sighting) (vision.Sighting, error) {
	switch {
	case !seen.Obstructed:
		e.covered, e.pause = time.Time{}, coveredFor
		return seen, nil
	case seen.Moving && e.every < rare:
		return seen, nil
	case e.covered.IsZero():
		e.covered = seen.Time
		return seen, nil
	case seen.Time.Sub(e.covered) < e.pause:
		return seen, nil
	}
	e.covered, e.pause = seen.Time, min(2*e.pause, rarestAgain)
	made, err := rig.CalibrateFrom(*e.table, frame, seen.Time)
	if err != nil {
		return seen, nil //nolint:nilerr // it is covered, or the game is on
	}
	sight, err := rig.NewSight(made, drift.Options{}, e.say)
	if err != nil {
		return seen, err
	}
	old := e.sight
	e.sight = sight
	seen, err = sight.See(frame, seen.Time)
	return seen, errors.Join(err, old.Close())
}

// Close closes the camera.
func (e *Eye) Close() error { return errors.Join(e.camera.Close(), e.sight.Close()) }
