package camera

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"

	"gocv.io/x/gocv"

	"draughtsman/internal/testkit/playback"
	"draughtsman/vision/v4l2"
)

func TestChoose(t *testing.T) {
	webcam := []v4l2.Mode{
		{Format: "MJPG", Width: 640, Height: 480, Rates: []float64{30, 15, 5}},
		{Format: "YUYV", Width: 640, Height: 480, Rates: []float64{29.97, 15, 5}},
		{Format: "H264", Width: 1280, Height: 720, Rates: []float64{60}},
		{Format: "MJPG", Width: 1280, Height: 720, Rates: []float64{30, 15, 5}},
		{Format: "YUYV", Width: 1280, Height: 720, Rates: []float64{10, 5}},
		{Format: "YUYV", Width: 1920, Height: 1080, Rates: []float64{5}},
	}
	for _, test := range []struct {
		modes []v4l2.Mode
		wish  Device
		want  string
	}{
		{webcam, Device{}, "{ 0 0 []}"},
		{webcam, Device{Width: 640, Height: 480}, "{YUYV 640 480 [29.97]}"},
		{webcam, Device{Rate: 30}, "{YUYV 640 480 [29.97]}"},
		{webcam, Device{Width: 1280, Height: 720}, "{MJPG 1280 720 [30]}"},
		{webcam, Device{Width: 1280, Height: 720, Rate: 8}, "{YUYV 1280 720 [10]}"},
		{webcam, Device{Width: 1280, Height: 720, Rate: 12}, "{MJPG 1280 720 [15]}"},
		{webcam, Device{Width: 1920, Height: 1080}, "{YUYV 1920 1080 [5]}"},
		{webcam, Device{Width: 1920, Height: 1080, Rate: 30},
			"it does not give 1920×1080 pixels 30 times a second: at most 5 times"},
		{webcam, Device{Width: 1280, Height: 960},
			"it offers no pictures of 1280×960 pixels: it has 640×480, 1280×720, 1920×1080"},
		{nil, Device{Width: 1280, Height: 960}, "{ 1280 960 []}"},
	} {
		mode, err := choose(test.modes, test.wish)
		got := fmt.Sprint(mode)
		if err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%+v: %s, want %s", test.wish, got, test.want)
		}
	}
}

// A size is asked for in the format that has it fast enough, and looked after.
func TestSizeOfADevice(t *testing.T) {
	w := newWebcam()
	open(t, "/dev/video0", w.options(t, Device{Width: 1280, Height: 720}))
	want := map[gocv.VideoCaptureProperties]float64{
		gocv.VideoCaptureFrameWidth: 1280, gocv.VideoCaptureFrameHeight: 720, gocv.VideoCaptureFPS: 30,
		gocv.VideoCaptureFOURCC: w.fourCC("MJPG"),
	}
	for p, v := range want {
		if got := w.Get(p); got != v {
			t.Errorf("property %d is %g, want %g", p, got, v)
		}
	}
}

// fourCC is what OpenCV calls a format: cv::VideoWriter::fourcc.
func (w *webcam) fourCC(s string) float64 {
	return float64(int(s[0]) + int(s[1])<<8 + int(s[2])<<16 + int(s[3])<<24)
}

// What hinders a camera is said before OpenCV tries, and with what to do.
func TestADeviceThatCannotBeOpened(t *testing.T) {
	for name, test := range map[string]struct {
		text   string
		wish   Device
		change func(*webcam, *Options)
		want   string
	}{
		"busy": {"0", Device{}, func(w *webcam, _ *Options) { w.SetBusy(true) },
			"camera 0 (HD Pro Webcam C920) cannot be opened: another program uses it"},
		"busy by its name": {"/dev/v4l/by-id/usb-c920", Device{}, func(w *webcam, _ *Options) { w.SetBusy(true) },
			"sudo fuser -v /dev/video0 says which"},
		"not permitted": {"0", Device{}, func(_ *webcam, o *Options) {
			o.host.Open = func(string) (v4l2.Device, error) { return nil, syscall.EACCES }
		}, "cannot be opened: you may not use it"},
		"metadata": {"0", Device{}, func(_ *webcam, o *Options) {
			o.host.Open = func(string) (v4l2.Device, error) { return playback.Metadata().Open(), nil }
		}, "it gives no pictures; `draughtsman cameras` lists those that do"},
		"raw": {"0", Device{}, func(_ *webcam, o *Options) {
			o.host.Open = func(string) (v4l2.Device, error) { return playback.Unicam().Open(), nil }
		}, "which OpenCV does not read"},
		"no such": {"3", Device{}, func(*webcam, *Options) {},
			"camera 3 cannot be opened: there is no /dev/video3; connect it, or look for another with `draughtsman cameras`"},
		"size": {"0", Device{Width: 1000, Height: 700}, func(*webcam, *Options) {},
			"it offers no pictures of 1000×700 pixels: it has 640×480"},
		"size not taken": {"0", Device{Width: 1280, Height: 720}, func(w *webcam, _ *Options) { w.stuck = true },
			"camera 0 was asked for pictures of 1280×720 pixels and delivers 640×480"},
		"OpenCV": {"0", Device{}, func(w *webcam, o *Options) {
			o.capture = func(string) (capture, error) { return w, errors.New("no") }
		}, "close other programs that use it"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWebcam()
			with := w.options(t, test.wish)
			test.change(w, &with)
			_, err := Open(t.Context(), test.text, with)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, want …%s…", err, test.want)
			}
			if w.OpenFiles() != 0 {
				t.Errorf("the device is still open %d times", w.OpenFiles())
			}
		})
	}
}
