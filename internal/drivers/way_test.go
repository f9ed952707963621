package drivers_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"draughtsman/arm"
	"draughtsman/internal/robot"
	"draughtsman/internal/table/firmware"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/expect"
)

// track is the way of a simulated arm's tool, in the arm's coordinates, a point a tick. It is a world.Actor.
type track struct {
	mount world.Mount
	way   []arm.Point
}

func (t *track) Busy() bool { return false }

func (t *track) Advance(s *world.State, _ time.Duration) {
	at := arm.Point(t.mount.ToArm(s.Tool.At))
	if n := len(t.way); n == 0 || t.way[n-1] != at {
		t.way = append(t.way, at)
	}
}

// counted is a port whose lines are counted, or whose packets are.
type counted struct {
	io.ReadWriteCloser
	lines *int
}

func (p counted) Write(b []byte) (int, error) {
	*p.lines += strings.Count(string(b), "\n")
	if bytes.HasPrefix(b, []byte("{")) && !bytes.Contains(b, []byte("gcode.script")) {
		*p.lines-- // Klipper's board counts scripts
	}
	if bytes.HasPrefix(b, []byte{0xaa, 0xaa}) {
		*p.lines += 1 - strings.Count(string(b), "\n")
	}
	return p.ReadWriteCloser.Write(b)
}

// carrying is the motions of a transfer as plans have them, in free air, with a way round something, and the corners
// of the way.
func carrying() (steps []arm.Step, corners []arm.Point) {
	at := func(x, y, z float64) arm.Point { return arm.Point{X: x, Y: y, Z: z} }
	steps = append(moves(200, at(300, 240, 60)), moves(80, at(300, 240, 45))...)
	steps = append(append(steps, moves(20, at(300, 240, 41))...), arm.Step{Verb: arm.VerbGrip})
	steps = append(append(steps, moves(80, at(300, 240, 60))...),
		moves(200, at(330, 250, 60), at(370, 250, 60), at(380, 230, 60))...)
	steps = append(append(steps, moves(80, at(380, 230, 45))...), moves(20, at(380, 230, 41))...)
	steps = append(append(steps, arm.Step{Verb: arm.VerbRelease}), moves(80, at(380, 230, 60))...)
	steps = append(steps, moves(200, aside)...)
	corners = []arm.Point{high}
	for _, s := range steps {
		if s.Verb == arm.VerbMove {
			corners = append(corners, s.To)
		}
	}
	return steps, corners
}

// offWay is how far a point is beside a way, mm.
func offWay(p arm.Point, corners []arm.Point) float64 {
	least := math.Inf(1)
	for i := range corners[1:] {
		least = min(least, p.Beside(corners[i], corners[i+1]))
	}
	return least
}

// Whatever goes wrong on whichever line of a transfer: the tool stays on the planned way, what is not as it should be
// is an error after which the robot homes, and homing leads out of it. A line that noise has made another as good as
// it leads elsewhere, and no line behind it does.
func TestFaultsOnEveryLine(t *testing.T) {
	faults := []firmware.Fault{
		{What: firmware.LoseLine}, {What: firmware.GarbleLine}, {What: firmware.GarbleDigit},
		{What: firmware.LoseAnswer}, {What: firmware.GarbleAnswer}, {What: firmware.LateAnswer, For: 1500 * time.Millisecond},
		{What: firmware.Reset}, {What: firmware.Reset, Wait: 150 * time.Millisecond},
		{What: firmware.Halt}, {What: firmware.Halt, Wait: 150 * time.Millisecond},
		{What: firmware.Unplug, For: 8 * time.Second}, {What: firmware.Unplug, For: 8 * time.Second,
			Wait: 150 * time.Millisecond},
		{What: firmware.BrownOut, For: time.Second}, {What: firmware.BrownOut, For: time.Second,
			Wait: 150 * time.Millisecond},
	}
	steps, corners := carrying()
	for _, protocol := range protocols {
		lines := 0
		onBench(t, protocol, firmware.Options{}, "", func(b *bench) {
			port, err := b.board.Dial()
			expect.OK(b.t, err)
			expect.OK(b.t, b.connectOver(counted{port, &lines}))
			expect.OK(b.t, b.arm.Home(b.t.Context()))
			b.move(high, 200)
			lines = 0
			expect.OK(b.t, arm.Run(b.t.Context(), b.arm, steps))
		})
		for i, fault := range faults {
			if protocol == firmware.Klipper && i < 6 {
				continue // nothing is lost between Klipper and Moonraker, nor over TCP
			}
			every := max(1, lines/40) // a Dobot is asked hundreds of times how far it is
			if testing.Short() {
				every *= 24
			}
			for n := range lines {
				if (n+i)%every != 0 {
					continue
				}
				f := fault
				f.Lines = n
				t.Run(fmt.Sprintf("%s, %v", protocol, f), func(t *testing.T) {
					onBench(t, protocol, firmware.Options{Seed: uint64(n + 1)}, "", func(b *bench) {
						b.ready()
						b.move(high, 200)
						b.transfer(f, steps, corners)
					})
				})
			}
		}
	}
}

// transfer makes some steps while something goes wrong.
func (b *bench) transfer(f firmware.Fault, steps []arm.Step, corners []arm.Point) {
	b.t.Helper()
	went := &track{mount: b.world.Layout().Mount}
	b.world.AddActor(went, false)
	ctx, cancel := context.WithTimeout(b.t.Context(), time.Minute)
	defer cancel()
	b.board.Fail(f)
	err := arm.Run(ctx, b.arm, steps)
	if err == nil {
		b.isAt(corners[len(corners)-1])
	}
	<-time.After(4 * time.Second) // a controller may go on with what it has been sent
	var way []arm.Point
	b.world.Do(func(*world.State) { way = slices.Clone(went.way) })
	b.stays(way, corners, f)
	if err == nil {
		if lost := f.What == firmware.LoseLine || f.What == firmware.LoseAnswer || f.What == firmware.GarbleAnswer; lost &&
			!b.numbered() {
			b.t.Error("nobody has noticed it")
		}
		return
	}
	if !robot.Recoverable(err) {
		b.t.Errorf("it ends with %v", err)
	}
	b.recover(f)
}

// stays fails where a tool was beside its way. A line that was made another may lead it to one other place, and back
// only where the way goes straight on there.
func (b *bench) stays(way, corners []arm.Point, f firmware.Fault) {
	b.t.Helper()
	stray, sinks := b.off(), 0.0
	switch f.What {
	case firmware.Reset, firmware.Halt, firmware.BrownOut:
		stray += 0.8 // what a motor coasts when it is stopped dead
		if b.table.Arm.Driver == "uarm" {
			sinks = 8 // without current, a millimetre a second
		}
	}
	var far arm.Point
	var most float64
	for _, p := range way {
		above := p
		above.Z += sinks
		if off := offWay(p, corners); off > max(stray, most) && !crosses(p, above, corners, stray) {
			far, most = p, off
		}
	}
	garbled := f.What == firmware.GarbleLine || f.What == firmware.GarbleDigit
	if most > 0 && !(garbled && !b.numbered() && (excursion(way, corners, far, stray) ||
		excursion(way, corners, way[len(way)-1], stray))) {
		b.t.Errorf("the tool was beside its way, %.2f mm at %v", most, far)
	}
}

// numbered tells whether lines that a controller has missed are found out, and sent again.
func (b *bench) numbered() bool {
	return b.table.Arm.Driver == "marlin" || b.table.Arm.Driver == "dobot"
}

// crosses tells whether a line upwards meets a way.
func crosses(from, to arm.Point, corners []arm.Point, stray float64) bool {
	for p := from; p.Z <= to.Z; p.Z += stray {
		if offWay(p, corners) <= stray {
			return true
		}
	}
	return false
}

// excursion tells whether all of a way that is beside the planned one leads from one of its corners to a place and,
// if it goes straight on at the next corner, from there to the one behind that.
func excursion(way, corners []arm.Point, place arm.Point, stray float64) bool {
	for i := range len(corners) - 1 {
		lines := [][2]arm.Point{{corners[i], place}}
		if i+2 < len(corners) && corners[i+1].Beside(corners[i], corners[i+2]) < 0.5 {
			lines = append(lines, [2]arm.Point{place, corners[i+2]})
		}
		if !slices.ContainsFunc(way, func(p arm.Point) bool {
			if offWay(p, corners) <= stray {
				return false
			}
			return !slices.ContainsFunc(lines, func(l [2]arm.Point) bool { return p.Beside(l[0], l[1]) <= stray })
		}) {
			return true
		}
	}
	return false
}
