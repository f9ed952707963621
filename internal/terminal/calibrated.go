package terminal

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"draughtsman/calibration"
	"draughtsman/internal/calibrating"
	"draughtsman/internal/config"
	"draughtsman/internal/guide"
)

// Learnt is what is known from a session that is done: for people, and for programs.
func Learnt(session calibrating.Session, now calibrating.Snapshot,
	table config.Table) (string, map[string]any, error) {
	if session == calibrating.Lens {
		return lensOf(table.Camera.Lens, now.Lens.Fit.LeftOut)
	}
	known, err := calibration.Load(table.Calibration)
	if err != nil {
		return "", nil, err
	}
	var text string
	var object map[string]any
	switch session {
	case calibrating.Board:
		text, object = boardOf(known)
	case calibrating.Pieces:
		text, object = piecesOf(known.Colours.Margins())
	case calibrating.Arm:
		text, object, err = armOf(table, known)
	default:
		text = fmt.Sprintf("The camera %s.\n", guide.Late(*known.Latency))
		object = map[string]any{"least_ms": known.Latency.Least.Milliseconds(), "most_ms": known.Latency.Most.Milliseconds()}
	}
	if err != nil {
		return "", nil, err
	}
	object["file"] = table.Calibration
	return text + fmt.Sprintf("Written to %s.\n", table.Calibration), object, nil
}

// lensOf is what the lens in a file is worth; left are the numbers of the pictures that were not used.
func lensOf(file string, left []int) (text string, object map[string]any, err error) {
	lens, err := calibration.LoadLens(file)
	if err != nil {
		return "", nil, err
	}
	if len(left) > 0 {
		text = fmt.Sprintf("Left out, because the target was bent or moving: %s.\n", strings.Trim(fmt.Sprint(left), "[]"))
	}
	worth := "as good as it gets"
	switch relative := 1000 * lens.ResidualPX / float64(lens.Lens.Width); {
	case relative > 0.8:
		worth = "coarse, and will do: a flatter target and more light make it better"
	case relative > 0.3:
		worth = "good"
	}
	return text + fmt.Sprintf("The lens fits %d pictures to %.2f px, which is %s. Focal length %.1f ± %.1f px, bend "+
			"%+.3f.\nWritten to %s.\n", lens.Pictures, lens.ResidualPX, worth, lens.Lens.FocalPX, lens.FocalSpreadPX,
			lens.Lens.K1, file), map[string]any{
			"file": file, "pictures": lens.Pictures, "left_out": left, "residual_px": lens.ResidualPX,
			"focal_px": lens.Lens.FocalPX, "focal_spread_px": lens.FocalSpreadPX, "k1": lens.Lens.K1,
		}, nil
}

// boardOf is what is known of the board.
func boardOf(made calibration.Calibration) (string, map[string]any) {
	eye, tilt := made.Camera.Eye(), made.Camera.Tilt()*180/math.Pi
	altered := made.Camera.Lens.Altered()
	if altered != "" {
		altered = " " + altered
	}
	return fmt.Sprintf("The board was found; its lines fit to %.2f px. The camera stands %.0f mm above the board, %.0f° "+
			"from the vertical.%s\n", made.CameraResidualPX, eye.Z, tilt, altered), map[string]any{
			"residual_px": made.CameraResidualPX, "tilt_deg": tilt, "focal_px": made.Camera.Lens.FocalPX,
			"eye_mm": [3]float64{eye.X, eye.Y, eye.Z},
		}
}

// piecesOf is how clearly the pieces are told apart.
func piecesOf(margins []calibration.Margin) (string, map[string]any) {
	text := "The pieces were learnt; how clearly things differ, in standard deviations:\n"
	for _, m := range margins {
		text += fmt.Sprintf("  %-26s %.1f\n", m.Between, m.Sigmas)
	}
	return text, map[string]any{"margins": margins}
}

// armOf is what the touches are worth.
func armOf(table config.Table, made calibration.Calibration) (text string, object map[string]any, err error) {
	worth, err := guide.PredictArm(table, *made.Arm, made.Touches)
	if err != nil {
		return "", nil, err
	}
	text = fmt.Sprintf("The board lies in the arm's frame; the touches fit to %.2f mm (scale %.4f).\n",
		made.Arm.ResidualMM, made.Arm.Scale)
	for _, t := range worth.Touches {
		text += fmt.Sprintf("  square %2d: %.2f mm off\n", t.Square, t.MissMM)
	}
	return text + fmt.Sprintf("The tool comes down within %.1f mm of every square's middle; square %d is the worst.\n",
			worth.WorstMM, worth.Worst), map[string]any{
			"residual_mm": made.Arm.ResidualMM, "scale": made.Arm.Scale, "touches": worth.Touches,
			"worst_square": worth.Worst, "worst_mm": worth.WorstMM,
		}, nil
}

// TellReport says what a check has found, at a table where moves are carried out by hand or by an arm; what was seen is
// in a picture.
func TellReport(out io.Writer, r guide.Report, byHand bool, picture string) {
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
	case byHand:
	case r.Arm.Known && len(r.Arm.Touches) > 0:
		row("arm", r.Arm.Holds, "%d touches fit to %.2f mm; every square within %.1f mm, the worst is %d",
			len(r.Arm.Touches), r.Arm.ResidualMM, r.Arm.WorstMM, r.Arm.Worst)
	case r.Arm.Known:
		row("arm", false, "calibrated, and not known how exactly")
	default:
		row("arm", false, "not calibrated")
	}
	if r.Camera.Measured && !byHand {
		row("camera", true, "it %s", guide.Late(calibration.Latency{Most: time.Duration(r.Camera.MostMS) * time.Millisecond}))
	}
	fmt.Fprint(out, t.String())
	if r.Holds {
		fmt.Fprintln(out, "Everything holds.")
	}
	for _, again := range r.Redo {
		fmt.Fprintf(out, "Repeat `draughtsman calibrate %s`: %s.\n", again.Session, again.Why)
	}
	fmt.Fprintf(out, "Seen in %s.\n", picture)
}
