// Package stream serves the simulated table's camera over HTTP, as a network
// camera does:
//
//	/camera.mjpg  the film: MJPEG, multipart/x-mixed-replace
//	/frame.jpg    a single picture
//
// Each part of the film carries its length, without which FFmpeg, and with it
// OpenCV, delivers a frame only when the next one has arrived.
package stream

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strconv"
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
}

// Camera makes pictures of a state. It is used by one goroutine at a time.
type Camera interface {
	Render(state world.State, frame int, into *gocv.Mat) error
}

// Options say how a camera streams.
type Options struct {
	// FPS is the number of frames a second, in real time. 0: the next frame is
	// made when the one before it has been written.
	FPS     float64
	Quality int // of the JPEG, 1 to 100; 0 means 90
	Log     zerolog.Logger
}

// filmPath and framePath are the two things served.
const (
	filmPath  = "/camera.mjpg"
	framePath = "/frame.jpg"
)

// URL is the address of the film that is served on a listener.
func URL(l net.Listener) string { return "http://" + l.Addr().String() + filmPath }

// sendBuffer is what the operating system may hold back of a film, in bytes:
// less than a frame, so that a client that reads as fast as it can is at most
// one frame behind, and not less than a segment of the loopback interface, of
// which the receiver acknowledges each at once; with 8 KiB every frame waits
// for delayed acknowledgements, and a frame takes seven times as long.
const sendBuffer = 64 << 10

// Serve serves pictures on a listener until ctx ends; it closes the listener.
// The error is nil when ctx has ended. When Serve returns, nobody uses table
// and camera any more.
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

// film writes frame after frame until the client goes away.
func (s *server) film(w http.ResponseWriter, r *http.Request) error {
	const boundary = "frame"
	w.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary="+boundary)
	flush := http.NewResponseController(w).Flush
	var due <-chan time.Time
	if s.options.FPS > 0 {
		ticker := time.NewTicker(time.Duration(float64(time.Second) / s.options.FPS))
		defer ticker.Stop()
		due = ticker.C
	}
	for {
		jpeg, err := s.shoot()
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "--%s\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n", boundary, len(jpeg)); err != nil {
			return err
		}
		if _, err := w.Write(append(jpeg, '\r', '\n')); err != nil {
			return err
		}
		if err := flush(); err != nil {
			return err
		}
		s.table.FrameTaken()
		if due == nil {
			if err := r.Context().Err(); err != nil {
				return err
			}
			continue
		}
		select {
		case <-r.Context().Done():
			return r.Context().Err()
		case <-due:
		}
	}
}

// still writes one picture.
func (s *server) still(w http.ResponseWriter, _ *http.Request) error {
	jpeg, err := s.shoot()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return err
	}
	w.Header().Set("Content-Type", "image/jpeg")
	w.Header().Set("Content-Length", strconv.Itoa(len(jpeg)))
	if _, err := w.Write(jpeg); err != nil {
		return err
	}
	s.table.FrameTaken()
	return nil
}

// shoot takes a picture of the table as it is now.
func (s *server) shoot() ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	frame := s.frame
	s.frame++
	if err := s.camera.Render(s.table.Snapshot(), frame, &s.picture); err != nil {
		return nil, s.failed(frame, err)
	}
	buffer, err := gocv.IMEncodeWithParams(gocv.JPEGFileExt, s.picture, []int{int(gocv.IMWriteJpegQuality), s.options.Quality})
	var jpeg []byte
	if err == nil {
		jpeg = slices.Clone(buffer.GetBytes())
	}
	buffer.Close() // it is there with an error, too
	if err != nil {
		return nil, s.failed(frame, err)
	}
	return jpeg, nil
}

func (s *server) failed(frame int, err error) error {
	s.options.Log.Error().Err(err).Int("frame", frame).Msg("the camera cannot take a picture")
	return fmt.Errorf("taking picture %d: %w", frame, err)
}
