package dobot

import (
	"context"
	"errors"
	"fmt"
	"io"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// Connect makes sure that a Dobot is at the other end of a port, stops it, and empties its queue. It does not move
// anything; Home comes next. A port at which nothing answers is given up after Boot, 10 s by default. The driver owns
// the port from now on, and closes it when connecting fails.
func Connect(ctx context.Context, port io.ReadWriteCloser, c Config) (*Driver, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, errors.Join(err, port.Close())
	}
	d := &Driver{cfg: c}
	d.link = link{conn: &d.conn, answer: c.Answer, log: c.Log}
	d.Arm = d.conn.Start(port, session.Dialect{
		Words: words(c), Limits: c.Limits,
		Split: d.link.split, Lines: 1, Room: d.room, Frame: d.link.frame,
		Every: firstAnswerTimeout, Watch: d.link.watch, Urgent: d.link.urgent, Tend: d.link.tend,
		Listen: d.listening, Home: d.home, Halt: d.halt, Abort: abort, Arrived: d.arrived, Where: d.where, Live: true,
		Off:    wayToleranceMM,
		Shared: c.Shared, Log: c.Log,
	}, d.link.receive)
	err = d.identify(ctx)
	if err == nil {
		err = d.stand(ctx)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("connect to the arm: %w", err), d.Close())
	}
	return d, nil
}

// identify asks for the version until it comes: a controller that starts says nothing.
func (d *Driver) identify(ctx context.Context) error {
	d.conn.Do(func() { d.conn.Version = "" })
	for began := arm.Now(); arm.Since(began) < d.cfg.Boot; {
		if _, err := d.conn.Send(session.Line{Text: question(idVersion).text()}); err != nil {
			return err
		}
		switch err := d.conn.Wait(ctx, probeInterval, func() bool { return d.conn.Version != "" }); {
		case err == nil:
			d.cfg.Log.Debug().Str("version", d.Version()).Msg("the arm's firmware")
			return nil
		case !errors.Is(err, session.ErrTimeout):
			return err
		}
		d.conn.Do(d.link.giveUp)
		if name := session.Firmware(d.link.strange()); name != "" {
			return session.WrongFirmware(name, "a Dobot")
		}
	}
	bytes := 0
	d.conn.Do(func() { _, bytes = d.conn.Heard() })
	silence := fmt.Errorf("%w: no version came from the arm within %v; switch it off and on, then connect again",
		arm.ErrNoAnswer, d.cfg.Boot)
	return session.Unknown("a Dobot", bytes, d.link.strange(), silence)
}
