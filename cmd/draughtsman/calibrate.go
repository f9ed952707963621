package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"time"

	"draughtsman/calibration"
	"draughtsman/internal/calibrating"
	"draughtsman/internal/config"
	"draughtsman/internal/files"
	"draughtsman/internal/guide"
	"draughtsman/internal/terminal"
	"draughtsman/vision/overlay"
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
		mayReplace("picture", t.picture(), overlay.Kind),
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

// dialogue is what is said about a table: to whom, about which.
type dialogue struct {
	*session
	table config.Table
	on    onTable
}

// options are what the table is calibrated with, at the keyboard and in a browser.
func (d dialogue) options(o calibrating.Options) calibrating.Options {
	o.Table, o.Now, o.Log = d.table, time.Now, d.log
	o.Keep = func(path string, kind files.Kind) error { return keepBefore(d.session, path, kind) }
	return o
}

// calibrate has the table calibrated at the keyboard, and is the state of affairs at the end. With a command that is
// all that is done, and nobody is asked anything.
func (d dialogue) calibrate(ctx context.Context, o calibrating.Options,
	command calibrating.Command) (calibrating.Snapshot, error) {
	return terminal.Calibrate(ctx, d.streams(), terminal.Calibration{Options: d.options(o), Picture: d.on.picture(),
		First: command})
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

// print says what is known from a session that is done.
func (d dialogue) print(session calibrating.Session, now calibrating.Snapshot, forPrograms bool) error {
	text, object, err := terminal.Learnt(session, now, d.table)
	if err != nil {
		return err
	}
	if forPrograms {
		return json.NewEncoder(d.out).Encode(object)
	}
	_, err = io.WriteString(d.out, text)
	return err
}

// tellReport says what a check has found.
func (d dialogue) tellReport(r guide.Report) {
	terminal.TellReport(d.out, r, d.table.ByHand(), d.on.picture())
}
