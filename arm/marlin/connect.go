package marlin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// probeInterval is the time between two questions to a port that says nothing yet.
const probeInterval = 500 * time.Millisecond

// Connect makes sure that Marlin is at the other end of a port, and prepares it. It does not move anything; Home
// comes next. A port at which nothing answers is given up after Boot, 10 s by default. The driver owns the port from
// now on, and closes it when connecting fails.
func Connect(ctx context.Context, port io.ReadWriteCloser, c Config) (*Driver, error) {
	c, err := c.WithDefaults(usual, tool)
	if err != nil {
		return nil, errors.Join(err, port.Close())
	}
	d := &Driver{cfg: c, caps: map[string]bool{}}
	d.Arm = d.conn.Start(port, session.Dialect{
		Words: words(c), Limits: c.Limits,
		Lines: maxUnansweredLines, Bytes: rxBuffer, Frame: d.frame,
		Every: silenceInterval, Watch: d.watch, Urgent: d.urgent, Tend: d.tend,
		Listen: d.listening, Home: d.home, Halt: d.halt, Abort: abort, Arrived: d.arrived, Where: d.where,
		Off:    wayToleranceMM,
		Rough:  true,
		Shared: c.Shared, Log: c.Log,
	}, d.receive)
	if err := d.connect(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("connect to the arm: %w", err), d.Close())
	}
	return d, nil
}

func (d *Driver) connect(ctx context.Context) error {
	if err := d.identify(ctx); err != nil {
		return err
	}
	return session.Begin(func() error { return d.setUp(ctx) })
}

// identify asks until the controller has started and gives its name. Boards whose serial line is USB itself are not
// reset by opening their port and say nothing by themselves.
func (d *Driver) identify(ctx context.Context) error {
	d.conn.Do(func() { d.conn.Version = "" })
	err := session.ErrTimeout
	for waited := time.Duration(0); waited < d.cfg.Boot && errors.Is(err, session.ErrTimeout); waited += probeInterval {
		if waited > 0 {
			if err := d.conn.Write([]byte("M115\n")); err != nil {
				return err
			}
		}
		err = d.conn.Wait(ctx, probeInterval, func() bool { return d.conn.Version != "" || d.foreign != "" || d.conn.Halted })
	}
	if err != nil && !errors.Is(err, session.ErrTimeout) {
		return err
	}
	var firmware, foreign string
	d.conn.Do(func() { firmware, foreign = d.conn.Version, d.foreign })
	halt := d.conn.Dead()
	switch {
	case foreign != "":
		return session.WrongFirmware(foreign, "Marlin")
	case halt != nil:
		return halt
	case firmware == "":
		silence := fmt.Errorf("%w: no FIRMWARE_NAME came to M115 within %v; switch the controller off and on, then connect "+
			"again", arm.ErrNoAnswer, d.cfg.Boot)
		return d.conn.Unknown("Marlin", silence)
	case !strings.Contains(firmware, "Marlin"):
		return session.WrongFirmware(firmware, "Marlin")
	}
	return nil
}

// preparations are what the driver relies on. Those that only some firmwares have may be refused.
var preparations = []struct {
	text    string
	without string // what it means when it is refused; "": it must not be
}{
	{"G90", ""},
	{"M113 S1", "it does not say when it is busy: a controller that has died is noticed late"},
	{"M84 S0", "its motors are switched off after a time of rest, and the position is lost"},
}

// setUp makes sure that answers are matched to what is sent from now on, begins to number the lines, and sets the
// modes that a reset has changed.
func (d *Driver) setUp(ctx context.Context) error {
	if err := d.sync(ctx); err != nil {
		return err
	}
	if _, err := d.conn.Ask(ctx, session.Line{Text: "M110 N0"}); err != nil {
		return err
	}
	d.conn.Do(func() { d.last, d.numbered, d.resend, d.resent, d.nudged = 0, true, 0, 0, 0 })
	for _, p := range preparations {
		_, err := d.conn.Ask(ctx, session.Line{Text: p.text})
		var rejected *RejectedError
		if errors.As(err, &rejected) && p.without != "" {
			d.cfg.Log.Warn().Msgf("the controller does not know %s: %s", p.text, p.without)
			continue
		}
		if err != nil {
			return err
		}
	}
	d.conn.Do(func() { d.fresh, d.restart = true, false })
	return nil
}

// sync waits until the controller has repeated a word that it was never told before: answers to what was sent earlier
// have then all come. It does so even if it does not know the command.
func (d *Driver) sync(ctx context.Context) error {
	d.conn.Do(func() {
		d.numbered, d.leftover, d.refusal, d.resend = false, false, "", 0
		for _, a := range d.conn.Open {
			a.Done, a.Err = true, d.conn.Distrust
		}
		d.conn.Open = nil
	})
	began := arm.Now()
	for asked := (time.Time{}); ; {
		silent := time.Duration(0)
		d.conn.Do(func() { silent = d.conn.Silent(began) })
		if silent > d.cfg.Answer {
			return fmt.Errorf("%w: nothing has come to M118 for %v; switch the controller off and on, then connect again",
				arm.ErrNoAnswer, d.cfg.Answer)
		}
		if since := arm.Since(asked); silent >= since || since > d.cfg.Answer { // a boot loader may swallow it
			word := fmt.Sprintf("sync%d", time.Now().UnixNano())
			d.conn.Do(func() { d.syncing, d.echoed = word, false })
			if err := d.conn.Write([]byte("M118 " + word + "\n")); err != nil {
				return err
			}
			asked = arm.Now()
		}
		err := d.conn.Wait(ctx, 2*probeInterval, func() bool { return d.syncing == "" || d.conn.Halted })
		if !errors.Is(err, session.ErrTimeout) {
			return errors.Join(err, d.conn.Dead())
		}
	}
}
