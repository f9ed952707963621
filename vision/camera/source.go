package camera

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"

	"gocv.io/x/gocv"
)

// source is one of the things that pictures come from.
type source struct {
	kind kind
	text string // as the user wrote it
}

// kind is what sort of source it is.
type kind int

const (
	device   kind = iota // a camera's number, or its path under /dev
	stream               // an address
	single               // an address that answers with one picture, taken then
	sequence             // numbered pictures, "frames/%04d.jpg"
	file                 // a video, or one picture
)

// parse tells from what the user wrote what the source is.
func parse(text string) (source, error) {
	_, notNumber := strconv.ParseUint(text, 10, 8)
	switch {
	case text == "":
		return source{}, errors.New("no camera is named: give a camera's number, an http:// address, a video file or a " +
			"pattern such as frames/%04d.jpg")
	case notNumber == nil, strings.HasPrefix(text, "/dev/"):
		return source{device, text}, nil
	case stillAddress.MatchString(text):
		return source{single, text}, nil
	case strings.Contains(text, "://"):
		return source{stream, text}, nil
	case strings.Contains(text, "%"):
		return source{sequence, text}, nil
	}
	return source{file, text}, nil
}

// live reports whether a picture shows what is there now.
func (s source) live() bool { return s.kind == device || s.remote() }

// remote reports whether the source is in the network.
func (s source) remote() bool { return s.kind == stream || s.kind == single }

// String names the source for people; a password in an address is left out.
func (s source) String() string {
	switch s.kind {
	case device:
		return "camera " + s.text
	case stream, single:
		if u, err := url.Parse(s.text); err == nil {
			return u.Redacted()
		}
	}
	return s.text
}

// Properties of OpenCV 4.5.4 and later that gocv does not name.
const (
	openTimeoutMS gocv.VideoCaptureProperties = 53
	readTimeoutMS gocv.VideoCaptureProperties = 54
)

// open blocks until the first picture can be read, or silence has passed. The backend is always named: left to
// itself OpenCV asks one after the other, and those that cannot open the source say so on standard error.
func (s source) open(with Options) (capture, error) {
	switch s.kind {
	case device:
		return s.openDevice(with)
	case single:
		return s.openStills(with)
	}
	ms := gocv.VideoCaptureProperties(with.Silence.Milliseconds())
	opened, err := gocv.VideoCaptureFileWithAPIParams(s.text, gocv.VideoCaptureFFmpeg,
		[]gocv.VideoCaptureProperties{openTimeoutMS, ms, readTimeoutMS, ms})
	if err != nil { // gocv's text says no more than that it failed
		_ = opened.Close()
		return nil, s.refusal()
	}
	return opened, nil
}

// path is a camera's file under Linux.
func (s source) path() string {
	if strings.HasPrefix(s.text, "/") {
		return s.text
	}
	return "/dev/video" + s.text
}

// refusal says why the source cannot be opened, as far as that can be known, and what to do.
func (s source) refusal() error {
	switch s.kind {
	case device:
		return fmt.Errorf("%v cannot be opened: close other programs that use it, and take another number or name from "+
			"`draughtsman cameras`", s)
	case stream, single:
		return fmt.Errorf("no pictures come from %v", s) // why is asked once: see diagnose
	case sequence:
		return fmt.Errorf("no pictures match %v: check the folder and the pattern; the first picture must be numbered 0 to 4",
			s)
	}
	if _, err := os.Stat(s.text); err != nil {
		return fmt.Errorf("the picture or film %v cannot be opened: %w", s, errors.Unwrap(err))
	}
	return fmt.Errorf("%v is neither a video nor a picture that OpenCV can read", s)
}
