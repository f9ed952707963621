package rig

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/internal/config"
	"draughtsman/internal/robot"
	"draughtsman/planner"
	"draughtsman/vision/camera"
	"draughtsman/vision/hands"
)

const (
	guardMarginMM    = 60.0 // about the playing area and the tray's slots that no hand may come into
	maxStillPictures = 50   // pictures in which the table is waited for to lie still
)

// Bounds of an arm's speed, so that a hand is seen in time although pictures come late.
const (
	stopDistanceMM = 120.0                  // that it may move before it stands for a hand that comes
	stopTime       = 150 * time.Millisecond // for which it goes on at that speed before it stands, as it were
	minSpeedMMS    = 30.0                   // mm/s, that it moves at least
	assumedLatency = time.Second            // that pictures are at most, as long as that is not known
)

// stopTimes are the stopTime of drivers whose way from a hold to the last step was measured (docs/arms.md): a GRBL's 50
// mm from 200 mm/s, a Klipper's 39 mm from 120 mm/s. A uArm's is a time, for which it may have gone on without slowing.
var stopTimes = map[string]time.Duration{
	"grbl": 250 * time.Millisecond, "klipper": 325 * time.Millisecond, "uarm": time.Second,
}

// Guard looks for hands in an eye's pictures while the arm moves. It implements robot.Guard; meanwhile nobody else
// looks through that eye. Close gives its memory back.
type Guard struct {
	eye     *Eye
	watched hands.Options
	frame   calibration.ArmFrame
	machine planner.Machine
	log     zerolog.Logger
	now     func() time.Time // the table's clock
	driver  string

	aimed calibration.Camera
	watch *hands.Detector // with that camera; nil: not yet
	hand  bool
	tool  *calibration.ArmPoint // where the arm was sent last; nil: not known
	slow  float64               // mm/s, of the motions now

	mu      sync.Mutex // guards what follows
	motions []begun    // that the watch has not been told of
}

// begun is a motion of the arm, and its beginning on the table's clock.
type begun struct {
	arm.Motion
	at time.Time
}

var _ robot.Guard = (*Guard)(nil)

// NewGuard watches over a table's arm, which has the board in a frame, through a camera whose latency may be known.
func NewGuard(eye *Eye, table config.Table, frame calibration.ArmFrame, latency *calibration.Latency,
	log zerolog.Logger) *Guard {
	g := newGuard(table, frame, latency)
	g.eye, g.log, g.now = eye, log, eye.now
	return g
}

// newGuard is a guard without an eye.
func newGuard(table config.Table, frame calibration.ArmFrame, latency *calibration.Latency) *Guard {
	half := table.Board.Half()
	low, high := calibration.BoardPoint{X: -half, Y: -half}, calibration.BoardPoint{X: half, Y: half}
	for _, s := range table.Tray.Slots {
		low.X, low.Y = min(low.X, s.At.X), min(low.Y, s.At.Y)
		high.X, high.Y = max(high.X, s.At.X), max(high.Y, s.At.Y)
	}
	low.X, low.Y, high.X, high.Y = low.X-guardMarginMM, low.Y-guardMarginMM, high.X+guardMarginMM, high.Y+guardMarginMM
	g := &Guard{frame: frame, machine: table.Machine, now: time.Now, driver: table.Arm.Driver, watched: hands.Options{
		Area:   hands.Area{Min: low, Max: high},
		Speed:  max(table.Machine.MaxSpeedXY, table.Machine.MaxSpeedZ),
		DiscMM: table.Disc.DiameterMM, Axes: hands.AxesOf(frame), Links: shape(table, frame),
	}}
	if latency != nil {
		g.watched.Latency = hands.Latency{Least: latency.Least, Most: latency.Most}
	}
	return g
}

// Begin implements robot.Guard: the picture looked at last shows a free table, and the next ones show when nothing
// moves there any more.
func (g *Guard) Begin(ctx context.Context) (fastest float64, err error) {
	if err := g.aim(g.eye.reader.Calibration().Camera); err != nil {
		return 0, err
	}
	free := g.eye.last
	if b := g.eye.before; b.There() && (!free.There() || b.Number > free.Number) { // it was remembered since
		free = b
	}
	if !free.There() {
		return 0, errors.New("the arm cannot be watched before the table has been looked at")
	}
	g.told() // of motions that nobody watched
	if err := g.watch.Begin(free.Image); err != nil {
		return 0, err
	}
	g.hand, g.tool = false, &g.machine.Park
	for range maxStillPictures {
		frame, err := g.eye.next(ctx)
		if err != nil {
			return 0, err
		}
		still, err := g.still(frame)
		if err = errors.Join(err, frame.Close()); still || err != nil {
			return g.fastest(), err
		}
	}
	return g.fastest(), nil
}

// fastest is the speed, in mm/s, at which the arm moves stopDistanceMM at most before it stands for a hand: until the
// picture comes, the next one, and it has stopped.
func (g *Guard) fastest() float64 {
	latency, interval := g.watch.Latency()
	late := latency.Most
	if !latency.Known() {
		late = assumedLatency
	}
	g.slow = speedFor(g.driver, late+interval)
	return g.slow
}

// speedFor is the speed, in mm/s, at which a driver's arm moves stopDistanceMM at most before it stands for a hand that
// is seen so late.
func speedFor(driver string, late time.Duration) float64 {
	stands, measured := stopTimes[driver]
	if !measured {
		stands = stopTime
	}
	return max(minSpeedMMS, stopDistanceMM/(late+stands).Seconds())
}

// still reports whether a picture shows what the one before it did; the next one is compared with this.
func (g *Guard) still(frame camera.Frame) (bool, error) {
	still, err := g.watch.Same(frame.Image)
	if err != nil {
		return false, err
	}
	return still, g.watch.Begin(frame.Image)
}

// aim makes a watch for the camera as it sees the board now, unless there is one.
func (g *Guard) aim(at calibration.Camera) error {
	if g.watch != nil && g.aimed == at {
		return nil
	}
	watch, err := hands.New(at, g.watched)
	if err != nil {
		return err
	}
	if g.watch != nil {
		watch.Inherit(g.watch)
	}
	err = g.Close()
	g.watch, g.aimed = watch, at
	return err
}

// Along implements robot.Guard.
func (g *Guard) Along(m arm.Motion) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.motions = append(g.motions, begun{m, g.now()})
}

// told are the motions that have begun since it was asked last.
func (g *Guard) told() []begun {
	g.mu.Lock()
	defer g.mu.Unlock()
	list := g.motions
	g.motions = nil
	return list
}

// tell tells the watch of a motion, or of homing.
func (g *Guard) tell(m begun) {
	switch {
	case len(m.Steps) == 0:
		g.watch.Hold(m.Held, m.at)
		return
	case m.Steps[0].Verb == arm.VerbHome:
		g.watch.PositionLost(m.at)
		g.tool = nil
		return
	}
	if m.From != nil {
		from := calibration.ArmPoint(*m.From)
		g.tool = &from
	}
	if legs := g.legs(m.Steps); len(legs) > 0 {
		g.watch.MotionBegins(legs, m.at)
	}
}

// legs are the straight ways of the tool in some steps, from where it was sent last.
func (g *Guard) legs(steps []arm.Step) []hands.Leg {
	legs := make([]hands.Leg, 0, len(steps))
	for _, s := range steps {
		to := calibration.ArmPoint(s.To)
		if s.Verb != arm.VerbMove {
			if g.tool == nil {
				continue
			}
			to = *g.tool
		}
		from := to
		if g.tool != nil {
			from = *g.tool
		}
		l := hands.Leg{From: g.frame.ToBoard(from), To: g.frame.ToBoard(to), Touches: s.Verb != arm.VerbMove}
		switch s.Verb {
		case arm.VerbMove:
			l.Takes = g.machine.Takes(from, to, s.Speed)
		case arm.VerbGrip:
			l.Takes = g.machine.GripSettle + g.machine.Overhead
		case arm.VerbRelease:
			l.Takes = g.machine.ReleaseSettle + g.machine.Overhead
		}
		if g.tool != nil {
			legs = append(legs, l)
		}
		g.tool = &to
	}
	return legs
}

// Watch implements robot.Guard.
func (g *Guard) Watch(ctx context.Context) (robot.Glimpse, error) {
	frame, err := g.eye.camera.Next(ctx)
	if err != nil {
		return robot.Glimpse{}, err
	}
	for _, m := range g.told() {
		g.tell(m)
	}
	at := g.eye.time(frame.Time)
	seen, err := g.watch.Detect(frame.Image, at)
	if seen.Hand != g.hand {
		g.hand = seen.Hand
		g.log.Debug().Bool("hand", seen.Hand).Time("picture", frame.Time).Msg("over the moving arm's table")
	}
	latency, _ := g.watch.Latency()
	if latency.Known() {
		g.eye.stale(latency.Most)
	}
	return robot.Glimpse{At: at, Hand: seen.Hand, Still: seen.Still}, errors.Join(err, frame.Close())
}

// Mistaken implements robot.Guard.
func (g *Guard) Mistaken() {
	g.watch.Mistaken()
	g.log.Info().Msg("the arm was taken for a hand; it is known better now")
}

// Close gives the guard's memory back.
func (g *Guard) Close() error {
	if g.watch == nil {
		return nil
	}
	err := g.watch.Close()
	g.watch = nil
	return err
}
