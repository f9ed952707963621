package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/config"
	"draughtsman/internal/files"
	"draughtsman/internal/guide"
	"draughtsman/internal/robot"
	"draughtsman/internal/robot/rig"
	"draughtsman/internal/table"
	"draughtsman/internal/table/world"
	"draughtsman/planner"
)

// simulation is a simulated table that runs in this process, described in files as a real one is.
type simulation struct {
	table  *table.Table
	speed  float64    // how many times as fast as real time it runs
	config string     // the description's path
	folder string     // removed with the table; "": none
	truth  *truthFile // nil: nobody wants to know
	hand   *hand      // that does what it is told; nil: the human plays
	stop   context.CancelFunc
}

// touched are the squares that stand for a person's touching with the tool.
var touched = []int{1, 4, 29, 32}

// simulatedNote stands above the description of a simulated table.
const simulatedNote = "A simulated table, described anew whenever `draughtsman sim` starts."

// startSimulation sets a simulated table up, completes its description with the addresses of camera and arm, writes
// it to a file, and calibrates the table as a person would.
func startSimulation(ctx context.Context, s *session, path, truthPath string, described config.Table,
	o table.Options) (_ *simulation, err error) {
	sim := &simulation{config: path, speed: o.Speed}
	if err := mayWrite("truth", truthPath, truths); err != nil {
		return nil, err
	}
	if sim.truth, err = createTruth(s, truthPath); err != nil {
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
	sim.stop = stop
	defer func() {
		if err != nil {
			err = errors.Join(err, sim.Close())
		}
	}()
	screen := newTerminal(s)
	defer screen.clear()
	screen.say("Setting up a simulated table.")
	sim.table, err = table.Start(lives, o)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, wrongUsage("--listen %s: %w", o.Listen, occupied(o.Listen, err))
	}
	if err != nil {
		return nil, err
	}
	described.Camera.Source = sim.table.CameraURL()
	described.Arm.Port = sim.table.PortPath()
	described.Calibration = filepath.Base(besideTable(path, "-calibration.yaml"))
	if err = described.Save(path, simulatedNote); err != nil {
		return nil, err
	}
	return sim, calibrate(ctx, s, sim, screen)
}

// calibrate runs both calibrations on a simulated table, through its camera and from touched squares, and saves what
// they find.
func calibrate(ctx context.Context, s *session, sim *simulation, screen *terminal) error {
	described, err := config.Load(sim.config)
	if err != nil {
		return err
	}
	screen.say("Calibrating it: its arm homes and leaves the picture.")
	if err := park(ctx, s, described); err != nil {
		return err
	}
	cam, err := rig.OpenCamera(ctx, described, s.log)
	if err != nil {
		return err
	}
	defer cam.Close()
	screen.say("Calibrating it: its camera looks for the board.")
	made, err := guide.CalibrateBoard(ctx, described, cam, time.Now())
	if err != nil {
		return fmt.Errorf("the simulated table could not be calibrated: %w", err)
	}
	var touches []calibration.Touch
	for _, square := range touched {
		at := sim.table.Touch(checkers.Square(square))
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
	return errors.Join(keepBefore(s, described.Calibration, calibration.Kind),
		files.Replace(described.Calibration, files.Sealed(simulatedNote, text)))
}

// park homes a table's arm and brings it out of the camera's sight.
func park(ctx context.Context, s *session, table config.Table) error {
	driver, err := rig.OpenArm(ctx, table, s.log)
	if err != nil {
		return err
	}
	return errors.Join((&robot.Robot{Arm: driver, Setup: planner.Setup{Machine: table.Machine}}).Home(ctx), driver.Close())
}

// Close stops the table and finishes the truth file.
func (sim *simulation) Close() error {
	sim.stop()
	var err error
	if sim.table != nil {
		err = sim.table.Close()
	}
	if sim.folder != "" {
		err = errors.Join(err, os.RemoveAll(sim.folder))
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
func createTruth(s *session, path string) (*truthFile, error) {
	if path == "" {
		return nil, nil
	}
	file, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("the truth cannot be written: %w", err)
	}
	return &truthFile{file: file, warns: s.err}, nil
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

// begins has the human's next game start from a position; stands: which it has set up.
func (sim *simulation) begins(start checkers.Position, stands bool) {
	layout := sim.table.Layout()
	sim.table.Do(func(s *world.State) {
		s.Game = start
		if stands {
			putRight(s, layout, planner.Table{Position: start})
		}
	})
}

// watches has the human at a simulated table only look on.
func (sim *simulation) watches(only bool) {
	if sim == nil || !only {
		return
	}
	sim.table.Do(func(s *world.State) { s.Watched = true })
}

// hear tells the human at a simulated table what it could not see: that a game has begun, what the robot will move,
// that the game is drawn, or over although the rules would have it go on, or the last move cannot be seen where a disc
// was knocked away. A hand that does what it is told hears everything, and the truth log when the arm is held. Where no
// table is simulated there is nobody to tell.
func (sim *simulation) hear(e robot.Event) {
	if sim == nil {
		return
	}
	if sim.hand != nil {
		sim.hand.hear(e)
	}
	sim.table.Do(func(s *world.State) {
		switch {
		case e.Held:
			s.Note("robot holds the arm")
		case e.Free:
			s.Note("robot lets the arm go on")
		case e.Kind == robot.GameStarted:
			s.Begun = true
		case e.Kind == robot.Decided:
			s.Announced = e.Position.Play(e.Move)
		case e.Kind == robot.GameOver:
			unseen := len(s.Game.Moves()) > 0 && s.Game != checkers.Start()
			s.Begun, s.GivenUp = false, s.GivenUp || e.Agreed || e.Outcome.Draw || unseen
		}
	})
}
