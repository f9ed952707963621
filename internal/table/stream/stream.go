// Package stream serves the simulated table's camera over HTTP, as a network camera does:
//
//	/camera.mjpg  the film: MJPEG, multipart/x-mixed-replace
//	/frame.jpg    a single picture
//	/speed        how many times as fast as ours the table's time goes, such as 5, or +Inf
//
// Each part of the film carries its length, without which FFmpeg, and with it OpenCV, delivers a frame only when the
// next one has arrived.
package stream

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"
	"gocv.io/x/gocv"

	"draughtsman/internal/table/world"
)

// Table is what the camera looks at.
type Table interface {
	// Snapshot is the table's state at this moment.
	Snapshot() world.State
	// FrameTaken is called after each picture that was written to a client.
	FrameTaken()
	// Speed is how many seconds of the table's time there are in one of ours.
	Speed() float64
}

// Camera makes pictures of a state. It is used by one goroutine at a time.
type Camera interface {
	Render(state world.State, frame int, into *gocv.Mat) error
}

// Options say how a camera streams.
type Options struct {
	// FPS is the number of frames a second, in real time, at a speed. 0: the next frame is made when the one before it has
	// been written.
	FPS     func(speed float64) float64
	Quality int // of the JPEG, 1 to 100; 0 means 90
	// Late is how pictures come late. It needs a table whose time goes on without them, and FPS.
	Late   Late
	Broken Broken // pictures
	Log    zerolog.Logger
}

// What is served.
const (
	filmPath  = "/camera.mjpg"
	framePath = "/frame.jpg"
	speedPath = "/speed"
)

// URL is the address of the film that is served on a listener.
func URL(l net.Listener) string { return "http://" + l.Addr().String() + filmPath }

// StillURL is the address of single pictures that are served on a listener.
func StillURL(l net.Listener) string { return "http://" + l.Addr().String() + framePath }

// SpeedOf asks the simulated camera at an address how fast its table's time goes, in times ours.
func SpeedOf(ctx context.Context, address string) (speed float64, err error) {
	at, err := url.Parse(address)
	if err != nil {
		return 0, err
	}
	at.Path = speedPath
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
	if err != nil {
		return 0, err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, answer.Body.Close()) }()
	text, err := io.ReadAll(io.LimitReader(answer.Body, 100))
	if err != nil {
		return 0, err
	}
	return strconv.ParseFloat(strings.TrimSpace(string(text)), 64)
}

// sendBuffer is what the operating system may hold back of a film, in bytes: less than a frame, so that a client that
// reads as fast as it can is at most one frame behind, and not less than a segment of the loopback interface, of
// which the receiver acknowledges each at once; with 8 KiB every frame waits for delayed acknowledgements, and a
// frame takes seven times as long.
const sendBuffer = 64 << 10

// Serve serves pictures on a listener until ctx ends; it closes the listener. The error is nil when ctx has ended.
// When Serve returns, nobody uses table and camera any more.
func Serve(ctx context.Context, l net.Listener, table Table, camera Camera, o Options) error {
	if o.Quality == 0 {
		o.Quality = 90
	}
	s := &server{table: table, camera: camera, options: o, picture: gocv.NewMat()}
	defer func() { _ = s.picture.Close() }()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	routes := http.NewServeMux()
	routes.HandleFunc("GET "+filmPath, s.serve(ctx, s.film))
	routes.HandleFunc("GET "+framePath, s.serve(ctx, s.still))
	routes.HandleFunc("GET "+speedPath, s.serve(ctx, func(w http.ResponseWriter, _ *http.Request) error {
		_, err := fmt.Fprintln(w, table.Speed())
		return err
	}))
	web := &http.Server{
		Handler:           routes,
		ReadHeaderTimeout: 10 * time.Second,
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			if tcp, ok := c.(*net.TCPConn); ok {
				if err := tcp.SetWriteBuffer(sendBuffer); err != nil {
					o.Log.Warn().Err(err).Msg("the camera's frames may be late: the send buffer keeps its size")
				}
			}
			return ctx
		},
	}
	stop := context.AfterFunc(ctx, func() { _ = web.Close() })
	defer stop()
	err := web.Serve(l)
	_ = web.Close()
	cancel()
	s.clients.Wait()
	if ctx.Err() != nil && errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return fmt.Errorf("serving the camera on %s: %w", l.Addr(), err)
}

type server struct {
	table   Table
	camera  Camera
	options Options
	clients sync.WaitGroup

	mu      sync.Mutex // guards what follows, and the camera
	picture gocv.Mat
	frame   int // number of the next frame
}

// serve wraps a handler: it is counted, and its request ends with ctx.
func (s *server) serve(ctx context.Context, handle func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.clients.Add(1)
		defer s.clients.Done()
		if ctx.Err() != nil {
			return
		}
		both, cancel := context.WithCancel(r.Context())
		defer cancel()
		defer context.AfterFunc(ctx, cancel)()
		w.Header().Set("Cache-Control", "no-store")
		if err := handle(w, r.WithContext(both)); err != nil && both.Err() == nil {
			s.options.Log.Debug().Err(err).Str("client", r.RemoteAddr).Msg("a camera client is gone")
		}
	}
}

// fps is how often a picture is taken at the table's speed.
func (s *server) fps() float64 { return s.options.FPS(s.table.Speed()) }

// poll is how often it is looked, in real time, whether a picture that comes late is due.
const poll = 2 * time.Millisecond

// film writes frame after frame until the client goes away.
func (s *server) film(w http.ResponseWriter, r *http.Request) error {
	const boundary = "frame"
	w.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary="+boundary)
	flush := http.NewResponseController(w).Flush
	send := func(jpeg []byte) error {
		_, err := fmt.Fprintf(w, "--%s\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n", boundary, len(jpeg))
		if err != nil {
			return err
		}
		if _, err := w.Write(append(jpeg, '\r', '\n')); err != nil {
			return err
		}
		if err := flush(); err != nil {
			return err
		}
		s.table.FrameTaken()
		return nil
	}
	if s.fps() == 0 {
		for r.Context().Err() == nil {
			jpeg, _, err := s.shoot()
			if err == nil {
				err = send(jpeg)
			}
			if err != nil {
				return err
			}
		}
		return r.Context().Err()
	}
	return s.paced(r.Context(), send)
}

// paced takes pictures as often as the options say, and sends each when it is due.
func (s *server) paced(ctx context.Context, send func(jpeg []byte) error) error {
	interval := func() time.Duration { return time.Duration(float64(time.Second) / s.fps()) }
	next := time.NewTimer(interval())
	defer next.Stop()
	look := time.NewTicker(poll)
	defer look.Stop()
	late := newLateness(s.options.Late)
	var queue []picture
	for shoot := true; ; {
		if shoot {
			jpeg, taken, err := s.shoot()
			if err != nil {
				return err
			}
			queue = append(queue, picture{jpeg, late.due(taken)})
		}
		for len(queue) > 0 && (queue[0].due <= s.table.Snapshot().Now || s.options.Late == (Late{})) {
			if err := send(queue[0].jpeg); err != nil {
				return err
			}
			queue = queue[1:]
		}
		shoot = false
		waiting := look.C
		if len(queue) == 0 {
			waiting = nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-next.C:
			shoot = true
			next.Reset(interval())
		case <-waiting:
		}
	}
}

// still writes one picture.
func (s *server) still(w http.ResponseWriter, r *http.Request) error {
	jpeg, taken, err := s.shoot()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return err
	}
	if s.fps() > 0 && s.options.Late.Delay > 0 {
		look := time.NewTicker(poll)
		defer look.Stop()
		for due := taken + s.options.Late.Delay; s.table.Snapshot().Now < due; {
			select {
			case <-r.Context().Done():
				return r.Context().Err()
			case <-look.C:
			}
		}
	}
	w.Header().Set("Content-Type", "image/jpeg")
	w.Header().Set("Content-Length", strconv.Itoa(len(jpeg)))
	if _, err := w.Write(jpeg); err != nil {
		return err
	}
	s.table.FrameTaken()
	return nil
}

// shoot takes a picture of the table as it is now, and says when that is on its clock.
func (s *server) shoot() (jpeg []byte, taken time.Duration, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	frame, state := s.frame, s.table.Snapshot()
	s.frame++
	err = s.camera.Render(state, frame, &s.picture)
	if err == nil {
		err = s.options.Broken.cutOff(&s.picture, frame)
	}
	if err != nil {
		return nil, 0, s.failed(frame, err)
	}
	buffer, err := gocv.IMEncodeWithParams(gocv.JPEGFileExt, s.picture,
		[]int{int(gocv.IMWriteJpegQuality), s.options.Quality})
	if err == nil {
		jpeg = slices.Clone(buffer.GetBytes())
	}
	buffer.Close() // it is there with an error, too
	if err != nil {
		return nil, 0, s.failed(frame, err)
	}
	return jpeg, state.Now, nil
}

func (s *server) failed(frame int, err error) error {
	s.options.Log.Error().Err(err).Int("frame", frame).Msg("the camera cannot take a picture")
	return fmt.Errorf("taking picture %d: %w", frame, err)
}
