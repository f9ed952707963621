package uarm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// probeInterval is the time between two questions to a port that says nothing yet.
const probeInterval = 500 * time.Millisecond

// Connect makes sure that a uArm is at the other end of a port, and prepares it. It does not move anything; Home
// comes next. A port at which nothing answers is given up after Boot, 10 s by default. The driver owns the port from
// now on, and closes it when connecting fails.
func Connect(ctx context.Context, port io.ReadWriteCloser, c Config) (*Driver, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, errors.Join(err, port.Close())
	}
	d := &Driver{cfg: c, powered: true}
	d.senses = senses{conn: &d.conn, log: c.Log}
	// A motion is sent when the one before it has been handed to the planner, not when it has ended. It is never sent
	// earlier: the one before may be refused.
	d.Arm = d.conn.Start(port, session.Dialect{
		Words: spoken(c), Limits: c.Limits,
		Lines: 1, Room: d.takesMotions, Frame: d.frame, Every: silenceInterval, Watch: d.watch,
		Listen: d.listening, Home: d.home, Halt: d.halt, Abort: abort, Arrived: d.arrived, Turns: d.turns,
		Where: d.where, Off: encoderToleranceMM,
		Shared: c.Shared, Log: c.Log,
	}, d.receive)
	err = session.Begin(func() error {
		if err := d.identify(ctx); err != nil {
			return err
		}
		return d.setUp(ctx)
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("connect to the arm: %w", err), d.Close())
	}
	return d, nil
}

// identify asks for the version until it comes: a uArm that starts swallows what is sent to it.
func (d *Driver) identify(ctx context.Context) error {
	d.conn.Do(func() { d.conn.Version, d.foreign = "", "" })
	for began := arm.Now(); arm.Since(began) < d.cfg.Boot; {
		a, err := d.conn.Send(session.Line{Text: askVersion})
		if err != nil {
			return err
		}
		err = d.conn.Wait(ctx, probeInterval, func() bool { return a.Done || d.foreign != "" || d.conn.Halted })
		d.conn.Do(func() {
			if a.Err == nil {
				d.conn.Version = a.Said
			}
			d.conn.Deliver(a, nil)
		})
		if err != nil && !errors.Is(err, session.ErrTimeout) {
			return err
		}
		if d.Version() != "" {
			return nil
		}
		if err := d.stranger(); err != nil {
			return err
		}
	}
	silence := fmt.Errorf("%w: no version came to %s within %v; switch the arm off and on, then connect again",
		arm.ErrNoAnswer, askVersion, d.cfg.Boot)
	return d.conn.Unknown("a uArm", silence)
}

// stranger is the error for another firmware that has given its name away, and for an arm that is halted.
func (d *Driver) stranger() (err error) {
	d.conn.Do(func() {
		switch {
		case d.foreign != "":
			err = session.WrongFirmware(d.foreign, "uArm")
		case d.conn.Halted:
			err = d.conn.Distrust
		}
	})
	return err
}

// setUp has the arm tell when it stops, and choose the tool whose tip the coordinates mean.
func (d *Driver) setUp(ctx context.Context) error {
	for _, text := range []string{tellStops, normalTool} {
		_, err := d.conn.Ask(ctx, session.Line{Text: text})
		var rejected *RejectedError
		if errors.As(err, &rejected) {
			d.cfg.Log.Warn().Err(err).Msg("the arm works without it")
			continue
		}
		if err != nil {
			return err
		}
	}
	d.conn.Do(func() { d.fresh = true })
	return nil
}
