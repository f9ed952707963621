package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/rogpeppe/go-internal/testscript"

	"draughtsman/engine/checkers"
	"draughtsman/internal/simulation"
	"draughtsman/internal/table"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
)

// person sits at a table of the scripts: at its keyboard, and before its camera.
type person struct {
	table *table.Table

	mu   sync.Mutex
	view []byte // JPEG: what is held before the camera; nil: the table is seen
}

// personAt is the key of a script's person.
type personAt struct{}

// sit starts a simulated table with a person at it. $CAMERA is its camera, before which the person may hold
// something. With an argument, time passes there as on a wall.
func (k things) sit(ts *testscript.TestScript, _ bool, args []string) {
	options := plain()
	if len(args) > 0 {
		options.Speed = 1
	}
	tb, err := table.Start(context.Background(), options)
	ts.Check(err)
	p := ts.Value(personAt{}).(*person)
	p.table = tb
	server := httptest.NewServer(http.HandlerFunc(p.film))
	ts.Defer(func() {
		server.CloseClientConnections()
		server.Close()
		collisions := tb.Counts().Collisions
		ts.Check(tb.Close())
		if collisions > 0 {
			ts.Fatalf("%d collisions on the simulated table", collisions)
		}
	})
	ts.Setenv("CAMERA", server.URL)
	ts.Setenv("PORT", tb.PortPath())
}

// film sends what the camera sees, until nobody looks any more.
func (p *person) film(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "multipart/x-mixed-replace; boundary=frame")
	tick := time.NewTicker(40 * time.Millisecond)
	defer tick.Stop()
	still := p.table.StillURL()
	for {
		p.mu.Lock()
		picture := p.view
		p.mu.Unlock()
		if picture == nil {
			var err error
			if picture, err = fetch(r, still); err != nil {
				return
			}
		}
		fmt.Fprintf(w, "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n", len(picture), picture)
		w.(http.Flusher).Flush()
		select {
		case <-tick.C:
		case <-r.Context().Done():
			return
		}
	}
}

func fetch(r *http.Request, address string) ([]byte, error) {
	request, err := http.NewRequestWithContext(r.Context(), http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer reply.Body.Close()
	return io.ReadAll(reply.Body)
}

// show holds something before the camera, or takes it away; and does what else a person does at a table.
func (k things) show(ts *testscript.TestScript, p *person, what string, args []string) {
	set := func(picture []byte) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.view = picture
	}
	squares := func() (list checkers.Set) {
		for _, arg := range args {
			s, err := checkers.English.ParseSquare(arg)
			ts.Check(err)
			list |= 1 << (s - 1)
		}
		return list
	}
	switch what {
	case "table":
		set(nil)
	case "desk":
		set(k.desk)
	case "pose":
		n, err := strconv.Atoi(args[0])
		ts.Check(err)
		set(k.poses()[n-1])
	case "hand":
		p.table.Do(func(s *world.State) {
			s.Hand = world.Hand{Visible: true, At: world.Point{X: 20, Y: 40, Z: 30}, Seat: checkers.White, Held: world.NoDisc}
		})
	case "away":
		p.table.Do(func(s *world.State) { s.Hand.Visible = false })
	case "lift": // men off squares
		layout := p.table.Layout()
		p.table.Do(func(s *world.State) {
			for i := range s.Discs {
				if at, on := layout.SquareAt(s.Discs[i].At); on && squares().Has(at) {
					s.Discs[i].At.X += 1000 // into a pocket
				}
			}
		})
	case "carry": // what stands on a square to another, with the hand over the board meanwhile
		layout := p.table.Layout()
		from, err := checkers.English.ParseSquare(args[0])
		ts.Check(err)
		to, err := checkers.English.ParseSquare(args[1])
		ts.Check(err)
		for _, visible := range []bool{true, false} {
			p.table.Do(func(s *world.State) {
				s.Hand = world.Hand{Visible: visible, At: layout.Centre(to), Seat: checkers.Black, Held: world.NoDisc}
				for i, d := range s.Discs {
					if at, on := layout.SquareAt(d.At); on && at == from {
						s.Discs[i].At = layout.Centre(to)
					}
				}
			})
			<-time.After(200 * time.Millisecond)
		}
	case "back": // what was lifted
		p.table.Do(func(s *world.State) {
			for i := range s.Discs {
				if s.Discs[i].At.X > 600 {
					s.Discs[i].At.X -= 1000
				}
			}
		})
	case "moving": // waits until the tool is on its way
		for began := time.Now(); p.walked(100*time.Millisecond) < 2; {
			if time.Since(began) > hanging {
				ts.Fatalf("the tool does not move")
			}
		}
	case "still": // the tool stands, and stays where it is
		if mm := p.walked(2 * time.Second); mm > 0 {
			ts.Fatalf("the tool has gone %.2f mm since it stood", mm)
		}
	default:
		ts.Fatalf("nobody can do %s", what)
	}
}

// walked is how far the tool comes within a time, mm.
func (p *person) walked(within time.Duration) float64 {
	var from, to world.Point
	p.table.Do(func(s *world.State) { from = s.Tool.At })
	<-time.After(within)
	p.table.Do(func(s *world.State) { to = s.Tool.At })
	return math.Hypot(math.Hypot(to.X-from.X, to.Y-from.Y), to.Z-from.Z)
}

// writePoses writes the poses as numbered pictures.
func (k things) writePoses(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Check(os.MkdirAll(ts.MkAbs("poses"), 0o755))
	for i, picture := range k.poses() {
		ts.Check(os.WriteFile(ts.MkAbs(fmt.Sprintf("poses/%02d.jpg", i)), picture, 0o600))
	}
}

// keystrokes are what a terminal sends.
var keystrokes = map[string]string{
	"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "pageup": "\x1b[5~", "pagedown": "\x1b[6~",
	"enter": "\r", "tab": "\t", "backspace": "\x7f", "ctrl-c": "\x03", "ctrl-d": "\x04", "ctrl-z": "\x1a",
	"ctrl-\\": "\x1c", "escape": "\x1b", "f1": "\x1bOP", "delete": "\x1b[3~",
}

// converse runs a program at a pseudo-terminal and a conversation with it, a line each:
//
//	< TEXT       waits until the screen shows a text, after the one before
//	- TEXT       the screen has not shown a text up to there
//	> TEXT       types a text and Enter
//	. KEY…       presses keys: letters, or names such as left and enter
//	! DEED …     does something at the table, or looks at it, see show; or: hangup, obey
//	@ FILE TEXT  waits until a text stands in a file
//	= STATUS     waits for the end, with an exit status
func (k things) converse(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: converse CONVERSATION PROGRAM ARGUMENT…")
	}
	p, _ := ts.Value(personAt{}).(*person)
	command := exec.Command(program(ts, args[1]), args[2:]...)
	command.Dir = ts.MkAbs(".")
	for _, name := range []string{"PATH", "HOME", "TMPDIR", "WORK", "GOCOVERDIR"} {
		command.Env = append(command.Env, name+"="+ts.Getenv(name))
	}
	command.Env = append(command.Env, "TERM=xterm")
	blocking, err := pty.StartWithSize(command, &pty.Winsize{Rows: 40, Cols: 160})
	ts.Check(err)
	terminal, err := closable(blocking)
	ts.Check(err)
	screen := newScreen(terminal)
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	defer func() {
		_ = terminal.Close()
		ts.Logf("%s", screen.text())
	}()
	give := func(format string, args ...any) {
		_ = command.Process.Kill()
		ts.Fatalf(format, args...)
	}
	lines := bufio.NewScanner(strings.NewReader(ts.ReadFile(args[0])))
	for number := 1; lines.Scan(); number++ {
		deed, rest, _ := strings.Cut(strings.TrimSpace(lines.Text()), " ")
		switch deed {
		case "", "#":
		case "<":
			if !screen.await(rest) {
				give("line %d: the screen has not shown %q", number, rest)
			}
		case "-":
			if screen.has(rest) {
				give("line %d: the screen has shown %q", number, rest)
			}
		case ">":
			_, err = io.WriteString(terminal, rest+"\r")
		case ".":
			for _, key := range strings.Fields(rest) {
				if special, known := keystrokes[key]; known {
					key = special
				}
				_, err = io.WriteString(terminal, key)
			}
		case "!":
			words := strings.Fields(rest)
			if words[0] == "hangup" {
				err = terminal.Close()
				break
			}
			if words[0] == "obey" { // the last sentence that asks for a disc to be moved
				asked := moveDisc.FindAllStringSubmatch(screen.text(), -1)
				if len(asked) == 0 {
					give("line %d: nobody asks for anything", number)
				}
				words = append([]string{"carry"}, asked[len(asked)-1][1:]...)
			}
			k.show(ts, p, words[0], words[1:])
		case "@":
			file, text, _ := strings.Cut(rest, " ")
			contains(ts, false, []string{file, text})
		case "=":
			err = status(ended, rest)
		default:
			give("line %d: %s is not a part of a conversation", number, deed)
		}
		if err != nil {
			give("line %d: %v", number, err)
		}
	}
}

var moveDisc = regexp.MustCompile(`Move the \w+ disc from square (\d+) to square (\d+)`)

// closable is a file that can be closed while it is read from. No program that another script starts meanwhile holds it
// open.
func closable(file *os.File) (*os.File, error) {
	syscall.ForkLock.RLock()
	fd, err := syscall.Dup(int(file.Fd()))
	if err == nil {
		syscall.CloseOnExec(fd)
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, err
	}
	if err := syscall.SetNonblock(fd, true); err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), file.Name()), file.Close()
}

// status waits for a program's end.
func status(ended <-chan error, want string) error {
	select {
	case err := <-ended:
		got := 0
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			got = exit.ExitCode()
		} else if err != nil {
			return err
		}
		if strconv.Itoa(got) != want {
			return fmt.Errorf("exit status %d, want %s", got, want)
		}
		return nil
	case <-time.After(hanging):
		return errors.New("the program goes on")
	}
}

// program is where a command of the scripts lies.
func program(ts *testscript.TestScript, name string) string {
	for _, folder := range filepath.SplitList(ts.Getenv("PATH")) {
		path := filepath.Join(folder, name)
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			return path
		}
	}
	ts.Fatalf("there is no %s", name)
	return ""
}

// screen remembers what a program has written to its terminal.
type screen struct {
	mu    sync.Mutex
	all   strings.Builder
	read  int // as far as the conversation has come
	news  chan struct{}
	ended bool
}

func newScreen(terminal io.Reader) *screen {
	s := &screen{news: make(chan struct{}, 1)}
	go func() {
		chunk := make([]byte, 4096)
		for {
			n, err := terminal.Read(chunk)
			s.mu.Lock()
			s.all.Write(chunk[:n])
			s.ended = err != nil
			s.mu.Unlock()
			select {
			case s.news <- struct{}{}:
			default:
			}
			if err != nil {
				return
			}
		}
	}()
	return s
}

// await waits for a text behind the one awaited before.
func (s *screen) await(text string) bool {
	tooLate := time.After(hanging)
	for {
		s.mu.Lock()
		at, ended := strings.Index(s.all.String()[s.read:], text), s.ended
		if at >= 0 {
			s.read += at + len(text)
		}
		s.mu.Unlock()
		if at >= 0 {
			return true
		}
		if ended {
			return false
		}
		select {
		case <-s.news:
		case <-tooLate:
			return false
		}
	}
}

// has reports whether a text was shown before the end of the one awaited last.
func (s *screen) has(text string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Contains(s.all.String()[:s.read], text)
}

// erased is a line of state that was taken away.
var erased = regexp.MustCompile(`[^\n]*\r\x1b\[K`)

// text is what stays to be read.
func (s *screen) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.ReplaceAll(erased.ReplaceAllString(s.all.String(), ""), "\r", "")
}

// poses are pictures of a game board by the scripts' camera, tilted to all sides and in all corners of the picture,
// as if the board were held before it.
func poses(t *testing.T) func() [][]byte {
	return sync.OnceValue(func() (pictures [][]byte) {
		for _, pose := range []struct{ x, y, round float64 }{{-0.23, -0.16, 0}, {-0.23, 0.16, 90}, {0.23, 0.16, 180},
			{0.23, -0.16, 270}} {
			pictures = append(pictures, posed(t, pose.x, pose.y, pose.round))
		}
		return pictures
	})
}

// posed is a picture from a side of the board, degrees round it, by a camera that is turned as far about its axis,
// and shifted until the board's middle is seen beside the picture's by parts of the focal length.
func posed(t *testing.T, x, y, round float64) []byte {
	t.Helper()
	const tilt, away = 30, 900.0
	o := plain()
	view := scene.DefaultOptions()
	view.Camera = simulation.Options{CameraTilt: tilt, CameraRound: round}.View()
	eye := &view.Camera.Eye
	grow := away / math.Sqrt(eye.X*eye.X+eye.Y*eye.Y+eye.Z*eye.Z)
	rad := func(degrees float64) float64 { return degrees * math.Pi / 180 }
	sin, cos := math.Sincos(rad(round))
	right, forward := -(x*cos - y*sin), (x*sin+y*cos)/math.Cos(rad(tilt))
	shift := world.Point{X: away * (right*cos - forward*sin), Y: away * (right*sin + forward*cos)}
	*eye = world.Point{X: eye.X*grow + shift.X, Y: eye.Y*grow + shift.Y, Z: eye.Z * grow}
	view.Camera.LookAt = shift
	view.Camera.Turn = rad(round)
	view.NoMachine = true
	o.Camera = &view
	tb, err := table.Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer tb.Close()
	return get(t, tb.StillURL())
}
