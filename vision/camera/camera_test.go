package camera

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gocv.io/x/gocv"
)

// grey is a picture whose upper half has one brightness, by which the tests tell frames apart. Noise below and at the
// right makes it as large as a camera's: FFmpeg wants 2 kB before it says what a stream is.
func grey(t testing.TB, level int) gocv.Mat {
	t.Helper()
	v := float64(level)
	m := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(v, v, v, 0), 120, 160, gocv.MatTypeCV8UC3)
	bytes, err := m.DataPtrUint8()
	if err != nil {
		t.Fatal(err)
	}
	noise := rand.New(rand.NewPCG(1, 2))
	for i := range bytes {
		if i >= len(bytes)*3/4 || i%480 >= 432 {
			bytes[i] = uint8(noise.UintN(256))
		}
	}
	return m
}

func jpeg(t testing.TB, level int) []byte {
	t.Helper()
	m := grey(t, level)
	defer m.Close()
	buffer, err := gocv.IMEncode(gocv.JPEGFileExt, m)
	if err != nil {
		t.Fatal(err)
	}
	defer buffer.Close()
	return append([]byte(nil), buffer.GetBytes()...)
}

// levels of the pictures with numbers 0, 1, 2, …
func level(number int) int { return 20 + 10*number }

func numberIn(f Frame) int { return (int(f.Image.GetUCharAt(30, 180)) - 20 + 5) / 10 }

func open(t testing.TB, text string, with Options) *Camera {
	t.Helper()
	c, err := Open(t.Context(), text, with)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { finish(t, c) })
	return c
}

// finish closes the camera and waits until its reader has ended, so that whatever is still allocated then has leaked.
func finish(t testing.TB, c *Camera) {
	t.Helper()
	for range 2 {
		if err := c.Close(); err != nil {
			t.Errorf("closing: %v", err)
		}
	}
	<-c.ended
	for range c.frames {
		t.Error("a frame was left over")
	}
}

// read receives the next frame and returns which one it is.
func read(t testing.TB, c *Camera) (int, Frame) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	f, err := c.Next(ctx)
	if err != nil {
		t.Fatalf("waiting for a frame: %v", err)
	}
	defer f.Close()
	return numberIn(f), f
}

func sequenceOf(t testing.TB, n int) string {
	t.Helper()
	dir := t.TempDir()
	for i := range n {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%04d.jpg", i)), jpeg(t, level(i)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "%04d.jpg")
}

func videoOf(t testing.TB, n int, rate float64) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "film.avi")
	writer, err := gocv.VideoWriterFile(name, "MJPG", rate, 160, 120, true)
	if err != nil || !writer.IsOpened() {
		t.Skip("this OpenCV writes no video")
	}
	defer writer.Close()
	for i := range n {
		m := grey(t, level(i))
		if err := writer.Write(m); err != nil {
			t.Fatal(err)
		}
		m.Close()
	}
	return name
}

// A video says how many pictures a second it has; others do not.
func TestRate(t *testing.T) {
	for source, want := range map[string]float64{videoOf(t, 3, 25): 25, videoOf(t, 3, 2): 2, sequenceOf(t, 3): 0} {
		if got := open(t, source, Options{}).Rate(); math.Abs(got-want) > 0.01 {
			t.Errorf("%s: %g pictures a second, want %g", source, got, want)
		}
	}
}

func TestFilesAreReadInOrderToTheEnd(t *testing.T) {
	for name, source := range map[string]string{"sequence": sequenceOf(t, 12), "video": videoOf(t, 12, 25)} {
		t.Run(name, func(t *testing.T) {
			c := open(t, source, Options{})
			for want := range 12 {
				got, f := read(t, c)
				if got != want || f.Number != want {
					t.Fatalf("frame %d: picture %d with number %d", want, got, f.Number)
				}
			}
			for range 2 {
				if _, err := c.Next(t.Context()); !errors.Is(err, io.EOF) {
					t.Fatalf("after the last frame: %v, want io.EOF", err)
				}
			}
		})
	}
}

func TestASinglePictureIsASourceOfOne(t *testing.T) {
	c := open(t, strings.Replace(sequenceOf(t, 3), "%04d", "0001", 1), Options{})
	if got, _ := read(t, c); got != 1 {
		t.Errorf("picture %d, want 1", got)
	}
	if _, err := c.Next(t.Context()); !errors.Is(err, io.EOF) {
		t.Errorf("then %v, want io.EOF", err)
	}
}

func TestASequenceWithABrokenPictureNamesIt(t *testing.T) {
	pattern := sequenceOf(t, 5)
	if err := os.WriteFile(fmt.Sprintf(pattern, 3), []byte("not a picture"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := open(t, pattern, Options{})
	for range 3 {
		read(t, c)
	}
	if _, err := c.Next(t.Context()); err == nil || !strings.Contains(err.Error(), "picture 4 of 5") {
		t.Errorf("got %v, want an error that names picture 4 of 5", err)
	}
}

func TestWhatCannotBeOpenedIsNamed(t *testing.T) {
	notAVideo := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(notAVideo, []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	nobody, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody.Close()
	page := httptest.NewServer(http.NotFoundHandler())
	defer page.Close()
	words := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter,
		_ *http.Request) {
		fmt.Fprint(w, "<html>Camera</html>")
	}))
	defer words.Close()
	locked := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter,
		_ *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
	}))
	defer locked.Close()
	signed := httptest.NewUnstartedServer(http.NotFoundHandler())
	signed.Config.ErrorLog = log.New(io.Discard, "", 0)
	signed.StartTLS()
	defer signed.Close()
	rtsp := newRTSPCamera(t, "127.0.0.1:0")
	defer rtsp.close()
	for _, test := range []struct{ source, want string }{
		{"", "no camera is named"},
		{"97", "there is no /dev/video97"},
		{"/dev/video98", "there is no /dev/video98"},
		{"/nowhere/film.avi", "the picture or film /nowhere/film.avi cannot be opened: no such file"},
		{notAVideo, "neither a video nor a picture"},
		{"https.jpg", "the picture or film https.jpg cannot be opened: no such file"},
		{"/nowhere/%04d.jpg", "no pictures match /nowhere/%04d.jpg"},
		{"http://" + nobody.Addr().String(), "nothing listens there (" + nobody.Addr().String() + "): start the camera"},
		{"rtsp://" + nobody.Addr().String() + "/cam", "nothing listens there"},
		{page.URL + "/cam", "it answers, and knows no /cam: check the address behind the port"},
		{words.URL, "there is a page to read and no stream of pictures"},
		{words.URL + "/shot.jpg", "there is a page to read and no stream of pictures"},
		{page.URL + "/shot.jpg", "it answers, and knows no /shot.jpg: check the address behind the port"},
		{signed.URL + "/shot.jpg", "its certificate is none that this computer trusts"},
		{locked.URL, "it wants a user and a password"},
		{strings.TrimSuffix(rtsp.address, "cam") + "nothing", "it answers, and knows no /nothing"},
		{"http://no-such-camera.invalid/video", "there is no no-such-camera.invalid in this network"},
		{"http://[::1", "the address is not written as one"},
		{"http://me:secret@" + nobody.Addr().String(), "http://me:xxxxx@"},
		{"http://me:secret@" + nobody.Addr().String() + "/shot.jpg", "http://me:xxxxx@"},
	} {
		_, err := Open(t.Context(), test.source, Options{})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("opening %q: %v, want …%s…", test.source, err, test.want)
		}
	}
}

// boundary starts a stream as cameras in a network send it.
func boundary(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary=frame")
	w.WriteHeader(http.StatusOK)
}

func send(w http.ResponseWriter, picture []byte) {
	fmt.Fprintf(w, "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n", len(picture), picture)
	w.(http.Flusher).Flush()
}

// serve runs a camera in a network until the test ends; its handler ends with the request's context. hangUp is called
// by defer: the camera's reader, for which the test waits last, is then not left waiting.
func serve(handler http.HandlerFunc) (address string, hangUp func()) {
	server := httptest.NewServer(handler)
	return server.URL, func() {
		server.CloseClientConnections()
		server.Close()
	}
}

// feed is a camera in a network: it sends the numbers it is given as pictures.
func feed(t testing.TB, numbers <-chan int) (address string, hangUp func()) {
	return serve(func(w http.ResponseWriter, r *http.Request) {
		boundary(w)
		for {
			select {
			case n := <-numbers:
				send(w, jpeg(t, level(n)))
			case <-r.Context().Done():
				return
			}
		}
	})
}

func TestAStreamedPictureArrivesBeforeTheNextIsSent(t *testing.T) {
	numbers := make(chan int, 1)
	numbers <- 0
	address, hangUp := feed(t, numbers)
	defer hangUp()
	c := open(t, address, Options{})
	for want := range 12 {
		if want > 0 {
			numbers <- want // only now: Next below must not need the one after it
		}
		if got, _ := read(t, c); got != want {
			t.Fatalf("picture %d, want %d", got, want)
		}
	}
}

func TestALiveSourceGivesTheNewestPicture(t *testing.T) {
	numbers := make(chan int, 1)
	numbers <- 0
	address, hangUp := feed(t, numbers)
	defer hangUp()
	c := open(t, address, Options{})
	for n := 1; n < 10; n++ {
		numbers <- n
	}
	got, f := 0, Frame{}
	for got < 9 { // the reader may be a picture behind when it is first asked
		before := got
		if got, f = read(t, c); got < before {
			t.Fatalf("picture %d after %d", got, before)
		}
	}
	if f.Number != 9 {
		t.Errorf("the newest picture has number %d, want 9", f.Number)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := c.Next(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("asked again with nothing new: %v, want the deadline's error", err)
	}
}

// quick is a clock whose waits take no time.
type quick struct {
	mu    sync.Mutex
	now   time.Time
	waits []time.Duration
}

func (q *quick) Now() time.Time {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.now
}

func (q *quick) waited() string {
	q.mu.Lock()
	defer q.mu.Unlock()
	return fmt.Sprint(q.waits)
}

func (q *quick) After(d time.Duration) <-chan time.Time {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.now = q.now.Add(d)
	q.waits = append(q.waits, d)
	done := make(chan time.Time, 1)
	done <- q.now
	return done
}

func TestADroppedStreamIsOpenedAgain(t *testing.T) {
	connection := make(chan int, 1)
	connection <- 0
	address, hangUp := serve(func(w http.ResponseWriter, r *http.Request) {
		k := <-connection
		connection <- k + 1
		if k == 1 || k == 2 {
			http.Error(w, "starting", http.StatusServiceUnavailable)
			return
		}
		boundary(w)
		send(w, jpeg(t, level(k)))
		if k > 0 {
			<-r.Context().Done()
		}
	})
	defer hangUp()
	clock := &quick{}
	c := open(t, address, Options{Clock: clock})
	for {
		got, f := read(t, c)
		if got == 3 {
			if f.Number != 1 {
				t.Errorf("the counting of frames went on with %d, want 1", f.Number)
			}
			break
		}
	}
	if got, want := clock.waited(), "[100ms 200ms 400ms]"; got != want {
		t.Errorf("waited %s between attempts, want %s", got, want)
	}
}

func TestAStreamThatStopsForGoodIsAnError(t *testing.T) {
	first := make(chan struct{}, 1)
	first <- struct{}{}
	address, hangUp := serve(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-first:
			boundary(w)
			send(w, jpeg(t, level(0)))
			fmt.Fprint(w, "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: 5000\r\n\r\n") // and nothing more
			w.(http.Flusher).Flush()
		default: // from now on it accepts and never answers
		}
		<-r.Context().Done()
	})
	defer hangUp()
	c := open(t, address, Options{Silence: 100 * time.Millisecond, GiveUp: time.Second, Clock: &quick{}})
	var err error
	for err == nil {
		var f Frame
		if f, err = c.Next(t.Context()); err == nil {
			f.Close()
		}
	}
	if want := address + " stopped sending pictures and did not come back within 1s"; !strings.HasPrefix(err.Error(),
		want) {
		t.Errorf("got %q, want %q", err, want)
	}
}

func TestASourceThatNeverAnswers(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0") // accepts, never reads
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	address := "http://" + silent.Addr().String()

	if _, err := Open(t.Context(), address, Options{Silence: 100 * time.Millisecond}); err == nil {
		t.Error("opened")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	started := time.Now()
	_, err = Open(ctx, address, Options{Silence: 2 * time.Second})
	if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), address) {
		t.Errorf("given up early: %v", err)
	}
	if took := time.Since(started); took > time.Second {
		t.Errorf("giving up took %v", took)
	}
}

func TestCloseDoesNotWaitForABlockedRead(t *testing.T) {
	numbers := make(chan int, 1)
	numbers <- 0
	address, hangUp := feed(t, numbers)
	defer hangUp()
	c := open(t, address, Options{Silence: time.Second})
	read(t, c)
	waiting := make(chan error)
	go func() {
		_, err := c.Next(context.Background())
		waiting <- err
	}()
	started := time.Now()
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-waiting; !errors.Is(err, ErrClosed) {
		t.Errorf("Next ended with %v, want ErrClosed", err)
	}
	if took := time.Since(started); took > 500*time.Millisecond {
		t.Errorf("closing took %v", took)
	}
	if _, err := c.Next(t.Context()); !errors.Is(err, ErrClosed) {
		t.Errorf("Next after Close: %v, want ErrClosed", err)
	}
}

func BenchmarkNext(b *testing.B) {
	pattern := sequenceOf(b, 20)
	var c *Camera
	for b.Loop() {
		if c == nil {
			c = open(b, pattern, Options{})
		}
		f, err := c.Next(b.Context())
		if errors.Is(err, io.EOF) {
			finish(b, c)
			c = nil
			continue
		}
		if err != nil {
			b.Fatal(err)
		}
		f.Close()
	}
}
