package drivers_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/arm"
	"draughtsman/engine/checkers"
	"draughtsman/internal/config"
	"draughtsman/internal/drivers"
	"draughtsman/internal/table/servos"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/playback"
)

// servoBench is an arm of servos beside a board with one disc, and its driver, on a fake clock.
type servoBench struct {
	t     *testing.T
	world *world.World
	bus   *servos.Bus
	arm   drivers.Arm
	clock drivers.Clock // of the driver; nil: its own, which drifts by a tick of the table's against that
}

func onServos(t *testing.T, o servos.Options, test func(t *testing.T, b *servoBench)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		l := world.ServoLayout()
		w := world.New(world.NewState(l, checkers.Position{White: 1 << 17}, 1), world.Options{Layout: l, Seed: 1})
		o.Memory = true
		bus, err := servos.Start(w, o)
		if err != nil {
			t.Fatal(err)
		}
		playback.Run(t, w, bus)
		b := &servoBench{t: t, world: w, bus: bus}
		defer func() {
			if b.arm != nil {
				_ = b.arm.Close()
			}
			for i, s := range bus.Servos() {
				if s.EPROM > 0 {
					t.Errorf("the EPROM of servo %d was written", i+1)
				}
			}
		}()
		test(t, b)
	})
}

func (b *servoBench) connect() {
	b.t.Helper()
	port, err := b.bus.Dial()
	if err != nil {
		b.t.Fatal(err)
	}
	if b.arm, err = drivers.Connect(b.t.Context(), port, config.ServoExample(), b.clock, zerolog.Nop()); err != nil {
		b.t.Fatal(err)
	}
}

func (b *servoBench) ready() {
	b.t.Helper()
	b.connect()
	if err := b.arm.Home(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

// over is a place over a square, in the arm's frame, with the fingers so high over the playing surface.
func (b *servoBench) over(s checkers.Square, up float64) arm.Point {
	l := b.world.Layout()
	at := l.Centre(s)
	at.Z = up
	return arm.Point(l.Mount.ToArm(at))
}

func (b *servoBench) move(to arm.Point, speed float64) {
	b.t.Helper()
	if err := b.arm.Move(b.t.Context(), to, speed); err != nil {
		b.t.Fatal(err)
	}
}

// carry takes a disc from one square to another.
func (b *servoBench) carry(from, to checkers.Square) {
	b.t.Helper()
	b.move(b.over(from, 40), 160)
	b.move(b.over(from, 3), 80)
	if err := b.arm.Grip(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
	b.move(b.over(from, 40), 80)
	b.move(b.over(to, 40), 160)
	b.move(b.over(to, 4), 80)
	if err := b.arm.Release(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
	b.move(b.over(to, 40), 80)
}

// A disc is carried across the board, over an adapter with and without an echo.
func TestServosCarryADisc(t *testing.T) {
	for name, o := range map[string]servos.Options{
		"plain":             {},
		"echo":              {Echo: true},
		"weighed down":      {Sag: [6]float64{0, 9, 12, 5}},
		"answers that fail": {Faults: badLine()},
	} {
		t.Run(name, func(t *testing.T) {
			onServos(t, o, func(t *testing.T, b *servoBench) {
				b.ready()
				for _, way := range [][2]checkers.Square{{18, 1}, {1, 29}, {29, 4}, {4, 32}} {
					began := b.world.Snapshot().Now
					b.carry(way[0], way[1])
					took := b.world.Snapshot().Now - began
					counts := b.world.Counts()
					if counts.Collisions > 0 || counts.Dropped > 0 || counts.Missed > 0 {
						t.Fatalf("%v: %+v", way, counts)
					}
					d, want := b.world.Snapshot().Discs[0].At, b.world.Layout().Centre(way[1])
					off := math.Hypot(d.X-want.X, d.Y-want.Y)
					t.Logf("%v: %.1f mm off, in %.1f s", way, off, took.Seconds())
					if off > 5 || d.Z != 0 {
						t.Errorf("%v: the disc stands at %v, meant was %v", way, d, want)
					}
				}
				feels, err := b.arm.(arm.Feeler).Holding(t.Context())
				if feels || err != nil {
					t.Errorf("it feels a disc: %v, %v", feels, err)
				}
			})
		})
	}
}

// badLine is answers that are lost, garbled and late, all the time.
func badLine() (faults []servos.Fault) {
	for n := 40; n < 3000; n += 30 {
		what := []string{servos.LoseAnswer, servos.GarbleAnswer, servos.LateAnswer, servos.LoseRequest}[n/30%4]
		faults = append(faults, servos.Fault{Packets: n, What: what, For: 70 * time.Millisecond})
	}
	return faults
}

func TestServosFeelWhetherTheyHold(t *testing.T) {
	onServos(t, servos.Options{}, func(t *testing.T, b *servoBench) {
		b.ready()
		for _, c := range []struct {
			square checkers.Square
			want   bool
		}{{18, true}, {15, false}} {
			b.move(b.over(c.square, 40), 160)
			b.move(b.over(c.square, 3), 80)
			if err := b.arm.Grip(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got, err := b.arm.(arm.Feeler).Holding(t.Context()); got != c.want || err != nil {
				t.Errorf("on square %d it holds: %v, %v", c.square, got, err)
			}
			if err := b.arm.Release(t.Context()); err != nil {
				t.Fatal(err)
			}
			b.move(b.over(c.square, 40), 80)
		}
	})
}

// beside is where the middle of a disc between the open jaws lies beside the axis of the hand's roll, mm.
const beside = -7.9 + 3 + 11.5

// watcher notes where the tool's point really is.
type watcher struct {
	mu   sync.Mutex
	tips []world.Point
}

func (w *watcher) Advance(s *world.State, _ time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f, at := s.Tool.Fingers, s.Tool.At
	at.X, at.Y = at.X+beside*f.Toward.X, at.Y+beside*f.Toward.Y
	w.tips = append(w.tips, at)
}
func (*watcher) Busy() bool { return false }

// The way of the simulated hand, with servos that lag behind their goals by what their acceleration needs, is
// straight as well.
func TestServosGoStraight(t *testing.T) {
	onServos(t, servos.Options{}, func(t *testing.T, b *servoBench) {
		b.clock = b.bus // the same way each time: 5 ms of jitter alone bend it by up to 0.3 mm
		b.ready()
		w := &watcher{}
		b.world.AddActor(w, false)
		worst := 0.0
		for _, way := range [][2]arm.Point{
			{{X: 120, Y: 150, Z: 50}, {X: 330, Y: -120, Z: 50}},
			{{X: 200, Y: -160, Z: 60}, {X: 200, Y: 160, Z: 60}},
			{{X: 330, Y: 100, Z: 70}, {X: 330, Y: 100, Z: 12}},
		} {
			b.move(way[0], 160)
			<-time.After(100 * time.Millisecond)
			w.mu.Lock()
			w.tips = nil
			w.mu.Unlock()
			b.move(way[1], 100)
			w.mu.Lock()
			worst = max(worst, bend(w.tips))
			w.mu.Unlock()
		}
		t.Logf("at most %.2f mm beside the line", worst)
		if worst > 1 {
			t.Errorf("%.2f mm beside the line", worst)
		}
	})
}

// Motions in one go keep to their lines, corners included, and end where they should; they take less time than one by
// one.
func TestServosGoRoundCorners(t *testing.T) {
	onServos(t, servos.Options{}, func(t *testing.T, b *servoBench) {
		b.clock = b.bus // the same way each time: 5 ms of jitter alone bend it by up to 0.3 mm
		b.ready()
		w := &watcher{}
		b.world.AddActor(w, false)
		corners := []arm.Point{{X: 150, Y: 120, Z: 20}, {X: 150, Y: 120, Z: 60}, {X: 260, Y: 20, Z: 60},
			{X: 300, Y: -80, Z: 60}, {X: 300, Y: -80, Z: 20}}
		var took [2]time.Duration
		for i := range took {
			b.move(corners[0], 100)
			<-time.After(100 * time.Millisecond)
			w.mu.Lock()
			w.tips = nil
			w.mu.Unlock()
			began := b.world.Snapshot().Now
			steps := append(append(moves(80, corners[1]), moves(120, corners[2:4]...)...), moves(80, corners[4])...)
			if i == 0 {
				for _, s := range steps {
					b.move(s.To, s.Speed)
				}
			} else if err := arm.Run(t.Context(), b.arm, steps); err != nil {
				t.Fatal(err)
			}
			took[i] = b.world.Snapshot().Now - began
			worst := 0.0
			w.mu.Lock()
			for _, tip := range w.tips {
				off := math.Inf(1)
				for k := range corners[1:] {
					off = min(off, arm.Point(b.world.Layout().Mount.ToArm(tip)).Beside(corners[k], corners[k+1]))
				}
				worst = max(worst, off)
			}
			w.mu.Unlock()
			t.Logf("%v, at most %.2f mm beside the lines", took[i], worst)
			if worst > 1 {
				t.Errorf("%.2f mm beside the lines", worst)
			}
			at, err := b.arm.Position(t.Context())
			if err != nil || at.Distance(corners[4]) > 1.5 {
				t.Errorf("it ends at %v, %v", at, err)
			}
		}
		if took[1] > took[0]*19/20 {
			t.Errorf("%v in one go, %v one by one", took[1], took[0])
		}
	})
}

// bend is how far points lie at most from the line between the first and the last.
func bend(points []world.Point) (most float64) {
	from, to := arm.Point(points[0]), arm.Point(points[len(points)-1])
	length := from.Distance(to)
	for _, p := range points {
		q := arm.Point(p)
		along := ((q.X-from.X)*(to.X-from.X) + (q.Y-from.Y)*(to.Y-from.Y) + (q.Z-from.Z)*(to.Z-from.Z)) / length / length
		along = min(1, max(0, along))
		most = max(most, q.Distance(arm.Point{X: from.X + along*(to.X-from.X), Y: from.Y + along*(to.Y-from.Y),
			Z: from.Z + along*(to.Z-from.Z)}))
	}
	return most
}

// Everything that ends a motion does so in bounded time, and homing leads out of it; after a pulled cable a new
// connection and homing do.
func TestServoFaultsInMidMotion(t *testing.T) {
	for _, c := range []struct {
		fault servos.Fault
		want  []error // any of them; nil: it ends as if nothing had happened
	}{
		{servos.Fault{What: servos.BrownOut}, []error{arm.ErrPositionLost, arm.ErrNoAnswer}},
		{servos.Fault{What: servos.Overload}, []error{arm.ErrAlarm}},
		{servos.Fault{What: servos.Unplug, For: 3 * time.Second}, []error{arm.ErrDisconnected}},
		{servos.Fault{What: servos.LateAnswer, For: 3 * time.Second}, []error{arm.ErrNoAnswer}},
		{servos.Fault{What: servos.LoseAnswer}, nil},
		{servos.Fault{What: servos.LateAnswer, For: 100 * time.Millisecond}, nil},
		{servos.Fault{What: servos.GarbleAnswer}, nil},
		{servos.Fault{What: servos.LoseRequest}, nil},
	} {
		t.Run(c.fault.What, func(t *testing.T) {
			onServos(t, servos.Options{}, func(t *testing.T, b *servoBench) {
				b.ready()
				b.move(arm.Point{X: 200, Y: 160, Z: 60}, 160)
				moved := make(chan error, 1)
				go func() { moved <- b.arm.Move(t.Context(), arm.Point{X: 200, Y: -160, Z: 60}, 100) }()
				<-time.After(time.Second)
				began := time.Now()
				b.bus.Happen(c.fault)
				err := <-moved
				if c.want == nil && err == nil {
					return
				}
				if !slices.ContainsFunc(c.want, func(want error) bool { return errors.Is(err, want) }) {
					t.Fatalf("%v, want one of %v", err, c.want)
				}
				if took := time.Since(began); took > 3*time.Second {
					t.Errorf("it took %v", took)
				}
				if b.arm.Move(t.Context(), arm.Point{X: 200, Y: 0, Z: 60}, 100) == nil {
					t.Fatal("it goes on as if nothing had happened")
				}
				<-time.After(4 * time.Second)
				if errors.Is(err, arm.ErrDisconnected) {
					_ = b.arm.Close()
					b.connect()
				}
				if err := b.arm.Home(t.Context()); err != nil {
					t.Fatal(err)
				}
				b.move(arm.Point{X: 200, Y: 0, Z: 60}, 100)
			})
		})
	}
}

// A stop ends the simulated arm's motion within 150 ms, and nothing is let go.
func TestServosStop(t *testing.T) {
	onServos(t, servos.Options{}, func(t *testing.T, b *servoBench) {
		b.ready()
		b.move(arm.Point{X: 200, Y: 160, Z: 60}, 160)
		moved := make(chan error, 1)
		go func() { moved <- b.arm.Move(t.Context(), arm.Point{X: 200, Y: -160, Z: 60}, 100) }()
		<-time.After(time.Second)
		began := time.Now()
		if err := b.arm.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took > 150*time.Millisecond {
			t.Errorf("it took %v", took)
		}
		if err := <-moved; !errors.Is(err, arm.ErrStopped) {
			t.Error(err)
		}
		before := b.bus.Servos()
		<-time.After(time.Second)
		for i, s := range b.bus.Servos() {
			if !s.Torque || math.Abs(float64(s.Position-before[i].Position)) > 2 {
				t.Errorf("servo %d: %+v, was %+v", i+1, s, before[i])
			}
		}
	})
}

// The same over a pseudo-terminal, in real time.
func TestServosOnATerminal(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds of real time")
	}
	l := world.ServoLayout()
	w := world.New(world.NewState(l, checkers.Position{White: 1 << 17}, 1), world.Options{Layout: l, Speed: 4})
	bus, err := servos.Start(w, servos.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { _ = w.Run(ctx) })
	defer func() {
		cancel()
		running.Wait()
		if err := bus.Close(); err != nil {
			t.Error(err)
		}
	}()
	table := config.ServoExample()
	table.Arm.Port = bus.Path()
	for range 2 { // a second host finds the port free
		a, err := drivers.Open(t.Context(), table, zerolog.Nop())
		if err != nil {
			t.Fatal(err)
		}
		homed, err := a.Position(t.Context())
		if err == nil && homed.Distance(arm.Point(table.Machine.Park)) > 2 {
			err = a.Home(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		at, err := a.Position(t.Context())
		if err != nil || at.Distance(arm.Point(table.Machine.Park)) > 2 {
			t.Errorf("%v, %v", at, err)
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
