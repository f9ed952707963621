package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"strings"
	"time"

	"draughtsman/calibration"
	"draughtsman/internal/calibrating"
	"draughtsman/internal/cli"
	"draughtsman/internal/config"
	"draughtsman/internal/files"
	"draughtsman/internal/guide"
	"draughtsman/internal/terminal"
)

type calibrateCommand struct {
	All    calibrateAllCommand    `cmd:"" default:"withargs" hidden:"" help:"All sessions in order; what holds already is skipped."`
	Target calibrateTargetCommand `cmd:"" help:"Make a target to print, for the lens."`
	Lens   calibrateLensCommand   `cmd:"" help:"Learn the camera's lens from a target shown in several poses."`
	Board  calibrateBoardCommand  `cmd:"" help:"Learn where the camera sees the board, and what the pieces look like."`
	Pieces calibratePiecesCommand `cmd:"" help:"Learn what the pieces look like, from one picture of a known position."`
	Arm    calibrateArmCommand    `cmd:"" help:"Learn where the arm has the board, from three or more touched squares."`
	Delay  calibrateDelayCommand  `cmd:"" help:"Measure how late the camera's pictures come, from the moving arm."`
	Check  calibrateCheckCommand  `cmd:"" help:"Say how exact everything is, and what to do again."`
}

func (calibrateCommand) Help() string {
	return `Without a session's name they come one after the other, and what holds already
is skipped:

  draughtsman calibrate --config table.yaml

In a browser, with the mouse in place of the keyboard:

  draughtsman calibrate --page --config table.yaml

Each can be done again by itself when something has been changed: lens (another
camera or focus), board (board or camera moved), pieces (other light or pieces),
arm (board or arm moved). check says which.`
}

// onTable are the flags of the sessions at a table.
type onTable struct {
	Config  string `type:"path" help:"The table's description; table.yaml here or in the user's configuration, if not given." placeholder:"FILE"`
	Picture string `type:"path" help:"Keep a picture of what the camera sees and the program makes of it here, .jpg or .png; beside table.yaml it is table-calibrate.jpg if not given." placeholder:"FILE"`
}

// AfterApply finds the description that no flag names.
func (t *onTable) AfterApply(s *session) (err error) {
	t.Config, err = terminal.Described(s.streams(), t.Config)
	return err
}

// picture is where the live picture goes.
func (t onTable) picture() string {
	if t.Picture != "" {
		return t.Picture
	}
	return config.Beside(t.Config, "-calibrate.jpg")
}

// validPicture says why a picture cannot be kept.
func validPicture(path string) error {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".jpg", ".jpeg", ".png":
		return nil
	}
	return wrongUsage("--picture %s: its name must end in .jpg or .png", path)
}

// load reads the description.
func (t onTable) load() (config.Table, error) {
	if err := validPicture(t.picture()); err != nil {
		return config.Table{}, err
	}
	table, err := config.Load(t.Config)
	if err != nil {
		return table, err
	}
	return table, errors.Join(
		mayReplace("picture", t.picture(), views),
		calibration.Kind.MayReplace(table.Calibration),
		calibration.LensKind.MayReplace(table.Camera.Lens))
}

// locked runs f with the table, whose description no other session may use meanwhile.
func (t onTable) locked(s *session, f func(dialogue) error) (err error) {
	table, err := t.load()
	if err != nil {
		return err
	}
	lock, err := files.Take(t.Config)
	if err != nil {
		return err
	}
	defer closeWith(&err, lock.Release)
	return f(dialogue{s, table, t})
}

// loadIfThere is nil where there is no calibration yet, or none but for what has to be found out anew.
func loadIfThere(path string) (*calibration.Calibration, error) {
	known, err := calibration.Load(path)
	var redo *calibration.RedoError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case errors.As(err, &redo):
		return redo.Rest, nil
	}
	return &known, err
}

// dialogue is what is said about a table: to whom, about which.
type dialogue struct {
	*session
	table config.Table
	on    onTable
}

// keepBefore keeps what is about to be replaced.
func (d dialogue) keepBefore(path string, kind files.Kind) error {
	return keepBefore(d.session, path, kind)
}

// options are what the table is calibrated with, at the keyboard and in a browser.
func (d dialogue) options(o calibrating.Options) calibrating.Options {
	o.Table, o.Now, o.Log, o.Keep = d.table, time.Now, d.log, d.keepBefore
	return o
}

// result says what is known from a session that is done.
func (d dialogue) result(session calibrating.Session, now calibrating.Snapshot) error {
	if session == calibrating.Lens {
		return d.tellLens(now.Lens.Fit.LeftOut)
	}
	known, err := calibration.Load(d.table.Calibration)
	if err != nil {
		return err
	}
	switch session {
	case calibrating.Board:
		d.tellBoard(known)
	case calibrating.Pieces:
		d.tellPieces(known.Colours.Margins())
	case calibrating.Arm:
		return d.tellArm(known)
	case calibrating.Delay:
		fmt.Fprintf(d.out, "The camera %s.\nWritten to %s.\n", guide.Late(*known.Latency), d.table.Calibration)
	}
	return nil
}

// object is result for programs.
func (d dialogue) object(session calibrating.Session, now calibrating.Snapshot) (map[string]any, error) {
	if session == calibrating.Lens {
		lens, err := calibration.LoadLens(d.table.Camera.Lens)
		return map[string]any{
			"file": d.table.Camera.Lens, "pictures": lens.Pictures, "left_out": now.Lens.Fit.LeftOut,
			"residual_px": lens.ResidualPX, "focal_px": lens.Lens.FocalPX, "focal_spread_px": lens.FocalSpreadPX,
			"k1": lens.Lens.K1,
		}, err
	}
	known, err := calibration.Load(d.table.Calibration)
	if err != nil {
		return nil, err
	}
	switch session {
	case calibrating.Board:
		eye := known.Camera.Eye()
		return map[string]any{
			"file": d.table.Calibration, "residual_px": known.CameraResidualPX, "tilt_deg": known.Camera.Tilt() * 180 / math.Pi,
			"focal_px": known.Camera.Lens.FocalPX, "eye_mm": [3]float64{eye.X, eye.Y, eye.Z},
		}, nil
	case calibrating.Pieces:
		return map[string]any{"file": d.table.Calibration, "margins": known.Colours.Margins()}, nil
	case calibrating.Arm:
		worth, err := guide.PredictArm(*known.Arm, known.Board, known.Touches)
		return map[string]any{
			"file": d.table.Calibration, "residual_mm": known.Arm.ResidualMM, "scale": known.Arm.Scale,
			"touches": worth.Touches, "worst_square": worth.Worst, "worst_mm": worth.WorstMM,
		}, err
	}
	return map[string]any{"file": d.table.Calibration, "least_ms": known.Latency.Least.Milliseconds(),
		"most_ms": known.Latency.Most.Milliseconds()}, nil
}

// only runs one session, with a command as calibrate does, and says what has come of it.
func (d dialogue) only(ctx context.Context, session calibrating.Session, o calibrating.Options,
	command calibrating.Command, forPrograms bool) error {
	o.Only = session
	now, err := d.calibrate(ctx, o, command)
	if err != nil {
		return err
	}
	return d.print(session, now, forPrograms)
}

// print is result or object, whichever is asked for.
func (d dialogue) print(session calibrating.Session, now calibrating.Snapshot, forPrograms bool) error {
	if !forPrograms {
		return d.result(session, now)
	}
	object, err := d.object(session, now)
	if err != nil {
		return err
	}
	return json.NewEncoder(d.out).Encode(object)
}

// calibrate has the table calibrated at the keyboard, and is the state of affairs at the end. With a command that is
// all that is done, and nobody is asked anything.
func (d dialogue) calibrate(ctx context.Context, o calibrating.Options,
	command calibrating.Command) (calibrating.Snapshot, error) {
	console := terminal.NoKeyboard(d.err)
	if command == nil {
		var err error
		if ctx, d.session, console, err = withConsole(ctx, d.session); err != nil {
			return calibrating.Snapshot{}, err
		}
	}
	within, end := context.WithCancel(ctx)
	k := newKeyboard(within, d, console, o, command)
	k.end = end
	err := k.talk(within)
	if cause := context.Cause(ctx); err != nil && cause != nil {
		err = cause
	}
	console.Now("")
	if closing := console.Close(); err == nil {
		err = closing
	}
	switch {
	case errors.Is(err, context.Canceled):
		err = terminal.ErrInterrupted
	case errors.Is(err, cli.ErrHungUp), errors.Is(err, cli.ErrNobodyReads):
		err = fmt.Errorf("%w: what was not finished is not written", err)
	}
	return k.Snapshot(), err
}

// errNotUnderstood is for what was typed in vain.
func errNotUnderstood(text, wanted string) error {
	return fmt.Errorf("%q is not understood: %s", text, wanted)
}
