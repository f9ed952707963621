package web

import (
	"context"
	"net/http"
	"reflect"

	"draughtsman/internal/calibrating"
)

// Calibration is a table that is calibrated. Several goroutines may ask at once.
type Calibration interface {
	// Do has a command obeyed; a *robot.Refusal says why it is not.
	Do(ctx context.Context, c calibrating.Command) error
	// Snapshot is the state of affairs.
	Snapshot() calibrating.Snapshot
	// Changed is closed when the state is another one than that of a version.
	Changed(version int64) <-chan struct{}
	Pictures
}

// bench answers clients of a table while it is calibrated.
type bench struct {
	*door
	gallery *gallery
}

// calibrated is the table while it is calibrated; nil: it is not.
func (d *door) calibrated() Calibration {
	if d.Calibration == nil {
		return nil
	}
	return d.Calibration()
}

// pictures are those of the table that is calibrated.
func (b bench) pictures() Pictures {
	if c := b.calibrated(); c != nil {
		return c
	}
	return nil // and no Calibration that is nil
}

// there is the table that is calibrated, or nil after saying that none is.
func (b bench) there(w http.ResponseWriter) Calibration {
	c := b.calibrated()
	if c == nil {
		refuse(w, http.StatusNotFound, "This table is not being calibrated.")
	}
	return c
}

// stateFor is the state of a calibration for who sends a request: with the commands that it may give.
func (b bench) stateFor(c Calibration, r *http.Request) calibrating.Snapshot {
	now := c.Snapshot()
	if b.roleOf(r) != commander {
		now.Commands = []string{}
	}
	return now
}

// state answers with the state of the calibration.
func (b bench) state(w http.ResponseWriter, r *http.Request) {
	if c := b.there(w); c != nil {
		answer(w, http.StatusOK, b.stateFor(c, r))
	}
}

// events sends a client the state of the calibration, whenever it is another one.
func (b bench) events(w http.ResponseWriter, r *http.Request) {
	c := b.there(w)
	if c == nil {
		return
	}
	version := int64(-1)
	b.follow(w, r, func(s *stream) (<-chan struct{}, error) {
		if now := b.stateFor(c, r); now.Version != version {
			version = now.Version
			if err := s.send(version, "state", now); err != nil {
				return nil, err
			}
		}
		return c.Changed(version), s.control.Flush()
	})
}

// command has a command of a calibration obeyed, and answers with the state that it has come to.
func (b bench) command(w http.ResponseWriter, r *http.Request) {
	if c := b.there(w); c != nil {
		obey(b.door, w, r, parseCalibrating, c.Do, func() any { return b.stateFor(c, r) })
	}
}

// parseCalibrating reads a command of a calibration as clients write it.
func parseCalibrating(text []byte) (calibrating.Command, error) {
	name, keys, err := keysOf(text)
	if err != nil {
		return nil, err
	}
	command := calibrating.NewCommand(name)
	if command == nil {
		return nil, unknown(name, calibrating.Names())
	}
	value := reflect.ValueOf(command).Elem()
	if err := fill(value, name, keys); err != nil {
		return nil, err
	}
	return value.Interface(), nil
}
