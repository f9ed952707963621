package calibrating

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"draughtsman/internal/config"
	"draughtsman/internal/guide"
	"draughtsman/internal/robot"
	"draughtsman/internal/robot/rig"
	"draughtsman/vision/camera"
	"draughtsman/vision/detect"
	"draughtsman/vision/learn"
	"draughtsman/vision/overlay"
)

// eye looks at the table through the camera of a session, and shows what it sees.
type eye struct {
	*record
	opened  chan struct{} // closed when the camera is open
	camera  atomic.Pointer[camera.Camera]
	shown   atomic.Pointer[guide.Shown] // what is drawn on pictures
	source  string                      // of the camera
	over    bool                        // no more pictures come from it
	looking bool                        // a picture is being looked at
	begin   func()                      // looks at the next one, if none is being looked at and the session wants it
	looks   chan look
}

// look is a picture and what is found in it.
type look struct {
	from    *camera.Camera
	session Session
	frame   camera.Frame
	target  detect.Board    // of the lens
	place   learn.Detection // of the board
	byHand  bool            // it was placed by a person, and not looked for
	none    error           // why there is nothing
	err     error           // why there is no picture
}

// look looks at the next picture, in which a session finds something. It takes its time, and commands are obeyed
// meanwhile.
func (e *eye) look(ctx context.Context, find func(*look)) {
	l := look{from: e.camera.Load(), session: e.now.Session}
	e.looking = true
	go func() {
		if l.frame, l.err = l.from.Next(ctx); l.err == nil {
			find(&l)
		}
		e.looks <- l
	}()
}

// fresh takes a look over; false: another session or another camera is there by now, which it says nothing of.
func (e *eye) fresh(l look) (bool, error) {
	e.looking = false
	current := l.session == e.now.Session && l.from == e.camera.Load()
	switch {
	case l.err != nil:
		e.over = e.over || current
	case !current:
		return false, l.frame.Close()
	default:
		if w, h := l.frame.Image.Cols(), l.frame.Image.Rows(); w != e.now.Width || h != e.now.Height {
			e.update(func(now *Snapshot) { now.Width, now.Height = w, h })
		}
	}
	return current, nil
}

// film opens the camera of a session, unless it is open. What has an end begins anew. The arm is steered without
// pictures where there are none.
func (e *eye) film(ctx context.Context, session Session) error {
	table, before := e.Table, e.camera.Load()
	if session == Lens && e.LensCamera != "" { // which the table's settings are not meant for
		table.Camera = config.Camera{Source: e.LensCamera, GiveUp: table.Camera.GiveUp}
	}
	if before != nil && table.Camera.Source == e.source && !before.Ends() {
		return nil
	}
	cam, err := rig.OpenCamera(ctx, table, e.Log)
	e.source, e.over = table.Camera.Source, err != nil
	switch {
	case err != nil && e.Only == Arm:
		return ctx.Err()
	case err != nil:
		return err
	}
	e.camera.Store(cam)
	if before != nil {
		return before.Close()
	}
	close(e.opened)
	return nil
}

// show draws on pictures what belongs to them, and shows one of them to whoever watches.
func (e *eye) show(frame camera.Frame, shown guide.Shown) error {
	e.shown.Store(&shown)
	if e.Show == nil {
		return nil
	}
	return e.Show(frame, shown)
}

// close closes the camera when what is being looked at has been.
func (e *eye) close() (err error) {
	if cam := e.camera.Load(); cam != nil {
		err = cam.Close()
	}
	if e.looking {
		_ = (<-e.looks).frame.Close()
	}
	return err
}

// JPEG is the next picture that arrives as the camera has it, drawn with what its session shows in it, and when it was
// received.
func (e *eye) JPEG(ctx context.Context, v robot.View) (file []byte, received time.Time, err error) {
	select {
	case <-e.opened:
	case <-ctx.Done():
		return nil, time.Time{}, ctx.Err()
	}
	frame, err := e.camera.Load().Peek(ctx)
	if err != nil {
		return nil, time.Time{}, err
	}
	defer func() { err = errors.Join(err, frame.Close()) }()
	if shown := e.shown.Load(); v.Drawn && shown != nil {
		file, err = shown.JPEG(frame)
	} else {
		file, err = overlay.JPEG(frame.Image)
	}
	return file, frame.Time, err
}
