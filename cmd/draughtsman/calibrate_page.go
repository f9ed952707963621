package main

import (
	"context"
	"errors"
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
	known, err := loadIfThere(table.Calibration)
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
