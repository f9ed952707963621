package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// Arm is an arm that a program drives. One whose program offers it is an arm.Holder, an arm.Feeler, too. Its methods
// may be called from several goroutines; home, move, grip and release happen one after another.
type Arm interface {
	arm.Arm
	arm.Stopper
	arm.Positioner
	arm.Runner
	fmt.Stringer // what the program says of itself
	io.Closer    // ends the program; an arm in motion is stopped
}

// driver is what every program can do.
type driver struct {
	arm.Single
	cfg   Config
	about identity
	s     *client
	turn  session.Turn // to move
	holds session.Turn // to hold and to let go

	// What follows is guarded by the client's lock.
	distrust error      // why the position is not known; nil while it is
	stopped  error      // something was interrupted: until homing nothing moves
	at       *arm.Point // where the tool was brought last; nil: not known
	doing    *call      // what is under way, other than questions
	way      arm.Way    // of a motion
	since    time.Time  // the motion goes on
	homing   bool
	running  bool // steps are being carried out
	held     bool // by Hold, until Resume
}

// Connect greets a program that is at the other end of a port. The port is closed if that fails.
func Connect(ctx context.Context, port io.ReadWriteCloser, cfg Config) (Arm, error) {
	cfg, err := cfg.withDefaults()
	if err != nil {
		return nil, errors.Join(err, port.Close())
	}
	d := &driver{cfg: cfg, s: newClient(port, cfg.Log), turn: make(session.Turn, 1), holds: make(session.Turn, 1),
		distrust: arm.ErrNotHomed}
	d.Single = arm.Single{Runner: d}
	result, err := d.s.ask(ctx, identify, greeting{Version: Version, Limits: limitsOf(cfg.Limits)}, cfg.Boot)
	if err == nil {
		d.about, err = identified(result, cfg.Limits)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("connect to the arm's program: %w", err), d.s.close())
	}
	cfg.Log.Info().Msgf("the arm's program is %v", d.about)
	return d.as(), nil
}

// as is the driver with the methods for what its program offers.
func (d *driver) as() Arm {
	h, f := holder{d}, feeler{d}
	switch holds, feels := d.about.can(hold), d.about.can(feel); {
	case holds && feels:
		return struct {
			*driver
			holder
			feeler
		}{d, h, f}
	case holds:
		return struct {
			*driver
			holder
		}{d, h}
	case feels:
		return struct {
			*driver
			feeler
		}{d, f}
	}
	return d
}

// String is what the program says of itself.
func (d *driver) String() string { return d.about.String() }

// take waits for the right to move; give it back with the function.
func (d *driver) take(ctx context.Context) (giveBack func(), err error) {
	giveBack, err = d.turn.Take(ctx)
	if err != nil {
		return nil, err
	}
	if err := d.s.Err(); err != nil {
		giveBack()
		return nil, err
	}
	return giveBack, nil
}

// Home makes the program find the arm's position. It ends a hold.
func (d *driver) Home(ctx context.Context) error {
	giveBack, err := d.take(ctx)
	if err != nil {
		return fmt.Errorf("home the arm: %w", err)
	}
	defer giveBack()
	d.s.Do(func() {
		d.homing, d.held, d.at = true, false, nil
		d.distrust, d.stopped = arm.ErrNotHomed, nil
	})
	arm.Begins(ctx, arm.Motion{Steps: []arm.Step{{Verb: arm.VerbHome}}})
	_, err = d.carry(ctx, home, nil, d.cfg.Homing, arm.Way{})
	var at *arm.Point
	if err == nil && d.about.can(position) {
		var p arm.Point
		if p, err = d.ask(ctx); err == nil {
			at = &p
		}
	}
	d.s.Do(func() {
		d.homing = false
		switch {
		case err != nil:
		case d.stopped != nil:
			err = d.stopped
		default:
			d.distrust, d.at = nil, at
		}
	})
	if err != nil {
		return fmt.Errorf("home the arm: %w", err)
	}
	return nil
}

// Run is arm.Runner. The motions come one by one, with a rest between them.
func (d *driver) Run(ctx context.Context, steps []arm.Step) error {
	giveBack, err := d.take(ctx)
	if err == nil {
		defer giveBack()
		d.s.Do(func() { d.running = true })
		err = d.steps(ctx, steps)
		d.s.Do(func() {
			if d.running = false; err == nil {
				err = d.stopped // when all was done
			}
		})
	}
	return session.Doing(steps, err)
}

func (d *driver) steps(ctx context.Context, steps []arm.Step) error {
	if err := check(d.cfg.Limits, steps); err != nil {
		return err
	}
	var from *arm.Point
	d.s.Do(func() { from = d.at })
	for i, s := range d.cfg.Limits.Slowed(from, steps) {
		arm.Begins(ctx, arm.Motion{Steps: []arm.Step{s}})
		var err error
		switch s.Verb {
		case arm.VerbMove:
			err = d.move(ctx, s.To, s.Speed)
		case arm.VerbGrip:
			err = d.switches(ctx, grip, d.cfg.GripSettle)
		case arm.VerbRelease:
			err = d.switches(ctx, release, d.cfg.ReleaseSettle)
		}
		if err != nil && len(steps) > 1 {
			return fmt.Errorf("step %d, %v: %w", i+1, s, err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// check tells whether steps may be carried out, all of them.
func check(limits arm.Limits, steps []arm.Step) error {
	for i, s := range steps {
		var err error
		switch s.Verb {
		case arm.VerbMove:
			err = limits.Check(s.To, s.Speed)
		case arm.VerbGrip, arm.VerbRelease:
		default:
			err = fmt.Errorf("%v cannot be one of several steps in one go", s)
		}
		if err != nil && len(steps) > 1 {
			return fmt.Errorf("step %d, %v: %w", i+1, s, err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// move makes one motion and makes sure that it ended where it should.
func (d *driver) move(ctx context.Context, to arm.Point, speed float64) error {
	var from *arm.Point
	d.s.Do(func() { from = d.at })
	length := d.cfg.Limits.Min.Distance(d.cfg.Limits.Max)
	if from != nil {
		length = from.Distance(to)
	}
	way := arm.Way{From: from, Steps: []arm.Step{{Verb: arm.VerbMove, To: to, Speed: speed}}}
	began, err := d.carry(ctx, move, target{pointOf(to), number(speed)}, d.cfg.motionTakes(length, speed), way)
	if !began {
		return err
	}
	ends := &to
	var failed *failureError
	if errors.As(err, &failed) && kept[failed.Code] {
		ends = from // nothing has moved, it says
	} else if err != nil {
		return err
	}
	if wrong := d.isAt(ctx, ends); wrong != nil {
		return errors.Join(err, wrong)
	}
	d.s.Do(func() { d.at = ends })
	return err
}

// switches switches the tool and lets it settle.
func (d *driver) switches(ctx context.Context, method string, settle time.Duration) error {
	if _, err := d.carry(ctx, method, nil, d.cfg.Answer, arm.Way{}); err != nil {
		return err
	}
	err := d.s.Wait(ctx, settle, func() bool { return d.stopped != nil })
	switch {
	case errors.Is(err, session.ErrTimeout):
		return nil
	case err == nil:
		d.s.Do(func() { err = d.stopped })
	}
	return err
}

// isAt makes sure that the tool is at a place, if the program can tell; nil: the place is not known.
func (d *driver) isAt(ctx context.Context, want *arm.Point) error {
	if want == nil || !d.about.can(position) {
		return nil
	}
	at, err := d.ask(ctx)
	if err != nil {
		return err
	}
	if at.Distance(*want) <= d.about.accuracy()+roundingMM {
		return nil
	}
	return d.lose(fmt.Errorf("%w: it was sent to %v and is at %v; is something in its way?", arm.ErrPositionLost, *want,
		at))
}

// roundingMM is by how much a place may differ for being written to the thousandth on its way there and back, in mm.
const roundingMM = 0.002

// lose ends the trust in the position, and returns the reason. The first one is kept.
func (d *driver) lose(reason error) error {
	d.s.Do(func() {
		if d.at = nil; d.distrust == nil {
			d.distrust = reason
		}
	})
	return reason
}

// Position is where the tool is now, also in mid-motion, if the program can tell; otherwise it is where the last
// motion has ended.
func (d *driver) Position(ctx context.Context) (arm.Point, error) {
	var at *arm.Point
	var moving bool
	var err error
	d.s.Do(func() { at, moving, err = d.at, d.doing != nil && d.doing.method == move, d.distrust })
	switch {
	case err != nil:
	case d.about.can(position):
		var p arm.Point
		p, err = d.ask(ctx)
		at = &p
	case moving:
		err = errors.New("it is moving, and its program cannot tell where it is then")
	case at == nil:
		err = fmt.Errorf("%w: its program cannot tell where it is before it has been moved", arm.ErrPositionLost)
	}
	if err != nil {
		return arm.Point{}, fmt.Errorf("ask the arm's position: %w", err)
	}
	return *at, nil
}

// ask asks the program where the tool is.
func (d *driver) ask(ctx context.Context) (arm.Point, error) {
	result, err := d.s.ask(ctx, position, nil, d.cfg.Answer)
	if err != nil {
		return arm.Point{}, err
	}
	at, err := place(result)
	if err != nil {
		d.s.fail(err)
		return arm.Point{}, d.s.Err()
	}
	return at, nil
}

// Close ends the program. An arm in motion is stopped first. Closing twice is fine.
func (d *driver) Close() error {
	var busy bool
	d.s.Do(func() { busy = d.busy() })
	if busy {
		if err := d.halt(context.Background()); err != nil {
			d.cfg.Log.Warn().Err(err).Msg("the arm's program is ended without an answer to stop")
		}
	}
	if err := d.s.close(); err != nil {
		return fmt.Errorf("close the connection to the arm's program: %w", err)
	}
	return nil
}

// feeler is a driver whose program notices what the tool holds.
type feeler struct{ d *driver }

// Holding is arm.Feeler.
func (f feeler) Holding(ctx context.Context) (bool, error) {
	result, err := f.d.s.ask(ctx, feel, nil, f.d.cfg.Answer)
	if err != nil {
		return false, fmt.Errorf("ask whether the tool holds something: %w", err)
	}
	holds, err := holding(result)
	if err != nil {
		f.d.s.fail(err)
		return false, f.d.s.Err()
	}
	return holds, nil
}
