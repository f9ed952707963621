package simulation

import (
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/cli"
	"draughtsman/internal/config"
	"draughtsman/internal/table"
	"draughtsman/internal/table/firmware"
	"draughtsman/internal/table/human"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
	"draughtsman/planner"
)

// Options say which table is simulated and who sits at it. They are flags of command lines.
type Options struct {
	Seed        uint64  `default:"1" help:"The seed of everything that happens by chance." group:"Simulated table:"`
	Truth       string  `type:"path" help:"Write the table's true state after every change to this file, a JSON object a line." placeholder:"FILE" group:"Simulated table:"`
	Strength    int     `default:"2" help:"How well the simulated human plays, from 0 (random) to 6." group:"Simulated table:"`
	Mistakes    float64 `help:"How likely the human tries an illegal move before a legal one, 0 to 1." group:"Simulated table:"`
	Intrusions  int     `help:"How often in a game, at most, a hand comes over the board or the tray while the arm moves." placeholder:"N" group:"Simulated table:"`
	Protocol    string  `enum:"grbl,grblhal,fluidnc,marlin,klipper,uarm,dobot,feetech" default:"grbl" help:"The firmware of the arm's controller: grbl, grblhal, fluidnc, marlin, klipper (in the network), uarm, dobot, or feetech for an arm of serial servos." group:"Simulated table:"`
	ArmListen   string  `help:"Offer the arm in the network in place of a serial port: tcp://127.0.0.1:0 as a telnet server, ws://127.0.0.1:0 as a WebSocket, like FluidNC; port 0 is any free one." placeholder:"ADDRESS" group:"Simulated table:"`
	Faults      string  `help:"What goes wrong with the arm: a file with lines such as '12: lose answer' (after the 12th line sent to it) or '20 +400ms: unplug 3s'." placeholder:"FILE" group:"Simulated table:"`
	Scheme      string  `enum:"wood,green,red,pale" default:"wood" help:"What board and pieces look like: wood, green, red or pale (played on the light squares)." group:"Simulated table:"`
	BlackPieces string  `enum:"dark,light" default:"dark" help:"What Black's pieces look like: dark or light." group:"Simulated table:"`
	BoardTurn   float64 `default:"4" help:"How far the board is turned in the arm's frame, degrees." placeholder:"DEG" group:"Simulated table:"`
	Kings       string  `enum:"stack,swap,virtual" default:"stack" help:"What makes a king: a second disc (stack), a piece of its own (swap), or nothing that could be seen (virtual)." group:"Simulated table:"`
	CameraTilt  float64 `default:"25" help:"The camera's angle from the vertical, 0 to 55 degrees." placeholder:"DEG" group:"Simulated table:"`
	CameraRound float64 `default:"8" help:"Where the camera stands round the table, degrees anticlockwise from White's seat." placeholder:"DEG" group:"Simulated table:"`

	Sight `embed:""`
}

// maxTiltDegrees is the largest tilt of the simulated camera, degrees.
const maxTiltDegrees = 55

// Check says what is wrong with them.
func (c Options) Check() error {
	switch {
	case !(c.Mistakes >= 0 && c.Mistakes <= 1):
		return cli.WrongUsage("--mistakes %g: a probability from 0 to 1", c.Mistakes)
	case c.Intrusions < 0:
		return cli.WrongUsage("--intrusions %d: 0 or more", c.Intrusions)
	case c.ArmListen != "" && c.Protocol == "feetech":
		return cli.WrongUsage("--arm-listen %s: servos have no network; leave one of both out", c.ArmListen)
	case c.ArmListen != "" && (c.Protocol == "klipper") != strings.HasPrefix(c.ArmListen, "moonraker://"):
		return cli.WrongUsage("--arm-listen %s: klipper is offered at moonraker://127.0.0.1:0, all others at tcp:// or ws://",
			c.ArmListen)
	case c.Strength < 0 || c.Strength >= human.Strengths():
		return cli.WrongUsage("--strength %d: from 0 to %d", c.Strength, human.Strengths()-1)
	case !(c.CameraTilt >= 0 && c.CameraTilt <= maxTiltDegrees):
		return cli.WrongUsage("--camera-tilt %g: from 0 to %d degrees", c.CameraTilt, maxTiltDegrees)
	case math.IsNaN(c.BoardTurn+c.CameraRound) || math.IsInf(c.BoardTurn+c.CameraRound, 0):
		return cli.WrongUsage("--board-turn and --camera-round are degrees")
	}
	if _, err := c.faults(); err != nil {
		return err
	}
	return c.check()
}

// Start starts the table, with what o says beside, describes it in a file, and calibrates it. It runs at most so many
// times as fast as real time.
func (c Options) Start(ctx context.Context, told Told, path string, speed float64, o table.Options) (*Table, error) {
	faults, err := c.faults()
	if err != nil {
		return nil, err
	}
	layout := world.DefaultLayout()
	layout.Mount.Turn = radians(c.BoardTurn)
	layout.Mount = layout.Mount.Varied(c.Seed)
	view := scene.DefaultOptions()
	view.Camera = c.View()
	view.Scheme = c.Scheme
	view.BlackIsLight = c.BlackPieces == "light"
	c.apply(&o, &view)
	described := c.describe(layout, view.Camera)
	if c.Protocol == "feetech" {
		layout, described = c.withServos(&o, &view, faults)
	} else {
		o.Arm.Protocol, o.Arm.Faults = firmware.Protocol(c.Protocol), append(o.Arm.Faults, faults...)
		if o.Arm.Listen = c.ArmListen; c.ArmListen != "" || c.Protocol == "klipper" {
			described.Arm.Baud = 0
		}
	}
	layout.FlatKings = c.Kings == "swap" || c.Kings == "virtual"
	described.Tray = withKings(described.Tray, planner.Kings(c.Kings))
	o.Seed, o.Speed, o.Layout, o.Camera, o.Log = c.Seed, c.Pace(speed), layout, &view, told.Log
	return Start(ctx, told, path, c.Truth, described, o)
}

// faults is the script of what goes wrong with the arm.
func (c Options) faults() ([]firmware.Fault, error) {
	if c.Faults == "" {
		return nil, nil
	}
	script, err := scripts.Text(c.Faults)
	if err != nil {
		return nil, cli.WrongUsage("--faults: the script cannot be read: %w", err)
	}
	faults, err := firmware.ParseFaults(string(script))
	if err != nil {
		return nil, cli.WrongUsage("--faults %s: %w", c.Faults, err)
	}
	return faults, nil
}

// View is the camera, which stands on a sphere about the board.
func (c Options) View() scene.Camera {
	camera := scene.DefaultCamera()
	away := math.Hypot(math.Hypot(camera.Eye.X, camera.Eye.Y), camera.Eye.Z)
	tilt, round := radians(c.CameraTilt), radians(c.CameraRound)
	camera.Eye = world.Point{
		X: away * math.Sin(tilt) * math.Sin(round),
		Y: -away * math.Sin(tilt) * math.Cos(round),
		Z: away * math.Cos(tilt),
	}
	return camera
}

// Person is who sits at the table: rather sloppy, and hesitating now and then. It plays the sides that are given.
func (c Options) Person(sides func(game int) checkers.Side) human.Options {
	return human.Options{
		Strength: c.Strength, Sides: sides, Mistakes: c.Mistakes,
		Intrusions: c.Intrusions,
		Sloppiness: 0.18, Hesitations: 0.1, WaitForArm: true, Kings: c.Kings,
	}
}

// withKings is a tray for another kind of kings: where they are pieces of their own, they wait in the slots for spare
// discs, with room for as many again.
func withKings(t planner.Tray, kings planner.Kings) planner.Tray {
	t.Kings, t.Slots = kings, slices.Clone(t.Slots)
	for i := range t.Slots {
		if slot := &t.Slots[i]; kings == planner.SwapKings && slot.Kind == planner.SpareSlot {
			slot.Kind, slot.Capacity = planner.KingSlot, 2*len(slot.Holds)
		}
	}
	return t
}

// describe is what a person would write down of the table. The arm is parked on the far side of the bed as the camera
// sees it, so that its beam does not hide the board.
func (c Options) describe(l world.Layout, camera scene.Camera) config.Table {
	d := config.Example()
	d.Arm.Driver = string(firmware.Protocol(c.Protocol).Family())
	if c.Protocol == "klipper" {
		d.Machine = unhurried(d.Machine)
	}
	d.BlackPieces = calibration.Shade(c.BlackPieces)
	if l.Mount.ToArm(camera.Eye).Y > l.Mount.Origin.Y {
		d.Machine.Park.Y = d.Machine.Reach.Max.Y - d.Machine.Park.Y
	}
	return d
}

// unhurried is a machine whose motions are made in pieces that each begin and end at rest: gentle speeds, so that the
// pieces are not made of starts and stops alone.
func unhurried(m planner.Machine) planner.Machine {
	m.AccelXY, m.AccelZ = 3000, 1000
	m.TravelSpeed, m.VerticalSpeed = 120, 60
	m.Overhead = 400 * time.Millisecond
	return m
}

func radians(degrees float64) float64 { return degrees * math.Pi / 180 }
