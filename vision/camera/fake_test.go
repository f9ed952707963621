package camera

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/internal/testkit/playback"
	"draughtsman/vision/v4l2"
)

// webcam is a camera whose pictures show what it is set to: they are as bright as light, time of exposure and gain
// make them, and blurred out of focus. Its clock goes on by a picture with each that is read.
type webcam struct {
	*playback.Camera
	mu      sync.Mutex
	now     time.Time
	every   time.Duration
	light   float64 // what a picture has at 10 ms, as a share of white
	gain    float64 // of the automatic exposure; by hand it is 1
	named   int32   // what the automatic says its time of exposure is; 0: the truth
	time    float64 // of the automatic, in 0.1 ms
	focus   float64 // where the automatic has the lens
	hunts   bool    // the automatic focus never rests
	covered bool    // something dark lies over a third of the picture
	size    map[gocv.VideoCaptureProperties]float64
	stuck   bool // it keeps its size
	unplug  int  // pictures until it is unplugged; 0: never
	gone    bool // it is, until it is opened again
	torn    int  // pictures that cannot be decoded come next
	opened  int
}

// newWebcam is a C920 that has just been plugged in: its exposure is far off.
func newWebcam() *webcam {
	return &webcam{
		Camera: playback.C920(), now: time.Unix(1e9, 0), every: time.Second / 10, light: 0.2, gain: 1, time: 20, focus: 100,
		size: map[gocv.VideoCaptureProperties]float64{gocv.VideoCaptureFrameWidth: 640, gocv.VideoCaptureFrameHeight: 480},
	}
}

func (w *webcam) Now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

func (w *webcam) After(d time.Duration) <-chan time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = w.now.Add(d)
	c := make(chan time.Time, 1)
	c <- w.now
	return c
}

func (w *webcam) do(change func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change()
}

// Read is one picture further.
func (w *webcam) Read(m *gocv.Mat) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.unplug > 0 {
		w.unplug--
		w.gone = w.unplug == 0
	}
	if w.gone {
		return false
	}
	w.now = w.now.Add(w.every)
	if w.torn > 0 {
		w.torn--
		return false
	}
	exposure, gain := float64(w.Value(playback.ExposureAbsolute)), 1.0
	if w.Value(playback.ExposureAuto) == 3 {
		gain = w.gain
		w.time += 0.3 * (0.18/w.light*100/gain - w.time) // it seeks a picture of middle grey
		exposure = w.time
		w.Change(playback.ExposureAbsolute, int32(math.Round(exposure)))
		if w.named != 0 {
			w.Change(playback.ExposureAbsolute, w.named)
		}
	}
	if w.Value(playback.FocusAuto) == 1 {
		w.focus += 0.4 * (35 - w.focus)
		if w.hunts {
			w.focus = 35 + 20*math.Sin(float64(w.now.UnixMilli())/300)
		}
		w.Change(playback.FocusAbsolute, int32(math.Round(w.focus/5))*5)
	}
	level := 255 * math.Pow(min(1, w.light*exposure/100*gain), 1/2.2)
	picture := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(level, level, level, 0), 120, 160, gocv.MatTypeCV8UC3)
	defer picture.Close()
	bytes, err := picture.DataPtrUint8()
	if err != nil {
		return false
	}
	blur := math.Abs(float64(w.Value(playback.FocusAbsolute))-35) / 100
	for i := 0; i < len(bytes); i += 7 {
		bytes[i] = uint8(float64(bytes[i]) * (0.7 + 0.3*min(1, blur)))
	}
	if w.covered {
		clear(bytes[:len(bytes)/3])
	}
	return picture.CopyTo(m) == nil
}

func (w *webcam) Get(p gocv.VideoCaptureProperties) float64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.size[p]
}

func (w *webcam) Set(p gocv.VideoCaptureProperties, v float64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.stuck {
		w.size[p] = v
	}
}

// Close ends one opening of OpenCV's.
func (w *webcam) Close() error { return nil }

// options are those under which the camera at /dev/video0 is this one.
func (w *webcam) options(t *testing.T, wish Device) Options {
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "dev/v4l/by-id"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "dev/video0"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../../video0", filepath.Join(root, "dev/v4l/by-id/usb-c920")); err != nil {
		t.Fatal(err)
	}
	host := v4l2.Host{Root: root, Open: func(path string) (v4l2.Device, error) {
		if path != "/dev/video0" {
			return nil, errors.New("another device")
		}
		return w.Open(), nil
	}}
	return Options{Clock: w, Device: wish, host: host, capture: func(string) (capture, error) {
		w.do(func() { w.opened, w.gone = w.opened+1, false })
		return w, nil
	}}
}
