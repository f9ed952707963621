package camera

import (
	"image"
	"math/rand/v2"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"gocv.io/x/gocv"
)

// view is a drawn table: squares in its middle half on a plain ground, and a sensor's noise, unless it is too bright
// or too dark for that.
type view struct {
	ground  uint8
	squares bool
	noise   int // levels, either way
	arm     int // right edge of something dark that comes over the table from the left; 0: nothing
	mend    func(*gocv.Mat)
}

const viewRows, viewCols = 120, 160

// picture is the one of a number.
func (v view) picture(t testing.TB, number int) gocv.Mat {
	t.Helper()
	g := float64(v.ground)
	m := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(g, g, g, 0), viewRows, viewCols, gocv.MatTypeCV8UC3)
	bytes, err := m.DataPtrUint8()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(7, uint64(number)))
	for y := range viewRows {
		for x := range viewCols {
			level := int(v.ground)
			if v.squares && y >= 30 && y < 90 && x >= 40 && x < 120 {
				level = 60 + 120*((x/10+y/10)%2)
			}
			if x < v.arm && y >= 20 && y < 100 {
				level = 40
			}
			if level > 0 && level < 255 {
				level += random.IntN(2*v.noise+1) - v.noise
			}
			for c := range 3 {
				bytes[3*(y*viewCols+x)+c] = uint8(min(max(level, 0), 255))
			}
		}
	}
	if v.mend != nil {
		v.mend(&m)
	}
	return m
}

// cutOff has a picture end at a row, as decoders of JPEG and of YUYV leave it.
func cutOff(m *gocv.Mat, at int, how int) {
	below := m.Region(image.Rect(0, at, m.Cols(), m.Rows()))
	defer below.Close()
	switch how {
	case 0: // libjpeg, with an end mark
		below.SetTo(gocv.NewScalar(128, 128, 128, 0))
	case 1: // zeros of YUYV
		below.SetTo(gocv.NewScalar(0, 135, 0, 0))
	default: // OpenCV, without an end mark
		for y := at; y < m.Rows(); y++ {
			row, from := m.Region(image.Rect(0, y, m.Cols(), y+1)), m.Region(image.Rect(0, at-1, m.Cols(), at))
			_ = from.CopyTo(&row)
			row.Close()
			from.Close()
		}
	}
}

// sift hands pictures to a sieve and returns which were held back.
func sift(t *testing.T, s *sieve, pictures int, picture func(int) view) (back []int) {
	t.Helper()
	for k := range pictures {
		m := picture(k).picture(t, k)
		if s.holdsBack(m) {
			back = append(back, k)
		}
		m.Close()
	}
	return back
}

var table = view{ground: 150, squares: true, noise: 4}

// Every picture that was cut off is held back and counted, wherever and however it was, and no other; and people are
// told once.
func TestBrokenPicturesAreThrownAway(t *testing.T) {
	for how, name := range []string{"grey", "green", "a row again and again"} {
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(5, uint64(how)))
			cut := make([]int, 200)
			broken, told := 0, 0
			for k := 3; k < len(cut)-1; k++ {
				if random.IntN(4) == 0 {
					cut[k] = 30 + random.IntN(60) // below, a row again is the plain ground
					broken++
				}
			}
			s := new(sieve)
			back := sift(t, s, len(cut), func(k int) view {
				v := table
				if cut[k] > 0 {
					v.mend = func(m *gocv.Mat) { cutOff(m, cut[k], how) }
				}
				if s.tells() {
					told++
				}
				return v
			})
			for _, k := range back {
				if cut[k] == 0 {
					t.Errorf("picture %d is whole and was held back", k)
				}
			}
			if len(back) != broken || s.broken != broken || told != 1 {
				t.Errorf("%d of %d broken pictures were held back and %d counted; told %d times", len(back), broken, s.broken,
					told)
			}
		})
	}
}

// A picture that is broken now and then is nobody's business.
func TestABrokenPictureNowAndThen(t *testing.T) {
	s := new(sieve)
	sift(t, s, 600, func(k int) view {
		v := table
		if k%100 == 50 {
			v.mend = func(m *gocv.Mat) { cutOff(m, 60, 0) }
		}
		return v
	})
	if s.broken != 6 || s.tells() {
		t.Errorf("%d broken pictures were counted", s.broken)
	}
}

// Tables with large parts of one colour are not broken, nor is what changes on them: no picture is held back for
// good, and none is counted.
func TestLargePartsOfOneColour(t *testing.T) {
	for name, test := range map[string]struct {
		picture func(int) view
		most    int // pictures held back: until it is believed
	}{
		"a white table, over-exposed": {func(int) view { return view{ground: 255, squares: true, noise: 4} }, 1},
		"a dark table":                {func(int) view { return view{ground: 0, squares: true, noise: 4} }, 1},
		"a dark room":                 {func(int) view { return view{} }, 1},
		"a dark room with noise":      {func(int) view { return view{ground: 2, noise: 2} }, 1},
		"everything over-exposed":     {func(int) view { return view{ground: 255} }, 1},
		"a sheet without noise":       {func(int) view { return view{ground: 200} }, 1},
		"an arm over a white table": {func(k int) view {
			v := view{ground: 255, squares: true, noise: 4}
			if k%40 >= 20 {
				v.arm = 8 * (k % 20)
			}
			return v
		}, 1},
		"an arm that is there at first": {func(k int) view {
			v := view{ground: 255, squares: true, noise: 4}
			if k < 20 {
				v.arm = 100
			}
			return v
		}, 1 + mostDoubts},
		"a covered lens": {func(k int) view {
			if k >= 30 {
				return view{}
			}
			return table
		}, mostDoubts},
		"light switched off and on": {func(k int) view {
			if k/25%2 == 1 {
				return view{}
			}
			return table
		}, mostDoubts},
		"light that becomes brighter": {func(k int) view {
			v := table
			v.ground = uint8(min(255, 100+k*4))
			return v
		}, mostDoubts},
	} {
		t.Run(name, func(t *testing.T) {
			s := new(sieve)
			back := sift(t, s, 100, test.picture)
			if len(back) > test.most || s.broken > 0 {
				t.Errorf("held back: %v; %d counted as broken", back, s.broken)
			}
		})
	}
}

// On an over-exposed table broken pictures are known, too.
func TestBrokenPicturesOfAWhiteTable(t *testing.T) {
	s := new(sieve)
	back := sift(t, s, 100, func(k int) view {
		v := view{ground: 255, squares: true, noise: 4}
		if k > 10 && k%4 == 0 {
			v.mend = func(m *gocv.Mat) { cutOff(m, 60, 0) }
		}
		return v
	})
	if len(back) != 1+22 || s.broken != 22 {
		t.Errorf("held back: %v; %d counted as broken", back, s.broken)
	}
}

// A picture of another size is thrown away, and such ones are believed that go on coming.
func TestPicturesOfAnotherSize(t *testing.T) {
	s := new(sieve)
	small := func(m *gocv.Mat) { _ = gocv.Resize(*m, m, image.Pt(80, 60), 0, 0, gocv.InterpolationNearestNeighbor) }
	back := sift(t, s, 60, func(k int) view {
		v := table
		if k == 5 || k == 6 || k >= 40 {
			v.mend = small
		}
		return v
	})
	if len(back) != 2+mostDoubts-1 || s.broken != 2 || s.rows != 60 {
		t.Errorf("held back: %v; %d counted as broken; the size is %d×%d", back, s.broken, s.cols, s.rows)
	}
}

// What a webcam sends that cannot be decoded is left out; the camera stays open.
func TestPicturesThatCannotBeDecoded(t *testing.T) {
	w := newWebcam()
	c := open(t, "/dev/video0", w.options(t, Device{}))
	for k := range 60 {
		_, _ = read(t, c)
		if k%10 == 5 {
			w.do(func() { w.torn = 2 })
		}
	}
	if w.opened != 1 || !c.SendsBroken() || c.SendsBroken() {
		t.Errorf("opened %d times", w.opened)
	}
}

// A camera in the network that answers with something else now and then is asked again, at once.
func TestStillsThatCannotBeDecoded(t *testing.T) {
	var taken atomic.Int32
	address, hangUp := serve(func(w http.ResponseWriter, _ *http.Request) {
		data := jpeg(t, level(int(taken.Load())))
		if taken.Add(1)%4 == 0 {
			data = []byte("busy")
		}
		_, _ = w.Write(data)
	})
	defer hangUp()
	clock := &quick{}
	c := open(t, address+"/shot.jpg", Options{Clock: clock})
	last := 0
	for range 20 {
		_, f := read(t, c)
		last = f.Number
	}
	if got := clock.waited(); got != "[]" || last != 25 || !c.SendsBroken() {
		t.Errorf("waited %s; the last number is %d", got, last)
	}
}

// The pictures of a stream go through the sieve.
func TestAStreamWithBrokenPictures(t *testing.T) {
	address, hangUp := serve(func(w http.ResponseWriter, r *http.Request) {
		boundary(w)
		tick := time.NewTicker(2 * time.Millisecond)
		defer tick.Stop()
		for k := 0; ; k++ {
			m := table.picture(t, k)
			if k%4 == 3 {
				cutOff(&m, 60, 0)
			}
			send(w, encoded(t, m))
			m.Close()
			select {
			case <-tick.C:
			case <-r.Context().Done():
				return
			}
		}
	})
	defer hangUp()
	c := open(t, address, Options{})
	defer c.Close() // before the server: it is not to be opened again
	for range 1000 {
		f, err := c.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		ground := f.Image.GetUCharAt(110, 240)
		f.Close()
		if ground < 140 {
			t.Fatalf("picture %d is broken: its ground is %d", f.Number, ground)
		}
		if c.SendsBroken() {
			return
		}
	}
	t.Error("in 1000 pictures nobody was told")
}
