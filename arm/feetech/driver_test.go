package feetech_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"draughtsman/arm"
	"draughtsman/arm/feetech"
	"draughtsman/internal/testkit/expect"
)

func TestMove(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d, _ := start(t)
		for _, to := range []arm.Point{{X: 250, Y: 60, Z: 40}, {X: 250, Y: 60, Z: 8}, {X: 250, Y: 60, Z: 40},
			{X: 180, Y: -90, Z: 40}, {X: 370, Z: 20}} {
			began := time.Now()
			from, err := d.Position(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if err := d.Move(t.Context(), to, 100); err != nil {
				t.Fatal(err)
			}
			at, err := d.Position(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if off := at.Distance(to); off > 1 {
				t.Errorf("%v is missed by %.2f mm", to, off)
			}
			least := time.Duration(from.Distance(to) / 100 * float64(time.Second))
			if took := time.Since(began); took < least || took > 3*least+time.Second {
				t.Errorf("%.0f mm took %v", from.Distance(to), took)
			}
		}
	})
}

// What is sent lies on the line, steps of the servos included.
func TestLinesAreStraight(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d, b := start(t)
		c := so101()
		points := []arm.Point{{X: 150, Y: -100, Z: 80}, {X: 140, Y: 150, Z: 60}, {X: 340, Y: 90, Z: 30},
			{X: 200, Y: -250, Z: 45}, {X: 200, Y: -250, Z: 5}, {X: 120, Y: -30, Z: 100}}
		worst := 0.0
		for i, to := range points[1:] {
			b.mu.Lock()
			b.sent = nil
			b.mu.Unlock()
			if err := d.Move(t.Context(), to, 150); err != nil {
				t.Fatal(err)
			}
			var before [5]float64
			known := false
			for _, q := range goals(b) {
				// Between two goals the joints turn evenly.
				for k := range 5 {
					var now [5]float64
					for j := range now {
						angle := float64(q[j]-c.Joints[j].Zero) * 2 * math.Pi / feetech.StepsPerTurn
						now[j] = angle
						if known {
							now[j] = before[j] + (angle-before[j])*float64(k+1)/5
						}
					}
					worst = max(worst, aside(c.Arm.Tip(now), points[i], to))
					if k == 4 {
						before, known = now, true
					}
				}
			}
		}
		t.Logf("at most %.2f mm beside the line", worst)
		if worst > 1 {
			t.Errorf("%.2f mm beside the line", worst)
		}
	})
}

// goals are the positions that were sent to all five joints, in order.
func goals(b *bench) (all [][5]int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, q := range b.sent {
		if q[4] == feetech.SyncWrite && q[5] == 42 && len(q) == 5+2+5*7+1 {
			var g [5]int
			for i := range g {
				g[i] = int(q[8+7*i]) | int(q[9+7*i])<<8
			}
			all = append(all, g)
		}
	}
	return all
}

// aside is how far a point lies from the line between two others.
func aside(p, from, to arm.Point) float64 {
	length := from.Distance(to)
	along := ((p.X-from.X)*(to.X-from.X) + (p.Y-from.Y)*(to.Y-from.Y) + (p.Z-from.Z)*(to.Z-from.Z)) / (length * length)
	along = min(1, max(0, along))
	return p.Distance(arm.Point{X: from.X + along*(to.X-from.X), Y: from.Y + along*(to.Y-from.Y),
		Z: from.Z + along*(to.Z-from.Z)})
}

// The tool speeds up and slows down steadily, and is as fast as it was told.
func TestSpeedRisesAndFalls(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d, b := start(t, func(c *feetech.Config) { c.Accel = 300 })
		if err := d.Move(t.Context(), arm.Point{X: 200, Y: -100, Z: 80}, 60); err != nil {
			t.Fatal(err)
		}
		b.mu.Lock()
		b.sent = nil
		b.mu.Unlock()
		if err := d.Move(t.Context(), arm.Point{X: 200, Y: 100, Z: 80}, 60); err != nil {
			t.Fatal(err)
		}
		c := so101()
		var speeds []float64
		var last arm.Point
		for i, q := range goals(b) {
			var angles [5]float64
			for j := range angles {
				angles[j] = float64(q[j]-c.Joints[j].Zero) * 2 * math.Pi / feetech.StepsPerTurn
			}
			if at := c.Arm.Tip(angles); i > 0 {
				speeds = append(speeds, at.Distance(last)/0.02)
			}
			last = c.Arm.Tip(angles)
		}
		top := 0.0
		for i := 5; i < len(speeds); i++ {
			// Five ticks together: a single one is no longer than a few steps.
			mean := (speeds[i-4] + speeds[i-3] + speeds[i-2] + speeds[i-1] + speeds[i]) / 5
			top = max(top, mean)
		}
		if top < 55 || top > 72 {
			t.Errorf("at most %.0f mm/s", top)
		}
		if n := len(speeds); speeds[0] > 40 || speeds[n-1] > 40 || n < 160 {
			t.Errorf("%d ticks, the first at %.0f, the last at %.0f mm/s", n, speeds[0], speeds[n-1])
		}
	})
}

func TestRefusesWhatCannotBe(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d, b := start(t)
		b.mu.Lock()
		b.sent = nil
		b.mu.Unlock()
		for _, c := range []struct {
			to    arm.Point
			speed float64
			says  string
		}{
			{arm.Point{X: 401}, 100, "X 401.0 mm is outside the arm's limits"},
			{arm.Point{X: 399, Y: 399}, 100, "out of the arm's reach"},
			{arm.Point{X: 20}, 100, "too near the axis"},
			{arm.Point{X: -150, Y: 100, Z: 80}, 100, "the base would have to turn"},
			{arm.Point{X: -50, Y: 150, Z: 80}, 100, "on the way there X "}, // past the base
			{arm.Point{X: 200}, 201, "a speed of 201.0 mm/s"},
			{arm.Point{X: math.NaN()}, 10, "X NaN mm"},
		} {
			expect.Error(t, d.Move(t.Context(), c.to, c.speed), arm.ErrLimit, c.says)
		}
		if len(b.sent) > 0 {
			t.Errorf("% x was sent", b.sent)
		}
		if err := d.Move(t.Context(), arm.Point{X: 200, Z: 50}, 100); err != nil {
			t.Error(err)
		}
	})
}

func TestNothingMovesBeforeHoming(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := so101()
		b := newBench(t, c)
		d := connect(t, c, b)
		expect.Error(t, d.Move(t.Context(), arm.Point{X: 200, Z: 50}, 100), arm.ErrNotHomed, "")
		expect.Error(t, d.Grip(t.Context()), arm.ErrNotHomed, "")
		for _, q := range b.sent {
			if q[4] == feetech.Write || q[4] == feetech.SyncWrite {
				t.Errorf("% x was written", q)
			}
		}
	})
}

// From wherever the arm was left, nothing jumps, and it ends where it waits.
func TestHome(t *testing.T) {
	for name, pose := range map[string][5]int{
		"the middle":   {2048, 2048, 2048, 2048, 2048},
		"folded":       {2100, 1000, 3050, 2900, 2048},
		"over the way": {1900, 2500, 1700, 2900, 3130},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				c := so101()
				b := newBench(t, c)
				for i, at := range pose {
					b.servos[byte(i+1)].at = float64(at)
					b.servos[byte(i+1)].put(42, 0) // what a servo says that was never told
				}
				d := connect(t, c, b)
				if err := d.Home(t.Context()); err != nil {
					t.Fatal(err)
				}
				at, err := d.Position(t.Context())
				if err != nil || at.Distance(c.Home) > 1 {
					t.Errorf("%v, %v", at, err)
				}
				last := pose
				for _, q := range goals(b) {
					for j := range q {
						if by := q[j] - last[j]; by > 40 || by < -40 {
							t.Fatalf("joint %d jumps from %d to %d", j+1, last[j], q[j])
						}
					}
					last = q
				}
			})
		})
	}
}

// Gravity pulls joints down: they are sent further until they are there.
func TestJointsThatStopShort(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d, b := start(t)
		b.servos[2].droop, b.servos[3].droop = -14, -9
		to := arm.Point{X: 300, Y: 40, Z: 20}
		if err := d.Move(t.Context(), to, 100); err != nil {
			t.Fatal(err)
		}
		if at, err := d.Position(t.Context()); err != nil || at.Distance(to) > 2.5 {
			t.Errorf("%v, %v", at, err)
		}
		b.servos[2].droop = -200
		err := d.Move(t.Context(), arm.Point{X: 200, Y: 40, Z: 20}, 100)
		expect.Error(t, err, arm.ErrAlarm, "servo 2 (shoulder_lift) stands")
		expect.Error(t, d.Move(t.Context(), to, 100), arm.ErrAlarm, "")
		b.servos[2].droop = 0
		if err := d.Home(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

func TestGripFeelsADisc(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d, b := start(t)
		b.servos[6].least = 1500 + 0.3*feetech.StepsPerTurn/2/math.Pi
		if err := d.Grip(t.Context()); err != nil {
			t.Fatal(err)
		}
		if holds, err := d.Holding(t.Context()); !holds || err != nil {
			t.Errorf("holds %v, %v", holds, err)
		}
		if err := d.Move(t.Context(), arm.Point{X: 200, Z: 50}, 100); err != nil {
			t.Fatal(err)
		}
		b.servos[6].least = 0 // it slips out
		<-time.After(time.Second)
		if holds, err := d.Holding(t.Context()); holds || err != nil {
			t.Errorf("holds %v, %v", holds, err)
		}
		if err := d.Release(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := d.Grip(t.Context()); err != nil {
			t.Fatal(err)
		}
		if holds, err := d.Holding(t.Context()); holds || err != nil {
			t.Errorf("of nothing: holds %v, %v", holds, err)
		}
	})
}

// stopped is a motion of 240 mm that something ends after half a second.
func stopped(ctx context.Context, t *testing.T, d *feetech.Driver, end func()) (took time.Duration, err error) {
	t.Helper()
	moved := expect.Later(func() error { return d.Move(ctx, arm.Point{X: 150, Y: 140, Z: 80}, 100) })
	<-time.After(500 * time.Millisecond)
	synctest.Wait()
	began := time.Now()
	end()
	err = <-moved
	return time.Since(began), err
}

func TestStop(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d, b := start(t)
		if err := d.Stop(t.Context()); err != nil { // at rest
			t.Fatal(err)
		}
		took, err := stopped(t.Context(), t, d, func() {
			if err := d.Stop(t.Context()); err != nil {
				t.Error(err)
			}
		})
		expect.Error(t, err, arm.ErrStopped, "")
		if took > 150*time.Millisecond {
			t.Errorf("it took %v", took)
		}
		still, _ := d.Position(t.Context())
		<-time.After(time.Second)
		if at, err := d.Position(t.Context()); err != nil || at.Distance(still) > 1 || at.Y > 60 {
			t.Errorf("from %v to %v, %v", still, at, err)
		}
		for id, s := range b.servos {
			if s.r[40] != 1 {
				t.Errorf("servo %d was let go", id)
			}
		}
		expect.Error(t, d.Move(t.Context(), arm.Point{X: 200, Z: 50}, 100), arm.ErrStopped, "home it")
		if err := d.Home(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := d.Move(t.Context(), arm.Point{X: 200, Z: 50}, 100); err != nil {
			t.Fatal(err)
		}
	})
}

func TestCancel(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d, _ := start(t)
		ctx, cancel := context.WithCancel(t.Context())
		took, err := stopped(ctx, t, d, cancel)
		expect.Error(t, err, arm.ErrStopped, "")
		expect.Error(t, err, context.Canceled, "")
		if took > 150*time.Millisecond {
			t.Errorf("it took %v", took)
		}
	})
}

// Servos that go on moving when they are told to stand still are let go: the last resort.
func TestStopOfAnArmThatDoesNotListen(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d, b := start(t)
		_, err := stopped(t.Context(), t, d, func() {
			b.mu.Lock()
			b.servos[4].frozen = true
			b.mu.Unlock()
			_ = d.Stop(t.Context())
		})
		expect.Error(t, err, arm.ErrPositionLost, "was let go")
		for id, s := range b.servos {
			if s.r[40] != 0 {
				t.Errorf("servo %d still pulls", id)
			}
		}
	})
}

func TestHoldAndResume(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d, _ := start(t)
		moved := expect.Later(func() error { return d.Move(t.Context(), arm.Point{X: 150, Y: 140, Z: 80}, 100) })
		<-time.After(500 * time.Millisecond)
		if err := d.Hold(t.Context()); err != nil {
			t.Fatal(err)
		}
		still, _ := d.Position(t.Context())
		<-time.After(5 * time.Second)
		if at, err := d.Position(t.Context()); err != nil || at.Distance(still) > 1 {
			t.Errorf("from %v to %v, %v", still, at, err)
		}
		select {
		case err := <-moved:
			t.Fatalf("the motion ended: %v", err)
		default:
		}
		if err := d.Resume(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := <-moved; err != nil {
			t.Fatal(err)
		}
	})
}

// An arm that was pushed away while it was held does not go on.
func TestHoldAndPush(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d, b := start(t)
		moved := expect.Later(func() error { return d.Move(t.Context(), arm.Point{X: 150, Y: 140, Z: 80}, 100) })
		<-time.After(500 * time.Millisecond)
		if err := d.Hold(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.mu.Lock()
		b.servos[1].at += 150
		b.servos[1].stuck = true
		b.mu.Unlock()
		<-time.After(5 * time.Second)
		if err := d.Resume(t.Context()); err != nil {
			t.Fatal(err)
		}
		expect.Error(t, <-moved, arm.ErrPositionLost, "from where it was brought")
		expect.Error(t, d.Move(t.Context(), arm.Point{X: 200, Z: 50}, 100), arm.ErrPositionLost, "")
	})
}

func TestCloseInMotion(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d, _ := start(t)
		_, err := stopped(t.Context(), t, d, func() {
			for range 2 {
				if err := d.Close(); err != nil {
					t.Error(err)
				}
			}
		})
		expect.Error(t, err, arm.ErrDisconnected, "")
	})
}

// What a dry run writes down is what is sent.
func TestProgram(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d, b := start(t)
		steps := []arm.Step{{Verb: arm.VerbMove, To: arm.Point{X: 250, Y: 60, Z: 40}, Speed: 100},
			{Verb: arm.VerbMove, To: arm.Point{X: 250, Y: 60, Z: 8}, Speed: 20}}
		want, err := feetech.Program(so101(), steps)
		if err != nil {
			t.Fatal(err)
		}
		b.mu.Lock()
		b.sent = nil
		b.mu.Unlock()
		var got strings.Builder
		for _, s := range steps {
			fmt.Fprintf(&got, "# %v\n", s)
			if err := s.Do(t.Context(), d); err != nil {
				t.Fatal(err)
			}
			b.mu.Lock()
			for _, q := range b.sent {
				if q[4] == feetech.SyncWrite {
					fmt.Fprintf(&got, "% X\n", q)
				}
			}
			b.sent = nil
			b.mu.Unlock()
		}
		if diff := cmp.Diff(want, got.String()); diff != "" {
			t.Error(diff)
		}
	})
	_, err := feetech.Program(so101(), []arm.Step{{Verb: arm.VerbGrip},
		{Verb: arm.VerbMove, To: arm.Point{X: 700}, Speed: 10}})
	expect.Error(t, err, arm.ErrLimit, "step 2, move to X 700.0")
}
