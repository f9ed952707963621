package camera

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"gocv.io/x/gocv"

	"draughtsman/vision/v4l2"
)

// Device says how a camera of this computer is to be set. Streams and files are taken as they come. The zero value
// takes the size and the rate that OpenCV takes, 640×480 where the camera has it, and holds focus, exposure and
// white balance once the picture has settled.
type Device struct {
	Width, Height int     // of its pictures; 0: as it comes
	Rate          float64 // pictures a second; 0: as it comes

	Focus, Exposure, WhiteBalance Control
}

// Control is what becomes of something that a camera can set by itself. The zero value holds it.
type Control struct {
	Automatic bool // the camera goes on setting it by itself
	ByHand    bool // it is set to Value
	Value     int  // in the driver's units: see v4l2.Setting
}

// controls are the device's, by the names of v4l2.
func (d Device) controls() map[string]Control {
	return map[string]Control{v4l2.Focus: d.Focus, v4l2.Exposure: d.Exposure, v4l2.WhiteBalance: d.WhiteBalance}
}

// capture is an open source of OpenCV's.
type capture interface {
	Read(*gocv.Mat) bool
	Get(gocv.VideoCaptureProperties) float64
	Set(gocv.VideoCaptureProperties, float64)
	Close() error
}

// openDevice opens a camera of this computer and has it deliver what is wished.
func (s source) openDevice(with Options) (capture, error) {
	mode, err := s.mode(with)
	if err != nil {
		return nil, err
	}
	opened, err := s.openCapture(with)
	if err != nil {
		_ = opened.Close()
		return nil, s.refusal()
	}
	if err := s.configure(opened, mode); err != nil {
		_ = opened.Close()
		return nil, err
	}
	return opened, nil
}

// openCapture has OpenCV open the camera.
func (s source) openCapture(with Options) (capture, error) {
	if with.capture != nil {
		return with.capture(s.path())
	}
	number, err := strconv.Atoi(s.text)
	switch {
	case runtime.GOOS == "linux":
		return gocv.VideoCaptureFileWithAPI(s.path(), gocv.VideoCaptureV4L2)
	case err != nil:
		return gocv.VideoCaptureFile(s.text)
	}
	return gocv.VideoCaptureDevice(number)
}

// mode finds out whether the camera can be used, before OpenCV tries: that waits ten seconds for a busy one and
// writes to standard error. It returns the mode to ask for: one of no size leaves everything as it comes, one of no
// format the format.
func (s source) mode(with Options) (v4l2.Mode, error) {
	wish := with.Device
	about, err := with.host.Look(s.path())
	switch {
	case errors.Is(err, v4l2.ErrNoV4L2):
		return v4l2.Mode{Width: wish.Width, Height: wish.Height, Rates: listOf(wish.Rate)}, nil
	case errors.Is(err, v4l2.ErrNoPictures):
		return v4l2.Mode{}, fmt.Errorf("%v cannot be opened: %w; `draughtsman cameras` lists those that do", s, err)
	case errors.Is(err, fs.ErrNotExist):
		return v4l2.Mode{}, fmt.Errorf("%v cannot be opened: there is no %s; connect it, or look for another with "+
			"`draughtsman cameras`", s, s.path())
	case err != nil:
		return v4l2.Mode{}, fmt.Errorf("%v cannot be opened: %w", s, err)
	case about.Problem != nil:
		return v4l2.Mode{}, fmt.Errorf("%v (%s) cannot be opened: %w", s, about.Name, about.Problem)
	}
	mode, err := choose(about.Modes, wish)
	if err != nil {
		return mode, fmt.Errorf("%v (%s): %w", s, about.Name, err)
	}
	return mode, nil
}

// listOf is a rate as v4l2 has them; none for 0.
func listOf(rate float64) []float64 {
	if rate == 0 {
		return nil
	}
	return []float64{rate}
}

// choose finds the mode that fits a wish best: of the size, at the rate or the next that is higher, not compressed
// if that will do.
func choose(modes []v4l2.Mode, wish Device) (v4l2.Mode, error) {
	if len(modes) == 0 { // the driver does not say
		return v4l2.Mode{Width: wish.Width, Height: wish.Height, Rates: listOf(wish.Rate)}, nil
	}
	if wish.Width == 0 && wish.Rate == 0 {
		return v4l2.Mode{}, nil
	}
	width, height := cmp.Or(wish.Width, 640), cmp.Or(wish.Height, 480)
	var fit []v4l2.Mode
	var sizes []string
	for _, m := range modes {
		if !v4l2.Readable(m.Format) {
			continue
		}
		sizes = append(sizes, fmt.Sprintf("%d×%d", m.Width, m.Height))
		if m.Width == width && m.Height == height {
			fit = append(fit, m)
		}
	}
	if len(fit) == 0 {
		return v4l2.Mode{}, fmt.Errorf("it offers no pictures of %d×%d pixels: it has %s", width, height,
			strings.Join(slices.Compact(sizes), ", "))
	}
	least := cmp.Or(wish.Rate, enoughRate)
	slices.SortStableFunc(fit, func(a, b v4l2.Mode) int {
		return cmp.Or(compareBool(reaches(b, least), reaches(a, least)), compareBool(compressed(a), compressed(b)),
			cmp.Compare(b.Fastest(), a.Fastest()))
	})
	best := fit[0]
	if wish.Rate == 0 {
		best.Rates = listOf(best.Fastest())
		return best, nil
	}
	if !reaches(best, wish.Rate) {
		fastest := slices.MaxFunc(fit, func(a, b v4l2.Mode) int { return cmp.Compare(a.Fastest(), b.Fastest()) })
		return v4l2.Mode{}, fmt.Errorf("it does not give %d×%d pixels %g times a second: at most %g times", width, height,
			wish.Rate, fastest.Fastest())
	}
	rate := wish.Rate
	for _, offered := range best.Rates { // from the most to the least
		if offered >= wish.Rate-rateTolerance {
			rate = offered
		}
	}
	best.Rates = listOf(rate)
	return best, nil
}

// reaches reports whether a mode has so many pictures a second; one that names no rates is taken to.
func reaches(m v4l2.Mode, rate float64) bool {
	return len(m.Rates) == 0 || m.Fastest() >= rate-rateTolerance
}

// compressed reports whether a mode's pictures are JPEG.
func compressed(m v4l2.Mode) bool { return m.Format == "MJPG" || m.Format == "JPEG" }

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// configure sets size, format and rate, and checks the size: a camera that did not take it would be calibrated in
// another than it plays in.
func (s source) configure(c capture, m v4l2.Mode) error {
	if m.Format != "" {
		c.Set(gocv.VideoCaptureFOURCC, fourCC(m.Format))
	}
	if m.Width > 0 {
		c.Set(gocv.VideoCaptureFrameWidth, float64(m.Width))
		c.Set(gocv.VideoCaptureFrameHeight, float64(m.Height))
		if width, height := int(c.Get(gocv.VideoCaptureFrameWidth)), int(c.Get(gocv.VideoCaptureFrameHeight)); width !=
			m.Width || height != m.Height {
			return fmt.Errorf("%v was asked for pictures of %d×%d pixels and delivers %d×%d: choose a size that it offers", s,
				m.Width, m.Height, width, height)
		}
	}
	if rate := m.Fastest(); rate > 0 {
		c.Set(gocv.VideoCaptureFPS, rate)
	}
	return nil
}

// fourCC is a format's four characters as OpenCV numbers them.
func fourCC(format string) float64 {
	var code uint32
	for i := range 4 {
		code |= uint32(format[i]) << (8 * i)
	}
	return float64(code)
}
