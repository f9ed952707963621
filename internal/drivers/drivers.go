// Package drivers opens the arm that a table's description names, and says what would be sent to it.
package drivers

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/rs/zerolog"

	"draughtsman/arm"
	"draughtsman/arm/dobot"
	"draughtsman/arm/feetech"
	"draughtsman/arm/grbl"
	"draughtsman/arm/klipper"
	"draughtsman/arm/marlin"
	"draughtsman/arm/netport"
	"draughtsman/arm/program"
	"draughtsman/arm/serialport"
	"draughtsman/arm/session"
	"draughtsman/arm/uarm"
	"draughtsman/internal/config"
)

// Arm is an arm behind its port. Some can do more: see arm.Holder, arm.Runner and arm.Feeler.
type Arm interface {
	arm.Arm
	arm.Stopper
	arm.Positioner
	// Close ends the connection; an arm in motion is stopped.
	Close() error
}

// Clock is what an arm whose motions are led from here is led by: see feetech.Clock.
type Clock = feetech.Clock

// Open connects to the table's arm. Nothing moves before it is homed. Where there is none, a person is told in the
// log what to do.
func Open(ctx context.Context, table config.Table, log zerolog.Logger) (Arm, error) {
	a, err := OpenBy(ctx, table, nil, log)
	if err == nil {
		arm.JobOf(ctx).Keep(a)
	}
	return a, err
}

// OpenBy is Open for an arm that is led by a clock; nil: the one on the wall.
func OpenBy(ctx context.Context, table config.Table, clock Clock, log zerolog.Logger) (Arm, error) {
	if table.ByHand() {
		return arm.NewHands(func(sentence string) error {
			log.Info().Msg(sentence)
			return nil
		}), nil
	}
	if table.ByProgram() {
		return opened(program.Start(ctx, programConfig(table, log)))
	}
	port, err := openPort(ctx, table)
	if err != nil {
		return nil, err
	}
	return Connect(ctx, port, table, clock, log)
}

// openPort opens the port of a table's arm, a serial one or one in a network.
func openPort(ctx context.Context, table config.Table) (io.ReadWriteCloser, error) {
	if table.Arm.InNetwork() {
		return netport.Open(ctx, table.Arm.Port, netport.Options{})
	}
	baud := table.Arm.Baud
	if baud == 0 && table.Arm.Driver == "feetech" {
		baud = feetech.Baud
	}
	return serialport.Open(table.Arm.Port, serialport.Options{Baud: baud})
}

// Connect is OpenBy over a port that is open already.
func Connect(ctx context.Context, port io.ReadWriteCloser, table config.Table, clock Clock, log zerolog.Logger) (Arm,
	error) {
	c := lineConfig(table, log)
	switch table.Arm.Driver {
	case "dobot":
		return opened(dobot.Connect(ctx, port, dobotConfig(table, c)))
	case "feetech":
		s := servoConfig(table, log)
		s.Clock = clock
		return opened(feetech.Connect(ctx, port, s))
	case "grbl":
		return opened(grbl.Connect(ctx, port, c))
	case "klipper":
		return opened(klipper.Connect(ctx, port, c))
	case "marlin":
		return opened(marlin.Connect(ctx, port, c))
	case "program":
		return opened(program.Connect(ctx, port, programConfig(table, log)))
	case "uarm":
		return opened(uarm.Connect(ctx, port, uarm.Config{Config: c, Rest: arm.Point(table.Machine.Park)}))
	}
	return nil, errNoDriver(table)
}

// opened makes no arm of a driver that is nil.
func opened[D Arm](driver D, err error) (Arm, error) {
	if err != nil {
		return nil, err
	}
	return driver, nil
}

// Program is some steps as the table's arm would be sent them, a line each.
func Program(table config.Table, steps []arm.Step) (string, error) {
	c := lineConfig(table, zerolog.Nop())
	switch table.Arm.Driver {
	case "dobot":
		return dobot.Program(dobotConfig(table, c), steps)
	case "feetech":
		return feetech.Program(servoConfig(table, zerolog.Nop()), steps)
	case "grbl":
		return grbl.Program(c, steps)
	case "klipper":
		return klipper.Program(c, steps)
	case "marlin":
		return marlin.Program(c, steps)
	case "program":
		return program.Program(programConfig(table, zerolog.Nop()), steps)
	case "uarm":
		return uarm.Program(uarm.Config{Config: c, Rest: arm.Point(table.Machine.Park)}, steps)
	case "hands":
		return "", errors.New("nothing is sent to a person: the plan itself says what to carry")
	}
	return "", errNoDriver(table)
}

func errNoDriver(table config.Table) error {
	return fmt.Errorf("there is no driver %q", table.Arm.Driver)
}

// Limits are what the driver of a table's arm holds whatever a plan says.
func Limits(table config.Table) arm.Limits {
	m := table.Machine
	return arm.Limits{
		Min:       arm.Point(m.Reach.Min),
		Max:       arm.Point(m.Reach.Max),
		MaxSpeed:  max(m.TravelSpeed, m.VerticalSpeed),
		MaxSpeedZ: m.VerticalSpeed,
	}
}

// dobotConfig is what the driver of a Dobot must know of a table's arm, beside what all of line's have to. It has one
// acceleration for all directions.
func dobotConfig(table config.Table, c session.Config) dobot.Config {
	m := table.Machine
	return dobot.Config{Config: c, Rest: arm.Point(m.Park), Accel: min(m.AccelXY, m.AccelZ)}
}

// lineConfig is what the drivers that answer command by command must know of it.
func lineConfig(table config.Table, log zerolog.Logger) session.Config {
	m := table.Machine
	return session.Config{
		Limits: Limits(table), AxisSpeed: arm.Point{X: m.TravelSpeed, Y: m.TravelSpeed, Z: m.VerticalSpeed},
		Grip: table.Arm.Grip, Release: table.Arm.Release,
		GripSettle: table.Machine.GripSettle, ReleaseSettle: table.Machine.ReleaseSettle,
		Answer: table.Arm.Patience,
		Shared: table.Arm.InNetwork(),
		Log:    log,
	}
}

// programConfig is what the driver of an arm by a program must know of it.
func programConfig(table config.Table, log zerolog.Logger) program.Config {
	return program.Config{
		Command: table.Arm.Command, Folder: table.Arm.Folder,
		Limits:     Limits(table),
		GripSettle: table.Machine.GripSettle, ReleaseSettle: table.Machine.ReleaseSettle,
		Answer: table.Arm.Patience,
		Log:    log,
	}
}
