package drivers_test

import (
	"io"
	"os"
	"testing"
	"testing/synctest"

	"github.com/rs/zerolog"

	"draughtsman/arm"
	"draughtsman/engine/checkers"
	"draughtsman/internal/config"
	"draughtsman/internal/drivers"
	"draughtsman/internal/table/firmware"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/playback"
)

// bench is a simulated arm, and the driver that is connected to it, on a fake clock: seconds cost nothing.
type bench struct {
	t     *testing.T
	world *world.World
	board *firmware.Board
	table config.Table
	slow  bool               // its answers are slowAnswers
	wire  io.ReadWriteCloser // the host's end
	arm   drivers.Arm
}

// protocols are those that are simulated.
var protocols = []firmware.Protocol{firmware.GRBL, firmware.GrblHAL, firmware.FluidNC, firmware.Marlin, firmware.UArm,
	firmware.Dobot, firmware.Klipper}

// onBench runs a test with an arm that is connected. The faults are a script of what goes wrong.
func onBench(t *testing.T, protocol firmware.Protocol, o firmware.Options, script string, test func(b *bench)) {
	t.Helper()
	faults, err := firmware.ParseFaults(script)
	expect.OK(t, err)
	synctest.Test(t, func(t *testing.T) {
		l := world.DefaultLayout()
		w := world.New(world.NewState(l, checkers.Start(), 1), world.Options{Layout: l, Seed: 1})
		o.Protocol, o.Faults, o.Memory = protocol, faults, true
		if o.Seed == 0 {
			o.Seed = 7
		}
		board, err := firmware.Start(w, o)
		expect.OK(t, err)
		playback.Run(t, w, board)
		b := &bench{t: t, world: w, board: board, table: config.Example()}
		b.table.Arm.Driver = string(protocol.Family())
		defer func() {
			if b.arm != nil {
				if err := b.arm.Close(); err != nil {
					t.Error(err)
				}
			}
		}()
		test(b)
	})
}

// connect opens the port and connects.
func (b *bench) connect() error {
	port, err := b.board.Dial()
	if err != nil {
		return err
	}
	b.wire = port
	if b.slow {
		return b.connectOver(slowAnswers{port})
	}
	return b.connectOver(port)
}

func (b *bench) connectOver(port io.ReadWriteCloser) error {
	log := zerolog.Nop()
	if testing.Verbose() && os.Getenv("WIRE") != "" {
		log = zerolog.New(zerolog.NewTestWriter(b.t)).Level(zerolog.DebugLevel)
	}
	a, err := drivers.Connect(b.t.Context(), port, b.table, nil, log)
	b.arm = a
	return err
}

// ready connects and homes.
func (b *bench) ready() {
	b.t.Helper()
	expect.OK(b.t, b.connect())
	expect.OK(b.t, b.arm.Home(b.t.Context()))
}

// isAt fails unless the tool really is at a place, in the arm's coordinates.
func (b *bench) isAt(want arm.Point) {
	b.t.Helper()
	at := arm.Point(b.world.Layout().Mount.ToArm(b.world.Snapshot().Tool.At))
	if at.Distance(want) > b.off() {
		b.t.Errorf("the tool is at %v, want %v", at, want)
	}
}

// off is by how many mm an arm may stand beside a place: a uArm by what its encoders are wrong.
func (b *bench) off() float64 {
	if b.table.Arm.Driver == "uarm" {
		return 0.3
	}
	return 0.05
}

func (b *bench) move(to arm.Point, speed float64) {
	b.t.Helper()
	expect.OK(b.t, b.arm.Move(b.t.Context(), to, speed))
	b.isAt(to)
}
