package web

import (
	"context"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strconv"
	"strings"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
)

// Pictures are what the table's camera sees.
type Pictures interface {
	// JPEG is the newest picture as a JPEG file, and when it was received. Several goroutines may ask at once.
	JPEG(ctx context.Context, v robot.View) (file []byte, received time.Time, err error)
}

// How often, and for how long at most, the camera is asked for a picture.
const (
	pictureInterval = 100 * time.Millisecond
	pictureTimeout  = 5 * time.Second
)

// shot is the newest picture that any client was sent. All share it for pictureInterval.
type shot struct {
	turn     chan struct{} // has room for whoever asks for a picture
	file     []byte
	received time.Time
	asked    time.Time
}

// gallery is what the clients of one camera were sent last.
type gallery struct {
	pictures func() Pictures  // nil, or nothing: there are none
	shots    map[string]*shot // by what is said of the view
	viewers  seats            // of those who see films
	now      func() time.Time
}

func newGallery(pictures func() Pictures, viewers seats, now func() time.Time) *gallery {
	g := &gallery{pictures: pictures, viewers: viewers, shots: map[string]*shot{}, now: now}
	for _, overlay := range []bool{false, true} {
		for _, near := range []string{"", "black", "white"} {
			g.shots[fmt.Sprint(overlay, near)] = &shot{turn: make(chan struct{}, 1)}
		}
	}
	return g
}

// nearOf is whose edge of the board a request wants to see below: ?near=black or ?near=white; nil: it does not say.
func nearOf(r *http.Request) (name string, side *checkers.Side) {
	for _, s := range []checkers.Side{checkers.Black, checkers.White} {
		if name := strings.ToLower(s.String()); strings.EqualFold(r.URL.Query().Get("near"), name) {
			return name, &s
		}
	}
	return "", nil
}

// shoot is the newest picture as a request wants to see it.
func (g *gallery) shoot(r *http.Request) (file []byte, received time.Time, err error) {
	ctx, cancel := context.WithTimeout(r.Context(), pictureTimeout)
	defer cancel()
	name, near := nearOf(r)
	v := robot.View{Drawn: set(r, "overlay"), Near: near}
	s := g.shots[fmt.Sprint(v.Drawn, name)]
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return nil, time.Time{}, ctx.Err()
	}
	if now := g.now(); s.file == nil || now.Sub(s.asked) >= pictureInterval {
		from := g.pictures()
		if from == nil {
			return nil, time.Time{}, errNoCamera
		}
		if file, received, err = from.JPEG(ctx, v); err != nil {
			return nil, time.Time{}, err
		}
		s.file, s.received, s.asked = file, received, now
	}
	return s.file, s.received, nil
}

// errNoCamera is for a camera that was closed.
var errNoCamera = errors.New("it is closed")

// pictured reports whether there are pictures, and says that there are none.
func (g *gallery) pictured(w http.ResponseWriter) bool {
	there := g.pictures() != nil
	if !there {
		refuse(w, http.StatusNotFound, "There are no pictures of this table.")
	}
	return there
}

// picture answers with the newest picture.
func (g *gallery) picture(w http.ResponseWriter, r *http.Request) {
	if !g.pictured(w) {
		return
	}
	file, received, err := g.shoot(r)
	if err != nil {
		refuse(w, http.StatusServiceUnavailable, noPicture(err))
		return
	}
	for name, values := range pictureHeader(file, received) {
		w.Header()[name] = values
	}
	_, _ = w.Write(file)
}

// pictureHeader says what a picture is, and when it was received, in seconds since 1970.
func pictureHeader(file []byte, received time.Time) textproto.MIMEHeader {
	return textproto.MIMEHeader{
		"Content-Type":   {"image/jpeg"},
		"Content-Length": {strconv.Itoa(len(file))},
		"X-Timestamp":    {strconv.FormatFloat(float64(received.UnixMilli())/1000, 'f', 3, 64)},
	}
}

// film sends a client one picture after the other, as browsers show them and cameras send them. It lasts until the
// client goes away or no more pictures come. A client that is slow gets fewer.
func (g *gallery) film(w http.ResponseWriter, r *http.Request) {
	if !g.pictured(w) {
		return
	}
	if !g.viewers.take() {
		refuseForNow(w, "pictures", mostPictureStreams)
		return
	}
	defer g.viewers.leave()
	file, received, err := g.shoot(r)
	if err != nil {
		refuse(w, http.StatusServiceUnavailable, noPicture(err))
		return
	}
	control := http.NewResponseController(w)
	parts := multipart.NewWriter(w)
	w.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary="+parts.Boundary())
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return
	}
	ticks := time.NewTicker(pictureInterval)
	defer ticks.Stop()
	for last := (time.Time{}); err == nil; file, received, err = g.shoot(r) {
		if !received.Equal(last) && (sendPart(parts, file, received) != nil || control.Flush() != nil) {
			return // the client is gone, or does not read
		}
		last = received
		select {
		case <-ticks.C:
		case <-r.Context().Done():
			return
		}
	}
}

// noPicture says why there is no picture.
func noPicture(err error) string { return fmt.Sprintf("No picture comes from the camera: %v.", err) }

// sendPart sends a picture of a film. Its length is said before it: who waits for the next part's beginning instead
// shows each picture late.
func sendPart(parts *multipart.Writer, file []byte, received time.Time) error {
	part, err := parts.CreatePart(pictureHeader(file, received))
	if err != nil {
		return err
	}
	_, err = part.Write(file)
	return err
}
