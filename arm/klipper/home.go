package klipper

import (
	"context"
	"errors"
	"fmt"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// probeInterval is the time between two questions to a Klipper that is starting.
const probeInterval = 250 * time.Millisecond

// listening makes sure that Klipper carries out scripts at once. What has shut down is restarted, and so is what
// still has scripts of ours that were given up: they would be carried out some day.
func (d *Driver) listening(ctx context.Context) error {
	state, why, err := d.state(ctx)
	if err != nil {
		return err
	}
	if state == "startup" || state == "disconnected" {
		if state, why, err = d.started(ctx); err != nil {
			return err
		}
	}
	owed := 0
	d.conn.Do(func() { owed = len(d.scripts) })
	if state == "ready" && owed == 0 {
		return nil
	}
	d.cfg.Log.Warn().Str("state", state).Str("reason", why).Int("unanswered",
		owed).Msg("Klipper's firmware is restarted; a pump lets go")
	if err := d.ask(ctx, "printer.firmware_restart", nil, nil); err != nil && !errors.Is(err, arm.ErrRejected) {
		return err // one that is gone already is restarting
	}
	d.conn.Do(func() {
		d.scripts = map[uint32]*session.Answer{}
		d.conn.Lose(fmt.Errorf("%w: Klipper was restarted; home it before it moves again", arm.ErrPositionLost))
	})
	if err := d.conn.Pause(ctx, probeInterval); err != nil {
		return err
	}
	state, why, err = d.started(ctx)
	if err == nil && state != "ready" {
		err = fmt.Errorf("%w: Klipper is in the state %q after a restart: %s", arm.ErrAlarm, state, why)
	}
	if err == nil {
		err = d.prepare(ctx)
	}
	return err
}

// state is Klipper's, and its reason.
func (d *Driver) state(ctx context.Context) (state, why string, err error) {
	var server struct {
		State string `json:"klippy_state"`
	}
	if err := d.ask(ctx, "server.info", nil, &server); err != nil {
		return "", "", err
	}
	if server.State == "" {
		return "", "", fmt.Errorf("%w: what answers is not Moonraker", arm.ErrWrongFirmware)
	}
	if server.State == "disconnected" {
		return server.State, "Klipper does not run", nil
	}
	var info struct {
		State   string `json:"state"`
		Message string `json:"state_message"`
	}
	err = d.ask(ctx, "printer.info", nil, &info)
	if errors.Is(err, arm.ErrRejected) {
		return "disconnected", "Klipper does not run", nil // it went meanwhile
	}
	return info.State, first(info.Message), err
}

// started waits until Klipper has made up its mind how it is.
func (d *Driver) started(ctx context.Context) (state, why string, err error) {
	for began := arm.Now(); arm.Since(began) < d.cfg.Boot; {
		state, why, err = d.state(ctx)
		if err != nil || state != "startup" && state != "disconnected" {
			return state, why, err
		}
		if err := d.conn.Pause(ctx, probeInterval); err != nil {
			return "", "", err
		}
	}
	return "", "", fmt.Errorf("%w: for %v Klipper has not started (%s); look at its log", arm.ErrNoAnswer, d.cfg.Boot, why)
}

// home finds the machine's position at its switches. When ctx ends Klipper is shut down.
func (d *Driver) home(ctx context.Context) error {
	d.conn.Do(func() { d.goal = nil })
	s, err := d.look(ctx, map[string][]string{"print_stats": nil})
	if err != nil {
		return err
	}
	if s.Print.State == "printing" {
		return fmt.Errorf("%w: Klipper is printing %s: let it end, or cancel it", arm.ErrRejected, s.Print.File)
	}
	a, err := d.conn.Send(session.Line{Text: homing, Takes: d.cfg.Homing})
	if err != nil {
		return err
	}
	limited, cancel := d.cfg.LimitHoming(ctx, "is an axis blocked or a limit switch off?")
	defer cancel()
	if err := d.conn.Await(limited, a); err != nil {
		return err
	}
	if s, err = d.status(ctx); err != nil {
		return err
	}
	if p, ok := point(s.Toolhead.Position); ok {
		d.conn.Do(func() { d.conn.At, d.goal = &p, &p })
	}
	return nil
}
