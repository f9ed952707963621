package feetech

import (
	"context"
	"fmt"
	"math"
	"sync"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/kinematics"
	"draughtsman/arm/session"
)

// joints is the number of servos that move the tool; one more opens the jaws.
const joints = len(kinematics.Joints{})

// Driver is an arm.Arm of Feetech servos. Its methods may be called from several goroutines; home, move, grip and
// release happen one after another.
type Driver struct {
	cfg      Config
	bus      *bus
	firmware string
	turn     session.Turn // to move

	mu       sync.Mutex // guards what follows
	distrust error      // why the arm may not move; nil once it is homed
	stopping error      // set while Stop waits for a motion to end
	moving   bool       // goals are being sent
	held     bool       // by Hold
	changed  chan struct{}

	// What the goals are, for who has the turn.
	angles  kinematics.Joints // where the joints were sent
	bias    [joints]int       // steps that each is sent beyond, against gravity
	sent    [joints]int       // the goals that were sent last, steps
	opening float64           // of the jaws, as they were sent
	holds   bool              // they stopped at something; written under mu
}

var (
	_ arm.Arm        = (*Driver)(nil)
	_ arm.Stopper    = (*Driver)(nil)
	_ arm.Holder     = (*Driver)(nil)
	_ arm.Positioner = (*Driver)(nil)
	_ arm.Feeler     = (*Driver)(nil)
	_ arm.Runner     = (*Driver)(nil)
)

// take waits for the right to move; give it back with the function.
func (d *Driver) take(ctx context.Context) (giveBack func(), err error) {
	giveBack, err = d.turn.Take(ctx)
	if err != nil {
		return nil, err
	}
	if err := d.bus.Err(); err != nil {
		giveBack()
		return nil, err
	}
	return giveBack, nil
}

// geometry is the arm's, its tool's point in the middle of what is held, or of what will be.
func (d *Driver) geometry() kinematics.Arm {
	a := d.cfg.Arm
	if d.holds {
		a.Links.Aside = d.cfg.Gripper.Held
	}
	return a
}

// ready is the error where the arm may not move now.
func (d *Driver) ready() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.distrust
}

// lose makes everything but Home be refused from now on. The first reason is kept.
func (d *Driver) lose(reason error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.distrust == nil {
		d.distrust = reason
	}
}

// look reads the state of all servos. One that is silent or reports a fault is an error.
func (d *Driver) look(ctx context.Context) ([joints + 1]state, error) {
	var states [joints + 1]state
	ids := d.cfg.ids()
	replies, err := d.bus.getAll(ctx, ids, sram, stateLength, patientAttempts)
	if err != nil {
		return states, err
	}
	for i, id := range ids {
		p, ok := replies[id]
		if !ok {
			return states, fmt.Errorf("%w: %s is silent; check its plug and the power supply, then home the arm",
				arm.ErrNoAnswer, d.cfg.name(id))
		}
		if states[i], err = parseState(p.Params); err != nil {
			return states, fmt.Errorf("%s: %w", d.cfg.name(id), err)
		}
		if faults := states[i].faults | Faults(p.Code); faults != 0 {
			return states, &ServoError{Servo: d.cfg.name(id), Faults: faults}
		}
	}
	return states, nil
}

// healthy tells whether the servos are fit to go on, from what they said.
func (d *Driver) healthy(states [joints + 1]state) error {
	for i, s := range states {
		name := d.cfg.name(d.cfg.ids()[i])
		switch {
		case s.volts < d.cfg.MinVolts || s.volts > d.cfg.MaxVolts:
			return fmt.Errorf("%w: %s measures %.1f V, and %.1f V to %.1f V are needed; check the power supply", arm.ErrAlarm,
				name, s.volts, d.cfg.MinVolts, d.cfg.MaxVolts)
		case s.celsius > d.cfg.MaxHeat:
			return fmt.Errorf("%w: %s is %d °C hot, and %d °C are allowed; let it cool down", arm.ErrAlarm, name, s.celsius,
				d.cfg.MaxHeat)
		}
	}
	return nil
}

// lookFirm reads the state of all servos, which have to hold.
func (d *Driver) lookFirm(ctx context.Context) ([joints + 1]state, error) {
	states, err := d.look(ctx)
	if err == nil {
		err = d.firm(states)
	}
	return states, err
}

// firm is an error where a servo does not hold any more, since it has restarted.
func (d *Driver) firm(states [joints + 1]state) error {
	for i, s := range states {
		if !s.torque {
			return fmt.Errorf("%w: %s has let go, it restarted (a dip of its supply); home the arm before it moves again",
				arm.ErrPositionLost, d.cfg.name(d.cfg.ids()[i]))
		}
	}
	return nil
}

// anglesOf are the joints' angles that servos report.
func (d *Driver) anglesOf(states [joints + 1]state) (q kinematics.Joints) {
	for i, j := range d.cfg.Joints {
		q[i] = j.angle(states[i].position)
	}
	return q
}

// send makes angles the joints' goals, which they should reach within a tick.
func (d *Driver) send(q kinematics.Joints) error {
	d.angles = q
	return d.bus.putAll(regGoal, d.cfg.goals(q, d.bias, &d.sent))
}

// goals are what is written to the joints' servos for angles that they should reach within a tick, beyond which they
// are sent by a bias. What was sent before decides how fast they go, and is updated.
func (c Config) goals(q kinematics.Joints, bias [joints]int, sent *[joints]int) []setting {
	settings := make([]setting, joints)
	for i, j := range c.Joints {
		at := min(max(j.steps(q[i])+bias[i], 0), StepsPerTurn-1)
		// A little faster than it needs to be, so that no joint lags behind, and all by the same share, so that they
		// arrive together.
		speed := int(math.Ceil(1.1*math.Abs(float64(at-sent[i]))/c.Tick.Seconds())) + minGoalSpeed/4
		settings[i] = setting{j.ID, goal(at, speed)}
		sent[i] = at
	}
	return settings
}

// minGoalSpeed is the speed for a goal that is nearly reached, steps/s.
const minGoalSpeed = 60

// sendJaws makes an opening the gripper's goal.
func (d *Driver) sendJaws(opening, speed float64) error {
	g := d.cfg.Gripper
	d.opening = opening
	at := min(max(g.steps(opening), 0), StepsPerTurn-1)
	return d.bus.putAll(regGoal, []setting{{g.ID, goal(at, int(speed*stepsPerRadian))}})
}

// interrupted reports whether a motion has to end now.
func (d *Driver) interrupted(ctx context.Context) (held bool, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.stopping != nil:
		err = d.stopping
	case ctx.Err() != nil:
		err = fmt.Errorf("%w in the middle of a motion: %w; home it before it moves again", arm.ErrStopped,
			context.Cause(ctx))
	}
	return d.held, err
}

// motion does something that sends goals, and freezes the arm when it fails.
func (d *Driver) motion(ctx context.Context, f func() error) error {
	d.mu.Lock()
	d.moving = true
	d.mu.Unlock()
	err := f()
	if err != nil {
		if ctx.Err() != nil { // with which a question ends, too
			_, err = d.interrupted(ctx)
		}
		err = both(err, d.freeze())
		d.lose(err)
	}
	d.mu.Lock()
	d.moving, d.stopping = false, nil
	close(d.changed)
	d.changed = make(chan struct{})
	d.mu.Unlock()
	return err
}

// every calls f once a tick until it reports that it is done.
func (d *Driver) every(ctx context.Context, f func(held bool) (done bool, err error)) error {
	next, stop := d.cfg.Clock.Ticks(d.cfg.Tick)
	defer stop()
	for {
		held, err := d.interrupted(ctx)
		if err != nil {
			return err
		}
		if done, err := f(held); done || err != nil {
			return err
		}
		if _, real := d.cfg.Clock.(wall); !real {
			// What was sent has to be there before time goes on: an answer to what was asked afterwards tells.
			if _, err := d.bus.getAll(ctx, d.cfg.ids()[:1], regPresent, 2, hastyAttempts); err != nil && ctx.Err() == nil {
				return err
			}
		}
		select {
		case <-next():
		case <-ctx.Done():
		}
	}
}

// Close ends the connection. An arm that is in motion is stopped. The servos keep their torque: without it the arm
// would fall. Closing twice is fine.
func (d *Driver) Close() error {
	moving, changed := d.cutShort(fmt.Errorf("%w: it was closed in the middle of a motion", arm.ErrDisconnected))
	if moving {
		select {
		case <-changed:
		case <-time.After(d.cfg.Settle):
		}
	}
	if err := d.bus.Close(); err != nil {
		return fmt.Errorf("close the connection to the arm: %w", err)
	}
	return nil
}

// stopTimeout is how long an arm may take to stand still once it was told to.
const stopTimeout = time.Second

// freeze makes the place where the arm is its goal, and waits until it stands still. An arm that does not is let go.
func (d *Driver) freeze() error {
	ctx := context.Background() // whatever ended the motion must not end this
	if err := d.bus.Err(); err != nil {
		return nil // which the caller learns anyway; goals end a tick ahead of where it was
	}
	ids := d.cfg.ids()
	replies, err := d.bus.getAll(ctx, ids, sram, stateLength, hastyAttempts)
	if err != nil {
		return err
	}
	var settings []setting
	for i, id := range ids {
		if id == d.cfg.Gripper.ID && d.holds {
			continue // its goal lies beyond what it holds, and has to stay there
		}
		if p, ok := replies[id]; ok {
			s, err := parseState(p.Params)
			if err != nil {
				return err
			}
			settings = append(settings, setting{id, goal(s.position, minGoalSpeed)})
			if i < joints {
				d.sent[i], d.bias[i] = s.position, 0
				d.angles[i] = d.cfg.Joints[i].angle(s.position)
			}
		}
	}
	if len(settings) == 0 {
		return fmt.Errorf("%w: no servo answered when the arm was to stand still; its goals end where it was",
			arm.ErrNoAnswer)
	}
	if err := d.bus.putAll(regGoal, settings); err != nil {
		return err
	}
	return d.standing(ctx)
}

// standing waits until nothing moves any more.
func (d *Driver) standing(ctx context.Context) error {
	next, stop := d.cfg.Clock.Ticks(d.cfg.Tick)
	defer stop()
	var before map[byte]Packet
	for waited := time.Duration(0); waited < stopTimeout; waited += d.cfg.Tick {
		now, err := d.bus.getAll(ctx, d.cfg.ids(), regPresent, 2, hastyAttempts)
		if err != nil {
			return err
		}
		still := before != nil
		for id, p := range now {
			if q, ok := before[id]; !ok || math.Abs(float64(word(p)-word(q))) > 2 {
				still = false
			}
		}
		if still {
			return nil
		}
		before = now
		<-next()
	}
	d.cfg.Log.Error().Msg("the arm does not stand still and is let go")
	var off []setting
	for _, id := range d.cfg.ids() {
		off = append(off, setting{id, []byte{0}})
	}
	err := fmt.Errorf("%w: it went on moving when told to stand still, and was let go", arm.ErrPositionLost)
	return both(err, d.bus.putAll(regTorque, off))
}

func word(p Packet) int { return signed(int(p.Params[0])|int(p.Params[1])<<8, 15) }

// settled waits until all joints are where they were sent. Those that stop short are sent as much further.
func (d *Driver) settled(ctx context.Context) error {
	tolerance := int(math.Ceil(d.cfg.Tolerance * stepsPerRadian))
	const (
		resting     = 4  // looks without a change: it stands still
		corrections = 6  // how often a joint is sent further
		furthest    = 60 // by how many steps in all, 5°
	)
	var last [joints]int
	same, corrected := 0, 0
	began := d.cfg.Clock.Now()
	return d.every(ctx, func(bool) (bool, error) {
		states, err := d.lookFirm(ctx)
		if err != nil {
			return false, err
		}
		worst, off := 0, 0
		calm, turning := true, false
		for i := range joints {
			short := d.cfg.Joints[i].steps(d.angles[i]) - states[i].position
			if abs(short) > abs(off) {
				worst, off = i, short
			}
			calm = calm && abs(states[i].position-last[i]) <= 1
			turning = turning || states[i].moving
			last[i] = states[i].position
		}
		if same++; !calm {
			same = 0
		}
		switch late := d.cfg.Clock.Now().Sub(began) > d.cfg.Settle; {
		case abs(off) <= tolerance && same > 0 && (!turning || same >= resting):
			return true, nil // one that trembles about its goal may say for ever that it moves
		case same < resting && !late:
			return false, nil
		case corrected == corrections || late && same < resting:
			return false, &BlockedError{Servo: d.cfg.name(d.cfg.Joints[worst].ID), Off: 360 * float64(abs(off)) / StepsPerTurn}
		}
		corrected, same, began = corrected+1, 0, d.cfg.Clock.Now()
		for i := range d.bias {
			short := d.cfg.Joints[i].steps(d.angles[i]) - states[i].position
			d.bias[i] = min(max(d.bias[i]+short, -furthest), furthest)
		}
		return false, d.send(d.angles)
	})
}

func abs(v int) int { return max(v, -v) }
