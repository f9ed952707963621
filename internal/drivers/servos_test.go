package drivers_test

import (
	"math"
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
	"draughtsman/internal/testkit/expect"
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
		expect.OK(t, err)
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
	expect.OK(b.t, err)
	if b.arm, err = drivers.Connect(b.t.Context(), port, config.ServoExample(), b.clock, zerolog.Nop()); err != nil {
		b.t.Fatal(err)
	}
}

func (b *servoBench) ready() {
	b.t.Helper()
	b.connect()
	expect.OK(b.t, b.arm.Home(b.t.Context()))
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
	expect.OK(b.t, b.arm.Move(b.t.Context(), to, speed))
}

// carry takes a disc from one square to another.
func (b *servoBench) carry(from, to checkers.Square) {
	b.t.Helper()
	b.move(b.over(from, 40), 160)
	b.move(b.over(from, 3), 80)
	expect.OK(b.t, b.arm.Grip(b.t.Context()))
	b.move(b.over(from, 40), 80)
	b.move(b.over(to, 40), 160)
	b.move(b.over(to, 4), 80)
	expect.OK(b.t, b.arm.Release(b.t.Context()))
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
