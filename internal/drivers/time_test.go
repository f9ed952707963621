package drivers_test

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/arm"
	"draughtsman/engine/checkers"
	"draughtsman/internal/config"
	"draughtsman/internal/drivers"
	"draughtsman/internal/table/firmware"
	"draughtsman/internal/table/servos"
	"draughtsman/internal/testkit/expect"
)

// slowPort is a port behind a cable: bytes take their time at 115200 baud, and a USB adapter hands on what it has
// once a millisecond. It must not be written to twice at a time.
type slowPort struct{ slowAnswers }

const byteTakes = time.Second * 10 / 115200

func (p slowPort) Write(b []byte) (int, error) {
	<-time.After(time.Duration(len(b)) * byteTakes)
	return p.slowAnswers.Write(b)
}

// slowAnswers is a port of which only the bytes that come take their time.
type slowAnswers struct{ io.ReadWriteCloser }

func (p slowAnswers) Read(b []byte) (int, error) {
	n, err := p.ReadWriteCloser.Read(b)
	<-time.After(time.Millisecond + time.Duration(n)*byteTakes)
	return n, err
}

// motors are what the simulated machines' can do: mm/s and mm/s² of x and y, and of z.
type motors struct{ speedXY, accelXY, speedZ, accelZ float64 }

var machines = map[string]motors{
	"grbl": {200, 1200, 80, 600}, "marlin": {200, 1200, 80, 600}, "uarm": {200, 800, 100, 600},
	"dobot":   {200, 600, 100, 600},
	"klipper": {200, 3000, 80, 1000},
	"feetech": {160, 500, 160, 500},
}

// bound is the least time in which motors can make a straight motion from rest to rest: it speeds up, goes on, and
// slows down.
func (m motors) bound(from, to arm.Point, speed float64) float64 {
	way := from.Distance(to)
	if way == 0 {
		return 0
	}
	across := max(math.Abs(to.X-from.X), math.Abs(to.Y-from.Y)) / way
	up := math.Abs(to.Z-from.Z) / way
	accel := math.Inf(1)
	if across > 0 {
		speed, accel = min(speed, m.speedXY/across), min(accel, m.accelXY/across)
	}
	if up > 0 {
		speed, accel = min(speed, m.speedZ/up), min(accel, m.accelZ/up)
	}
	if way < speed*speed/accel {
		return 2 * math.Sqrt(way/accel)
	}
	return way/speed + speed/accel
}

// job is something that an arm does, from a place on, and the straight ways of which the motors' bound is made;
// rests are waited for by order.
type job struct {
	name  string
	steps []arm.Step
	ways  []arm.Step
	rests time.Duration
	apart bool // each step is waited for
}

// do has an arm run a job.
func (j job) do(ctx context.Context, a arm.Arm) error {
	if !j.apart {
		return arm.Run(ctx, a, j.steps)
	}
	for _, s := range j.steps {
		if err := s.Do(ctx, a); err != nil {
			return err
		}
	}
	return nil
}

func moves(speed float64, to ...arm.Point) (steps []arm.Step) {
	for _, p := range to {
		steps = append(steps, arm.Step{Verb: arm.VerbMove, To: p, Speed: speed})
	}
	return steps
}

// jobs are those of a board whose squares have a width, about a place above one of them.
func jobs(at arm.Point, square, speed, slow, lift float64, rests time.Duration) []job {
	near, far, down := at, at, at
	near.Y += square
	far.Y += 5 * square
	down.Z -= lift
	farDown := far
	farDown.Z -= lift
	var pieces []arm.Point
	for i := 1; i <= 20; i++ {
		p := at
		p.Y += 5 * square * float64(i) / 20
		pieces = append(pieces, p)
	}
	carry := append(moves(slow, down), arm.Step{Verb: arm.VerbGrip})
	carry = append(append(append(carry, moves(slow, at)...), moves(speed, far)...), moves(slow, farDown)...)
	carry = append(append(carry, arm.Step{Verb: arm.VerbRelease}), moves(slow, far)...)
	ways := append(append(moves(slow, down, at), moves(speed, far)...), moves(slow, farDown, far)...)
	return []job{
		{name: "one square", steps: moves(speed, near), ways: moves(speed, near)},
		{name: "five squares", steps: moves(speed, far), ways: moves(speed, far)},
		{name: "five squares in 20 pieces", steps: moves(speed, pieces...), ways: moves(speed, far)},
		{name: "down", steps: moves(slow, down), ways: moves(slow, down)},
		{name: "a transfer, motion by motion", steps: carry, ways: ways, rests: rests, apart: true},
		{name: "a transfer", steps: carry, ways: ways, rests: rests},
	}
}

// TestTimeOfMoves holds the time that each driver takes, on its simulated machine behind a real cable's delays,
// against the least that the machine's motors allow. With -v it prints the table that the page about arms quotes.
func TestTimeOfMoves(t *testing.T) {
	// Of a transfer. Servos are led, and count as arrived a little earlier.
	least := map[string]float64{"grbl": 0.999, "marlin": 0.999, "uarm": 0.999, "dobot": 0.999, "klipper": 0.999,
		"feetech": 0.9}
	most := map[string]float64{"grbl": 1.05, "marlin": 1.05, "uarm": 1.15, "dobot": 1.05, "klipper": 1.85, "feetech": 1.35}
	var table strings.Builder
	fmt.Fprintf(&table, "\n%-8s %-28s %7s %7s %6s\n", "driver", "", "bound s", "took s", "ratio")
	run := func(t *testing.T, name string, a drivers.Arm, start arm.Point, list []job) {
		for _, j := range list {
			expect.OK(t, a.Move(t.Context(), start, j.ways[0].Speed))
			bound, from := j.rests.Seconds(), start
			for _, w := range j.ways {
				bound += machines[name].bound(from, w.To, w.Speed)
				from = w.To
			}
			began := time.Now()
			expect.OK(t, j.do(t.Context(), a))
			took := time.Since(began).Seconds()
			fmt.Fprintf(&table, "%-8s %-28s %7.2f %7.2f %6.2f\n", name, j.name, bound, took, took/bound)
			if ratio := took / bound; j.name == "a transfer" && ratio > most[name] || ratio < least[name] {
				t.Errorf("%s, %s: %.2f s, and the motors could in %.2f s", name, j.name, took, bound)
			}
		}
	}
	for _, protocol := range protocols {
		t.Run(string(protocol), func(t *testing.T) {
			onBench(t, protocol, firmware.Options{NativeUSB: true}, "", func(b *bench) {
				port, err := b.board.Dial()
				expect.OK(b.t, err)
				expect.OK(b.t, b.connectOver(slowPort{slowAnswers{port}}))
				expect.OK(b.t, b.arm.Home(b.t.Context()))
				m := b.table.Machine
				run(b.t, string(protocol), b.arm, arm.Point{X: 300, Y: 150, Z: 60},
					jobs(arm.Point{X: 300, Y: 150, Z: 60}, 40, m.TravelSpeed, m.VerticalSpeed, 30, m.GripSettle+m.ReleaseSettle))
			})
		})
	}
	t.Run("feetech", func(t *testing.T) {
		onServos(t, servos.Options{}, func(t *testing.T, b *servoBench) {
			port, err := b.bus.Dial()
			expect.OK(t, err)
			if b.arm, err = drivers.Connect(t.Context(), port, config.ServoExample(), nil, zerolog.Nop()); err != nil {
				t.Fatal(err)
			}
			expect.OK(t, b.arm.Home(t.Context()))
			start := b.over(checkers.Square(9), 40)
			run(t, "feetech", b.arm, start, jobs(start, 30, 160, 80, 30, 0))
		})
	})
	t.Log(table.String())
}
