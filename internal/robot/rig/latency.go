package rig

import (
	"context"
	"errors"
	"fmt"
	"time"

	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/internal/config"
	"draughtsman/planner"
	"draughtsman/vision/camera"
	"draughtsman/vision/hands"
)

// errLatencyUnknown is the error where the arm was not seen well enough to tell how late pictures come.
var errLatencyUnknown = errors.New(
	"the arm was not seen to move, so how late the camera's pictures are is not known: " +
		"see that the camera shows the board and the arm over it, and that nothing else moves there")

// MeasureLatency has an arm that is homed move over the board and the tray, which nothing and nobody else may
// reach into, and tells from the pictures how late they come. What the arm looks like is kept beside the calibration,
// for a Guard. The arm ends at its park point. Every motion keeps to the height of a loaded tool's travel.
func MeasureLatency(ctx context.Context, cam *camera.Camera, driver arm.Arm, table config.Table,
	known calibration.Calibration) (calibration.Latency, error) {
	if known.Arm == nil {
		return calibration.Latency{}, errors.New("the arm does not know the board yet: run `draughtsman calibrate arm` first")
	}
	g := newGuard(table, *known.Arm, nil)
	g.watched.ArmOnly = true
	if err := g.aim(known.Camera); err != nil {
		return calibration.Latency{}, err
	}
	m := table.Machine
	park := arm.Step{Verb: arm.VerbMove, To: arm.Point(m.Park), Speed: m.VerticalSpeed}
	if err := arm.Run(ctx, driver, []arm.Step{park}); err != nil {
		return calibration.Latency{}, err
	}
	if err := g.settle(ctx, cam); err != nil {
		return calibration.Latency{}, err
	}
	steps, err := round(table, *known.Arm)
	if err != nil {
		return calibration.Latency{}, err
	}
	for range measuringRounds {
		if err := g.film(ctx, cam, driver, steps); err != nil {
			return calibration.Latency{}, err
		}
	}
	latency, _ := g.watch.Latency()
	if !latency.Known() {
		return calibration.Latency{}, errLatencyUnknown
	}
	g.Keep(table.ArmSeen())
	return calibration.Latency{Least: latency.Least, Most: latency.Most}, g.Close()
}

// How the latency is measured.
const (
	measuringRounds   = 2
	measuringSpeedMMS = 120.0 // mm/s at most
)

// round is ways from the park point to places over the board, and back to it, as the planner goes them over a table
// that may be full.
func round(table config.Table, frame calibration.ArmFrame) (steps []arm.Step, err error) {
	half := table.Board.Half()
	setup := table.Setup(frame)
	full := planner.Table{Position: table.Game.Start(), Tray: table.Tray}
	speed := min(table.Machine.MaxSpeedXY, measuringSpeedMMS)
	places := []calibration.BoardPoint{
		{X: -half / 2, Y: half / 2}, {X: half / 2, Y: -half / 2}, {X: half / 2, Y: half / 2},
	}
	for _, before := range []func(a, b planner.Slot) bool{ // the tray's corners
		func(a, b planner.Slot) bool { return a.At.X+a.At.Y < b.At.X+b.At.Y },
		func(a, b planner.Slot) bool { return a.At.X+a.At.Y > b.At.X+b.At.Y },
		func(a, b planner.Slot) bool { return a.At.X-a.At.Y < b.At.X-b.At.Y },
		func(a, b planner.Slot) bool { return a.At.X-a.At.Y > b.At.X-b.At.Y },
	} {
		var corner *planner.Slot
		for i := range table.Tray.Slots {
			if s := &table.Tray.Slots[i]; corner == nil || before(*s, *corner) {
				corner = s
			}
		}
		if corner != nil {
			places = append(places, calibration.BoardPoint{X: corner.At.X, Y: corner.At.Y})
		}
	}
	for _, at := range places {
		over := frame.ToArm(at)
		over.Z = table.Machine.Park.Z
		back, err := planner.ToPark(setup, full, over)
		if err != nil {
			return nil, fmt.Errorf("the arm cannot be shown to the camera: %w", err)
		}
		way := []arm.Step{{Verb: arm.VerbMove, To: arm.Point(over), Speed: speed}}
		if len(back) > 0 && back[0].Kind == planner.Rise { // the park point may lie lower than what stands there
			way = nil
		}
		for _, m := range back {
			way = append(way, arm.Step{Verb: arm.VerbMove, To: arm.Point(m.To), Speed: min(m.Speed, speed)})
		}
		for i := len(way) - 2; i >= 0; i-- {
			steps = append(steps, way[i])
		}
		steps = append(steps, way[1:]...)
	}
	return steps, nil
}

// settle waits until even the latest pictures show the arm at its park point.
func (g *Guard) settle(ctx context.Context, cam *camera.Camera) error {
	after := time.Now().Add(hands.UnknownLatency.Most)
	for {
		frame, err := cam.Next(ctx)
		if err != nil {
			return err
		}
		settled := frame.Time.After(after)
		if settled {
			_, err = g.watch.Begin(frame.Image)
		}
		if err := errors.Join(err, frame.Close()); err != nil || settled {
			return err
		}
	}
}

// film has the watch see an arm make steps, one after the other, and come back.
func (g *Guard) film(ctx context.Context, cam *camera.Camera, driver arm.Arm, steps []arm.Step) error {
	g.tool = &g.machine.Park
	done := make(chan error, 1)
	go func() {
		traced := arm.WithTracer(ctx, func(m arm.Motion) { g.Along(m) })
		var err error
		for _, s := range steps {
			if err = arm.Run(traced, driver, []arm.Step{s}); err != nil {
				break
			}
		}
		done <- err
	}()
	var ended time.Time
	for ended.IsZero() || time.Now().Before(ended.Add(hands.UnknownLatency.Most)) {
		frame, err := cam.Next(ctx)
		if err != nil {
			return errors.Join(err, <-done)
		}
		for _, m := range g.told() {
			g.tell(m)
		}
		_, err = g.watch.Detect(frame.Image, frame.Time)
		if err = errors.Join(err, frame.Close()); err != nil {
			return errors.Join(err, <-done)
		}
		select {
		case err := <-done:
			if err != nil {
				return fmt.Errorf("moving the arm over the board: %w", err)
			}
			ended = time.Now()
			g.watch.MotionEnds(ended)
		default:
		}
	}
	g.watch.Finish()
	frame, err := cam.Next(ctx)
	if err != nil {
		return err
	}
	_, err = g.watch.Begin(frame.Image)
	return errors.Join(err, frame.Close())
}
