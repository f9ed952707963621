package main

import (
	"math"
	"math/rand/v2"
	"strings"
	"time"

	"draughtsman/internal/cli"
	"draughtsman/internal/config"
	"draughtsman/internal/files"
	"draughtsman/internal/simulation"
	"draughtsman/internal/table"
	"draughtsman/internal/table/firmware"
	"draughtsman/internal/table/servos"
	"draughtsman/internal/table/world"
	"draughtsman/planner"
)

// armFlags say what arm stands at a simulated table, and what goes wrong with it.
type armFlags struct {
	Protocol  string `enum:"grbl,grblhal,fluidnc,marlin,klipper,uarm,dobot,feetech" default:"grbl" help:"The firmware of the arm's controller: grbl, grblhal, fluidnc, marlin, klipper (in the network), uarm, dobot, or feetech for an arm of serial servos." group:"Simulated table:"`
	ArmListen string `help:"Offer the arm in the network in place of a serial port: tcp://127.0.0.1:0 as a telnet server, ws://127.0.0.1:0 as a WebSocket, like FluidNC; port 0 is any free one." placeholder:"ADDRESS" group:"Simulated table:"`
	Faults    string `help:"What goes wrong with the arm: a file with lines such as '12: lose answer' (after the 12th line sent to it) or '20 +400ms: unplug 3s'." placeholder:"FILE" group:"Simulated table:"`
}

// scripts are the files of faults.
var scripts = files.Kind{Name: "a script of faults", Most: 1}

// feetech is the protocol of an arm of serial servos.
const feetech = "feetech"

// fit has such an arm stand at a simulated table, with more of what its firmware is told, and says what is wrong with
// the flags.
func (c armFlags) fit(o *simulation.Options, more firmware.Options) error {
	switch {
	case c.ArmListen != "" && c.Protocol == feetech:
		return cli.WrongUsage("--arm-listen %s: servos have no network; leave one of both out", c.ArmListen)
	case c.ArmListen != "" && (c.Protocol == string(firmware.Klipper)) != strings.HasPrefix(c.ArmListen, "moonraker://"):
		return cli.WrongUsage("--arm-listen %s: klipper is offered at moonraker://127.0.0.1:0, all others at tcp:// or ws://",
			c.ArmListen)
	}
	faults, err := c.faults()
	if err != nil {
		return err
	}
	seed := o.Seed
	o.Fit = func(it *simulation.Setting) { c.control(it, more, faults) }
	if o.RealTime = c.Protocol == feetech; o.RealTime {
		o.Fit = func(it *simulation.Setting) { withServos(it, seed, servoFaults(faults)) }
	}
	return nil
}

// faults is the script of what goes wrong with the arm.
func (c armFlags) faults() ([]firmware.Fault, error) {
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

// control has a controller with the firmware move the gantry.
func (c armFlags) control(it *simulation.Setting, o firmware.Options, faults []firmware.Fault) {
	o.Protocol, o.Listen, o.Faults = firmware.Protocol(c.Protocol), c.ArmListen, append(o.Faults, faults...)
	it.Described.Arm.Driver = string(o.Protocol.Family())
	if o.Protocol == firmware.Klipper {
		it.Described.Machine = unhurried(it.Described.Machine)
	}
	if c.ArmListen != "" || o.Protocol == firmware.Klipper {
		it.Described.Arm.Baud = 0
	}
	it.Arm = func(w *world.World, seed uint64) (table.Port, error) {
		o.Seed = seed
		return firmware.Start(w, o)
	}
}

// unhurried is a machine whose motions are made in pieces that each begin and end at rest: gentle speeds, so that the
// pieces are not made of starts and stops alone.
func unhurried(m planner.Machine) planner.Machine {
	m.AccelXY, m.AccelZ = 3000, 1000
	m.TravelSpeed, m.VerticalSpeed = 120, 60
	m.Overhead = 400 * time.Millisecond
	return m
}

// servoCloser is how much nearer the camera is to the smaller board of an arm of servos than to the gantry's.
const servoCloser = 0.78

// withServos has an arm of serial servos stand behind the far edge of a smaller board, set down a little differently
// for each seed.
func withServos(it *simulation.Setting, seed uint64, faults []servos.Fault) {
	it.Layout = world.ServoLayout()
	random := rand.New(rand.NewPCG(seed, 5))
	spread := func(by float64) float64 { return by * (2*random.Float64() - 1) }
	mount := &it.Layout.Mount
	mount.Turn += spread(2) * math.Pi / 180
	mount.Origin.X += spread(3)
	mount.Origin.Y += spread(3)
	mount.Origin.Z += spread(1)
	eye := &it.View.Camera.Eye
	*eye = world.Point{X: servoCloser * eye.X, Y: servoCloser * eye.Y, Z: servoCloser * eye.Z}
	it.Described = config.ServoExample()
	it.Arm = func(w *world.World, _ uint64) (table.Port, error) {
		return servos.Start(w, servos.Options{Faults: faults})
	}
}

// servoFaults is what a script of faults means for servos: a packet counts as a line, a reset is a dip of their
// supply, a halt an overload. A request that was garbled is like one that was lost: they say nothing.
func servoFaults(script []firmware.Fault) (faults []servos.Fault) {
	means := map[string]string{
		firmware.LoseAnswer: servos.LoseAnswer, firmware.GarbleAnswer: servos.GarbleAnswer,
		firmware.LateAnswer: servos.LateAnswer,
		firmware.LoseLine:   servos.LoseRequest, firmware.GarbleLine: servos.LoseRequest,
		firmware.GarbleDigit: servos.LoseRequest,
		firmware.Reset:       servos.BrownOut, firmware.BrownOut: servos.BrownOut, firmware.Halt: servos.Overload,
		firmware.Unplug: servos.Unplug,
	}
	for _, f := range script {
		if means[f.What] == "" {
			continue // they have no pump that could fail
		}
		faults = append(faults, servos.Fault{Packets: f.Lines, Wait: f.Wait, What: means[f.What], For: f.For})
	}
	return faults
}
