package terminal

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/app"
	"draughtsman/internal/cli"
	"draughtsman/internal/config"
	"draughtsman/internal/files"
	"draughtsman/internal/simulation"
	"draughtsman/internal/table"
)

// Sim runs the simulated table alone, for another process to play on.
type Sim struct {
	Config string `type:"path" default:"table.yaml" help:"Write the table's description here, and its calibration beside it." placeholder:"FILE"`
	Side   string `enum:"black,white,alternate" default:"black" help:"The simulated human's side: black (moves first in English draughts), white, or alternate."`
	Speed  string `default:"1" help:"How much faster than real time, 1 or more, or max."`
	Listen string `default:"127.0.0.1:0" help:"Address of the camera's server; port 0 is any free one."`
	Human  string `enum:"auto,page" default:"auto" help:"The human plays by itself (auto), or you make its moves in a browser (page)."`

	PageListen string `default:"127.0.0.1:8518" help:"Where browsers are answered with --human page. An address that other computers reach needs --token-file." group:"Clients:"`

	Clients            `embed:""`
	simulation.Options `embed:""`
}

// Run runs the table until it is interrupted.
func (c Sim) Run(ctx context.Context, s Streams) (err error) {
	speed, err := simulation.ParseSpeed(c.Speed)
	if err != nil {
		return err
	}
	if err := c.Check(); err != nil {
		return err
	}
	if c.Human != app.ByPage && c.Protects() {
		return cli.WrongUsage("--token-file, --spectator-file and --host belong to the page: add --human page, or leave " +
			"them out")
	}
	if err := mayOverwrite(c.Config); err != nil {
		return err
	}
	lock, err := files.Take(c.Config + ".sim")
	if used := (*files.InUse)(nil); errors.As(err, &used) {
		return cli.WrongUsage("another simulated table is running behind %s (process %d): choose another name with --config",
			c.Config, used.PID)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	person := c.Person(c.humans)
	options := table.Options{Human: &person, Listen: c.Listen}
	var sits *sitting
	if c.Human == app.ByPage {
		if sits, err = c.sit(s, &options); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, sits.serving.Close()) }()
	}
	screen := New(s)
	sim, err := c.Start(ctx, screen.Told(), c.Config, speed, options)
	screen.Clear()
	if errors.Is(err, syscall.EADDRINUSE) {
		return cli.WrongUsage("--listen %s: %w", c.Listen, occupied(c.Listen, err))
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, sim.Close()) }()
	side := ""
	if robots := c.robots(); robots != "white" { // which is what play takes for granted
		side = " --side " + robots
	}
	fmt.Fprintf(s.Out, "camera %s\narm    %s\nThe table is described in %s. Play on it with:\n  draughtsman play "+
		"--config %s%s\n",
		sim.CameraURL(), sim.PortPath(), c.Config, c.Config, side)
	if sits != nil {
		return sits.run(ctx, s, sim)
	}
	defer context.AfterFunc(ctx, sim.Stop)()
	return sim.Wait()
}

// humans is the human's side in a game by its number, from 0.
func (c Sim) humans(game int) checkers.Side { return app.SideIn(c.robots(), game).Opponent() }

// robots is the --side of a robot that plays with the human.
func (c Sim) robots() string {
	switch c.Side {
	case "black":
		return "white"
	case "white":
		return "black"
	}
	return c.Side
}

// mayOverwrite refuses a file that a person has written or changed.
func mayOverwrite(path string) error {
	text, err := config.Kind.Read(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case files.Intact(simulation.Note, text):
		return nil
	case strings.Contains(string(text), simulation.Note):
		return cli.WrongUsage("%s was changed since `draughtsman sim` wrote it, or is of an earlier version; it is left as it "+
			"is (choose another name with --config, or move it away)", path)
	}
	return cli.WrongUsage("%s is not of a simulated table; it is left as it is (choose another name with --config)", path)
}

// sitting is somebody who sits at a simulated table, in a browser.
type sitting struct {
	seat    *simulation.Seat
	serving *Serving
}

// sit has somebody take the human's seat at a table that is not set up yet.
func (c Sim) sit(s Streams, o *table.Options) (*sitting, error) {
	v, err := c.Open("page-listen", c.PageListen, s)
	if err != nil {
		return nil, err
	}
	sits := &sitting{simulation.NewSeat(c.humans, time.Now), v}
	v.Web.Pictures = sits.seat
	o.Human.Obeys, o.Human.Hesitations, o.Human.WaitForArm = sits.seat.Next, 0, false
	o.Watch = sits.seat.Look
	return sits, nil
}

// run has browsers answered for as long as the table runs.
func (t *sitting) run(ctx context.Context, s Streams, sim *simulation.Table) error {
	t.seat.Sit(sim.Table)
	t.serving.Announce(s, PageAndClients)
	return t.serving.Answer(ctx, t.seat, func(ctx context.Context) error {
		defer context.AfterFunc(ctx, sim.Stop)()
		return sim.Wait()
	})
}
