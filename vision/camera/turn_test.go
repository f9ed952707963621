package camera

import (
	"image"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/internal/testkit/playback"
)

// onItsSide is a picture of a phone that was turned.
func onItsSide(t testing.TB, level int) []byte {
	t.Helper()
	m := grey(t, level)
	defer m.Close()
	if err := gocv.Rotate(m, &m, gocv.Rotate90Clockwise); err != nil {
		t.Fatal(err)
	}
	return encoded(t, m)
}

// smaller is a picture of half the size.
func smaller(t testing.TB, level int) []byte {
	t.Helper()
	m := grey(t, level)
	defer m.Close()
	if err := gocv.Resize(m, &m, image.Pt(80, 60), 0, 0, gocv.InterpolationArea); err != nil {
		t.Fatal(err)
	}
	return encoded(t, m)
}

func encoded(t testing.TB, m gocv.Mat) []byte {
	t.Helper()
	buffer, err := gocv.IMEncode(gocv.JPEGFileExt, m)
	if err != nil {
		t.Fatal(err)
	}
	defer buffer.Close()
	return append([]byte(nil), buffer.GetBytes()...)
}

// A phone that is turned while it sends freezes OpenCV's picture. That is noticed, and what it sends now is handed
// out.
func TestAPhoneThatIsTurned(t *testing.T) {
	for name, turned := range map[string]func(testing.TB, int) []byte{"on its side": onItsSide, "smaller": smaller} {
		t.Run(name, func(t *testing.T) {
			var number atomic.Int64
			var side atomic.Bool
			address, hangUp := serve(func(w http.ResponseWriter, r *http.Request) {
				boundary(w)
				tick := time.NewTicker(2 * time.Millisecond)
				defer tick.Stop()
				for {
					drawn := jpeg
					if side.Load() {
						drawn = turned
					}
					send(w, drawn(t, level(int(number.Add(1))%20)))
					select {
					case <-tick.C:
					case <-r.Context().Done():
						return
					}
				}
			})
			defer hangUp()
			c := open(t, address, Options{Clock: &stepping{step: 100 * time.Millisecond}})
			defer c.Close() // before the server: it is not to be opened again
			_, f := read(t, c)
			side.Store(true)
			for range 500 {
				next, err := c.Next(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				width := next.Image.Cols()
				next.Close()
				if width != 160 {
					return
				}
			}
			t.Errorf("500 pictures after number %d all have the size they had before", f.Number)
		})
	}
}

// stepping is a clock on which each look takes a while, and waits nothing.
type stepping struct {
	quick
	step time.Duration
}

func (s *stepping) Now() time.Time {
	<-s.After(s.step)
	return s.quick.Now()
}

// A stream of a still picture is opened again three times, and then goes on.
func TestAStillPictureGoesOn(t *testing.T) {
	still := jpeg(t, level(3))
	var opened atomic.Int64
	address, hangUp := serve(func(w http.ResponseWriter, r *http.Request) {
		opened.Add(1)
		boundary(w)
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for {
			send(w, still)
			select {
			case <-tick.C:
			case <-r.Context().Done():
				return
			}
		}
	})
	defer hangUp()
	c := open(t, address, Options{Clock: &stepping{step: 100 * time.Millisecond}})
	defer c.Close() // before the server: it is not to be opened again
	for range 300 {
		read(t, c)
	}
	if n := opened.Load(); n != 1+frozenReopenings {
		t.Errorf("opened %d times, want %d", n, 1+frozenReopenings)
	}
}

// A camera that gives a picture a second in dim light is held all the same.
func TestASlowCameraIsHeld(t *testing.T) {
	w := newWebcam()
	w.every, w.light = time.Second, 0.03
	b := newHoldBench(t, w, Device{})
	b.run(30 * time.Second)
	b.calm()
	b.is(playback.ExposureAuto, 1, 0)
	if b.first == 0 || b.first > 15*time.Second {
		t.Errorf("the first picture came after %v", b.first)
	}
}
