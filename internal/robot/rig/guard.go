package rig

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/internal/config"
	"draughtsman/internal/files"
	"draughtsman/internal/robot"
	"draughtsman/planner"
	"draughtsman/vision/camera"
	"draughtsman/vision/hands"
	"draughtsman/vision/overlay"
)

const (
	guardMarginMM    = 60.0 // about the playing area and the tray's slots that no hand may come into
	maxStillPictures = 50   // pictures in which the table is waited for to lie still
	firstSpeedMMS    = 50.0 // mm/s at most, in the first transfer that is watched
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
	palms palms
	file  string                // that keeps what is learnt of the arm; "": none
	shots string                // folder that keeps a picture of each alarm; "": none
	known bool                  // the arm was seen to move with that camera
	hand  bool                  // in the last picture
	held  bool                  // the arm
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
	var err error
	if g.palms, err = newPalms(); err != nil {
		log.Warn().Err(err).Msg("hands are known only by what is not the arm")
	}
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
		Area: hands.Area{Min: low, Max: high}, DiscMM: table.Disc.DiameterMM,
	}}
	if latency != nil {
		g.watched.Latency = hands.Latency{Least: latency.Least, Most: latency.Most}
	}
	return g
}

// Begin implements robot.Guard. The first time, the picture looked at last shows a free table.
func (g *Guard) Begin(ctx context.Context) (fastest float64, hand bool, err error) {
	if err := g.aim(g.eye.reader.Calibration().Camera); err != nil {
		return 0, false, err
	}
	g.told() // of motions that nobody watched
	if g.known = g.watch.Begun(); !g.known {
		free := g.eye.last
		if b := g.eye.before; b.There() && (!free.There() || b.Number > free.Number) { // it was remembered since
			free = b
		}
		if !free.There() {
			return 0, false, errors.New("the arm cannot be watched before the table has been looked at")
		}
		if _, err := g.watch.Begin(free.Image); err != nil {
			return 0, false, err
		}
	}
	g.hand, g.tool = false, &g.machine.Park
	for settled, k := false, 0; !settled; k++ {
		frame, err := g.eye.next(ctx)
		if err != nil {
			return 0, false, err
		}
		if settled, err = g.watch.Settled(frame.Image); err == nil && (settled || k == maxStillPictures) {
			settled = true
			hand, err = g.free(frame)
		}
		if err := errors.Join(err, frame.Close()); err != nil {
			return 0, false, err
		}
	}
	return g.fastest(), hand, nil
}

// free takes what a picture shows for the free table, unless it shows a hand.
func (g *Guard) free(frame camera.Frame) (hand bool, err error) {
	score, _, err := g.palms.score(frame, g.watch.Crop(), g.aimed, g.watched.Area.Contains)
	if err != nil || score >= g.palms.limit() {
		return err == nil, err
	}
	g.palms.free = max(g.palms.free, score)
	return g.watch.Begin(frame.Image)
}

// fastest is the speed, in mm/s, at which the arm moves stopDistanceMM at most before it stands for a hand: until the
// picture comes, the next one, and it has stopped.
func (g *Guard) fastest() float64 {
	latency, interval := g.watch.Latency()
	late := latency.Most
	if !latency.Known() {
		late = assumedLatency
	}
	speed := speedFor(g.driver, late+interval)
	if !g.known {
		speed = min(speed, firstSpeedMMS)
	}
	g.slow = speed
	return speed
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
	} else if err := recall(watch, g.file); err != nil {
		g.log.Info().Err(err).Str("file", g.file).Msg("the arm is learnt anew")
	}
	g.watch, g.aimed = watch, at
	return nil
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
		g.held = m.Held
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
		l := hands.Leg{From: g.frame.ToBoard(from), To: g.frame.ToBoard(to)}
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
	glimpse, err := g.glimpse(frame)
	return glimpse, errors.Join(err, frame.Close())
}

// glimpse is what a picture shows. A hand that is known by sight is one even where nothing is known of arm and table.
func (g *Guard) glimpse(frame camera.Frame) (robot.Glimpse, error) {
	glimpse := robot.Glimpse{At: g.eye.time(frame.Time)}
	if err := g.aim(g.eye.reader.Calibration().Camera); err != nil {
		return glimpse, err
	}
	for _, m := range g.told() {
		g.tell(m)
	}
	seen, err := g.detect(frame, glimpse.At)
	if err != nil {
		return glimpse, err
	}
	score, at, err := g.sight(frame)
	if err != nil {
		return glimpse, err
	}
	if glimpse.Sure = score >= g.palms.limit() || g.held && g.hand && score >= stillPalm; glimpse.Sure && !seen.Hand {
		seen.At = at
	}
	glimpse.Hand, glimpse.Likely, glimpse.Still = seen.Hand || glimpse.Sure, seen.Likely, seen.Still
	if glimpse.Hand != g.hand {
		g.hand = glimpse.Hand
		g.noted(frame, seen, score)
	}
	if latency, _ := g.watch.Latency(); latency.Known() {
		g.eye.stale(latency.Most)
	}
	return glimpse, nil
}

// detect is what is neither the table nor the arm in a picture; nothing before it is known what the table looks like.
func (g *Guard) detect(frame camera.Frame, at time.Time) (seen hands.Detection, err error) {
	if g.watch.Begun() {
		return g.watch.Detect(frame.Image, at)
	}
	seen.Still, err = g.watch.Settled(frame.Image)
	return seen, err
}

// sight is how surely a hand is known by sight in a picture, and where. That takes several times as long as all else:
// it is asked where the arm is not known yet or nobody knows where it is, and now and then while it is held.
func (g *Guard) sight(frame camera.Frame) (score float64, at calibration.BoardPoint, err error) {
	switch {
	case g.held && g.hand && frame.Time.Before(g.palms.looked.Add(betweenLooks)):
		return g.palms.last, g.palms.where, nil
	case g.known && !g.held && g.tool != nil:
		return 0, at, nil
	}
	return g.palms.score(frame, g.watch.Crop(), g.aimed, g.watched.Area.Contains)
}

// noted says in the log what a picture shows of a hand that has come or gone, and keeps a picture of one that came.
func (g *Guard) noted(frame camera.Frame, seen hands.Detection, score float64) {
	g.log.Debug().Bool("hand", g.hand).Bool("not_the_arm", seen.Hand).Float64("mm2", seen.MM2).Float64("palm", score).
		Float64("x", seen.At.X).Float64("y", seen.At.Y).Time("picture", frame.Time).Msg("over the moving arm's table")
	if g.shots == "" || !g.hand {
		return
	}
	file, err := overlay.JPEG(frame.Image)
	if err == nil {
		name := fmt.Sprintf("%s-%.0f,%.0f.jpg", frame.Time.Format("20060102-150405.000"), seen.At.X, seen.At.Y)
		err = files.Replace(filepath.Join(g.shots, name), file)
	}
	if err != nil {
		g.log.Warn().Err(err).Msg("the picture of an alarm is not kept")
	}
}

// Mistaken implements robot.Guard.
func (g *Guard) Mistaken() (learns bool) {
	learns = g.watch.Mistaken() || g.palms.last > g.palms.mistaken
	g.palms.mistaken = max(g.palms.mistaken, g.palms.last)
	g.hand = false
	g.log.Info().Bool("learns", learns).Msg("something was taken for a hand and is none")
	return learns
}

// Keep has what is learnt of the arm kept in a file, which may hold some already.
func (g *Guard) Keep(file string) { g.file = file }

// KeepAlarms has a picture of whatever is taken for a hand kept in a folder.
func (g *Guard) KeepAlarms(folder string) { g.shots = folder }

// Close ends the watch, and keeps what it has learnt.
func (g *Guard) Close() error {
	err := g.palms.detector.Close()
	if g.watch == nil || g.file == "" {
		return err
	}
	g.watch.Finish()
	return errors.Join(err, files.ReplaceBy(g.file, g.watch.Save))
}

// recall has a watch know what a file keeps of the arm, if there is one.
func recall(watch *hands.Detector, file string) error {
	if file == "" {
		return nil
	}
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(watch.Recall(f), f.Close())
}
