package feetech

import (
	"context"
	"fmt"
	"math"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/kinematics"
	"draughtsman/arm/session"
)

// servos are those of an arm, and what they say.
type servos struct {
	cfg      Config
	bus      *bus
	firmware string // of all, when they were asked
}

// look reads the state of all servos. One that is silent or reports a fault is an error.
func (s *servos) look(ctx context.Context) ([joints + 1]state, error) {
	var states [joints + 1]state
	ids := s.cfg.ids()
	replies, err := s.bus.getAll(ctx, ids, sram, stateLength, patientAttempts)
	if err != nil {
		return states, err
	}
	for i, id := range ids {
		p, ok := replies[id]
		if !ok {
			return states, fmt.Errorf("%w: %s is silent; check its plug and the power supply, then home the arm",
				arm.ErrNoAnswer, s.cfg.name(id))
		}
		if states[i], err = parseState(p.Params); err != nil {
			return states, fmt.Errorf("%s: %w", s.cfg.name(id), err)
		}
		if faults := states[i].faults | Faults(p.Code); faults != 0 {
			return states, &ServoError{Servo: s.cfg.name(id), Faults: faults}
		}
	}
	return states, nil
}

// healthy tells whether the servos are fit to go on, from what they said.
func (c Config) healthy(states [joints + 1]state) error {
	for i, s := range states {
		name := c.name(c.ids()[i])
		switch {
		case s.volts < c.MinVolts || s.volts > c.MaxVolts:
			return fmt.Errorf("%w: %s measures %.1f V, and %.1f V to %.1f V are needed; check the power supply", arm.ErrAlarm,
				name, s.volts, c.MinVolts, c.MaxVolts)
		case s.celsius > c.MaxHeat:
			return fmt.Errorf("%w: %s is %d °C hot, and %d °C are allowed; let it cool down", arm.ErrAlarm, name, s.celsius,
				c.MaxHeat)
		}
	}
	return nil
}

// lookFirm reads the state of all servos, which have to hold.
func (s *servos) lookFirm(ctx context.Context) ([joints + 1]state, error) {
	states, err := s.look(ctx)
	if err == nil {
		err = s.cfg.firm(states)
	}
	return states, err
}

// firm is an error where a servo does not hold any more, since it has restarted.
func (c Config) firm(states [joints + 1]state) error {
	for i, s := range states {
		if !s.torque {
			return fmt.Errorf("%w: %s has let go, it restarted (a dip of its supply); home the arm before it moves again",
				arm.ErrPositionLost, c.name(c.ids()[i]))
		}
	}
	return nil
}

// anglesOf are the joints' angles that servos report.
func (c Config) anglesOf(states [joints + 1]state) (q kinematics.Joints) {
	for i, j := range c.Joints {
		q[i] = j.angle(states[i].position)
	}
	return q
}

// stopTimeout is how long an arm may take to stand still once it was told to.
const stopTimeout = time.Second

// standing waits until nothing moves any more.
func (s *servos) standing(ctx context.Context) error {
	next, stop := s.cfg.Clock.Ticks(s.cfg.Tick)
	defer stop()
	var before map[byte]Packet
	for waited := time.Duration(0); waited < stopTimeout; waited += s.cfg.Tick {
		now, err := s.bus.getAll(ctx, s.cfg.ids(), regPresent, 2, hastyAttempts)
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
	s.cfg.Log.Error().Msg("the arm does not stand still and is let go")
	var off []setting
	for _, id := range s.cfg.ids() {
		off = append(off, setting{id, []byte{0}})
	}
	err := fmt.Errorf("%w: it went on moving when told to stand still, and was let go", arm.ErrPositionLost)
	return session.Both(err, s.bus.putAll(regTorque, off))
}

func word(p Packet) int { return signed(int(p.Params[0])|int(p.Params[1])<<8, 15) }
