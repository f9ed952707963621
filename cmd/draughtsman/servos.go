package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"draughtsman/arm"
	"draughtsman/arm/feetech"
	"draughtsman/arm/serialport"
	"draughtsman/internal/config"
	"draughtsman/internal/terminal"
)

type servosCommand struct {
	Port   string `arg:"" optional:"" help:"The adapter's serial port; see draughtsman ports."`
	Baud   int    `help:"Bits a second; 1000000 if not given." placeholder:"N"`
	JSON   bool   `name:"json" help:"Print one JSON object a line for each servo."`
	Config string `type:"path" help:"The table's description, for its port and for the ids that its arm should have; without it 1 to 6." placeholder:"FILE"`
}

func (servosCommand) Help() string {
	return `Every servo with an id from 1 to 20 says where it is, what it measures and what is
wrong with it, and those that an arm should have and that do not answer are
named, with what is likely. Nothing moves and nothing is changed: turn a joint by
hand and run it again to see which servo it is, and what its position is in the
middle pose.

  draughtsman servos /dev/ttyACM0`
}

// Run prints a line for each servo.
func (c servosCommand) Run(ctx context.Context, s *session) error {
	expected, err := c.settle(s)
	if err != nil {
		return err
	}
	reports, err := c.inspect(ctx, s, expected)
	if err != nil {
		return c.elsewhere(ctx, s, err, nil)
	}
	show := terminal.PrintServos
	if c.JSON {
		show = terminal.PrintServosJSON
	}
	if err := show(s.out, reports, expected); err != nil {
		return err
	}
	var answered, doubtful []int
	for _, r := range reports {
		if r.Several {
			doubtful = append(doubtful, r.ID)
		}
		answered = append(answered, r.ID)
	}
	if err := feetech.Missing(expected, answered, doubtful); err != nil {
		return c.elsewhere(ctx, s, err, answered)
	}
	if len(doubtful) > 0 {
		return fmt.Errorf("servo %d does not answer as one: two servos have its id, or its plug is half in; plug in one at "+
			"a time and give each its own id", doubtful[0])
	}
	return nil
}

// settle completes what was typed from the description, and answers which servos there should be.
func (c *servosCommand) settle(s *session) ([]feetech.Expected, error) {
	expected := feetech.ExpectedOf([]int{1, 2, 3, 4, 5}, 6)
	if c.Config == "" && c.Port == "" {
		c.Config = terminal.UsualTable(s.streams(), "")
	}
	if c.Config != "" {
		table, err := config.Load(c.Config)
		if err != nil {
			return nil, err
		}
		if table.Arm.Servos == nil {
			return nil, wrongUsage("--config %s: its arm has the driver %s, and no servos of Feetech's", c.Config,
				table.Arm.Driver)
		}
		c.Port, c.Baud = cmp.Or(c.Port, table.Arm.Port), cmp.Or(c.Baud, table.Arm.Baud)
		var joints []int
		for _, servo := range table.Arm.Servos.Servos() {
			joints = append(joints, servo.ID)
		}
		expected = feetech.ExpectedOf(joints, table.Arm.Servos.Jaws(table.Disc.DiameterMM).ID)
	}
	if c.Port == "" {
		return nil, wrongUsage("name the adapter's port, such as /dev/ttyACM0 (draughtsman ports lists them), or --config")
	}
	c.Baud = cmp.Or(c.Baud, feetech.Rates()[0])
	return expected, nil
}

func (c servosCommand) inspect(ctx context.Context, s *session, expected []feetech.Expected) ([]feetech.Report, error) {
	port, err := serialport.Open(c.Port, serialport.Options{Baud: c.Baud})
	if err != nil {
		return nil, err
	}
	return feetech.Inspect(ctx, port, expected, s.log)
}

// elsewhere looks for servos that are set to another rate, and adds them to the error that tells which do not answer.
func (c servosCommand) elsewhere(ctx context.Context, s *session, missing error, answered []int) error {
	if !errors.Is(missing, arm.ErrNoAnswer) {
		return missing
	}
	fmt.Fprintln(s.err, "Some servos do not answer; looking whether they are set to another rate…")
	var found []string
	for _, rate := range feetech.Rates() {
		if rate == c.Baud {
			continue
		}
		port, err := serialport.Open(c.Port, serialport.Options{Baud: rate})
		if err != nil {
			continue // the adapter does not know this rate
		}
		ids, err := feetech.Answering(ctx, port, rate, s.log)
		if errors.Is(err, arm.ErrDisconnected) || ctx.Err() != nil {
			return missing
		}
		ids = slices.DeleteFunc(ids, func(id int) bool { return slices.Contains(answered, id) })
		if len(ids) > 0 {
			found = append(found, fmt.Sprintf("at %d bits a second id %s", rate, strings.Trim(fmt.Sprint(ids), "[]")))
		}
	}
	if len(found) == 0 {
		return missing
	}
	return fmt.Errorf("%w; %s answers: set all servos to %d with Feetech's or LeRobot's program, or give the rate that "+
		"all of them have with --baud",
		missing, strings.Join(found, ", "), c.Baud)
}
