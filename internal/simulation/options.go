package simulation

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/cli"
	"draughtsman/internal/config"
	"draughtsman/internal/table"
	"draughtsman/internal/table/human"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
	"draughtsman/planner"
)

// Options say which table is simulated and who sits at it. They are flags of command lines.
type Options struct {
	Seed        uint64           `default:"1" help:"The seed of everything that happens by chance." group:"Simulated table:"`
	Truth       string           `type:"path" help:"Write the table's true state after every change to this file, a JSON object a line." placeholder:"FILE" group:"Simulated table:"`
	Strength    int              `default:"2" help:"How well the simulated human plays, from 0 (random) to 6." group:"Simulated table:"`
	Mistakes    float64          `help:"How likely the human tries an illegal move before a legal one, 0 to 1." group:"Simulated table:"`
	Intrusions  int              `help:"How often in a game, at most, a hand comes over the board or the tray while the arm moves." placeholder:"N" group:"Simulated table:"`
	Game        checkers.RuleSet `default:"english" help:"What is played: english, pool, russian, brazilian, czech, italian, spanish, international or frisian draughts." placeholder:"NAME" group:"Simulated table:"`
	Scheme      string           `enum:"wood,green,red,pale" default:"wood" help:"What board and pieces look like: wood, green, red or pale (played on the light squares)." group:"Simulated table:"`
	BlackPieces string           `enum:"dark,light" default:"dark" help:"What Black's pieces look like: dark or light." group:"Simulated table:"`
	BoardTurn   float64          `default:"4" help:"How far the board is turned in the arm's frame, degrees." placeholder:"DEG" group:"Simulated table:"`
	Kings       string           `enum:"stack,swap,virtual" default:"stack" help:"What makes a king: a second disc (stack), a piece of its own (swap), or nothing that could be seen (virtual)." group:"Simulated table:"`
	CameraTilt  float64          `default:"25" help:"The camera's angle from the vertical, 0 to 55 degrees." placeholder:"DEG" group:"Simulated table:"`
	CameraRound float64          `default:"8" help:"Where the camera stands round the table, degrees anticlockwise from White's seat." placeholder:"DEG" group:"Simulated table:"`

	Sight `embed:""`

	// Fit changes what the table is set up with, so that another arm stands there; nil: nothing.
	Fit func(*Setting) `kong:"-"`
	// RealTime: that arm's way is worked out by its driver in real time, and a table that ran ahead would lose its
	// patience with it.
	RealTime bool `kong:"-"`
}

// Pace is how much faster than real time the table runs at most.
func (c Options) Pace(speed float64) float64 {
	if c.RealTime {
		return min(speed, 1)
	}
	return c.slowed(speed)
}

// Setting is what a simulated table is set up with.
type Setting struct {
	Layout    world.Layout
	View      scene.Options
	Described config.Table
	Arm       table.Arm // nil: a gantry with GRBL
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
	case c.Strength < 0 || c.Strength >= human.Strengths():
		return cli.WrongUsage("--strength %d: from 0 to %d", c.Strength, human.Strengths()-1)
	case !(c.CameraTilt >= 0 && c.CameraTilt <= maxTiltDegrees):
		return cli.WrongUsage("--camera-tilt %g: from 0 to %d degrees", c.CameraTilt, maxTiltDegrees)
	case math.IsNaN(c.BoardTurn+c.CameraRound) || math.IsInf(c.BoardTurn+c.CameraRound, 0):
		return cli.WrongUsage("--board-turn and --camera-round are degrees")
	}
	return c.check()
}

// Usual reports whether each of them has its default.
func (c Options) Usual() bool { return !saysMore(reflect.ValueOf(c)) }

// saysMore reports whether flags have another value than their default.
func saysMore(values reflect.Value) bool {
	for i := range values.NumField() {
		field, value := values.Type().Field(i), values.Field(i)
		if field.Anonymous {
			if saysMore(value) {
				return true
			}
			continue
		}
		byDefault, has := field.Tag.Lookup("default")
		if has && fmt.Sprint(value.Interface()) != byDefault || !has && !value.IsZero() {
			return true
		}
	}
	return false
}

// Start starts the table, with what o says beside, describes it in a file, and calibrates it. It runs at most so many
// times as fast as real time.
func (c Options) Start(ctx context.Context, told Told, path string, speed float64, o table.Options) (*Table, error) {
	layout := world.LayoutOf(c.Game.Board())
	layout.Mount.Turn = radians(c.BoardTurn)
	layout.Mount = layout.Mount.Varied(c.Seed)
	view := scene.DefaultOptions()
	view.Camera = c.View()
	view.Scheme = c.Scheme
	view.BlackIsLight = c.BlackPieces == "light"
	c.apply(&o, &view)
	it := Setting{Layout: layout, View: view, Described: c.describe(layout, view.Camera), Arm: o.Arm}
	if c.Fit != nil {
		c.Fit(&it)
	}
	o.Position = c.Game.Start()
	it.Described.BlackPieces = calibration.Shade(c.BlackPieces)
	it.Layout.FlatKings = c.Kings == "swap" || c.Kings == "virtual"
	it.Described.Tray = withKings(it.Described.Tray, planner.Kings(c.Kings))
	o.Seed, o.Speed, o.Layout, o.Camera, o.Arm, o.Log = c.Seed, c.Pace(speed), it.Layout, &it.View, it.Arm, told.Log
	sim, err := Start(ctx, told, path, c.Truth, it.Described, o)
	if err == nil {
		sim.most = c.Pace(FullSpeedFactor)
	}
	return sim, err
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
	d := config.ExampleOf(c.Game)
	if l.Mount.ToArm(camera.Eye).Y > l.Mount.Origin.Y {
		d.Machine.Park.Y = d.Machine.Reach.Max.Y - d.Machine.Park.Y
	}
	return d
}

func radians(degrees float64) float64 { return degrees * math.Pi / 180 }
