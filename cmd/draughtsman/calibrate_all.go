package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"draughtsman/internal/calibrating"
	"draughtsman/internal/cli"
	"draughtsman/internal/config"
	"draughtsman/internal/guide"
	"draughtsman/internal/service"
	"draughtsman/internal/terminal"
	"draughtsman/internal/web"
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

// byPage runs the sessions in a browser, until they are ended there.
func (c calibrateAllCommand) byPage(ctx context.Context, s *session, o calibrating.Options) error {
	v, err := c.Open("listen", c.Listen, s.streams())
	if err != nil {
		return err
	}
	return errors.Join(calibrateOnPage(ctx, v, s, c.onTable, o), v.Close())
}

// calibrateFirst has a table calibrated about which nothing is known yet, so that games can be played there.
func calibrateFirst(ctx context.Context, v *terminal.Serving, s *session, path string) error {
	table, err := config.Load(path)
	if err != nil {
		return err
	}
	known, err := guide.Known(table.Calibration)
	if err != nil || known != nil && known.Colours != nil && (known.Arm != nil || table.ByHand()) {
		return err
	}
	o := calibrating.Options{Squares: guide.TargetSquares}
	if err := calibrateOnPage(ctx, v, s, onTable{Config: path}, o); err != nil {
		return err
	}
	v.Listener, err = net.Listen("tcp", v.Listener.Addr().String()) // which is closed with the page
	return err
}

// calibrateOnPage has a table calibrated in browsers, until that is ended there, and says what the last check has
// found.
func calibrateOnPage(ctx context.Context, v *terminal.Serving, s *session, on onTable,
	o calibrating.Options) error {
	return on.locked(s, func(d dialogue) error {
		bench := calibrating.New(d.options(o))
		v.Announce(s.streams(), "The table is calibrated at %scalibrate\n")
		report, err := answer(ctx, v, bench)
		switch {
		case ctx.Err() != nil:
			return cli.Interrupted(ctx, "%v", terminal.ErrInterrupted)
		case err != nil:
			return err
		case report == nil:
			return errors.New("the calibration was ended without a check: run `draughtsman calibrate check`")
		}
		d.tellReport(*report)
		return verdict(*report)
	})
}

// answer answers clients until a calibration is ended, and is what the last check has found; nil: nothing was checked.
func answer(ctx context.Context, v *terminal.Serving, bench *calibrating.Service) (*guide.Report, error) {
	v.Web.Calibration = func() web.Calibration { return bench }
	defer func() { v.Web.Calibration = nil }()
	games := service.New(service.Options{Now: time.Now}) // of which there are none meanwhile
	err := v.Answer(ctx, games, bench.Run)
	return bench.Snapshot().Report, err
}
