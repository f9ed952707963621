package klipper

import (
	"context"
	"errors"
	"fmt"
	"io"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// Connect makes sure that Moonraker and Klipper are at the other end of a port, whose lines are messages, and reads
// what matters of their configuration. It does not move anything; Home comes next. The driver owns the port from now
// on, and closes it when connecting fails.
func Connect(ctx context.Context, port io.ReadWriteCloser, c Config) (*Driver, error) {
	c, err := c.WithDefaults(usual, tool)
	if err != nil {
		return nil, errors.Join(err, port.Close())
	}
	d := &Driver{
		cfg: c, scripts: map[uint32]*session.Answer{}, asked: map[uint32]*reply{},
		accel: arm.Point{X: defaultAccel, Z: defaultAccel},
	}
	d.Arm = d.conn.Start(port, session.Dialect{
		Words: words(c, d.pieces), Limits: c.Limits,
		Split: session.Messages(), Lines: 1, Room: d.room, Frame: d.frame, Every: aliveInterval, Watch: d.watch,
		Listen: d.listening, Home: d.home, Halt: d.halt, Abort: d.abort,
		Arrived: d.arrived, Where: d.where, Live: true, Off: 0.05,
		Shared: true, Log: c.Log,
	}, d.receive)
	if err := d.connect(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("connect to the arm: %w", err), d.Close())
	}
	return d, nil
}

func (d *Driver) connect(ctx context.Context) error {
	state, why, err := d.state(ctx)
	if errors.Is(err, arm.ErrNoAnswer) {
		return d.conn.Unknown("Klipper", err)
	}
	if state == "startup" || state == "disconnected" {
		state, why, err = d.started(ctx)
	}
	if err != nil {
		return err
	}
	_ = d.ask(ctx, "server.connection.identify", map[string]string{
		"client_name": "draughtsman", "version": "1", "type": "other", "url": "https://localhost",
	}, nil) // so that others see who is connected; an old Moonraker does not know it
	switch state {
	case "ready":
		return d.prepare(ctx)
	case "error":
		return fmt.Errorf("%w: Klipper does not start: %s; look at its log", arm.ErrAlarm, why)
	}
	d.cfg.Log.Warn().Str("state", state).Str("reason", why).Msg("Klipper has shut down; homing restarts it")
	return nil
}

// prepare reads what the machine can do, and keeps its motors on.
func (d *Driver) prepare(ctx context.Context) error {
	s, err := d.look(ctx, map[string][]string{
		"toolhead": {"max_velocity", "max_accel", "axis_minimum", "axis_maximum"}, "configfile": {"settings"},
	})
	if err != nil {
		return err
	}
	lowest, ok := point(s.Toolhead.Min)
	highest, also := point(s.Toolhead.Max)
	if !ok || !also || s.Toolhead.MaxAccel <= 0 {
		return fmt.Errorf("%w: Klipper has no toolhead with three axes", arm.ErrWrongFirmware)
	}
	z := s.Config.Settings.Printer
	d.conn.Do(func() { d.accel = arm.Point{X: s.Toolhead.MaxAccel, Z: z.MaxAccelZ} })
	reach := arm.Limits{Min: lowest, Max: highest, MaxSpeed: d.cfg.Limits.MaxSpeed}
	for _, corner := range []arm.Point{d.cfg.Limits.Min, d.cfg.Limits.Max} {
		if err := reach.Check(corner, d.cfg.Limits.MaxSpeed); err != nil {
			return fmt.Errorf("the configured reach goes beyond Klipper's axes (position_min to position_max: %v to %v): "+
				"correct one of them: %w", lowest, highest, err)
		}
	}
	if s.Toolhead.MaxSpeed < d.cfg.Limits.MaxSpeed {
		d.cfg.Log.Warn().Msgf("Klipper goes at most %.1f mm/s (max_velocity): faster motions are slowed down",
			s.Toolhead.MaxSpeed)
	}
	// The usual 10 minutes are less than some people think about a move.
	_, err = d.conn.Ask(ctx, session.Line{Text: "SET_IDLE_TIMEOUT TIMEOUT=86400"})
	return err
}
