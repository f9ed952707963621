package feetech

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"draughtsman/arm"
	"draughtsman/arm/session"
)

// models are the servos that this driver knows, by their model number.
var models = map[int]string{777: "STS3215", 2825: "STS3250"}

// Connect makes sure that the arm's servos are at the other end of a port and that they are what the configuration
// says. It does not move anything and leaves their torque as it is; Home comes next. The driver owns the port from
// now on, and closes it when connecting fails.
func Connect(ctx context.Context, port io.ReadWriteCloser, c Config) (*Driver, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, session.Both(err, port.Close())
	}
	d := &Driver{cfg: c, turn: make(session.Turn, 1), control: control{distrust: arm.ErrNotHomed}}
	d.servos = servos{cfg: c, bus: newBus(port, c.Answer, c.Log)}
	d.pose.servos = &d.servos
	if err := d.connect(ctx); err != nil {
		return nil, session.Both(fmt.Errorf("connect to the arm: %w", err), d.Close())
	}
	return d, nil
}

// Firmware is the servos', such as "3.10"; of several versions all.
func (d *Driver) Firmware() string { return d.servos.firmware }

func (d *Driver) connect(ctx context.Context) error {
	if err := d.servos.bus.listen(ctx); err != nil {
		return err
	}
	if err := d.servos.find(ctx); err != nil {
		return err
	}
	if err := d.servos.identify(ctx); err != nil {
		return err
	}
	states, err := d.servos.look(ctx)
	if clearable(err) {
		return nil // by homing
	}
	if err != nil {
		return err
	}
	d.pose.angles = d.cfg.anglesOf(states)
	return d.cfg.healthy(states)
}

// unusedID is an id that no servo of an arm has.
const unusedID = MaxID

// listen finds out whether the adapter returns what is sent, by asking nobody.
func (b *bus) listen(ctx context.Context) error {
	replies, err := b.ask(ctx, Packet{ID: unusedID, Code: Ping}, []byte{unusedID}, 0)
	if err != nil {
		return err
	}
	if p, ok := replies[unusedID]; ok && p.Code == Ping {
		b.echo = true
		b.log.Debug().Msg("the adapter returns what is sent to the arm")
	}
	return nil
}

// find tells which servos are missing, and which there are instead.
func (s *servos) find(ctx context.Context) error {
	var answer []int
	for _, attempts := range []int{hastyAttempts, nameAttempts} { // those that are silent are asked again
		for _, id := range s.cfg.ids() {
			if slices.Contains(answer, int(id)) {
				continue
			}
			switch there, err := s.bus.ping(ctx, id, attempts); {
			case err != nil:
				return err
			case there == present:
				answer = append(answer, int(id))
			case attempts == nameAttempts && len(answer) == 0:
				return s.bus.silence()
			}
		}
		if len(answer) == len(s.cfg.ids()) {
			return nil
		}
	}
	for id := byte(0); id <= maxInspectedID; id++ {
		if slices.Contains(s.cfg.ids(), id) {
			continue
		}
		replies, err := s.bus.ask(ctx, Packet{ID: id, Code: Ping}, []byte{id}, 0)
		if err != nil {
			return err
		}
		if len(replies) > 0 {
			answer = append(answer, int(id))
		}
	}
	return Missing(s.cfg.expected(), answer, nil)
}

// silence is the error when no servo answers.
func (b *bus) silence() error {
	if b.echo {
		return fmt.Errorf("%w: the adapter returns what is sent, and no servo says anything; are they supplied with power?",
			arm.ErrNoAnswer)
	}
	heard := b.heard()
	if heard == 0 {
		return fmt.Errorf("%w: not one byte came from the port; is it the right one, and are the servos supplied with power?",
			arm.ErrNoAnswer)
	}
	return fmt.Errorf("%w: %d bytes came and none of them is a servo's; is it the right port, and the right baud rate "+
		"(1000000)?", arm.ErrWrongFirmware, heard)
}

// clearable reports whether an error is a fault that a servo forgets when it is told to hold again.
func clearable(err error) bool {
	var fault *ServoError
	return errors.As(err, &fault) && fault.Faults&^(FaultOverload|FaultCurrent) == 0
}

// identify reads what every servo is and how it is set.
func (s *servos) identify(ctx context.Context) error {
	var versions []string
	for i, id := range s.cfg.ids() {
		p, err := s.bus.get(ctx, id, regFirmware, regMode+1)
		if err != nil {
			return fmt.Errorf("%w: %s answers to its name and not to questions (%w); check its plug", arm.ErrNoAnswer,
				s.cfg.name(id), err)
		}
		r := p.Params
		pair := func(address int) int { return int(r[address]) | int(r[address+1])<<8 }
		if _, known := models[pair(regModel)]; !known {
			return fmt.Errorf("%w: %s is of model %d, and STS3215 (777) is needed", arm.ErrWrongFirmware, s.cfg.name(id),
				pair(regModel))
		}
		if r[regMode] != 0 {
			return fmt.Errorf("%w: %s is set to mode %d, and to positions (0) it has to be; set its register 33 with "+
				"Feetech's program or LeRobot", arm.ErrWrongFirmware, s.cfg.name(id), r[regMode])
		}
		if version := fmt.Sprintf("%d.%d", r[regFirmware], r[regFirmware+1]); !slices.Contains(versions, version) {
			versions = append(versions, version)
		}
		if err := s.cfg.inside(i, pair(regMinAngle), pair(regMaxAngle)); err != nil {
			return err
		}
	}
	s.firmware = strings.Join(versions, ", ")
	s.cfg.Log.Debug().Str("firmware", s.firmware).Msg("the arm's servos")
	return nil
}

// inside tells whether a servo's own limits leave the configured ones room: it would stop at its own without a word.
func (c Config) inside(i, least, most int) error {
	if least == 0 && most == 0 {
		return nil // it has none
	}
	id := c.ids()[i]
	if i == joints {
		g := c.Gripper
		if low, high := min(g.Closed, g.steps(g.Open)), max(g.Closed, g.steps(g.Open)); low < least || high > most {
			return fmt.Errorf("%s goes from %d to %d by its own setting (registers 9 and 11), and the configuration has %d to "+
				"%d: change closed or open_deg", c.name(id), least, most, low, high)
		}
		return nil
	}
	j, r := c.Joints[i], c.Arm.Limits[i]
	low, high := min(j.steps(r.Min), j.steps(r.Max)), max(j.steps(r.Min), j.steps(r.Max))
	if low < least || high > most {
		from, to := degrees(j.angle(least)), degrees(j.angle(most))
		return fmt.Errorf("%s goes from %.1f° to %.1f° by its own setting (registers 9 and 11), and the configuration has "+
			"%.1f° to %.1f°: make its limits in the configuration as narrow", c.name(id), min(from, to), max(from, to),
			degrees(r.Min), degrees(r.Max))
	}
	return nil
}
