package drivers_test

import (
	"bufio"
	"cmp"
	"errors"
	"flag"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/arm"
	"draughtsman/arm/netport"
	"draughtsman/engine/checkers"
	"draughtsman/internal/config"
	"draughtsman/internal/drivers"
	"draughtsman/internal/table/firmware"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/playback"
)

// TestMain lets tests over real networks and terminals wait beside each other, unless -parallel says how many may: they
// take little but time.
func TestMain(m *testing.M) {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if !given {
		if err := flag.Set("test.parallel", "8"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// inNetwork is a simulated arm that is reached over a network, in real time times speed.
type inNetwork struct {
	t     *testing.T
	world *world.World
	board *firmware.Board
	table config.Table
}

func startInNetwork(t *testing.T, o firmware.Options, speed float64) *inNetwork {
	t.Helper()
	l := world.DefaultLayout()
	w := world.New(world.NewState(l, checkers.Start(), 1), world.Options{Layout: l, Seed: 1, Speed: speed})
	board, err := firmware.Start(w, o)
	expect.OK(t, err)
	playback.Run(t, w, board)
	n := &inNetwork{t, w, board, config.Example()}
	n.table.Arm.Driver, n.table.Arm.Port, n.table.Arm.Baud = string(cmp.Or(o.Protocol, firmware.GRBL).Family()),
		board.Path(), 0
	n.table.Arm.Patience = 2 * time.Second
	return n
}

func (n *inNetwork) open() drivers.Arm {
	n.t.Helper()
	a, err := drivers.Open(n.t.Context(), n.table, zerolog.Nop())
	expect.OK(n.t, err)
	n.t.Cleanup(func() { _ = a.Close() })
	return a
}

func (n *inNetwork) ready() drivers.Arm {
	n.t.Helper()
	a := n.open()
	expect.OK(n.t, a.Home(n.t.Context()))
	return a
}

// at is where the tool really is, in the arm's coordinates.
func (n *inNetwork) at() arm.Point {
	return arm.Point(n.world.Layout().Mount.ToArm(n.world.Snapshot().Tool.At))
}

// moving returns when the tool is on its way.
func (n *inNetwork) moving() {
	n.t.Helper()
	from := n.at()
	for began := time.Now(); n.at().Distance(from) < 5; {
		if time.Since(began) > 10*time.Second {
			n.t.Fatal("it does not move")
		}
		<-time.After(time.Millisecond)
	}
}

var networks = []string{"tcp://127.0.0.1:0", "ws://127.0.0.1:0"}

// A drive over a network ends where it should, as one over a cable does.
func TestOverANetwork(t *testing.T) {
	t.Parallel()
	for _, address := range networks {
		for _, protocol := range protocols {
			if protocol == firmware.Klipper {
				continue // it has an address of its own
			}
			t.Run(address[:3]+" "+string(protocol), func(t *testing.T) {
				t.Parallel()
				// Bytes of protocols other than Grbl's are a relay's matter.
				n := startInNetwork(t, firmware.Options{Protocol: protocol, Listen: address,
					Relay: protocol.Family() != firmware.GRBL, NativeUSB: true}, world.Max)
				a := n.ready()
				for _, to := range []arm.Point{high, aside} {
					expect.OK(t, a.Move(t.Context(), to, 200))
					if n.at().Distance(to) > 0.3 {
						t.Errorf("the tool is at %v, want %v", n.at(), to)
					}
				}
			})
		}
	}
}

// Whatever happens to the connection in mid-motion ends the motion with an error after which the arm has to be homed,
// in bounded time; a new connection homes it.
func TestConnectionsThatEndInMidMotion(t *testing.T) {
	t.Parallel()
	for _, address := range networks {
		for name, c := range map[string]struct {
			fault firmware.Fault
			want  []error
		}{
			"the controller restarts": {firmware.Fault{What: firmware.Reset}, []error{arm.ErrDisconnected}},
			"the network fails": {firmware.Fault{What: firmware.Unplug, For: 5 * time.Second},
				[]error{arm.ErrDisconnected, arm.ErrNoAnswer}},
			"the supply fails": {firmware.Fault{What: firmware.BrownOut, For: 4 * time.Second},
				[]error{arm.ErrDisconnected, arm.ErrNoAnswer}},
		} {
			t.Run(address[:3]+" "+name, func(t *testing.T) {
				t.Parallel()
				n := startInNetwork(t, firmware.Options{Listen: address}, 8)
				a := n.ready()
				expect.OK(t, a.Move(t.Context(), high, 200))
				moved := expect.Later(func() error { return a.Move(t.Context(), arm.Point{X: 20, Y: 20, Z: 80}, 20) })
				n.moving()
				began := time.Now()
				n.board.Fail(c.fault)
				err := <-moved
				if took := time.Since(began); took > 6*time.Second {
					t.Errorf("it took %v to be noticed", took)
				}
				if err == nil || !errors.Is(err, c.want[0]) && !errors.Is(err, c.want[len(c.want)-1]) {
					t.Errorf("the motion ends with %v", err)
				}
				if err := a.Move(t.Context(), high, 60); err == nil {
					t.Error("it goes on")
				}
				_ = a.Close()
				var again drivers.Arm
				for began := time.Now(); again == nil; {
					if again, err = drivers.Open(t.Context(), n.table, zerolog.Nop()); err != nil &&
						time.Since(began) > 15*time.Second {
						t.Fatal(err)
					}
				}
				defer again.Close()
				if err := again.Move(t.Context(), high, 60); !errors.Is(err, arm.ErrNotHomed) {
					t.Errorf("it moves before it is homed: %v", err)
				}
				expect.OK(t, again.Home(t.Context()))
				if err := again.Move(t.Context(), high, 200); err != nil || n.at().Distance(high) > 0.05 {
					t.Errorf("%v, at %v", err, n.at())
				}
			})
		}
	}
}

// other is a second client: a line goes out and what comes back is told.
func (n *inNetwork) other() (say func(string), heard <-chan string) {
	n.t.Helper()
	lines := make(chan string, 100)
	conn, err := netport.Open(n.t.Context(), n.table.Arm.Port, netport.Options{Read: time.Hour})
	expect.OK(n.t, err)
	n.t.Cleanup(func() { _ = conn.Close() })
	go func() {
		defer close(lines)
		in := bufio.NewScanner(conn)
		for in.Scan() {
			lines <- in.Text()
		}
	}()
	return func(text string) {
		if _, err := io.WriteString(conn, text); err != nil {
			n.t.Error(err)
		}
	}, lines
}

// What another program that is connected does to the arm is noticed before the next motion: FluidNC answers it alone,
// and a relay answers both.
func TestSecondClientMovesTheArm(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]firmware.Options{
		"FluidNC": {Listen: "tcp://127.0.0.1:0"},
		"relay":   {Listen: "tcp://127.0.0.1:0", Relay: true},
		"Marlin":  {Protocol: firmware.Marlin, Listen: "tcp://127.0.0.1:0", Relay: true, NativeUSB: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := startInNetwork(t, o, world.Max)
			a := n.ready()
			expect.OK(t, a.Move(t.Context(), high, 200))
			say, heard := n.other()
			say("G91\nG1 X-20 F6000\nG4 P0\n") // a dwell is answered when the motion before it has ended
			for range 3 {
				for text := range heard {
					if strings.HasPrefix(text, "ok") {
						break
					}
				}
			}
			err := a.Move(t.Context(), aside, 100)
			if !errors.Is(err, arm.ErrPositionLost) || !strings.Contains(err.Error(),
				"another program is connected to the controller") {
				t.Errorf("%v", err)
			}
			expect.OK(t, a.Home(t.Context()))
			if err := a.Move(t.Context(), high, 200); err != nil || n.at().Distance(high) > 0.05 {
				t.Errorf("%v, at %v", err, n.at())
			}
		})
	}
}

// Answers to another program's lines are not taken for ours, in mid-motion: no motion is believed to have ended that
// has not, and the arm is homed before it goes on.
func TestSecondClientTalksInBetween(t *testing.T) {
	t.Parallel()
	n := startInNetwork(t, firmware.Options{Listen: "tcp://127.0.0.1:0", Relay: true}, 4)
	a := n.ready()
	expect.OK(t, a.Move(t.Context(), high, 200))
	say, _ := n.other()
	moved := expect.Later(func() error { return a.Move(t.Context(), arm.Point{X: 20, Y: 20, Z: 80}, 100) })
	n.moving()
	say("G4 P0\n\n") // as a sender does that asks whether it is connected
	err := <-moved
	if err == nil {
		err = a.Move(t.Context(), high, 100)
	}
	if !errors.Is(err, arm.ErrPositionLost) || !strings.Contains(err.Error(), "another program") {
		t.Errorf("%v", err)
	}
	expect.OK(t, a.Home(t.Context()))
	if err := a.Move(t.Context(), high, 200); err != nil || n.at().Distance(high) > 0.05 {
		t.Errorf("%v, at %v", err, n.at())
	}
}
