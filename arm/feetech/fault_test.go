package feetech_test

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"time"

	"draughtsman/arm"
	"draughtsman/arm/feetech"
	"draughtsman/internal/testkit/expect"
)

func TestConnectSaysWhatIsWrong(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*bench)
		want   error
		says   string
	}{
		"no power": {func(b *bench) { clear(b.servos) }, arm.ErrNoAnswer, "not one byte came from the port"},
		"no power behind an echo": {func(b *bench) { clear(b.servos); b.echo = true },
			arm.ErrNoAnswer, "the adapter returns what is sent"},
		"another baud rate": {func(b *bench) {
			b.twist = func(_, r []byte) []byte { return bytes.Repeat([]byte{0xf8, 0x7e}, len(r)/2) }
		},
			arm.ErrWrongFirmware, "none of them is a servo's"},
		"a plug that is off": {func(b *bench) { b.servos[5].deaf, b.servos[6].deaf = true, true },
			arm.ErrNoAnswer, "nothing answers as servo 5 (wrist_roll) and servo 6 (gripper), while 4 others do"},
		"a wrong id": {func(b *bench) { b.servos[20] = b.servos[3]; delete(b.servos, 3) },
			arm.ErrNoAnswer, "nothing answers as servo 3 (elbow_flex), but something does as id 20"},
		"another servo": {func(b *bench) { b.servos[2].put(3, 1284) }, arm.ErrWrongFirmware,
			"servo 2 (shoulder_lift) is of model 1284"},
		"wheel mode": {func(b *bench) { b.servos[2].r[33] = 1 }, arm.ErrWrongFirmware, "is set to mode 1"},
		"limits of its own": {func(b *bench) { b.servos[3].put(9, 1500); b.servos[3].put(11, 3000) }, nil,
			"servo 3 (elbow_flex) goes from -48.2° to 83.7° by its own setting"},
		"a lower limit of its own": {func(b *bench) { b.servos[2].put(9, 1500) }, nil,
			"servo 2 (shoulder_lift) goes from -48.2°"},
		"a gripper's own": {func(b *bench) { b.servos[6].put(9, 1600); b.servos[6].put(11, 3000) }, nil,
			"change closed or open_deg"},
		"a plug that is half in": {func(b *bench) {
			b.twist = func(q, r []byte) []byte {
				if q[2] == 2 && q[4] == feetech.Read {
					return nil
				}
				return r
			}
		}, arm.ErrNoAnswer, "servo 2 (shoulder_lift) answers to its name and not to questions"},
		"a flat battery": {func(b *bench) { b.servos[1].r[62] = 39 }, arm.ErrAlarm,
			"servo 1 (shoulder_pan) measures 3.9 V"},
		"a fault": {func(b *bench) { b.servos[4].r[65] = 1 }, arm.ErrAlarm,
			"servo 4 (wrist_flex) reports that its supply voltage is out of range"},
		"heat":      {func(b *bench) { b.servos[4].r[63] = 71 }, arm.ErrAlarm, "71 °C hot"},
		"unplugged": {func(b *bench) { b.unplug() }, arm.ErrDisconnected, "cable"},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				b := newBench(t, so101())
				c.change(b)
				began := time.Now()
				_, err := feetech.Connect(t.Context(), b, so101())
				if c.want == nil {
					c.want = err
				}
				expect.Error(t, err, c.want, c.says)
				if took := time.Since(began); took > 5*time.Second {
					t.Errorf("it took %v", took)
				}
			})
		})
	}
}

func TestConfigIsChecked(t *testing.T) {
	for _, change := range []func(*feetech.Config){ // as far as it goes
		func(c *feetech.Config) { c.Joints[0].ID, c.Gripper.Thin, c.Gripper.Torque = 252, 0, 1000 },
		func(c *feetech.Config) { c.Joints[0].Zero, c.Arm.Limits[0].Min, c.Gripper.Closed = 1024, -math.Pi/2, 0 },
		func(c *feetech.Config) {
			c.Joints[0].Zero, c.Arm.Limits[0].Max, c.Gripper.Closed = 3071, math.Pi/2, 3834
		},
		func(c *feetech.Config) { c.Gripper.Closed, c.Gripper.Reversed, c.Gripper.Load = 4095, true, 399 },
	} {
		c := so101()
		change(&c)
		if _, err := feetech.Program(c, nil); err != nil {
			t.Error(err)
		}
	}
	for says, change := range map[string]func(*feetech.Config){
		"limits on X":                      func(c *feetech.Config) { c.Limits.Max.X = -500 },
		"upper link":                       func(c *feetech.Config) { c.Arm.Links.Upper = 0 },
		"needs one of its own":             func(c *feetech.Config) { c.Joints[1].ID = 1 },
		"253; every servo needs one":       func(c *feetech.Config) { c.Joints[1].ID = 253 },
		"positions -":                      func(c *feetech.Config) { c.Joints[1].Zero = 100 },
		"to 4096 of its servo":             func(c *feetech.Config) { c.Joints[0].Zero, c.Arm.Limits[0].Max = 3072, 1.5708 },
		"holds from 22.9°":                 func(c *feetech.Config) { c.Gripper.Thin = 0.4 },
		"the gripper opens by 0.0°":        func(c *feetech.Config) { c.Gripper.Open = 0 },
		"the gripper opens by 180.0°":      func(c *feetech.Config) { c.Gripper.Open, c.Gripper.Closed = math.Pi, 0 },
		"closed and open are 3835 and 409": func(c *feetech.Config) { c.Gripper.Closed = 3835 },
		"torque goes up to 1000":           func(c *feetech.Config) { c.Gripper.Torque = 1001 },
		"torque is 400 and its load 400":   func(c *feetech.Config) { c.Gripper.Load = 400 },
		"the place where the arm waits":    func(c *feetech.Config) { c.Home.X = 10 },
		"must be more than 0":              func(c *feetech.Config) { c.Tick = -1 },
		"place where the arm waits: X 500": func(c *feetech.Config) { c.Home.X = 500 },
	} {
		bubble(t, func(t *testing.T) {
			b := newBench(t, so101())
			c := so101()
			change(&c)
			if _, err := feetech.Connect(t.Context(), b, c); err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%v, want %q", err, says)
			}
			select {
			case <-b.closed:
			default:
				t.Error("the port stays open")
			}
		})
	}
}

// Answers that get lost, are garbled, late, preceded by noise or by an echo do no harm as long as some come through.
func TestABadLine(t *testing.T) {
	for name, twist := range map[string]func(n int, b *bench, reply []byte) []byte{
		"lost": func(n int, _ *bench, r []byte) []byte {
			if n%7 == 3 {
				return nil
			}
			return r
		},
		"garbled": func(n int, _ *bench, r []byte) []byte {
			if n%7 == 3 {
				r[len(r)/2] ^= 0x40
			}
			return r
		},
		"cut short": func(n int, _ *bench, r []byte) []byte {
			if n%7 == 3 {
				return r[:len(r)-2]
			}
			return r
		},
		"noise": func(_ int, _ *bench, r []byte) []byte { return append([]byte{0, 0xff, 0x13}, r...) },
		"late": func(n int, b *bench, r []byte) []byte {
			if n%9 != 4 {
				return r
			}
			go func() {
				<-time.After(90 * time.Millisecond)
				b.out <- r
			}()
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				d, b := start(t)
				n := 0
				b.twist = func(_, r []byte) []byte { n++; return twist(n, b, r) }
				for _, to := range []arm.Point{{X: 300, Y: 40, Z: 20}, {X: 180, Y: -60, Z: 60}} {
					expect.OK(t, d.Move(t.Context(), to, 100))
					if at, err := d.Position(t.Context()); err != nil || at.Distance(to) > 1 {
						t.Errorf("%v, %v", at, err)
					}
				}
				if n < 50 {
					t.Errorf("only %d answers", n)
				}
				b.mu.Lock()
				b.twist = nil
				b.mu.Unlock()
				<-time.After(time.Second)
			})
		})
	}
}

// An adapter that returns what is sent: also while a servo reports a fault, when an echoed question looks just like
// its answer.
func TestEchoingAdapter(t *testing.T) {
	bubble(t, func(t *testing.T) {
		b := newBench(t, so101())
		b.echo = true
		d := connect(t, so101(), b)
		expect.OK(t, d.Home(t.Context()))
		expect.OK(t, d.Move(t.Context(), arm.Point{X: 200, Z: 50}, 100))
		b.servos[1].r[65] = 1
		expect.Error(t, d.Move(t.Context(), arm.Point{X: 150, Z: 50}, 100), arm.ErrAlarm, "supply voltage")
	})
}

func TestWhatEndsAMotion(t *testing.T) {
	for name, c := range map[string]struct {
		happens func(*bench)
		want    error
		says    string
	}{
		"a servo falls silent": {func(b *bench) { b.servos[3].deaf = true }, arm.ErrNoAnswer,
			"servo 3 (elbow_flex) is silent"},
		"all fall silent": {func(b *bench) { clear(b.servos) }, arm.ErrNoAnswer, "servo 1 (shoulder_pan) is silent"},
		"overload":        {func(b *bench) { b.servos[2].r[65] = 32 }, arm.ErrAlarm, "it was overloaded and let go"},
		"heat":            {func(b *bench) { b.servos[2].r[65] = 4 }, arm.ErrAlarm, "it is too hot"},
		"what is not documented": {func(b *bench) { b.servos[2].r[65] = 64 }, arm.ErrAlarm,
			"servo 2 (shoulder_lift) reports that status bits 01000000, which are not documented"},
		"one that never rests": {func(b *bench) { b.servos[2].trembles = 3 }, arm.ErrAlarm, "stands 0."},
		"a dip of the supply": {func(b *bench) { b.servos[2].r[40] = 0 }, arm.ErrPositionLost,
			"servo 2 (shoulder_lift) has let go"},
		"something in its way": {func(b *bench) { b.servos[1].stuck = true }, arm.ErrAlarm, "servo 1 (shoulder_pan) stands"},
		"the cable is pulled":  {func(b *bench) { b.unplug() }, arm.ErrDisconnected, "cable"},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				d, b := start(t)
				took, err := stopped(t.Context(), t, d, func() {
					if name == "the cable is pulled" {
						b.unplug()
						return
					}
					b.mu.Lock()
					defer b.mu.Unlock()
					c.happens(b)
				})
				expect.Error(t, err, c.want, c.says)
				if took > 6*time.Second {
					t.Errorf("it took %v", took)
				}
				expect.Error(t, d.Move(t.Context(), arm.Point{X: 200, Z: 50}, 100), c.want, "")
			})
		})
	}
}

// After a fault the arm goes on by homing, and nothing is made up for.
func TestHomingAfterADip(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d, b := start(t)
		expect.OK(t, d.Move(t.Context(), arm.Point{X: 300, Z: 20}, 100))
		b.mu.Lock()
		for _, s := range b.servos {
			s.r[40] = 0
		}
		b.servos[2].at -= 150 // it has sunk
		b.servos[3].r[65] = 32
		b.mu.Unlock()
		if err := d.Move(t.Context(), arm.Point{X: 200, Z: 50}, 100); err == nil {
			t.Fatal("it moves")
		}
		b.servos[4].numb = 5 // it misses that it has to hold, twice
		expect.OK(t, d.Home(t.Context()))
		expect.OK(t, d.Move(t.Context(), arm.Point{X: 200, Z: 50}, 100))
	})
}

// Whatever comes over the line, a question ends in bounded time.
func FuzzLine(f *testing.F) {
	for _, b := range [][]byte{{}, {0xff, 0xff, 1, 2, 0, 0xfc}, {0xff, 0xff, 3, 250, 1}, bytes.Repeat([]byte{0xff}, 40)} {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, said []byte) {
		bubble(t, func(t *testing.T) {
			d, b := start(t)
			b.twist = func(_, r []byte) []byte { return said }
			began := time.Now()
			if _, err := d.Position(t.Context()); err == nil && len(said) < 8 {
				t.Errorf("a position out of % x", said)
			}
			if took := time.Since(began); took > 2*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	})
}
