package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"draughtsman/internal/armcheck"
	"draughtsman/internal/cli"
	"draughtsman/internal/config"
	"draughtsman/internal/drivers"
	"draughtsman/internal/files"
	"draughtsman/internal/terminal"
)

type armCheckCommand struct {
	Config string `type:"path" help:"The table's description; table.yaml here or in the user's configuration, if not given." placeholder:"FILE"`
	Yes    bool   `short:"y" help:"Do not wait for Enter: the table is free."`
	JSON   bool   `name:"json" help:"Print the result as JSON."`
}

func (armCheckCommand) Help() string {
	return `The arm connects, homes, goes to the corners of its reach and back, switches its
tool, is held and stopped in mid-motion, refuses what it must not do, and connects
again; a line says what came of each. It works on every driver, on a program of your
own (docs/arm-protocol.md) and on the simulated table at its usual speed. Neither a
calibration nor a camera is needed. Clear the table first. The exit status is 1 when
something failed.

  draughtsman arm check --config table.yaml`
}

// Run checks the arm.
func (c armCheckCommand) Run(ctx context.Context, s *session) (err error) {
	if c.Config, err = terminal.Described(s.streams(), c.Config); err != nil {
		return err
	}
	table, err := config.Load(c.Config)
	if err != nil {
		return err
	}
	if table.ByHand() {
		return c.byHand(s)
	}
	lock, err := files.Take(c.Config)
	if err != nil {
		return err
	}
	defer closeWith(&err, lock.Release)
	fmt.Fprintln(s.err, armcheck.Plan(table))
	if err := c.confirm(ctx, s); err != nil {
		return err
	}
	tell := func(check armcheck.Check) { tellCheck(s.out, check) }
	if c.JSON {
		tell = func(check armcheck.Check) { tellCheck(s.err, check) }
	}
	report, err := armcheck.Checker{
		Table: table, Tell: tell, Now: time.Now,
		Open: func(ctx context.Context) (drivers.Arm, error) { return drivers.Open(ctx, table, s.log) },
	}.Run(ctx)
	if err != nil && ctx.Err() != nil {
		return cli.Interrupted(ctx, "the check was ended, and the arm stands still")
	}
	if err != nil {
		return fmt.Errorf("the check was ended, and the arm stands still: %w", err)
	}
	if c.JSON {
		if err := json.NewEncoder(s.out).Encode(report); err != nil {
			return err
		}
	}
	if !report.OK {
		return errors.New("the arm does not do all that it has to: see above")
	}
	if !c.JSON {
		fmt.Fprintln(s.out, "The arm does all that it has to.")
	}
	return nil
}

// byHand says that nothing is to be checked where a person is the arm.
func (c armCheckCommand) byHand(s *session) error {
	if c.JSON {
		return json.NewEncoder(s.out).Encode(armcheck.Report{Driver: "hands", OK: true, Checks: []armcheck.Check{}})
	}
	fmt.Fprintln(s.out, "There is nothing to check: a person moves the pieces at this table (arm.driver: hands).")
	return nil
}

// confirm waits for Enter.
func (c armCheckCommand) confirm(ctx context.Context, s *session) error {
	if c.Yes {
		return nil
	}
	fmt.Fprint(s.err, "Press Enter to begin. ")
	_, err := terminal.ReadLine(ctx, s.in)
	if errors.Is(err, terminal.ErrNoAnswer) {
		return wrongUsage("nobody is at the keyboard to say that the table is free: press Enter there, or give --yes")
	}
	return err
}

// tellCheck prints a line for a check, and another for what to do.
func tellCheck(to io.Writer, c armcheck.Check) {
	fmt.Fprintf(to, "%-14s %-11s  %s\n", c.Name, c.Outcome, c.Found)
	if c.Todo != "" {
		fmt.Fprintf(to, "%-14s %-11s  %s\n", "", "", c.Todo)
	}
}
