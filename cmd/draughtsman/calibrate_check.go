package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"draughtsman/calibration"
	"draughtsman/internal/calibrating"
	"draughtsman/internal/guide"
)

type calibrateCheckCommand struct {
	onTable
	JSON bool `name:"json" help:"Print the result as JSON."`
}

func (calibrateCheckCommand) Help() string {
	return `Takes a picture, finds the board anew, and says how far everything is from where the
calibration has it, in pixels and millimetres, how clearly the pieces are told apart,
and how exactly the arm knows the board. Whatever stands on the board will do; the
exit status is 1 when something is to be done again.

  draughtsman calibrate check --config table.yaml`
}

// Run checks the calibration.
func (c calibrateCheckCommand) Run(ctx context.Context, s *session) error {
	table, err := c.load()
	if err != nil {
		return err
	}
	known, err := calibration.Load(table.Calibration)
	if err != nil {
		return err
	}
	if err := known.CheckBoard(table.Board); err != nil {
		return err
	}
	d := dialogue{s, table, c.onTable}
	seen, err := d.calibrate(ctx, calibrating.Options{Only: calibrating.Checking}, calibrating.Check{})
	if err != nil {
		return err
	}
	report := *seen.Report
	if c.JSON {
		if err := json.NewEncoder(s.out).Encode(report); err != nil {
			return err
		}
	} else {
		d.tellReport(report)
	}
	return verdict(report)
}

// verdict is an error where something is to be done again.
func verdict(r guide.Report) error {
	if r.Holds {
		return nil
	}
	return errors.New("the calibration does not hold: see what to repeat above")
}

// tellReport says what a check has found.
func (d dialogue) tellReport(r guide.Report) {
	var t strings.Builder
	row := func(what string, holds bool, format string, args ...any) {
		mark := "ok"
		if !holds {
			mark = "no"
		}
		fmt.Fprintf(&t, "%-7s %-2s  %s\n", what, mark, fmt.Sprintf(format, args...))
	}
	redo := map[string]bool{}
	for _, again := range r.Redo {
		redo[again.Session] = true
	}
	if r.Lens.Fitted {
		row("lens", !redo["lens"], "fitted to %d pictures to %.2f px", r.Lens.Pictures, r.Lens.ResidualPX)
	} else {
		row("lens", !redo["lens"], "told by the board's picture alone; calibrate lens makes it surer")
	}
	if r.Board.Found {
		row("board", r.Board.Holds,
			"lines %.2f px (%.2f mm) from where they should be, at worst %.2f mm; moved by %.1f mm and %.1f°",
			r.Board.LinesPX, r.Board.LinesMM, r.Board.WorstMM, r.Board.MovedMM, math.Abs(r.Board.TurnedDeg))
	} else {
		row("board", false, "not seen")
	}
	if r.Board.Holds && len(r.Pieces.Margins) > 0 {
		weakest := guide.Weakest(r.Pieces.Margins)
		row("pieces", r.Pieces.Holds,
			"%s differ by %.1f standard deviations, the least; square %d is the least sure, %.1f %%",
			weakest.Between, weakest.Sigmas, r.Pieces.LeastSure, 100*r.Pieces.Odds)
	}
	switch {
	case d.table.ByHand():
	case r.Arm.Known && len(r.Arm.Touches) > 0:
		row("arm", r.Arm.Holds, "%d touches fit to %.2f mm; every square within %.1f mm, the worst is %d",
			len(r.Arm.Touches), r.Arm.ResidualMM, r.Arm.WorstMM, r.Arm.Worst)
	case r.Arm.Known:
		row("arm", false, "calibrated, and not known how exactly")
	default:
		row("arm", false, "not calibrated")
	}
	if r.Camera.Measured && !d.table.ByHand() {
		row("camera", true, "it %s", guide.Late(calibration.Latency{Most: time.Duration(r.Camera.MostMS) * time.Millisecond}))
	}
	fmt.Fprint(d.out, t.String())
	if r.Holds {
		fmt.Fprintln(d.out, "Everything holds.")
	}
	for _, again := range r.Redo {
		fmt.Fprintf(d.out, "Repeat `draughtsman calibrate %s`: %s.\n", again.Session, again.Why)
	}
	fmt.Fprintf(d.out, "Seen in %s.\n", d.on.picture())
}
