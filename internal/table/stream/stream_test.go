package stream

import (
	"bytes"
	"context"
	"errors"
	"image/jpeg"
	"io"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"gocv.io/x/gocv"

	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/expect"
)

// counter is a table that only counts the frames taken of it.
type counter struct {
	taken  atomic.Int64
	onTake func(n int64)
}

func (c *counter) Snapshot() world.State {
	return world.State{Now: time.Duration(c.taken.Load()), Light: 1, Hand: world.Hand{Held: world.NoDisc}}
}

func (*counter) Speed() float64 { return 1 }

// fps takes so many pictures a second, however fast the table's time goes.
func fps(n float64) func(float64) float64 { return func(float64) float64 { return n } }

func (c *counter) FrameTaken() {
	if n := c.taken.Add(1); c.onTake != nil {
		c.onTake(n)
	}
}

// noisy is a camera whose pictures are as large as real ones, with the number of frames taken so far in the
// brightness of the upper half: grey 2 × number.
type noisy struct{}

func (noisy) Render(state world.State, frame int, into *gocv.Mat) error {
	if frame < 0 {
		return errors.New("no such frame")
	}
	mat := gocv.NewMatWithSize(480, 640, gocv.MatTypeCV8UC3)
	defer func() { _ = mat.Close() }()
	pix, err := mat.DataPtrUint8()
	if err != nil {
		return err
	}
	r := uint32(frame + 1)
	for i := range pix {
		if i < len(pix)/2 {
			pix[i] = uint8(2 * state.Now)
			continue
		}
		r = r*1664525 + 1013904223
		pix[i] = uint8(r >> 24)
	}
	return mat.CopyTo(into)
}

// broken is a camera that fails.
type broken struct{}

func (broken) Render(world.State, int, *gocv.Mat) error { return errors.New("the lens cap is on") }

// serve runs a server for the length of a test.
func serve(t *testing.T, table Table, camera Camera, o Options) (url string, stop func() error) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	expect.OK(t, err)
	o.Log = zerolog.Nop()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- Serve(ctx, l, table, camera, o) }()
	stop = sync.OnceValue(func() error {
		cancel()
		return <-done
	})
	t.Cleanup(func() {
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
	return URL(l), stop
}

// part reads the next picture of a film and its mean brightness in the upper half.
func part(t *testing.T, film *multipart.Reader) (width, height int, taken int) {
	t.Helper()
	p, err := film.NextPart()
	expect.OK(t, err)
	if got := p.Header.Get("Content-Type"); got != "image/jpeg" {
		t.Fatalf("a part of type %q", got)
	}
	length, err := strconv.Atoi(p.Header.Get("Content-Length"))
	expect.OK(t, err)
	body := make([]byte, length) // not to the next boundary, which may come much later
	if _, err := io.ReadFull(p, body); err != nil {
		t.Fatal(err)
	}
	picture, err := jpeg.Decode(bytes.NewReader(body))
	expect.OK(t, err)
	r, _, _, _ := picture.At(300, 20).RGBA()
	return picture.Bounds().Dx(), picture.Bounds().Dy(), int(r>>8+1) / 2
}

func open(t *testing.T, url string) (*multipart.Reader, io.Closer) {
	t.Helper()
	answer, err := http.Get(url)
	expect.OK(t, err)
	t.Cleanup(func() { _ = answer.Body.Close() })
	kind, parameters, err := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/x-mixed-replace" {
		t.Fatalf("type %q, %v", kind, err)
	}
	return multipart.NewReader(answer.Body, parameters["boundary"]), answer.Body
}

// TestAFrameArrivesBeforeTheNextIsMade holds the server back after each frame until the client has seen it.
func TestAFrameArrivesBeforeTheNextIsMade(t *testing.T) {
	const frames = 6
	seen := make(chan struct{}, frames+1)
	table := &counter{onTake: func(n int64) {
		if n <= frames {
			<-seen
		}
	}}
	url, _ := serve(t, table, noisy{}, Options{FPS: fps(0)})
	video, err := gocv.OpenVideoCapture(url)
	expect.OK(t, err)
	defer func() { _ = video.Close() }()
	picture := gocv.NewMat()
	defer func() { _ = picture.Close() }()
	for want := range frames {
		if !video.Read(&picture) {
			t.Fatalf("frame %d cannot be read", want)
		}
		pix, err := picture.DataPtrUint8()
		expect.OK(t, err)
		if got := (int(pix[3*640*20+900]) + 1) / 2; got != want {
			t.Fatalf("frame %d shows the table of frame %d", want, got)
		}
		seen <- struct{}{}
	}
	seen <- struct{}{}
}

func TestSeveralClients(t *testing.T) {
	table := &counter{}
	url, _ := serve(t, table, noisy{}, Options{FPS: fps(200)})
	first, connection := open(t, url)
	second, _ := open(t, url)
	for range 3 {
		for _, film := range []*multipart.Reader{first, second} {
			if w, h, _ := part(t, film); w != 640 || h != 480 {
				t.Fatalf("a picture of %d×%d", w, h)
			}
		}
	}
	_ = connection.Close() // going away is normal
	for range 3 {
		part(t, second)
	}
	part(t, func() *multipart.Reader { film, _ := open(t, url); return film }())
}

func TestOnePicture(t *testing.T) {
	table := &counter{}
	url, _ := serve(t, table, noisy{}, Options{FPS: fps(0)})
	host := strings.TrimSuffix(url, filmPath)
	answer, err := http.Get(host + framePath)
	expect.OK(t, err)
	defer func() { _ = answer.Body.Close() }()
	if _, err := jpeg.Decode(answer.Body); err != nil {
		t.Fatal(err)
	}
	if got := answer.Header.Get("Content-Type"); got != "image/jpeg" {
		t.Errorf("type %q", got)
	}
	for path, want := range map[string]int{"/": http.StatusNotFound, "/other.jpg": http.StatusNotFound} {
		answer, err := http.Get(host + path)
		expect.OK(t, err)
		_ = answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("%s: status %d, want %d", path, answer.StatusCode, want)
		}
	}
	answer, err = http.Post(host+framePath, "text/plain", nil)
	expect.OK(t, err)
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: status %d", answer.StatusCode)
	}
}

func TestTheFilmEndsWithTheContext(t *testing.T) {
	url, stop := serve(t, &counter{}, noisy{}, Options{FPS: fps(30)})
	film, _ := open(t, url)
	part(t, film)
	if err := stop(); err != nil {
		t.Errorf("the server ended with %v", err)
	}
	for {
		if _, err := film.NextPart(); err != nil {
			break // what had been sent is read, then the connection ends
		}
	}
	if answer, err := http.Get(url); err == nil {
		_ = answer.Body.Close()
		t.Error("the server still answers")
	}
}

func TestACameraThatFails(t *testing.T) {
	url, _ := serve(t, &counter{}, broken{}, Options{FPS: fps(0)})
	answer, err := http.Get(strings.TrimSuffix(url, filmPath) + framePath)
	expect.OK(t, err)
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusInternalServerError ||
		!strings.Contains(string(text), "the lens cap is on") {
		t.Errorf("status %d, %q, %v", answer.StatusCode, text, err)
	}
	film, _ := open(t, url)
	if _, err := film.NextPart(); err == nil {
		t.Error("the film goes on")
	}
}

// clocked is a table whose time goes on by itself: ten milliseconds each time that it is looked at.
type clocked struct{ now, taken atomic.Int64 }

func (*clocked) Speed() float64 { return 1 }

func (c *clocked) Snapshot() world.State {
	now := time.Duration(c.now.Add(int64(10 * time.Millisecond)))
	return world.State{Now: now, Light: 1, Hand: world.Hand{Held: world.NoDisc}}
}

func (c *clocked) FrameTaken() { c.taken.Add(1) }

// seconds is a camera whose pictures' grey is twice the tenths of a second that the table's clock shows.
type seconds struct{}

func (seconds) Render(state world.State, _ int, into *gocv.Mat) error {
	v := float64(2 * (state.Now / (100 * time.Millisecond)))
	mat := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(v, v, v, 0), 48, 320, gocv.MatTypeCV8UC3)
	defer func() { _ = mat.Close() }()
	return mat.CopyTo(into)
}

// A late picture shows the table as it was when it was taken.
func TestALatePictureShowsWhatWas(t *testing.T) {
	const late = 2 * time.Second
	table := &clocked{}
	o := Options{FPS: fps(100), Late: Late{Delay: late, Spread: 100 * time.Millisecond}}
	url, _ := serve(t, table, seconds{}, o)
	film, _ := open(t, url)
	last := -1
	for i := range 12 {
		_, _, shows := part(t, film)
		now := time.Duration(table.now.Load())
		if was := time.Duration(shows) * 100 * time.Millisecond; now-was < late-100*time.Millisecond {
			t.Errorf("picture %d shows the table at %v, and it is %v: less than %v later", i, was, now, late)
		}
		if shows < last {
			t.Errorf("picture %d shows what was before the one before it", i)
		}
		last = shows
	}
	if last == 0 {
		t.Error("the pictures show no time go by")
	}
}

// Where pictures come in bursts each is late by no more than the longest, some come together, and there are gaps
// between.
func TestPicturesComeInBursts(t *testing.T) {
	const every, longest = 100 * time.Millisecond, 2 * time.Second
	l := newLateness(Late{Delay: time.Second, Bursts: longest, Seed: 3})
	var last time.Duration
	together, gaps := 0, 0
	for i := range 600 {
		taken := time.Duration(i) * every
		due := l.due(taken)
		switch between := due - last; {
		case between < 0:
			t.Fatalf("picture %d comes before the one before it", i)
		case i > 0 && between == 0:
			together++
		case i > 0 && between > 3*every:
			gaps++
		}
		if by := due - taken; by < time.Second || by > time.Second+longest {
			t.Errorf("picture %d comes after %v", i, by)
		}
		last = due
	}
	if together < 50 || gaps < 5 {
		t.Errorf("of 600 pictures %d came together with others, after %d gaps", together, gaps)
	}
}

// striped is a camera whose rows are all different, of 480.
type striped struct{}

func (striped) Render(_ world.State, _ int, into *gocv.Mat) error {
	mat := gocv.NewMatWithSize(480, 64, gocv.MatTypeCV8UC3)
	defer func() { _ = mat.Close() }()
	bytes, err := mat.DataPtrUint8()
	if err != nil {
		return err
	}
	for i := range bytes {
		bytes[i] = uint8(i / 192 % 2 * 200)
	}
	return mat.CopyTo(into)
}

// So many pictures are broken as the options say, and their rows are the same from a JPEG's unit on.
func TestBrokenPictures(t *testing.T) {
	s := &server{table: &clocked{}, camera: striped{}, picture: gocv.NewMat(), options: Options{Quality: 90,
		Broken: Broken{Share: 0.25, Seed: 4}}}
	defer s.picture.Close()
	broken, places := 0, map[int]bool{}
	for range 400 {
		if _, _, err := s.shoot(); err != nil {
			t.Fatal(err)
		}
		end := s.picture.Rows()
		for end > 0 && s.picture.GetUCharAt(end-1, 0) == s.picture.GetUCharAt(s.picture.Rows()-1, 0) &&
			s.picture.GetUCharAt(end-1, 1) == s.picture.GetUCharAt(s.picture.Rows()-1, 1) {
			end--
		}
		if flat := s.picture.Rows() - end; flat >= unitRows {
			broken++
			places[flat/unitRows] = true
		} else if flat > 1 {
			t.Errorf("the last %d rows are the same", flat)
		}
	}
	if broken < 80 || broken > 120 || len(places) < 20 {
		t.Errorf("%d of 400 pictures are broken, in %d ways", broken, len(places))
	}
}
