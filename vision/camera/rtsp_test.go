package camera

import (
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bluenviron/gortsplib/v4"
	"github.com/bluenviron/gortsplib/v4/pkg/base"
	"github.com/bluenviron/gortsplib/v4/pkg/description"
	"github.com/bluenviron/gortsplib/v4/pkg/format"
	"github.com/bluenviron/gortsplib/v4/pkg/format/rtpmjpeg"
)

// rtspCamera is a camera in a network that speaks RTSP: it sends JPEG pictures (RFC 2435) at /cam, over TCP.
type rtspCamera struct {
	server  *gortsplib.Server
	stream  *gortsplib.ServerStream
	media   *description.Media
	encoder *rtpmjpeg.Encoder
	address string
	plays   chan struct{} // has one for each client that begins to play
	sent    atomic.Uint32

	ready sync.Mutex // is free when all of the above is there, which the server's goroutines wait for
}

func newRTSPCamera(t testing.TB, at string) *rtspCamera {
	t.Helper()
	jpegs := &format.MJPEG{}
	media := &description.Media{Type: description.MediaTypeVideo, Formats: []format.Format{jpegs}}
	encoder, err := jpegs.CreateEncoder()
	if err != nil {
		t.Fatal(err)
	}
	c := &rtspCamera{media: media, encoder: encoder, plays: make(chan struct{}, 10)}
	c.ready.Lock()
	defer c.ready.Unlock()
	c.server = &gortsplib.Server{
		Handler: c, RTSPAddress: at,
		Listen: func(network, address string) (net.Listener, error) {
			l, err := net.Listen(network, address)
			if err == nil {
				c.address = "rtsp://" + l.Addr().String() + "/cam"
			}
			return l, err
		},
	}
	if err := c.server.Start(); err != nil {
		t.Fatal(err)
	}
	c.stream = &gortsplib.ServerStream{Server: c.server, Desc: &description.Session{Medias: []*description.Media{media}}}
	if err := c.stream.Initialize(); err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *rtspCamera) OnDescribe(ctx *gortsplib.ServerHandlerOnDescribeCtx) (*base.Response, *gortsplib.ServerStream,
	error) {
	c.ready.Lock()
	defer c.ready.Unlock()
	if ctx.Path != "/cam" {
		return &base.Response{StatusCode: base.StatusNotFound}, nil, nil
	}
	return &base.Response{StatusCode: base.StatusOK}, c.stream, nil
}

func (c *rtspCamera) OnSetup(ctx *gortsplib.ServerHandlerOnSetupCtx) (*base.Response, *gortsplib.ServerStream, error) {
	c.ready.Lock()
	defer c.ready.Unlock()
	if ctx.Path != "/cam" {
		return &base.Response{StatusCode: base.StatusNotFound}, nil, nil
	}
	return &base.Response{StatusCode: base.StatusOK}, c.stream, nil
}

func (c *rtspCamera) OnPlay(*gortsplib.ServerHandlerOnPlayCtx) (*base.Response, error) {
	c.plays <- struct{}{}
	return &base.Response{StatusCode: base.StatusOK}, nil
}

func (c *rtspCamera) send(t testing.TB, picture []byte) {
	packets, err := c.encoder.Encode(picture)
	if err != nil {
		t.Error(err)
		return
	}
	for _, p := range packets {
		p.Timestamp = c.sent.Load() * 9000 // ten pictures a second of 90,000 ticks
		if err := c.stream.WritePacketRTP(c.media, p); err != nil {
			t.Log(err)
			return
		}
	}
	c.sent.Add(1)
}

func (c *rtspCamera) close() {
	c.stream.Close()
	c.server.Close()
}

// film sends pictures, numbered round and round up to 20, until it is stopped; stop waits for that.
func (c *rtspCamera) film(t testing.TB) (stop func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		select {
		case <-c.plays:
		case <-done:
			return
		}
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for i := 0; ; i++ {
			c.send(t, jpeg(t, level(i%20)))
			select {
			case <-done:
				return
			case <-tick.C:
			}
		}
	}()
	return func() {
		close(done)
		<-ended
	}
}

// Debian's OpenCV opens a camera that speaks RTSP, over TCP, and each picture arrives before the next is sent.
func TestRTSP(t *testing.T) {
	server := newRTSPCamera(t, "127.0.0.1:0")
	defer server.close()
	stop := server.film(t)
	c := open(t, server.address, Options{})
	stop()
	const last = 22 // which the film does not have
	server.send(t, jpeg(t, level(last)))
	for got := -1; got != last; { // what waited while the stream was opened
		got, _ = read(t, c)
	}
	for want := range 12 {
		server.send(t, jpeg(t, level(want)))
		if got, _ := read(t, c); got != want {
			t.Fatalf("picture %d, want %d", got, want)
		}
	}
}

// A camera that restarts is opened again.
func TestRTSPCameraThatRestarts(t *testing.T) {
	server := newRTSPCamera(t, "127.0.0.1:0")
	stop := server.film(t)
	c := open(t, server.address, Options{})
	read(t, c)
	stop()
	server.close()
	again := newRTSPCamera(t, strings.TrimSuffix(strings.TrimPrefix(server.address, "rtsp://"), "/cam"))
	defer again.close()
	defer again.film(t)()
	for again.sent.Load() == 0 {
		read(t, c)
	}
	began := time.Now()
	for {
		if _, f := read(t, c); f.Time.After(began) {
			return
		}
	}
}
