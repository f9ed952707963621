package grbl

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

// Connect makes sure that Grbl or a relative is at the other end of a port, and reads its settings. It does not move
// anything; Home comes next. A port at which nothing answers is given up after 2·Boot + Answer, 10 s by default. The
// driver owns the port from now on, and closes it when connecting fails.
func Connect(ctx context.Context, port io.ReadWriteCloser, c Config) (*Driver, error) {
	c, err := c.WithDefaults(usual, tool)
	if err != nil {
		return nil, session.Both(err, port.Close())
	}
	d := &Driver{cfg: c, firmware: Grbl, reported: reported{settings: Settings{}}}
	d.Arm = d.conn.Start(port, session.Dialect{
		Words: words(c), Limits: c.Limits,
		Bytes: rxBuffer, Frame: d.frame, Every: statusInterval, Watch: d.watch,
		Listen: d.listening, Home: d.home, Halt: d.halt, Abort: abort, Arrived: d.arrived, Turns: d.arrived, Where: d.where,
		Off:    wayToleranceMM,
		Shared: c.Shared, Log: c.Log,
	}, d.receive)
	err = d.identify(ctx)
	if err == nil {
		err = session.Begin(func() error { return d.command(ctx, "$$") })
	}
	if err == nil {
		d.conn.Do(func() { err = d.reported.settings.suit(c, d.firmware, d.conn.Version) })
	}
	if err != nil {
		return nil, session.Both(fmt.Errorf("connect to the arm: %w", err), d.Close())
	}
	return d, nil
}

// suit tells whether the arm works with the settings that a firmware has, and logs what a person should know of them.
func (s Settings) suit(c Config, f Firmware, version string) error {
	for _, w := range s.warnings(c, f) {
		c.Log.Warn().Msg(w)
	}
	if err := supported(version); err != nil {
		return err
	}
	return s.check(c.Limits)
}

// identify waits for the banner of the reset that opening a port causes on many boards. A controller that was not
// reset answers a '?' instead; its boot loader would only swallow it. It is reset only if it is busy or silent.
func (d *Driver) identify(ctx context.Context) error {
	err := session.ErrTimeout
	for waited := time.Duration(0); waited < d.cfg.Boot && errors.Is(err, session.ErrTimeout); waited += probeInterval {
		if waited > 0 {
			if err := d.signal(askStatus); err != nil {
				return err
			}
		}
		err = d.conn.Wait(ctx, probeInterval, func() bool {
			return d.banners > 0 || d.reported.count > 0 || session.Firmware(d.conn.Said()) != ""
		})
	}
	var greeted, free bool
	d.conn.Do(func() {
		greeted = d.banners > 0
		free = d.reported.status.State == StateIdle || d.reported.status.State == StateAlarm
	})
	switch {
	case err != nil && !errors.Is(err, session.ErrTimeout):
		return err
	case greeted:
		return nil
	case free && d.command(ctx, "$I") == nil && d.Version() != "":
		return nil
	}
	if err := d.conn.Stranger("Grbl"); err != nil {
		return err
	}
	err = d.reset(ctx)
	if errors.Is(err, arm.ErrNoAnswer) {
		return d.unknown(ctx, err)
	}
	return err
}

// command sends one of the lines that Grbl answers also before homing.
func (d *Driver) command(ctx context.Context, text string) error {
	a, err := d.conn.Send(session.Line{Text: text})
	if err != nil {
		return err
	}
	var outcome error
	err = d.conn.Wait(ctx, d.cfg.Answer, func() bool { outcome = a.Err; return a.Done })
	if errors.Is(err, session.ErrTimeout) {
		err = d.conn.Lost(fmt.Errorf("%w: nothing came to %q within %v", arm.ErrNoAnswer, text, d.cfg.Answer))
	}
	if err != nil {
		return err
	}
	return outcome
}

// unknown says what is at the other end of a port, if not Grbl. M115 is what other firmwares answer with their name.
func (d *Driver) unknown(ctx context.Context, silence error) error {
	if err := d.conn.Write([]byte("\nM115\n")); err != nil {
		return err
	}
	err := d.conn.Wait(ctx, d.cfg.Answer, func() bool { return session.Firmware(d.conn.Said()) != "" })
	if err != nil && !errors.Is(err, session.ErrTimeout) {
		return err
	}
	if err := d.conn.Stranger("Grbl"); err != nil {
		return err
	}
	return d.conn.Unknown("Grbl", silence)
}

// supported tells whether a version speaks the protocol of Grbl 1.1.
func supported(version string) error {
	var major, minor int
	if n, _ := fmt.Sscanf(version, "%d.%d", &major, &minor); n == 2 && (major > 1 || major == 1 && minor >= 1) {
		return nil
	}
	return fmt.Errorf("%w: the controller runs Grbl %s, and 1.1 is needed; flash Grbl 1.1h", arm.ErrWrongFirmware, version)
}
