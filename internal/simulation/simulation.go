package simulation

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/cli"
	"draughtsman/internal/config"
	"draughtsman/internal/files"
	"draughtsman/internal/guide"
	"draughtsman/internal/robot"
	"draughtsman/internal/robot/rig"
	"draughtsman/internal/table"
	"draughtsman/internal/table/world"
	"draughtsman/planner"
)

// Table is a simulated table that runs in this process, described in files as a real one is.
type Table struct {
	*table.Table
	Config string             // the description's path
	Folder string             // removed with the table; "": none
	Hand   *Hand              // that does what it is told; nil: the human plays
	truth  *truthFile         // nil: nobody wants to know
	Stop   context.CancelFunc // ends it
	most   float64            // times as fast as ours that its time may go

	mu    sync.Mutex // guards what follows
	since time.Time  // our time, when its speed was set
	then  time.Time  // on the table's clock
}

// Told is where a table says what becomes of it.
type Told struct {
	Progress func(text string) // what goes on
	Warns    io.Writer         // what a person should know
	Log      zerolog.Logger
}

// Note stands above the description of a simulated table.
const Note = "A simulated table, described anew whenever `draughtsman sim` starts."

// Start sets a simulated table up, completes its description with the addresses of camera and arm, writes it to a file,
// and calibrates the table as a person would. Its true state is written to a file, too, if that is not "".
func Start(ctx context.Context, told Told, path, truthPath string, described config.Table,
	o table.Options) (_ *Table, err error) {
	sim := &Table{Config: path}
	if sim.truth, err = createTruth(told.Warns, truthPath); err != nil {
		return nil, err
	}
	if sim.truth != nil {
		o.Truth = sim.truth
	}
	if o.Human != nil { // who is there for the game only
		begin := make(chan struct{})
		person := *o.Human
		person.Start = begin
		o.Human = &person
		defer close(begin)
	}
	lives, stop := context.WithCancel(context.WithoutCancel(ctx)) // an arm that is stopped comes to rest first
	sim.Stop = stop
	defer func() {
		if err != nil {
			err = errors.Join(err, sim.Close())
		}
	}()
	told.Progress("Setting up a simulated table.")
	sim.Table, err = table.Start(lives, o)
	if err != nil {
		return nil, err
	}
	described.Camera.Source = sim.CameraURL()
	described.Arm.Port = sim.PortPath()
	described.Calibration = filepath.Base(config.Beside(path, "-calibration.yaml"))
	if err = described.Save(path, Note); err != nil {
		return nil, err
	}
	return sim, sim.calibrate(ctx, told)
}

// calibrate runs both calibrations, through the camera and from touched squares, and saves what they find.
func (sim *Table) calibrate(ctx context.Context, told Told) error {
	described, err := config.Load(sim.Config)
	if err != nil {
		return err
	}
	told.Progress("Calibrating it: its arm homes and leaves the picture.")
	if err := Park(ctx, described, told.Log); err != nil {
		return err
	}
	cam, err := rig.OpenCamera(ctx, described, told.Log)
	if err != nil {
		return err
	}
	defer cam.Close()
	told.Progress("Calibrating it: its camera looks for the board.")
	made, err := guide.CalibrateBoard(ctx, described, cam, time.Now())
	if err != nil {
		return fmt.Errorf("the simulated table could not be calibrated: %w", err)
	}
	var touches []calibration.Touch
	for _, square := range described.CornerSquares() {
		at := sim.Touch(checkers.Square(square))
		touches = append(touches, calibration.Touch{Square: square, At: calibration.ArmPoint(at)})
	}
	frame, err := calibration.FitArm(described.Board, touches)
	if err != nil {
		return fmt.Errorf("the simulated table could not be calibrated: %w", err)
	}
	made.Arm, made.Touches = &frame, touches
	text, err := made.Encode()
	if err != nil {
		return err
	}
	return errors.Join(files.KeepBefore(described.Calibration, calibration.Kind, Note, told.Warns),
		files.Replace(described.Calibration, files.Sealed(Note, text)))
}

// Park homes a table's arm and brings it out of the camera's sight.
func Park(ctx context.Context, table config.Table, log zerolog.Logger) error {
	driver, err := rig.OpenArm(ctx, table, log)
	if err != nil {
		return err
	}
	return errors.Join((&robot.Robot{Arm: driver, Setup: planner.Setup{Machine: table.Machine}}).Home(ctx), driver.Close())
}

// Close stops the table and finishes the truth file.
func (sim *Table) Close() error {
	sim.Stop()
	var err error
	if sim.Table != nil {
		err = sim.Table.Close()
	}
	if sim.Folder != "" {
		err = errors.Join(err, os.RemoveAll(sim.Folder))
	}
	if sim.truth != nil {
		err = errors.Join(err, sim.truth.Close())
	}
	return err
}

// truthFile is the file for the true state. When it cannot be written any more, the table goes on without it.
type truthFile struct {
	file  *os.File
	warns io.Writer
	lost  error // why; nil: all is written
}

// createTruth opens the file for the true state, nil for no path. It is not buffered: the table may be stopped at any
// moment, and others may be reading.
func createTruth(warns io.Writer, path string) (*truthFile, error) {
	if path == "" {
		return nil, nil
	}
	if err := truths.MayWrite(path); err != nil {
		return nil, cli.WrongUsage("--truth: %w", err)
	}
	file, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("the truth cannot be written: %w", err)
	}
	return &truthFile{file: file, warns: warns}, nil
}

// Write implements io.Writer.
func (t *truthFile) Write(line []byte) (int, error) {
	if t.lost != nil {
		return len(line), nil
	}
	if _, err := t.file.Write(line); err != nil {
		t.lost = fmt.Errorf("the truth of the simulated table is not whole in its file: %w", err)
		fmt.Fprintf(t.warns, "The game goes on without its truth: %v.\n", err)
	}
	return len(line), nil
}

// Close closes the file; what it lacks is an error.
func (t *truthFile) Close() error { return errors.Join(t.lost, t.file.Close()) }

// Begins has the human's next game start from a position; stands: which it has set up.
func (sim *Table) Begins(start checkers.Position, stands bool) {
	layout := sim.Layout()
	sim.Do(func(s *world.State) {
		s.Game = start
		if stands {
			PutRight(s, layout, planner.Table{Position: start})
		}
	})
}

// Watches has the human at a simulated table only look on.
func (sim *Table) Watches(only bool) {
	if sim == nil || !only {
		return
	}
	sim.Do(func(s *world.State) { s.Watched = true })
}

// Hear tells the human at a simulated table what it could not see: that a game has begun, what the robot will move,
// that the game is drawn, or over although the rules would have it go on, or the last move cannot be seen where a disc
// was knocked away. A hand that does what it is told hears everything, and the truth log when the arm is held. Where no
// table is simulated there is nobody to tell.
func (sim *Table) Hear(e robot.Event) {
	if sim == nil {
		return
	}
	if sim.Hand != nil {
		sim.Hand.hear(e)
	}
	sim.Do(func(s *world.State) {
		switch {
		case e.Held:
			s.Note("robot holds the arm")
		case e.Free:
			s.Note("robot lets the arm go on")
		case e.Kind == robot.GameStarted:
			s.Begun = true
			if s.Game.Set != e.Position.Set {
				s.Game = e.Position
			}
		case e.Kind == robot.Decided:
			s.Announced = e.Position.Play(e.Move)
		case e.Kind == robot.GameOver:
			unseen := len(s.Game.Moves()) > 0 && !s.Game.IsStart()
			s.Begun, s.GivenUp = false, s.GivenUp || e.Agreed || e.Outcome.Draw || unseen
		}
	})
}
