package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/rs/zerolog"
	"golang.org/x/text/language"

	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/engine/book"
	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/internal/cli"
	"draughtsman/internal/config"
	"draughtsman/internal/engine"
	"draughtsman/internal/files"
	"draughtsman/internal/robot"
	"draughtsman/internal/robot/rig"
	"draughtsman/internal/sentence"
	"draughtsman/internal/service"
	"draughtsman/internal/simulation"
	"draughtsman/internal/table"
	"draughtsman/planner"
	"draughtsman/vision/moves"
)

// Client is who has a table opened, and is told what goes on there.
type Client struct {
	Tell     func(robot.Event)
	Says     func(said sentence.Text, stays bool) // what goes on between games; stays: it is to be read later, too
	Note     func(sentence.Text)                  // what a person should know
	Progress func(text string)                    // what is being opened
	Carry    func(said string) error              // has a person do what the arm would, where there is none
	Warns    io.Writer
	Log      zerolog.Logger
	Language language.Tag
	Served   bool // programs and pages are clients, too

	// Anew reports whether the game in a file that was interrupted after some moves is given up; nil: it goes on.
	Anew func(ctx context.Context, pdn string, moves int) (bool, error)
	// Typed lets a person say what the human at a simulated table plays; nil: nobody does.
	Typed func(checkers.Position) (checkers.Move, bool)
	// Rehearse is an arm that moves nothing, and who is told instead of Tell, for a dry run.
	Rehearse func(config.Table, planner.Setup) (robot.Arm, func(robot.Event))
}

// Table is a table at which games are played. It is to be closed.
type Table struct {
	Options
	Client
	Owner     *service.Service
	Sim       *simulation.Table // nil: it is not simulated
	Described config.Table
	Kept      *Kept        // where games are kept; nil before Keep
	Player    *robot.Robot // nil before Connect

	path   string       // of the description
	means  engine.Means // that the robot thinks with
	games  *games
	closes []func() error // in this order, from the last on
}

// Open is the table that is described, or a simulated one that is started, which a service is to own.
func Open(ctx context.Context, owner *service.Service, o Options, c Client) (_ *Table, err error) {
	t := &Table{Options: o, Client: c, Owner: owner, path: o.Config}
	defer func() {
		if err != nil {
			err = errors.Join(err, t.Close())
		}
	}()
	if t.path == "" {
		speed, err := o.tableSpeed()
		if err != nil {
			return nil, err
		}
		if err = t.think(); err != nil { // before anything is started
			return nil, err
		}
		if err = t.simulate(ctx, speed); err != nil {
			return nil, err
		}
	}
	if t.Described, err = config.Load(t.path); err != nil || o.Config == "" {
		return t, err
	}
	t.Game = t.Described.Game
	if _, _, err = t.opening(); err != nil {
		return nil, err
	}
	return t, t.think()
}

// OpenSimulated is a simulated table that runs in this process already, with whoever sits there. It is closed with this
// one. The robot thinks in one thread, by the tables and the book that come with the program: what is tried so is what
// is around the engine, and the same on all computers.
func OpenSimulated(sim *simulation.Table, o Options, c Client) (*Table, error) {
	described, err := config.Load(sim.Config)
	o.Game = described.Game
	return &Table{Options: o, Client: c, Owner: service.New(service.Options{Now: time.Now}), Sim: sim,
		means:     engine.Means{HashMB: 64, Book: book.Shipped()},
		Described: described, path: sim.Config, closes: []func() error{sim.Close}}, err
}

// think opens what the robot thinks with: what the flags name, or the table's description, or what the program has. A
// game that is only shown needs none.
func (t *Table) think() (err error) {
	if t.Shows != nil {
		return nil
	}
	flags, said := t.Engine, "the flags say"
	if e := t.Described.Engine; e != nil {
		said = fmt.Sprintf("the flags, or engine in %s, say", t.path)
		flags = flags.Or(engine.PlayFlags{
			Flags: engine.Flags{Threads: engine.Threads(e.Threads), Hash: engine.MB(e.HashMB),
				TableFlags: engine.TableFlags{Tables: e.Tables, TablesMB: engine.MB(e.TablesMB)}},
			BookFlag: engine.BookFlag{Book: e.Book}})
	}
	if t.means, err = flags.Open(t.Warns); err != nil {
		return cli.WrongUsage("the robot cannot think with what %s: %w", said, err)
	}
	t.closes = append(t.closes, t.means.Close)
	return nil
}

// Close lets go of the table.
func (t *Table) Close() error {
	var errs []error
	for len(t.closes) > 0 {
		last := len(t.closes) - 1
		errs = append(errs, t.closes[last]())
		t.closes = t.closes[:last]
	}
	return errors.Join(errs...)
}

// simulate starts a simulated table in a folder of its own, whose time goes at a speed.
func (t *Table) simulate(ctx context.Context, speed float64) error {
	folder, err := os.MkdirTemp("", "draughtsman-")
	if err != nil {
		return fmt.Errorf("no folder for the simulated table: %w", err)
	}
	person := t.Person(func(game int) checkers.Side { return t.side(game).Opponent() })
	person.Told = true
	person.Games, person.ArmSetsUp = t.Games, t.SetUp
	if t.Served { // as many as there are
		person.Games = 0
	}
	person.Next = t.Typed
	var obeys *simulation.Hand
	if t.Human == ByPage {
		obeys = simulation.NewHand(t.side(0).Opponent())
		person.Obeys, person.Hesitations, person.WaitForArm = obeys.Next, 0, false
	}
	if t.Shows != nil {
		t.Game = t.Shows.Start.Set
	}
	told := simulation.Told{Progress: t.Progress, Warns: t.Warns, Log: t.Log}
	sim, err := t.Start(ctx, told, filepath.Join(folder, "table.yaml"), speed, table.Options{Human: &person})
	if err != nil {
		return errors.Join(err, os.RemoveAll(folder))
	}
	t.Sim, t.path, sim.Folder = sim, sim.Config, folder
	t.closes = append(t.closes, sim.Close)
	if obeys != nil {
		sim.Hand = obeys
		obeys.Sit(sim.Table)
	}
	start, stands, err := t.opening()
	if t.Shows != nil {
		start = t.Shows.Start
	}
	if err == nil && !stands && start != (checkers.Position{}) {
		sim.Begins(start, !t.SetUp)
	}
	sim.Watches(t.Shows != nil)
	return err
}

// Keep opens the files in which games are kept. A table that is described is this program's from then on.
func (t *Table) Keep(ctx context.Context) (err error) {
	if t.Config != "" && t.PDN == "" && !t.DryRun {
		if err := t.ownGames(); err != nil {
			return err
		}
	}
	if t.Config != "" && !t.DryRun { // which else only looks on
		lock, err := files.Take(t.Config)
		if err != nil {
			return err
		}
		t.closes = append(t.closes, lock.Release)
	}
	if t.Kept, err = t.keep(ctx, t.Client, t.Described.Tray); err == nil {
		t.closes = append(t.closes, t.Kept.Close)
	}
	return err
}

// ownGames takes the games' file of the table.
func (t *Table) ownGames() error {
	pdn, elders, err := gamesBeside(t.Config)
	if err != nil {
		return err
	}
	t.PDN = pdn
	if len(elders) > 0 {
		fmt.Fprintf(t.Warns, "The games are kept in %s: %s may be of another table (%s), and is left alone.\n", pdn, oldGames,
			strings.Join(elders, ", "))
	}
	return t.checkPDN()
}

// Connect opens the camera and the arm, and has the table's service own the robot that they make.
func (t *Table) Connect(ctx context.Context) error {
	known, err := knownOf(t.Described, "")
	if err != nil {
		return err
	}
	frame, err := FrameOf(t.Described, known)
	if err != nil {
		return err
	}
	setup := t.Described.Setup(frame)
	if err := setup.Validate(t.Described.Tray); err != nil {
		return fmt.Errorf("%s: %w", t.path, err)
	}
	clock, speed, err := t.clock(ctx)
	if err != nil {
		return err
	}
	t.means.Rate = perSecond(speed)
	t.Progress("Opening the camera " + t.Described.Camera.Source + ".")
	eye, err := rig.OpenEye(ctx, t.Described, known, clock, t.Log)
	if err != nil {
		return err
	}
	t.closes = append(t.closes, eye.Close)
	teacher := t.means.Teacher()
	t.Player = &robot.Robot{
		Lost: func(ctx context.Context, game *checkers.Game) (engine.Loss, error) {
			if !t.Owner.Teaches() {
				return engine.Loss{}, nil
			}
			return teacher(ctx, game)
		},
		Eye: eye, Mind: robot.NewEngine(t.means, search.Level{}, 0), Journal: t.Kept.Record, Log: t.Kept.Log,
		Setup: setup, Tray: t.Described.Tray, Left: t.Kept.left, Orders: t.Owner.Orders(),
		Moves: moves.Options{BlackPieces: known.BlackPieces, Span: StillBeforeMove},
		Tell:  t.Owner.Tell, Now: time.Now, Clock: clock, Pace: t.Sim.Pace, Logger: t.Log,
		Language: t.Language, SendsBroken: eye.SendsBroken,
	}
	switch {
	case t.Described.ByHand():
		t.Player.Arm = arm.NewHands(t.Carry)
	case t.DryRun:
		t.Player.ShowMotions = true
		t.Player.Arm, t.Tell = t.Rehearse(t.Described, setup)
	default:
		if err := t.arm(ctx, eye, known); err != nil {
			return err
		}
	}
	t.games = &games{Options: t.Options, player: t.Player, kept: t.Kept, note: t.Note, means: t.means,
		think: t.Time}
	t.own()
	return nil
}

// arm connects to the arm, and has it watched.
func (t *Table) arm(ctx context.Context, eye *rig.Eye, known calibration.Calibration) error {
	t.Progress(strings.TrimSuffix("Connecting to the arm at "+t.Described.Arm.Port, " at ") + ".")
	driver, err := rig.KeepArm(ctx, t.Described, func() (config.Table, error) { return config.Load(t.path) }, t.Log)
	if err != nil {
		return err
	}
	t.closes = append(t.closes, driver.Close)
	t.Player.Arm = driver
	if !t.Guard || t.Sim != nil && t.Sim.Speed() > simulation.FullSpeedFactor {
		return nil
	}
	guard := rig.NewGuard(eye, t.Described, t.Player.Setup.Frame, known.Latency, t.Log)
	guard.Keep(t.Described.ArmSeen())
	t.closes = append(t.closes, guard.Close)
	t.Player.Guard = guard
	if t.Alarms == "" {
		return nil
	}
	guard.KeepAlarms(t.Alarms)
	return files.Folder(t.Alarms, t.Warns)
}

// own has the service own the table. What happens there is told the client, and the human at a simulated table.
func (t *Table) own() {
	o := t.Owner
	o.Game = t.Game
	o.Player, o.Log, o.Journal, o.Settings = t.Player, t.Kept.Log, t.Kept.Record, t.games.settings
	o.Begins = func() { t.games.begun++ }
	o.Next = t.games.next
	if t.Sim != nil && t.Sim.Hand != nil {
		o.Hand = t.Sim.Hand
	}
	if t.Sim != nil {
		o.Clock = t.Sim
	}
	o.Listens = func(e robot.Event) {
		t.Sim.Hear(e)
		t.Tell(e)
	}
	moves := !t.Described.ByHand() && !t.DryRun
	o.Says = func(said sentence.Text) {
		switch now := o.Snapshot(); {
		case said == service.Looking || moves && (said == service.Homing || said == service.HomingHolds):
			t.Says(said, false)
		case now.State == service.Stopped && (said == now.Sentence || said == now.Problem):
			t.Says(said, true)
		}
	}
	t.Kept.Tells(func(text sentence.Text) { t.Player.Tell(robot.Event{Kind: robot.Keeping, Text: text}) })
}

// Ended puts an interruption into words, from what has ended the games. What only says that they were is not repeated.
func (t *Table) Ended(ctx context.Context, err, only error) error {
	if ctx.Err() == nil {
		return err
	}
	why := "stopped"
	if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) && !errors.Is(cause, only) {
		why = cause.Error()
	}
	switch {
	case t.DryRun:
		return cli.Interrupted(ctx, "%s; no arm was moved, and a dry run is not kept", why)
	case t.Described.ByHand():
		return cli.Interrupted(ctx, "%s; %s", why, t.Kept.Said())
	}
	var unparked *service.UnparkedError
	switch {
	case errors.As(err, &unparked):
		return fmt.Errorf("%s; %w; %s", why, unparked, t.Kept.Said())
	case errors.Is(err, service.ErrParked):
		return cli.Interrupted(ctx, "%s; the arm is parked and %s", why, t.Kept.Said())
	case errors.Is(err, arm.ErrNoAnswer), errors.Is(err, arm.ErrDisconnected):
		return fmt.Errorf("%s; the arm has not said that it stands still: look at it; %s", why, t.Kept.Said())
	}
	return cli.Interrupted(ctx, "%s; the arm stands still and %s", why, t.Kept.Said())
}
