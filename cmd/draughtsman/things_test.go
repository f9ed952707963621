package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rs/zerolog"
	"golang.org/x/term"

	"draughtsman/engine/checkers"
	"draughtsman/internal/config"
	"draughtsman/internal/simulation"
	"draughtsman/internal/table"
	"draughtsman/internal/table/world"
	"draughtsman/internal/terminal"
)

// things are what the scripts' tables are made of.
type things struct {
	calibration []byte          // of every simulated table of the scripts
	start       []byte          // JPEG: the start position, as its camera sees it
	desk        []byte          // JPEG: no board
	poses       func() [][]byte // JPEGs: a board held before the camera
}

// plain is a simulated table whose board lies along the arm's axes, with its middle where the example's arm has it,
// so that scripts can count with round numbers. Nobody sits there.
func plain() table.Options {
	layout := world.DefaultLayout()
	frame := config.ExampleFrame()
	layout.Mount = world.Mount{Origin: world.Point(frame.Origin)}
	return table.Options{Seed: 1, Speed: math.Inf(1), Layout: layout}
}

// prepare calibrates a simulated table and takes pictures.
func prepare(t *testing.T) things {
	t.Helper()
	quiet := &session{in: strings.NewReader(""), out: io.Discard, err: io.Discard, log: zerolog.Nop()}
	path := filepath.Join(t.TempDir(), "table.yaml")
	sim, err := simulation.Start(t.Context(), terminal.New(quiet.streams()).Told(), path, "", config.Example(), plain())
	if err != nil {
		t.Fatal(err)
	}
	made := things{start: get(t, sim.StillURL()), desk: desk(t),
		poses: poses(t)}
	if err := sim.Close(); err != nil {
		t.Fatal(err)
	}
	if made.calibration, err = os.ReadFile(filepath.Join(filepath.Dir(path), "table-calibration.yaml")); err != nil {
		t.Fatal(err)
	}
	return made
}

// get is what is served at an address.
func get(t *testing.T, address string) []byte {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	body, err := io.ReadAll(reply.Body)
	if err != nil || reply.StatusCode != http.StatusOK {
		t.Fatal(reply.Status, err)
	}
	return body
}

// desk is a picture of nothing in particular, as large as the camera's.
func desk(t *testing.T) []byte {
	t.Helper()
	picture := image.NewRGBA(image.Rect(0, 0, 960, 720))
	noise := rand.New(rand.NewPCG(1, 2))
	for i := 0; i < len(picture.Pix); i += 4 {
		grey := uint8(120 + noise.IntN(8))
		copy(picture.Pix[i:], []uint8{grey, grey, grey, 255})
	}
	var text bytes.Buffer
	if err := jpeg.Encode(&text, picture, nil); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

// table describes a table in table.yaml.
func (k things) table(ts *testscript.TestScript, _ bool, args []string) {
	d := config.Example()
	d.Camera.Source, d.Arm.Port = "97", "/dev/nowhere"
	for _, arg := range args {
		switch key, value, _ := strings.Cut(arg, "="); key {
		case "camera":
			d.Camera.Source = value
		case "port":
			d.Arm.Port = value
		case "hands":
			d.Arm = config.Arm{Driver: "hands"}
		case "give_up":
			d.Camera.GiveUp = duration(ts, value)
		case "patience":
			d.Arm.Patience = duration(ts, value)
		default:
			ts.Fatalf("usage: table [camera=SOURCE] [give_up=TIME] [port=PATH] [patience=TIME] [hands]")
		}
	}
	ts.Check(d.Save(ts.MkAbs("table.yaml"), ""))
	ts.Check(os.WriteFile(ts.MkAbs(d.Calibration), k.calibration, 0o600))
}

func duration(ts *testscript.TestScript, text string) time.Duration {
	d, err := time.ParseDuration(text)
	ts.Check(err)
	return d
}

// simulate runs a simulated table until the script ends, and writes truth.jsonl; nothing may have collided.
func simulate(ts *testscript.TestScript, _ bool, args []string) {
	o := plain()
	if len(args) > 0 {
		var err error
		o.Position, err = checkers.ParseFEN(args[0])
		ts.Check(err)
	}
	truth, err := os.Create(ts.MkAbs("truth.jsonl"))
	ts.Check(err)
	o.Truth = truth
	sim, err := table.Start(context.Background(), o)
	ts.Check(err)
	ts.Defer(func() {
		collisions := sim.Counts().Collisions
		ts.Check(errors.Join(sim.Close(), truth.Close()))
		if collisions > 0 {
			ts.Fatalf("%d collisions on the simulated table", collisions)
		}
	})
	ts.Setenv("CAMERA", sim.CameraURL())
	ts.Setenv("PORT", sim.PortPath())
}

// camera sends pictures of the start position: a number of them, or until a file has a text in it; then it is gone.
func (k things) camera(ts *testscript.TestScript, _ bool, args []string) {
	var goesOn func(sent int) bool
	switch len(args) {
	case 1:
		var frames int
		_, err := fmt.Sscan(args[0], &frames)
		ts.Check(err)
		goesOn = func(sent int) bool { return sent < frames }
	case 2:
		path := ts.MkAbs(args[0])
		goesOn = func(int) bool {
			has, err := os.ReadFile(path)
			return err != nil || !strings.Contains(string(has), args[1])
		}
	default:
		ts.Fatalf("usage: camera FRAMES | FILE TEXT")
	}
	var sent atomic.Int64 // to all clients: one that has lost a picture on a busy computer comes again
	over := make(chan struct{})
	stop := sync.OnceFunc(func() { close(over) })
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary=frame")
		tick := time.NewTicker(50 * time.Millisecond)
		defer tick.Stop()
		for goesOn(int(sent.Add(1) - 1)) {
			fmt.Fprintf(w, "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n", len(k.start), k.start)
			w.(http.Flusher).Flush()
			select {
			case <-tick.C:
			case <-r.Context().Done():
				return
			}
		}
		stop()
	}))
	ts.Defer(stop)
	go func() {
		<-over
		_ = server.Listener.Close()
		server.CloseClientConnections()
	}()
	ts.Setenv("CAMERA", server.URL)
}

// fakePort is a pseudo-terminal with something at the other end that remembers what came.
type fakePort struct {
	near *os.File // what the program opens as well
	came chan string
}

// replies are what something at the end of a port answers to what came.
var replies = map[string]func(text string) string{
	"silent": func(string) string { return "" },
	"marlin": func(string) string { return "start\necho:Marlin 2.1.2\n" },
}

// open opens the port with something behind it.
func (p *fakePort) open(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 1 || replies[args[0]] == nil {
		ts.Fatalf("usage: port silent|marlin")
	}
	far, near, err := pty.Open()
	ts.Check(err)
	_, err = term.MakeRaw(int(near.Fd()))
	ts.Check(err)
	p.near, p.came = near, make(chan string, 1)
	ts.Defer(func() { _ = near.Close() }) // a script that fails does not come to unmoved
	go serve(far, replies[args[0]], p.came)
	ts.Setenv("PORT", near.Name())
}

// serve answers until nobody has the port open any more, then tells what came.
func serve(far *os.File, reply func(string) string, came chan<- string) {
	defer far.Close()
	var all strings.Builder
	for chunk := make([]byte, 1024); ; {
		n, err := far.Read(chunk)
		all.Write(chunk[:n])
		if err == nil {
			_, err = io.WriteString(far, reply(string(chunk[:n])))
		}
		if err != nil {
			came <- all.String()
			return
		}
	}
}

// moving is what makes a controller move its arm: a G0 or G1 (after a G53, perhaps), homing, jogging.
var moving = regexp.MustCompile(`(?i)G0*[01](\D|$)|\$[HJ]`)

// unmoved ends the port, and asserts that nothing that came moves an arm.
func (p *fakePort) unmoved(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Check(p.near.Close())
	if came := <-p.came; moving.MatchString(came) {
		ts.Fatalf("the arm was moved: %q", came)
	}
}

// What the scripts' unmoved looks for is what the driver sends.
func TestMotionIsNoticed(t *testing.T) {
	for text, want := range map[string]bool{
		"$H\n": true, "G53 G1 X5.000 Y515.000 Z85.000 F4800\n": true, "g0x1\n": true, "$J=G91 X10 F100\n": true,
		"?\x18\n$I\n$$\n\nM115\n": false, "G21 G90 G94\nG4 P0\nM9\n": false, "G10 L2\n": false,
	} {
		if got := moving.MatchString(text); got != want {
			t.Errorf("%q moves an arm: %v, want %v", text, got, want)
		}
	}
}
