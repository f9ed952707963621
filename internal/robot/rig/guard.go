package rig

import (
	"context"
	"errors"

	"github.com/rs/zerolog"

	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/internal/config"
	"draughtsman/internal/robot"
	"draughtsman/planner"
	"draughtsman/vision/camera"
	"draughtsman/vision/intruder"
)

const (
	room      = 60.0 // mm about the playing area and the tray's slots that no hand may come into
	mostMoves = 50   // pictures in which the table is waited for to lie still
)

// Guard looks for hands in an eye's pictures while the arm moves. It implements
// robot.Guard; meanwhile nobody else looks through that eye. Close gives its
// memory back.
type Guard struct {
	eye     *Eye
	watched intruder.Options
	frame   calibration.ArmFrame
	machine planner.Machine
	log     zerolog.Logger

	aimed calibration.Camera
	watch *intruder.Watch // with that camera; nil: not yet
	hand  bool
	tool  calibration.ArmPoint // where the arm was sent last
}

var _ robot.Guard = (*Guard)(nil)

// NewGuard watches over a table's arm, which has the board in a frame.
func NewGuard(eye *Eye, table config.Table, frame calibration.ArmFrame, log zerolog.Logger) *Guard {
	half := table.Board.Half()
	low, high := calibration.BoardPoint{X: -half, Y: -half}, calibration.BoardPoint{X: half, Y: half}
	for _, s := range table.Tray.Slots {
		low.X, low.Y = min(low.X, s.At.X), min(low.Y, s.At.Y)
		high.X, high.Y = max(high.X, s.At.X), max(high.Y, s.At.Y)
	}
	low.X, low.Y, high.X, high.Y = low.X-room, low.Y-room, high.X+room, high.Y+room
	return &Guard{eye: eye, frame: frame, machine: table.Machine, log: log, watched: intruder.Options{
		Area:   intruder.Area{Min: low, Max: high},
		Speed:  max(table.Machine.MaxSpeedXY, table.Machine.MaxSpeedZ),
		DiscMM: table.Disc.DiameterMM, Shapes: shapes(table, frame),
	}}
}

// Begin implements robot.Guard: the picture looked at last shows a free table,
// and the next ones show when nothing moves there any more.
func (g *Guard) Begin(ctx context.Context) error {
	if err := g.aim(g.eye.sight.now().Camera); err != nil {
		return err
	}
	free := g.eye.last
	if b := g.eye.before; b.there() && (!free.there() || b.Number > free.Number) { // it was remembered since
		free = b
	}
	if !free.there() {
		return errors.New("the arm cannot be watched before the table has been looked at")
	}
	if err := g.watch.Begin(free.Image); err != nil {
		return err
	}
	g.hand, g.tool = false, g.machine.Park
	for range mostMoves {
		frame, err := g.eye.camera.Next(ctx)
		if err != nil {
			return err
		}
		still, err := g.still(frame)
		if err = errors.Join(err, frame.Close()); still || err != nil {
			return err
		}
	}
	return nil
}

// still reports whether a picture shows what the one before it did, and keeps it
// in that one's place.
func (g *Guard) still(frame camera.Frame) (bool, error) {
	still, err := g.watch.Same(frame.Image)
	if err != nil {
		return false, err
	}
	return still, g.watch.Begin(frame.Image)
}

// aim has the watch look at the board where it lies now. What it has learnt of
// where the arm comes in is lost with another aim.
func (g *Guard) aim(at calibration.Camera) error {
	if g.watch != nil && g.aimed == at {
		return nil
	}
	watch, err := intruder.New(at, g.watched)
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
func (g *Guard) Along(steps []arm.Step) {
	legs := make([]intruder.Leg, 0, len(steps))
	for _, s := range steps {
		from := g.frame.ToBoard(g.tool)
		l := intruder.Leg{From: from, To: from, Touches: true}
		switch s.Verb {
		case arm.VerbMove:
			to := calibration.ArmPoint(s.To)
			l = intruder.Leg{From: from, To: g.frame.ToBoard(to), Takes: g.machine.Takes(g.tool, to, s.Speed)}
			g.tool = to
		case arm.VerbGrip:
			l.Takes = g.machine.GripSettle + g.machine.Overhead
		case arm.VerbRelease:
			l.Takes = g.machine.ReleaseSettle + g.machine.Overhead
		}
		legs = append(legs, l)
	}
	g.watch.Along(legs)
}

// Watch implements robot.Guard.
func (g *Guard) Watch(ctx context.Context) (robot.Glimpse, error) {
	frame, err := g.eye.camera.Next(ctx)
	if err != nil {
		return robot.Glimpse{}, err
	}
	at := g.eye.time(frame.Time)
	hand, err := g.watch.Look(frame.Image, at)
	if hand != g.hand {
		g.hand = hand
		g.log.Debug().Bool("hand", hand).Time("picture", frame.Time).Msg("over the moving arm's table")
	}
	return robot.Glimpse{At: at, Hand: hand}, errors.Join(err, frame.Close())
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
