package table_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table"
	"draughtsman/internal/table/human"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
)

// The robot of this test knows where everything is; all it has in common with the real one is the port and the
// camera.
type robot struct {
	t     *testing.T
	table *table.Table
	port  *os.File
	lines *bufio.Reader
}

// smallCamera makes pictures that cost little.
func smallCamera() *scene.Options {
	o := scene.DefaultOptions()
	o.Width, o.Height, o.Camera.FocalPX = 160, 120, 150
	return &o
}

func start(t *testing.T, o table.Options) *table.Table {
	t.Helper()
	o.Camera = smallCamera()
	tb, err := table.Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := tb.Close(); err != nil {
			t.Error(err)
		}
	})
	return tb
}

// watch asks the camera for one picture after the other, so that time passes, until the test ends or the table does.
func watch(t *testing.T, tb *table.Table) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, tb.CameraURL(), nil)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() {
		var err error
		for err == nil {
			err = drain(request)
		}
		done <- err
	}()
	t.Cleanup(func() {
		cancel()
		err := <-done
		// A table that is closed cuts off whoever asks, resets who has just come, and refuses who comes later.
		ends := []error{context.Canceled, io.ErrUnexpectedEOF, io.EOF, syscall.ECONNRESET, syscall.ECONNREFUSED}
		if !slices.ContainsFunc(ends, func(end error) bool { return errors.Is(err, end) }) {
			t.Error(err)
		}
	})
}

// drain reads an answer to its end and forgets it.
func drain(request *http.Request) error {
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	_, err = io.Copy(io.Discard, answer.Body)
	return err
}

// plugIn opens the port, waits for the controller and homes.
func plugIn(t *testing.T, tb *table.Table) *robot {
	t.Helper()
	f, err := os.OpenFile(tb.PortPath(), os.O_RDWR|syscall.O_NOCTTY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	if err := f.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	r := &robot{t: t, table: tb, port: f, lines: bufio.NewReader(f)}
	for !strings.HasPrefix(r.read(), "[MSG:'$H'") {
	}
	r.do("$H")
	return r
}

func (r *robot) read() string {
	r.t.Helper()
	line, err := r.lines.ReadString('\n')
	if err != nil {
		r.t.Fatal(err)
	}
	return strings.TrimSuffix(line, "\r\n")
}

// do sends lines one by one, each after the answer to the one before.
func (r *robot) do(lines ...string) {
	r.t.Helper()
	for _, line := range lines {
		if _, err := r.port.WriteString(line + "\n"); err != nil {
			r.t.Fatal(err)
		}
		if got := r.read(); got != "ok" {
			r.t.Fatalf("%s is answered with %s", line, got)
		}
	}
}

// reach goes over a place on the table and down to a height of the tip, and comes up again after doing something
// there.
func (r *robot) reach(p world.Point, height float64, something ...string) {
	r.t.Helper()
	p.Z = height
	a := r.table.Layout().Mount.ToArm(p)
	r.do("G0 Z50", fmt.Sprintf("G0 X%.3f Y%.3f", a.X, a.Y), fmt.Sprintf("G1 Z%.3f F4800", a.Z))
	r.do(something...)
	r.do("G0 Z50", "G4 P0")
}

// carry takes the uppermost disc from one place to another, where discs lie already.
func (r *robot) carry(from, to world.Point, below int) {
	r.t.Helper()
	top := world.Disc{At: world.Point{Z: math.Inf(-1)}}
	for _, d := range r.table.Snapshot().Discs {
		if math.Hypot(d.At.X-from.X, d.At.Y-from.Y) < 10 && d.At.Z > top.At.Z {
			top = d
		}
	}
	h := r.table.Layout().DiscHeight
	r.reach(top.At, top.At.Z+h, "M8", "G4 P0.3")
	r.reach(to, float64(below+1)*h+0.2, "M9", "G4 P0.2")
}

// play makes a move and parks.
func (r *robot) play(m checkers.Move, slot *int) {
	r.t.Helper()
	l, p := r.table.Layout(), r.table.Position()
	from, to := l.Centre(m.From()), l.Centre(m.To())
	for _, s := range m.CapturedInOrder() {
		height := 1
		if p.At(s).IsKing() {
			height = 2
		}
		for range height {
			r.carry(l.Centre(s), l.Slots[*slot].At, 0)
			*slot++
		}
	}
	r.carry(from, to, 0)
	switch {
	case p.At(m.From()).IsKing():
		r.carry(from, to, 1)
	case p.Crowns(m):
		r.carry(l.Slots[16].At, to, 1)
	}
	r.do("G0 Z85", "G0 X5 Y515", "G4 P0")
}

func TestGameOfAFewMoves(t *testing.T) {
	var truth bytes.Buffer
	sides := func(int) checkers.Side { return checkers.White }
	tb := start(t, table.Options{
		Seed: 5, Speed: world.Max, Truth: &truth,
		Human: &human.Options{Strength: 1, Sides: sides, Sloppiness: 0.18, Games: 1},
	})
	watch(t, tb)
	r := plugIn(t, tb)
	slot := 0
	r.do("G0 X5 Y515", "G4 P0")
	for range 12 {
		p := turn(t, tb, checkers.Black)
		moves := p.Moves()
		if len(moves) == 0 {
			break
		}
		r.play(moves[0], &slot)
		if after := tb.Snapshot().Game; after != p.Play(moves[0]) && after.Turn == checkers.White {
			t.Fatalf("after %s the table knows %s", moves[0], after.FEN())
		}
	}
	turn(t, tb, checkers.Black)
	if err := tb.Close(); err != nil {
		t.Fatal(err)
	}
	c := tb.Counts()
	if c.Collisions != 0 || c.HandHits != 0 || c.Missed != 0 || c.Dropped != 0 || c.Moves < 20 {
		t.Errorf("counts %+v", c)
	}
	checkTruth(t, truth.String())
}

// turn waits until it is a side's turn, or the game is over.
func turn(t *testing.T, tb *table.Table, side checkers.Side) checkers.Position {
	t.Helper()
	late := time.After(time.Minute)
	ticker := time.NewTicker(2 * time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case <-late:
			t.Fatal("nothing happens at the table")
		case <-ticker.C:
		}
		s := tb.Snapshot()
		if s.Game.Turn == side && !s.Hand.Visible || len(s.Game.Moves()) == 0 {
			return s.Game
		}
	}
}

// checkTruth looks at a truth log as somebody does who knows only its format: moves follow each other legally, and
// every line's discs are those of its FEN.
func checkTruth(t *testing.T, text string) {
	t.Helper()
	game := checkers.Start()
	last := -1.0
	for line := range strings.Lines(text) {
		var l struct {
			T     float64
			Event string
			FEN   string
			Held  *struct{ ID int }
			Discs []struct {
				ID      int
				Side    string
				X, Y, Z float64
			}
		}
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		if l.T < last {
			t.Errorf("time goes backwards at %v", l.T)
		}
		last = l.T
		if move, found := strings.CutPrefix(l.Event, "move "); found {
			m, err := game.ParseMove(move)
			if err != nil {
				t.Fatalf("at %v: %v", l.T, err)
			}
			game = game.Play(m)
			if l.FEN != game.FEN() {
				t.Errorf("after %s at %v the board has %s, the game %s", move, l.T, l.FEN, game.FEN())
			}
			if l.Held != nil {
				t.Errorf("%s at %v while disc %d is held", move, l.T, l.Held.ID)
			}
		}
	}
}

func TestTouchIsNearlyTrue(t *testing.T) {
	tb := start(t, table.Options{Seed: 3})
	l := tb.Layout()
	var sum float64
	for s := checkers.Square(1); s <= checkers.Squares; s++ {
		got, want := tb.Touch(s), l.Mount.ToArm(l.Centre(s))
		off := math.Hypot(math.Hypot(got.X-want.X, got.Y-want.Y), got.Z-want.Z)
		if off > 0.7 || got != tb.Touch(s) {
			t.Errorf("square %d is touched %.2f mm beside", s, off)
		}
		sum += off * off
	}
	if rms := math.Sqrt(sum / checkers.Squares); rms < 0.12 || rms > 0.28 {
		t.Errorf("the measuring error is %.2f mm", rms)
	}
}

func TestEverySlotIsWithinReach(t *testing.T) {
	for seed := range uint64(5) {
		l := start(t, table.Options{Seed: seed}).Layout()
		for i, slot := range l.Slots {
			if p := l.Mount.ToArm(slot.At); p.X < 1 || p.X > 638 || p.Y < 1 || p.Y > 518 {
				t.Errorf("seed %d: slot %d is at %v", seed, i, p)
			}
		}
	}
}

func TestTableEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	tb, err := table.Start(ctx, table.Options{Camera: smallCamera()})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := errors.Join(tb.Wait(), tb.Close(), tb.Close()); err != nil {
		t.Error(err)
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestUnwritableTruthEndsTheTable(t *testing.T) {
	tb, err := table.Start(t.Context(), table.Options{Camera: smallCamera(), Truth: fullDisk{}})
	if err != nil {
		t.Fatal(err)
	}
	if err := tb.Wait(); err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("the table ends with %v", err)
	}
	if err := tb.Close(); err == nil {
		t.Error("closing it hides that")
	}
}

func TestStartFailsClearly(t *testing.T) {
	_, err := table.Start(t.Context(), table.Options{Camera: smallCamera(), Listen: "256.0.0.1:0"})
	if err == nil || !strings.Contains(err.Error(), "the camera cannot be served") {
		t.Errorf("error %v", err)
	}
}
