package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"draughtsman/internal/calibrating"
	"draughtsman/internal/terminal"
)

type calibrateAllCommand struct {
	onTable
	LensCamera string `help:"Take the lens's pictures from here, not from the description's camera." placeholder:"SOURCE"`
	Squares    int    `help:"Squares along an edge of what is shown for the lens: 9 for the printed target, 8 for a game board." default:"9" placeholder:"N"`
	Again      bool   `help:"Find the board again even if it is where it was."`

	Page             bool   `help:"Calibrate in a browser, not at this terminal." group:"Clients:"`
	Listen           string `default:"127.0.0.1:8517" help:"Where browsers are answered with --page. An address that other computers reach needs --token-file." group:"Clients:"`
	terminal.Clients `embed:""`
}

func (calibrateAllCommand) Help() string { return calibrateCommand{}.Help() }

// Run runs the sessions one after the other.
func (c calibrateAllCommand) Run(ctx context.Context, s *session) error {
	if err := (lensPictures{Squares: c.Squares}).validate(); err != nil {
		return err
	}
	if !c.Page && c.Protects() {
		return wrongUsage("--token-file, --spectator-file and --host belong to the page: add --page, or leave them out")
	}
	o := calibrating.Options{Squares: c.Squares, LensCamera: c.LensCamera, Again: c.Again}
	if c.Page {
		return c.byPage(ctx, s, o)
	}
	began := time.Now()
	return c.locked(s, func(d dialogue) error {
		made, err := d.calibrate(ctx, o, nil)
		if err != nil {
			return err
		}
		if made.Report == nil {
			return errors.New("the calibration was ended without a check: run `draughtsman calibrate check`")
		}
		d.tellReport(*made.Report)
		if made.Report.Holds {
			fmt.Fprintf(d.out, "That took %.0f s. Next: draughtsman play --config %s\n", time.Since(began).Seconds(), c.Config)
		}
		return verdict(*made.Report)
	})
}
