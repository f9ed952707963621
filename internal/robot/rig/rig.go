// Package rig puts a table together from its description: the camera and the reader of its pictures, the arm behind
// its port, and the calibration that ties them to the board. A simulated table is put together in the same way as a
// real one.
package rig

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/calibration"
	"draughtsman/internal/config"
	"draughtsman/internal/drivers"
	"draughtsman/vision"
	"draughtsman/vision/calibrated"
	"draughtsman/vision/camera"
	"draughtsman/vision/changes"
	"draughtsman/vision/track"
)

// Eye looks at the table through its camera. It is for one goroutine at a time, but for JPEG.
type Eye struct {
	camera *camera.Camera
	reader *calibrated.Follower
	time   func(received time.Time) time.Time
	since  time.Time // by the table's clock: pictures that arrive earlier show the arm in motion

	read         atomic.Pointer[reading] // of the picture looked at last
	changes      changes.Detector
	last, before camera.Kept // the picture looked at last, and the one remembered
}

// OpenEye opens the table's camera with what is known of it. A board that has drifted farther than the arm may reach
// beside its squares ends the looking with a *track.Lost. A table whose time is not ours has its own for pictures
// received at ours; nil: they are the same.
func OpenEye(ctx context.Context, table config.Table, known calibration.Calibration,
	tableTime func(received time.Time) time.Time, log zerolog.Logger) (*Eye, error) {
	if err := known.CheckBoard(table.Board); err != nil {
		return nil, err
	}
	if known.Colours == nil {
		return nil, fmt.Errorf("the calibration does not know the pieces: run `draughtsman calibrate board` with the start " +
			"position on the table")
	}
	say := func(text string) { log.Warn().Msg(text) }
	options := track.ArmOptions(known)
	if table.ByHand() { // hands go where the board has gone
		options = track.Options{}
	}
	reader, err := calibrated.NewFollower(known, options, say)
	if err != nil {
		return nil, err
	}
	cam, err := OpenCamera(ctx, table, log)
	if err != nil {
		return nil, errors.Join(err, reader.Close())
	}
	if tableTime == nil {
		tableTime = func(received time.Time) time.Time { return received }
	}
	eye := &Eye{camera: cam, reader: reader, time: tableTime}
	eye.read.Store(&reading{known: known})
	return eye, nil
}

// now is the time on the table's clock.
func (e *Eye) now() time.Time { return e.time(time.Now()) }

// stale makes Look and Survey leave out pictures taken before now, which may arrive up to late from now.
func (e *Eye) stale(late time.Duration) { e.since = e.now().Add(late) }

// next waits for a picture that was taken after the arm had moved last.
func (e *Eye) next(ctx context.Context) (camera.Frame, error) {
	for {
		frame, err := e.camera.Next(ctx)
		if err != nil || !e.time(frame.Time).Before(e.since) {
			return frame, err
		}
		if err := frame.Close(); err != nil {
			return frame, err
		}
	}
}

// Look implements robot.Eye: it reads the next picture that was taken after the arm had moved last.
func (e *Eye) Look(ctx context.Context) (vision.Sighting, error) {
	frame, err := e.next(ctx)
	if err != nil {
		return vision.Sighting{}, err
	}
	sighting, err := e.reader.Read(frame.Image, e.time(frame.Time))
	e.read.Store(&reading{e.reader.Calibration(), sighting})
	return sighting, errors.Join(err, e.last.Keep(frame))
}

// SendsBroken reports, once, that so many of the camera's pictures are broken that people should know.
func (e *Eye) SendsBroken() bool { return e.camera.SendsBroken() }

// Close closes the camera.
func (e *Eye) Close() error {
	return errors.Join(e.camera.Close(), e.reader.Close(), e.last.Close(), e.before.Close(), e.changes.Close())
}

// OpenArm connects to the table's arm. Nothing moves before it is homed.
func OpenArm(ctx context.Context, table config.Table, log zerolog.Logger) (drivers.Arm, error) {
	return drivers.Open(ctx, table, log)
}
