package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"draughtsman/calibration"
	"draughtsman/internal/cli"
	"draughtsman/internal/config"
	"draughtsman/internal/files"
	"draughtsman/internal/guide"
	"draughtsman/internal/robot/rig"
	"draughtsman/vision/camera"
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
	t.Config, err = described(s, t.Config)
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

// unattended runs a session that needs nobody at the keyboard.
func unattended(s *session, on onTable, run func(dialogue) error) error {
	return on.locked(func(table config.Table) error { return run(talk(s, nil, table, on)) })
}

// locked runs f with the description, which no other session may use meanwhile.
func (t onTable) locked(f func(config.Table) error) (err error) {
	table, err := t.load()
	if err != nil {
		return err
	}
	lock, err := files.Take(t.Config)
	if err != nil {
		return err
	}
	defer closeWith(&err, lock.Release)
	return f(table)
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

// dialogue is a session that talks with a person at a table: whom, about what.
type dialogue struct {
	*session
	console *console
	table   config.Table
	on      onTable
	kept    map[string]bool // files whose former content is kept
}

// talk is a dialogue about a table.
func talk(s *session, c *console, table config.Table, on onTable) dialogue {
	return dialogue{session: s, console: c, table: table, on: on, kept: map[string]bool{}}
}

// save saves a calibration in the place of the one before, which is kept, once a session.
func (d dialogue) save(made calibration.Calibration) error {
	if err := d.keepBefore(d.table.Calibration, calibration.Kind); err != nil {
		return err
	}
	return made.Save(d.table.Calibration)
}

func (d dialogue) keepBefore(path string, kind files.Kind) error {
	if d.kept[path] {
		return nil
	}
	d.kept[path] = true
	return keepBefore(d.session, path, kind)
}

// converse runs a session at the keyboard.
func converse(ctx context.Context, s *session, on onTable, run func(context.Context, dialogue) error) error {
	return on.locked(func(table config.Table) error {
		ctx, inner, console, err := openConsole(ctx, s)
		if err != nil {
			return err
		}
		err = run(ctx, talk(inner, console, table, on))
		if cause := context.Cause(ctx); err != nil && cause != nil {
			err = cause
		}
		console.now("")
		if closing := console.Close(); err == nil {
			err = closing
		}
		switch {
		case errors.Is(err, context.Canceled):
			return errInterrupted
		case errors.Is(err, cli.ErrHungUp), errors.Is(err, cli.ErrNobodyReads):
			return fmt.Errorf("%w: what was not finished is not written", err)
		}
		return err
	})
}

// show keeps the session's picture up to date.
func (d dialogue) show(frame camera.Frame, shown guide.Shown, w guide.Words) error {
	return shown.With(w).Save(d.on.picture(), frame)
}

// camera opens the table's camera.
func (d dialogue) camera(ctx context.Context) (*camera.Camera, error) {
	return rig.OpenCamera(ctx, d.table, d.log)
}

// ask asks for a line; at the end of the input the error is the one given.
func (d dialogue) ask(ctx context.Context, question string, ended error) (string, error) {
	d.console.now("%s", question)
	defer d.console.now("")
	text, err := d.console.enter(ctx)
	if errors.Is(err, io.EOF) {
		return "", ended
	}
	return text, err
}

// pressed asks until Enter is pressed or one of some words is typed, which is the answer; the hint says so when
// something else is. At the end of the input the error is the one given.
func (d dialogue) pressed(ctx context.Context, question, hint string, ended error, words ...string) (string, error) {
	for {
		text, err := d.ask(ctx, question, ended)
		if err != nil || text == "" || slices.Contains(words, text) {
			return text, err
		}
		d.console.say("%v", errNotUnderstood(text, hint))
	}
}

// errNobody is for an end of the input where Enter was waited for.
var errNobody = errors.New("the input ended before anybody pressed Enter: use --yes when nobody is there to do it")

// errNotUnderstood is for what was typed in vain.
func errNotUnderstood(text, wanted string) error {
	return fmt.Errorf("%q is not understood: %s", text, wanted)
}

// inFull is what an error says, with its full stop.
func inFull(err error) string {
	text := err.Error()
	if strings.HasSuffix(text, "?") || strings.HasSuffix(text, ".") {
		return text
	}
	return text + "."
}
