package feetech_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"draughtsman/arm"
	"draughtsman/arm/feetech"
	"draughtsman/internal/testkit/expect"
)

// The servos are as hot as they may be, and the supply is the only one that is allowed.
func TestMove(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d, b := start(t, func(c *feetech.Config) { c.MinVolts, c.MaxVolts, c.MaxHeat = 7.4, 7.4, 31 })
		for _, to := range []arm.Point{{X: 250, Y: 60, Z: 40}, {X: 250, Y: 60, Z: 8}, {X: 250, Y: 60, Z: 40},
			{X: 180, Y: -90, Z: 40}, {X: 370, Z: 20}} {
			began := time.Now()
			from, err := d.Position(t.Context())
			expect.OK(t, err)
			expect.OK(t, d.Move(t.Context(), to, 100))
			at, err := d.Position(t.Context())
			expect.OK(t, err)
			if off := at.Distance(to); off > 1 {
				t.Errorf("%v is missed by %.2f mm", to, off)
			}
			least := time.Duration(from.Distance(to) / 100 * float64(time.Second))
			if took := time.Since(began); took < least || took > 3*least+time.Second {
				t.Errorf("%.0f mm took %v", from.Distance(to), took)
			}
		}
		b.sent = nil
		if _, err := d.Position(t.Context()); err != nil || len(b.sent) != 1 {
			t.Errorf("%v, asked %d times", err, len(b.sent))
		}
	})
}

// One that trembles by a step may say for ever that it moves: it has arrived when it was calm for three looks more.
func TestTremblingJoint(t *testing.T) {
	var took [2]time.Duration
	for steps := range took {
		bubble(t, func(t *testing.T) {
			d, b := start(t)
			b.servos[2].trembles = float64(steps)
			began := time.Now()
			expect.OK(t, d.Move(t.Context(), arm.Point{X: 250, Y: 60, Z: 40}, 100))
			took[steps] = time.Since(began)
		})
	}
	if took[1]-took[0] != 60*time.Millisecond {
		t.Errorf("%v", took)
	}
}

// Motions that follow each other run into one another. All are looked at before the first.
func TestRun(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d, b := start(t)
		b.sent = nil
		move := func(x, y, z, speed float64) arm.Step {
			return arm.Step{Verb: arm.VerbMove, To: arm.Point{X: x, Y: y, Z: z}, Speed: speed}
		}
		grip := arm.Step{Verb: arm.VerbGrip}
		expect.Error(t, d.Run(t.Context(), []arm.Step{grip, move(401, 0, 40, 100)}), arm.ErrLimit, "step 2, move to X 401.0")
		expect.Error(t, d.Run(t.Context(), []arm.Step{move(200, 0, 80, 100), move(200, 20, 80, 100), move(20, 0, 0, 100)}),
			arm.ErrLimit, "move the arm by way of 2 places to X 20.0")
		if len(b.sent) > 0 {
			t.Errorf("% x was sent", b.sent)
		}
		began := time.Now()
		if err := d.Run(t.Context(), []arm.Step{move(150, 0, 80, 100), move(150, 100, 80, 50), grip,
			{Verb: arm.VerbRelease}, move(150, 0, 80, 100)}); err != nil {
			t.Fatal(err)
		}
		// 100 mm at 100 and at 50 mm/s, and back; the jaws' 0.4 rad at 1.2 rad/s twice; five looks whether it stands.
		if took := time.Since(began); took < 4700*time.Millisecond || took > 5400*time.Millisecond {
			t.Errorf("it took %v", took)
		}
		if at, err := d.Position(t.Context()); err != nil || at.Distance(arm.Point{X: 150, Z: 80}) > 1 {
			t.Errorf("%v, %v", at, err)
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
			expect.OK(t, d.Move(t.Context(), to, 150))
			var before [5]float64
			known := false
			for _, q := range goals(b) {
				// Between two goals the joints turn evenly.
				for k := range 5 {
					now := angles(q)
					for j := range now {
						if known {
							now[j] = before[j] + (now[j]-before[j])*float64(k+1)/5
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
func goals(b *bench) [][5]int { return words(b, 8) }

// speeds are those at which they were sent there, steps/s.
func speeds(b *bench) [][5]int { return words(b, 12) }

// words are what was sent to all five joints, the first of them from a place in the packet.
func words(b *bench, at int) (all [][5]int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, q := range b.sent {
		if q[4] == feetech.SyncWrite && q[5] == 42 && len(q) == 5+2+5*7+1 {
			var g [5]int
			for i := range g {
				g[i] = int(q[at+7*i]) | int(q[at+1+7*i])<<8
			}
			all = append(all, g)
		}
	}
	return all
}

// angles are those that goals stand for.
func angles(goals [5]int) (q [5]float64) {
	for i, j := range so101().Joints {
		q[i] = float64(goals[i]-j.Zero) * 2 * math.Pi / feetech.StepsPerTurn
	}
	return q
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
		expect.OK(t, d.Move(t.Context(), arm.Point{X: 200, Y: -100, Z: 80}, 60))
		b.mu.Lock()
		b.sent = nil
		b.mu.Unlock()
		expect.OK(t, d.Move(t.Context(), arm.Point{X: 200, Y: 100, Z: 80}, 60))
		c := so101()
		var speeds []float64
		var last arm.Point
		for i, q := range goals(b) {
			at := c.Arm.Tip(angles(q))
			if i > 0 {
				speeds = append(speeds, at.Distance(last)/0.02)
			}
			last = at
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
		looks := 0
		for _, q := range b.sent {
			if q[4] == feetech.SyncRead {
				looks++
			}
		}
		if n := len(speeds); looks < n/5 || looks > n/5+10 {
			t.Errorf("%d looks in %d ticks", looks, n)
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
				expect.OK(t, d.Home(t.Context()))
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

// An arm that is not folded rises, then turns about its axis, evenly from one end to the other. The tool's speed is
// 100 mm/s, and the servos are told to be a little faster than they need to be.
func TestHomeRisesAndTurns(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d, b := start(t, func(c *feetech.Config) { c.Raise = 60 })
		c, from := so101(), arm.Point{X: 150, Y: 150, Z: 10}
		expect.OK(t, d.Move(t.Context(), from, 100))
		b.sent = nil
		expect.OK(t, d.Home(t.Context()))
		direction := func(p arm.Point) float64 { return math.Atan2(p.Y, p.X) }
		near, far := math.Hypot(c.Home.X, c.Home.Y), math.Hypot(from.X, from.Y)
		top, tips, sent := 0.0, []arm.Point{}, goals(b)
		for i, q := range sent {
			at := c.Arm.Tip(angles(q))
			want := arm.Point{X: from.X, Y: from.Y, Z: at.Z}
			if at.Z > 59.5 {
				share := (direction(at) - direction(from)) / (direction(c.Home) - direction(from))
				away := far + share*(near-far)
				want = arm.Point{X: away * math.Cos(direction(at)), Y: away * math.Sin(direction(at)), Z: 60 + share*20}
			}
			if at.Distance(want) > 1 {
				t.Fatalf("it goes by %v, want %v", at, want)
			}
			if tips = append(tips, at); i > 5 && tips[i-5].Z > 59.5 {
				top = max(top, at.Distance(tips[i-5])/0.1)
			}
			for j := range q {
				if i == 0 {
					continue
				}
				by := max(q[j]-sent[i-1][j], sent[i-1][j]-q[j])
				if speed := speeds(b)[i][j]; speed < by*50 || speed > by*55+20 {
					t.Fatalf("joint %d is sent by %d steps at %d steps/s", j+1, by, speed)
				}
			}
		}
		if top < 94 || top > 106 {
			t.Errorf("at most %.0f mm/s", top)
		}
	})
}

// Gravity pulls joints down: they are sent further until they are there.
func TestJointsThatStopShort(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d, b := start(t)
		b.servos[2].droop, b.servos[3].droop = -14, -9
		to := arm.Point{X: 300, Y: 40, Z: 20}
		expect.OK(t, d.Move(t.Context(), to, 100))
		if at, err := d.Position(t.Context()); err != nil || at.Distance(to) > 2.5 {
			t.Errorf("%v, %v", at, err)
		}
		b.servos[2].droop = -100 // and 60 is the most
		err := d.Move(t.Context(), arm.Point{X: 200, Y: 40, Z: 20}, 100)
		expect.Error(t, err, arm.ErrAlarm, "servo 2 (shoulder_lift) stands 3.5°")
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
		expect.OK(t, d.Grip(t.Context()))
		if holds, err := d.Holding(t.Context()); !holds || err != nil {
			t.Errorf("holds %v, %v", holds, err)
		}
		expect.OK(t, d.Move(t.Context(), arm.Point{X: 200, Z: 50}, 100))
		b.servos[6].least = 0 // it slips out
		<-time.After(time.Second)
		if holds, err := d.Holding(t.Context()); holds || err != nil {
			t.Errorf("holds %v, %v", holds, err)
		}
	})
}

// Jaws feel something when for three looks they have stopped and work hard, or lag. What is as thin as nothing is none.
func TestWhatJawsFeel(t *testing.T) {
	for _, c := range []struct {
		opening float64 // at which there is something
		presses int
		holds   bool
		took    time.Duration
	}{
		{0.3, 120, true, 160 * time.Millisecond},
		{0.3, 119, true, 240 * time.Millisecond}, // it lags by 0.12 rad after 9 looks more
		{0.11, 120, true, 320 * time.Millisecond},
		{0.11, 119, false, 340 * time.Millisecond},
		{0.09, 300, false, 340 * time.Millisecond},
		{-1, 0, false, 400 * time.Millisecond}, // 0.4 rad at 1.2 rad/s, and three looks
	} {
		bubble(t, func(t *testing.T) {
			d, b := start(t)
			b.servos[6].least, b.servos[6].presses = 1500+c.opening*feetech.StepsPerTurn/2/math.Pi, c.presses
			b.servos[6].trembles = 1
			began := time.Now()
			expect.OK(t, d.Grip(t.Context()))
			took := time.Since(began)
			if holds, err := d.Holding(t.Context()); holds != c.holds || err != nil || took != c.took {
				t.Errorf("%+v: holds %v, %v, after %v", c, holds, err, took)
			}
		})
	}
}

// Jaws that do not open are noticed when they have stood for half a second. They may be 0.012 rad off, which is more
// than 8 steps.
func TestRelease(t *testing.T) {
	for _, c := range []struct {
		droop float64
		stuck bool
		took  time.Duration
		says  string
	}{
		{8, false, 340 * time.Millisecond, ""},
		{9, false, 860 * time.Millisecond, "servo 6 (gripper) stands 0.8° from where it was sent"},
		{0, true, 520 * time.Millisecond, "servo 6 (gripper) stands 22.9° from where it was sent"},
	} {
		bubble(t, func(t *testing.T) {
			d, b := start(t)
			expect.OK(t, d.Grip(t.Context()))
			b.servos[6].droop, b.servos[6].stuck = c.droop, c.stuck
			if c.stuck {
				b.servos[6].trembles = 1
			}
			began := time.Now()
			err := d.Release(t.Context())
			took := time.Since(began)
			if c.says == "" && err != nil || took.Round(20*time.Millisecond) != c.took {
				t.Errorf("%+v: %v, after %v", c, err, took)
			}
			if c.says != "" {
				expect.Error(t, err, arm.ErrAlarm, c.says)
			}
		})
	}
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
		b.servos[6].least = 1700
		expect.OK(t, d.Grip(t.Context()))
		grip := b.servos[6].get(42)
		took, err := stopped(t.Context(), t, d, func() {
			b.mu.Lock()
			b.servos[2].trembles = 2
			b.mu.Unlock()
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
		if now := b.servos[6].get(42); now != grip {
			t.Errorf("the jaws are sent from %d to %d", grip, now)
		}
		b.servos[2].trembles = 0
		expect.Error(t, d.Move(t.Context(), arm.Point{X: 200, Z: 50}, 100), arm.ErrStopped, "home it")
		expect.OK(t, d.Home(t.Context()))
		expect.OK(t, d.Move(t.Context(), arm.Point{X: 200, Z: 50}, 100))
	})
}

// Also while an answer is waited for.
func TestCancel(t *testing.T) {
	for _, asking := range []bool{false, true} {
		bubble(t, func(t *testing.T) {
			d, b := start(t)
			ctx, cancel := context.WithCancel(t.Context())
			took, err := stopped(ctx, t, d, func() {
				if !asking {
					cancel()
					return
				}
				b.mu.Lock()
				defer b.mu.Unlock()
				b.twist = func(_, reply []byte) []byte {
					if ctx.Err() == nil {
						cancel()
						return nil
					}
					return reply
				}
			})
			expect.Error(t, err, arm.ErrStopped, "home it before it moves again")
			expect.Error(t, err, context.Canceled, "")
			if took > 250*time.Millisecond {
				t.Errorf("it took %v", took)
			}
			expect.Error(t, d.Move(t.Context(), arm.Point{X: 200, Z: 50}, 100), arm.ErrStopped, "")
		})
	}
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
		expect.OK(t, d.Hold(t.Context()))
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
		expect.OK(t, d.Resume(t.Context()))
		expect.OK(t, <-moved)
	})
}

// An arm that was pushed away while it was held does not go on.
func TestHoldAndPush(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d, b := start(t)
		moved := expect.Later(func() error { return d.Move(t.Context(), arm.Point{X: 150, Y: 140, Z: 80}, 100) })
		<-time.After(500 * time.Millisecond)
		expect.OK(t, d.Hold(t.Context()))
		b.mu.Lock()
		b.servos[1].at += 150
		b.servos[1].stuck = true
		b.mu.Unlock()
		<-time.After(5 * time.Second)
		expect.OK(t, d.Resume(t.Context()))
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

// What a dry run writes down is what is sent: once, and nothing for a joint that is off by as much as it may be. The
// arm has arrived one or two looks after the last.
func TestProgram(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d, b := start(t, func(c *feetech.Config) { c.Tolerance = 0.02 })
		b.servos[2].droop = -14 // 0.02 rad are 13.04 steps
		for _, s := range b.servos {
			s.shy = true
		}
		steps := []arm.Step{{Verb: arm.VerbMove, To: arm.Point{X: 250, Y: 60, Z: 40}, Speed: 100},
			{Verb: arm.VerbMove, To: arm.Point{X: 250, Y: 60, Z: 8}, Speed: 20}, {Verb: arm.VerbGrip}, {Verb: arm.VerbRelease}}
		want, err := feetech.Program(so101(), steps)
		expect.OK(t, err)
		b.mu.Lock()
		b.sent = nil
		b.mu.Unlock()
		var got strings.Builder
		for _, s := range steps {
			fmt.Fprintf(&got, "# %v\n", s)
			began := time.Now()
			expect.OK(t, s.Do(t.Context(), d))
			sent := slices.DeleteFunc(b.sent, func(q []byte) bool { return q[4] != feetech.SyncWrite })
			took := time.Since(began)
			looks := took/(20*time.Millisecond) - time.Duration(len(sent)-1)
			if s.Verb == arm.VerbMove && looks != 1 && looks != 2 {
				t.Errorf("%d goals took %v", len(sent), took)
			}
			if s.Verb != arm.VerbMove { // jaws are sent to the last again until they are there
				sent = slices.CompactFunc(sent, bytes.Equal)
			}
			for _, q := range sent {
				fmt.Fprintf(&got, "% X\n", q)
			}
			b.sent = nil
		}
		if diff := cmp.Diff(want, got.String()); diff != "" {
			t.Error(diff)
		}
	})
	text, err := feetech.Program(so101(), []arm.Step{{Verb: arm.VerbHome}})
	if err != nil || strings.Count(text, "\n") != 2 {
		t.Errorf("where it waits it is homed by %s, %v", text, err)
	}
	_, err = feetech.Program(so101(), []arm.Step{{Verb: arm.VerbGrip},
		{Verb: arm.VerbMove, To: arm.Point{X: 700}, Speed: 10}})
	expect.Error(t, err, arm.ErrLimit, "step 2, move to X 700.0")
}
