package dobot

import (
	"context"
	"errors"
	"fmt"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// listening makes sure that the arm takes commands, stands still, and has no alarm.
func (d *Driver) listening(ctx context.Context) error {
	if err := d.identify(ctx); err != nil {
		return err
	}
	if err := d.stand(ctx); err != nil {
		return err
	}
	return d.calm(ctx)
}

// calm clears the arm's alarms.
func (d *Driver) calm(ctx context.Context) error {
	if _, err := d.link.ask(ctx, setting(idAlarms)); err != nil {
		return err
	}
	said, err := d.link.ask(ctx, question(idAlarms))
	if err != nil {
		return err
	}
	if len(alarms(said)) == 0 {
		return nil
	}
	// Firmware that does not clear them so has a command for it, which others do not answer.
	_, err = d.link.insist(ctx, setting(idClearAlarms), probeInterval, probeInterval)
	if err == nil || errors.Is(err, session.ErrTimeout) {
		said, err = d.link.ask(ctx, question(idAlarms))
	}
	if err != nil {
		return err
	}
	if set := alarms(said); len(set) > 0 {
		return &AlarmError{Alarms: set}
	}
	return nil
}

// home lifts the tool, so that nothing on the table is in the way, and has the arm look for its switch.
func (d *Driver) home(ctx context.Context) error {
	ctx, cancel := d.cfg.LimitHoming(ctx, "is the arm blocked?")
	defer cancel()
	for _, p := range []Packet{fullRatio(), homeAt(d.cfg.Rest)} {
		if _, err := d.link.ask(ctx, p); err != nil {
			return d.ended(ctx, err)
		}
	}
	if err := d.rise(ctx); err != nil {
		return err
	}
	at, err := d.goHome(ctx, home())
	if err != nil {
		return err
	}
	if at.Distance(d.cfg.Rest) > targetToleranceMM {
		return fmt.Errorf("%w: it was to end homing at %v and is at %v; is something in its way?", arm.ErrPositionLost,
			d.cfg.Rest, at)
	}
	d.conn.Do(func() { d.conn.At = &d.cfg.Rest })
	return nil
}

// rise lifts the tool straight up to the height where homing ends. However the base may be turned, its height the arm
// knows. An arm that cannot rise where it is goes home as it can.
func (d *Driver) rise(ctx context.Context) error {
	at, err := d.where(ctx)
	if err != nil {
		return d.ended(ctx, err)
	}
	if at.Z >= d.cfg.Rest.Z {
		return nil
	}
	above := *at
	above.Z = d.cfg.Rest.Z
	_, err = d.goHome(ctx, motion(above))
	var alarm *AlarmError
	if !errors.As(err, &alarm) {
		return err
	}
	d.cfg.Log.Warn().Err(err).Msgf("the arm cannot rise at %v; it looks for its switch from where it is", *at)
	if err = d.stand(ctx); err == nil {
		err = d.calm(ctx)
	}
	return d.ended(ctx, err)
}

// goHome carries out a motion on the way home, and tells where that has ended. Alarms leave the arm as it is: not
// homed.
func (d *Driver) goHome(ctx context.Context, p Packet) (arm.Point, error) {
	packets := lines(pace(homingSpeed(d.cfg), d.cfg.Accel), p)
	packets[1].Moves = true
	if err := d.conn.Exchange(ctx, packets); err != nil {
		return arm.Point{}, err
	}
	at, err := d.finish(ctx, nil, d.cfg.Homing) // while it looks for its switch it may not tell where it is
	if ctx.Err() != nil {
		return at, d.conn.Interrupt(ctx)
	}
	return at, err
}
