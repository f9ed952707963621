package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"draughtsman/calibration"
	"draughtsman/internal/guide"
	"draughtsman/internal/simulation"
)

type calibrateAllCommand struct {
	onTable
	LensCamera string `help:"Take the lens's pictures from here, not from the description's camera." placeholder:"SOURCE"`
	Squares    int    `help:"Squares along an edge of what is shown for the lens: 9 for the printed target, 8 for a game board." default:"9" placeholder:"N"`
	Again      bool   `help:"Find the board again even if it is where it was."`

	Page        bool   `help:"Calibrate in a browser, not at this terminal." group:"Clients:"`
	Listen      string `default:"127.0.0.1:8517" help:"Where browsers are answered with --page. An address that other computers reach needs --token-file." group:"Clients:"`
	clientFlags `embed:""`
}

func (calibrateAllCommand) Help() string { return calibrateCommand{}.Help() }

// Run runs the sessions one after the other.
func (c calibrateAllCommand) Run(ctx context.Context, s *session) error {
	from := lensPictures{Camera: c.LensCamera, Squares: c.Squares}
	if err := from.validate(); err != nil {
		return err
	}
	if !c.Page && c.protects() {
		return wrongUsage("--token-file, --spectator-file and --host belong to the page: add --page, or leave them out")
	}
	if c.Page {
		if c.LensCamera != "" {
			return wrongUsage("--lens-camera %s: a browser shows the table's camera; leave out --page or it", c.LensCamera)
		}
		return c.byPage(ctx, s)
	}
	began := time.Now()
	return converse(ctx, s, c.onTable, func(ctx context.Context, d dialogue) error {
		report, err := c.sessions(ctx, d, from)
		if err != nil {
			return err
		}
		d.tellReport(report)
		if report.Holds {
			fmt.Fprintf(d.out, "That took %.0f s. Next: draughtsman play --config %s\n", time.Since(began).Seconds(), c.Config)
		}
		return verdict(report)
	})
}

// errUnfinished is for an end of the input between the sessions.
var errUnfinished = errors.New("the input ended; what was finished is kept, and `draughtsman calibrate` goes on from " +
	"there")

// sessions are lens, board, pieces, arm, delay and check.
func (c calibrateAllCommand) sessions(ctx context.Context, d dialogue, from lensPictures) (guide.Report, error) {
	if err := c.lens(ctx, d, from); err != nil {
		return guide.Report{}, err
	}
	known, was, err := c.board(ctx, d)
	if err != nil {
		return guide.Report{}, err
	}
	report, err := d.check(ctx, known)
	if err != nil {
		return report, err
	}
	if report.Board.Holds && !report.Pieces.Holds {
		for _, again := range report.Redo {
			if again.Session == "pieces" || again.Session == "check" {
				d.console.say("Pieces: %s.", again.Why)
			}
		}
		if _, err := d.ask(ctx, "Pieces: set up the start position, take your hands away, and press Enter.",
			errUnfinished); err != nil {
			return report, err
		}
		if known, err = d.pieces(ctx, known); err != nil {
			return report, err
		}
		d.tellPieces(known)
	}
	if known, err = c.arm(ctx, d, known, was, report); err != nil {
		return report, err
	}
	if known.Arm != nil && known.Latency == nil && !d.table.ByHand() {
		made, err := d.delay(ctx, known)
		if err != nil {
			return report, err
		}
		if made.Latency != nil {
			d.console.say("The camera %s.", guide.Late(*made.Latency))
		}
		known = made
	}
	d.console.say("Check: put the men back where they were; anything may stand on the board.")
	if _, err := d.ask(ctx, "Press Enter when your hands are away.", errUnfinished); err != nil {
		return report, err
	}
	return d.check(ctx, known)
}

// lens runs the lens's session, or leaves it out.
func (c calibrateAllCommand) lens(ctx context.Context, d dialogue, from lensPictures) error {
	lens, err := calibration.LoadLens(d.table.Camera.Lens)
	switch {
	case err == nil:
		d.console.say("The lens is known: %d pictures fit to %.2f px.", lens.Pictures, lens.ResidualPX)
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	for {
		text, err := d.pressed(ctx, "Lens: have the printed target at hand and press Enter, or type skip.",
			"press Enter, or type skip", errUnfinished, "skip")
		switch {
		case err != nil:
			return err
		case text == "skip":
			d.console.say("The lens will be told by the board's picture alone.")
			return nil
		}
		lens, left, err := d.lens(ctx, from)
		if err == nil {
			d.tellLens(lens, left)
			return nil
		}
		var untold *calibration.Untold
		if !errors.As(err, &untold) {
			return err
		}
		d.console.say("%s", inFull(err))
	}
}

// board runs the board's session unless the board is where it was. The frame is where the arm had it before, nil if
// that is not known.
func (c calibrateAllCommand) board(ctx context.Context, d dialogue) (known calibration.Calibration,
	was *calibration.ArmFrame, err error) {
	before, err := loadIfThere(d.table.Calibration)
	if err != nil {
		return known, nil, err
	}
	if before != nil {
		was = before.Arm
	}
	if before != nil && before.CheckBoard(d.table.Board) == nil && !c.Again {
		report, err := d.check(ctx, *before)
		if err != nil {
			return *before, was, err
		}
		if report.Board.Holds && report.Lens.Fitted == c.lensThere(d) {
			d.console.say("The board is where it was: its lines are %.2f px from where they should be.", report.Board.LinesPX)
			return *before, was, nil
		}
	}
	known, err = d.board(ctx, errUnfinished)
	if err != nil {
		return known, was, err
	}
	d.tellBoard(known)
	if was == nil {
		return known, nil, nil
	}
	// Only the person knows whether it was the camera that was moved.
	text, err := d.ask(ctx, "Press Enter to show the arm the board again, or type keep if only the camera was moved.",
		errUnfinished)
	if err != nil || text == "keep" {
		return known, was, err
	}
	known.Arm, known.Touches = nil, nil
	return known, was, d.save(known)
}

// lensThere reports whether the lens has been calibrated by itself.
func (c calibrateAllCommand) lensThere(d dialogue) bool {
	setup, err := guide.Setup(d.table)
	return err == nil && setup.Lens != nil
}

// arm runs the arm's session unless the arm knows the board.
func (c calibrateAllCommand) arm(ctx context.Context, d dialogue, known calibration.Calibration,
	was *calibration.ArmFrame, report guide.Report) (calibration.Calibration, error) {
	if d.table.ByHand() {
		return known, nil
	}
	if report.Arm.Holds {
		d.console.say("The arm knows the board: every square within %.1f mm.", report.Arm.WorstMM)
		return known, nil
	}
	made, err := d.arm(ctx, known, was)
	if err != nil {
		return made, err
	}
	worth, err := guide.PredictArm(*made.Arm, made.Board, made.Touches)
	if err != nil {
		return made, err
	}
	d.tellArm(made, worth)
	return made, simulation.Park(ctx, d.table, d.log)
}
