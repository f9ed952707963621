package web

import (
	"context"
	"net/http"
	"reflect"
	"time"

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

// underCalibration is the table while it is calibrated; nil: it is not.
func (h *handler) underCalibration() Calibration {
	if h.Calibration == nil {
		return nil
	}
	return h.Calibration()
}

// calibrated is the table that is calibrated, or nil after saying that none is.
func (h *handler) calibrated(w http.ResponseWriter) Calibration {
	c := h.underCalibration()
	if c == nil {
		refuse(w, http.StatusNotFound, "This table is not being calibrated.")
	}
	return c
}

// benchPictures are those of the table that is calibrated.
func (h *handler) benchPictures() Pictures {
	if c := h.underCalibration(); c != nil {
		return c
	}
	return nil // and no Calibration that is nil
}

// calibrationFor is the state of a calibration for who sends a request: with the commands that it may give.
func (h *handler) calibrationFor(c Calibration, r *http.Request) calibrating.Snapshot {
	now := c.Snapshot()
	if h.roleOf(r) != commander {
		now.Commands = []string{}
	}
	return now
}

// calibration answers with the state of the calibration.
func (h *handler) calibration(w http.ResponseWriter, r *http.Request) {
	if c := h.calibrated(w); c != nil {
		answer(w, http.StatusOK, h.calibrationFor(c, r))
	}
}

// calibrationEvents sends a client the state of the calibration, whenever it is another one.
func (h *handler) calibrationEvents(w http.ResponseWriter, r *http.Request) {
	c := h.calibrated(w)
	if c == nil {
		return
	}
	if !h.events.take() {
		refuseForNow(w, "events", mostEventStreams)
		return
	}
	defer h.events.leave()
	s := stream{w: w, control: http.NewResponseController(w)}
	w.Header().Set("Content-Type", "text/event-stream")
	if s.open() != nil || r.Method == http.MethodHead {
		return
	}
	beats := time.NewTicker(heartbeat)
	defer beats.Stop()
	for version := int64(-1); ; {
		select {
		case <-c.Changed(version):
			now := h.calibrationFor(c, r)
			version = now.Version
			if s.send(version, "state", now) != nil || s.control.Flush() != nil {
				return // the client is gone, or does not read
			}
		case <-beats.C:
			if s.comment() != nil {
				return
			}
			continue
		case <-r.Context().Done():
			return
		}
		select {
		case <-time.After(pace):
		case <-r.Context().Done():
			return
		}
	}
}

// calibrationCommand has a command of a calibration obeyed, and answers with the state that it has come to.
func (h *handler) calibrationCommand(w http.ResponseWriter, r *http.Request) {
	c := h.calibrated(w)
	if c == nil {
		return
	}
	text, done := h.hear(w, r)
	if done == nil {
		return
	}
	defer done()
	command, err := parseCalibrating(text)
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), commandTimeout)
	defer cancel()
	if err := c.Do(ctx, command); err != nil {
		refuse(w, statusOf(err), inWords(err, languageOf(r)))
		return
	}
	answer(w, http.StatusAccepted, h.calibrationFor(c, r))
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
