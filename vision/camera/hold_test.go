package camera

import (
	"math"
	"strings"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/internal/testkit/playback"
	"draughtsman/vision/v4l2"
)

// bench is a webcam with what holds it.
type bench struct {
	t      *testing.T
	webcam *webcam
	holder *holder
	warned []string
	noted  []string
	first  time.Duration // until the first picture was handed out; 0: none was
	began  time.Time
	level  float64 // of the last picture
}

func newHoldBench(t *testing.T, w *webcam, wish Device) *bench {
	b := &bench{t: t, webcam: w, began: w.Now()}
	device := v4l2.NewControls(w.Open())
	b.holder = newHolder(device, wish, logger{
		warn: func(text string) { b.warned = append(b.warned, text) },
		note: func(text string) { b.noted = append(b.noted, text) },
	})
	t.Cleanup(func() {
		if err := b.holder.close(); err != nil || w.OpenFiles() != 0 {
			t.Errorf("closed: %v, still open %d times", err, w.OpenFiles())
		}
	})
	return b
}

// run takes pictures for a while.
func (b *bench) run(d time.Duration) {
	b.t.Helper()
	picture := gocv.NewMat()
	defer picture.Close()
	for end := b.webcam.Now().Add(d); b.webcam.Now().Before(end); {
		if !b.webcam.Read(&picture) {
			b.t.Fatal("no picture")
		}
		ready, err := b.holder.ready(picture, b.webcam.Now())
		if err != nil {
			b.t.Fatal(err)
		}
		if ready && b.first == 0 {
			b.first = b.webcam.Now().Sub(b.began)
		}
		b.level = float64(picture.GetUCharAt(100, 3*50+1))
	}
}

// is checks what the camera is set to.
func (b *bench) is(id uint32, want, within int32) {
	b.t.Helper()
	if got := b.webcam.Value(id); got < want-within || got > want+within {
		b.t.Errorf("%s is %d, want %d ± %d", b.webcam.Controls[id].Name, got, want, within)
	}
}

func (b *bench) calm() {
	b.t.Helper()
	if len(b.warned) > 0 {
		b.t.Errorf("warned: %q", b.warned)
	}
}

// What the camera sets by itself is held once it has settled, and a light that flickers a little changes nothing any
// more.
func TestHeldOnceSettled(t *testing.T) {
	b := newHoldBench(t, newWebcam(), Device{})
	b.run(10 * time.Second)
	b.calm()
	if b.first < 2*time.Second || b.first > 6*time.Second {
		t.Errorf("the first picture came after %v", b.first)
	}
	b.is(playback.FocusAuto, 0, 0)
	b.is(playback.FocusAbsolute, 35, 0)
	b.is(playback.ExposureAuto, 1, 0)
	b.is(playback.ExposureAbsolute, 90, 2)
	b.is(playback.AutoWhiteBalance, 0, 0)
	b.is(playback.WhiteBalanceTemperature, 4600, 0)
	want := "the camera holds exposure 90, focus 35, white balance 4600"
	if len(b.noted) != 1 || b.noted[0] != want {
		t.Errorf("noted %q, want %q", b.noted, want)
	}
	sets := len(b.webcam.Sets())
	b.webcam.do(func() { b.webcam.light *= 1.2 })
	b.run(20 * time.Second)
	if more := b.webcam.Sets()[sets:]; len(more) > 0 {
		t.Errorf("set later: %v", more)
	}
}

// A camera that has a gain of its own in the automatic, or that names another time of exposure than it has, looks the
// same by hand in the end.
func TestExposureIsSearched(t *testing.T) {
	for name, change := range map[string]func(*webcam){
		"gain": func(w *webcam) { w.gain = 2 },
		"dark": func(w *webcam) { w.named = 3 },
		"lie":  func(w *webcam) { w.named = 250 },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWebcam()
			change(w)
			b := newHoldBench(t, w, Device{})
			b.run(12 * time.Second)
			b.calm()
			b.is(playback.ExposureAuto, 1, 0)
			if want := 255 * math.Pow(0.18, 1/2.2); math.Abs(b.level-want) > 0.15*want {
				t.Errorf("the picture has level %.0f, want %.0f", b.level, want)
			}
			if b.first == 0 || b.first > 10*time.Second {
				t.Errorf("the first picture came after %v", b.first)
			}
		})
	}
}

// What cannot be held goes on by itself, and that is said once.
func TestNotHeld(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*webcam)
		says   string
		auto   int32 // the exposure afterwards
		focus  int32
	}{
		"exposure": {func(w *webcam) {
			w.named = 700
			w.Controls[playback.ExposureAbsolute].Deaf = true
		}, "exposure cannot be held", 3, 0},
		"focus": {func(w *webcam) {
			w.Controls[playback.FocusAuto].Deaf = true
		}, "goes on setting its focus by itself", 1, 1},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWebcam()
			test.change(w)
			b := newHoldBench(t, w, Device{})
			b.run(30 * time.Second)
			if len(b.warned) != 1 || !strings.Contains(b.warned[0], test.says) {
				t.Errorf("warned %q, want once …%s…", b.warned, test.says)
			}
			if b.first == 0 {
				t.Error("no picture came")
			}
			b.is(playback.ExposureAuto, test.auto, 0)
			b.is(playback.FocusAuto, test.focus, 0)
		})
	}
}

// A focus that never rests is held after five seconds.
func TestHuntingFocus(t *testing.T) {
	w := newWebcam()
	w.hunts = true
	b := newHoldBench(t, w, Device{})
	b.run(10 * time.Second)
	b.calm()
	b.is(playback.FocusAuto, 0, 0)
	if b.first < settleTimeout || b.first > settleTimeout+3*time.Second {
		t.Errorf("the first picture came after %v", b.first)
	}
}

// Another light has the exposure set anew, and not the focus; an arm over a third of the picture does not.
func TestOtherLight(t *testing.T) {
	b := newHoldBench(t, newWebcam(), Device{})
	b.run(10 * time.Second)
	sets := len(b.webcam.Sets())
	b.webcam.do(func() { b.webcam.covered = true })
	b.run(20 * time.Second)
	if more := b.webcam.Sets()[sets:]; len(more) > 0 {
		t.Errorf("set for an arm: %v", more)
	}
	b.webcam.do(func() { b.webcam.covered, b.webcam.light = false, 0.05 })
	b.run(30 * time.Second)
	b.calm()
	b.is(playback.ExposureAbsolute, 360, 20)
	b.is(playback.ExposureAuto, 1, 0)
	for _, s := range b.webcam.Sets()[sets:] {
		if s.ID == playback.FocusAuto || s.ID == playback.FocusAbsolute {
			t.Errorf("the focus was set: %v", s)
		}
	}
}

// What a person has set is set, and what is to go on by itself does.
func TestWishes(t *testing.T) {
	b := newHoldBench(t, newWebcam(), Device{
		Focus: Control{ByHand: true, Value: 60}, Exposure: Control{Automatic: true},
		WhiteBalance: Control{ByHand: true, Value: 9000},
	})
	b.run(10 * time.Second)
	b.webcam.do(func() { b.webcam.light = 0.8 })
	b.run(20 * time.Second)
	b.is(playback.FocusAbsolute, 60, 0)
	b.is(playback.ExposureAuto, 3, 0)
	b.is(playback.WhiteBalanceTemperature, 6500, 0)
	want := "the camera's white balance was set to 9000 and is 6500: it can be from 2000 to 6500"
	if len(b.warned) != 1 || b.warned[0] != want {
		t.Errorf("warned %q, want %q", b.warned, want)
	}
}

// A focus that was fixed before the program began stays: the table was calibrated with it.
func TestFixedFocusStays(t *testing.T) {
	w := newWebcam()
	w.Change(playback.FocusAuto, 0)
	w.Change(playback.FocusAbsolute, 55)
	b := newHoldBench(t, w, Device{})
	b.run(10 * time.Second)
	b.calm()
	b.is(playback.FocusAbsolute, 55, 0)
	b.is(playback.ExposureAuto, 1, 0)
}

// A camera that is plugged in again is set as it was before, without waiting.
func TestHeldAgainAfterUnplugging(t *testing.T) {
	w := newWebcam()
	w.unplug = 150
	with := w.options(t, Device{})
	inner := with.capture
	with.capture = func(path string) (capture, error) {
		w.do(func() {
			if w.opened == 1 { // it has forgotten everything
				for id, usual := range map[uint32]int32{
					playback.FocusAuto: 1, playback.FocusAbsolute: 0, playback.ExposureAuto: 3, playback.ExposureAbsolute: 250,
					playback.AutoWhiteBalance: 1,
				} {
					w.Change(id, usual)
				}
				w.time, w.focus = 20, 100
			}
		})
		return inner(path)
	}
	c := open(t, "/dev/v4l/by-id/usb-c920", with)
	for range 4000 {
		f, err := c.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		number := f.Number
		f.Close()
		if number > 150 {
			for id, want := range map[uint32]int32{playback.FocusAuto: 0, playback.FocusAbsolute: 35, playback.ExposureAuto: 1,
				playback.AutoWhiteBalance: 0} {
				if got := w.Value(id); got != want {
					t.Errorf("%s is %d, want %d", w.Controls[id].Name, got, want)
				}
			}
			if got := w.Value(playback.ExposureAbsolute); got < 88 || got > 92 {
				t.Errorf("the exposure is %d", got)
			}
			return
		}
	}
	t.Error("it was not unplugged")
}
