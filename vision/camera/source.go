package camera

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"gocv.io/x/gocv"
)

// source is one of the things that pictures come from.
type source struct {
	kind kind
	text string // as the user wrote it
}

type kind int

const (
	device   kind = iota // a camera's number, or its path under /dev
	stream               // an address
	sequence             // numbered pictures, "frames/%04d.jpg"
	file                 // a video, or one picture
)

func parse(text string) (source, error) {
	_, notNumber := strconv.ParseUint(text, 10, 8)
	switch {
	case text == "":
		return source{}, errors.New("no camera is named: give a camera's number, an http:// address, a video file or a pattern such as frames/%04d.jpg")
	case notNumber == nil, strings.HasPrefix(text, "/dev/"):
		return source{device, text}, nil
	case strings.Contains(text, "://"):
		return source{stream, text}, nil
	case strings.Contains(text, "%"):
		return source{sequence, text}, nil
	}
	return source{file, text}, nil
}

func (s source) live() bool { return s.kind == device || s.kind == stream }

// String names the source for people; a password in an address is left out.
func (s source) String() string {
	switch s.kind {
	case device:
		return "camera " + s.text
	case stream:
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

// open blocks until the first picture can be read, or silence has passed. The
// backend is always named: left to itself OpenCV asks one after the other, and
// those that cannot open the source say so on standard error.
func (s source) open(silence time.Duration) (*gocv.VideoCapture, error) {
	var capture *gocv.VideoCapture
	var err error
	if s.kind == device {
		capture, err = s.openDevice()
	} else {
		ms := gocv.VideoCaptureProperties(silence.Milliseconds())
		capture, err = gocv.VideoCaptureFileWithAPIParams(s.text, gocv.VideoCaptureFFmpeg,
			[]gocv.VideoCaptureProperties{openTimeoutMS, ms, readTimeoutMS, ms})
	}
	if err != nil { // gocv's text says no more than that it failed
		_ = capture.Close()
		return nil, s.refusal()
	}
	return capture, nil
}

func (s source) openDevice() (*gocv.VideoCapture, error) {
	number, err := strconv.Atoi(s.text)
	switch {
	case runtime.GOOS == "linux":
		return gocv.VideoCaptureFileWithAPI(s.path(), gocv.VideoCaptureV4L2)
	case err != nil:
		return gocv.VideoCaptureFile(s.text)
	}
	return gocv.VideoCaptureDevice(number)
}

// path is a camera's file under Linux.
func (s source) path() string {
	if strings.HasPrefix(s.text, "/") {
		return s.text
	}
	return "/dev/video" + s.text
}

// refusal says why the source cannot be opened, as far as it can be known, and
// what to do.
func (s source) refusal() error {
	switch s.kind {
	case device:
		if runtime.GOOS == "linux" {
			if _, err := os.Stat(s.path()); err != nil {
				return fmt.Errorf("%v cannot be opened: there is no %s; connect it, or look for another with ls /dev/video*", s, s.path())
			}
		}
		return fmt.Errorf("%v cannot be opened: close other programs that use it, and check that you may read it", s)
	case stream:
		return fmt.Errorf("no pictures come from %v: start the camera behind it, or check the address", s)
	case sequence:
		return fmt.Errorf("no pictures match %v: check the folder and the pattern; the first picture must be numbered 0 to 4", s)
	}
	if _, err := os.Stat(s.text); err != nil {
		return fmt.Errorf("the picture or film %v cannot be opened: %w", s, errors.Unwrap(err))
	}
	return fmt.Errorf("%v is neither a video nor a picture that OpenCV can read", s)
}
