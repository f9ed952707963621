package dobot_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"draughtsman/arm"
	"draughtsman/arm/dobot"
	"draughtsman/arm/session"
	"draughtsman/internal/testkit/expect"
)

var config = dobot.Config{
	Config: session.Config{Limits: arm.Limits{Min: arm.Point{X: 150, Y: -150, Z: -60},
		Max:      arm.Point{X: 300, Y: 150, Z: 90},
		MaxSpeed: 150}},
	Rest: arm.Point{X: 200, Y: 0, Z: 80},
}

// on runs a test with a driver that is connected to an arm and has homed it.
func on(t *testing.T, f *fake, test func(t *testing.T, d *dobot.Driver)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		d, err := dobot.Connect(t.Context(), f, config)
		expect.OK(t, err)
		defer d.Close()
		expect.OK(t, d.Home(t.Context()))
		f.mu.Lock()
		f.made, f.packets = nil, 0
		f.mu.Unlock()
		test(t, d)
	})
}

func moves(speed float64, to ...arm.Point) (steps []arm.Step) {
	for _, p := range to {
		steps = append(steps, arm.Step{Verb: arm.VerbMove, To: p, Speed: speed})
	}
	return steps
}

// transfer is a transfer: rises, travels round a corner, and at two speeds.
var transfer = slices.Concat(
	moves(100, arm.Point{X: 250, Y: 50, Z: 20}), moves(20, arm.Point{X: 250, Y: 50, Z: -50}),
	[]arm.Step{{Verb: arm.VerbGrip}},
	moves(60, arm.Point{X: 250, Y: 50, Z: 20}), moves(100, arm.Point{X: 220, Y: 0, Z: 20},
		arm.Point{X: 250, Y: -50, Z: 20}),
	moves(60, arm.Point{X: 250, Y: -50, Z: -40}), []arm.Step{{Verb: arm.VerbRelease}},
	moves(60, arm.Point{X: 250, Y: -50, Z: 20}),
)

// planned are the motions of the transfer.
func planned() (points []arm.Point) {
	for _, s := range transfer {
		if s.Verb == arm.VerbMove {
			points = append(points, s.To)
		}
	}
	return points
}

// deeds is what an arm has done, in words.
func (f *fake) deeds() (made []arm.Point, tool []byte, packets int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.proceed()
	return slices.Clone(f.made), slices.Clone(f.tool), f.packets
}

func TestConnectAndHome(t *testing.T) {
	for name, f := range map[string]*fake{"an arm": newFake(), "older firmware": {old: true},
		"byte by byte": {crumbs: true}} {
		t.Run(name, func(t *testing.T) {
			whole := newFake()
			whole.old, whole.crumbs = f.old, f.crumbs
			synctest.Test(t, func(t *testing.T) {
				d, err := dobot.Connect(t.Context(), whole, config)
				expect.OK(t, err)
				defer d.Close()
				if d.Version() != "3.2.2" {
					t.Errorf("version %q", d.Version())
				}
				expect.Error(t, d.Move(t.Context(), config.Rest, 100), arm.ErrNotHomed, "")
				expect.OK(t, d.Home(t.Context()))
				made, _, _ := whole.deeds()
				if diff := cmp.Diff([]arm.Point{{X: 200, Z: 80}, {}}, made); diff != "" {
					t.Errorf("it does not rise before it homes:\n%s", diff)
				}
				at, err := d.Position(t.Context())
				if err != nil || at != config.Rest {
					t.Errorf("it is at %v, %v", at, err)
				}
				if whole.alarms != [16]byte{} {
					t.Errorf("alarms % x", whole.alarms)
				}
				expect.OK(t, d.Home(t.Context()))
				if again, _, _ := whole.deeds(); !slices.Equal(again[len(made):], []arm.Point{{}}) {
					t.Errorf("at the height where homing ends it has made %v", again[len(made):])
				}
			})
		})
	}
}

func TestConnectFails(t *testing.T) {
	for name, c := range map[string]struct {
		arm    *fake
		want   error
		says   string
		within time.Duration
	}{
		"nothing answers": {&fake{mute: true}, arm.ErrNoAnswer, "not one byte", 10 * time.Second},
		"Grbl": {&fake{says: "\r\nGrbl 1.1h ['$' for help]\r\n"}, arm.ErrWrongFirmware,
			"Grbl answers at this port, not a Dobot", time.Second},
		"Marlin": {&fake{says: "echo:Unknown command: \"\xaa\"\nok\nMarlin 2.1.2\n"}, arm.ErrWrongFirmware,
			"Marlin answers at this port", time.Second},
		"servos": {&fake{says: "\xff\xff\x01\x02\x00\xfc"}, arm.ErrWrongFirmware, "baud rate", 10 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFake()
			f.says, f.mute = c.arm.says, c.arm.mute
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				_, err := dobot.Connect(t.Context(), f, config)
				expect.Error(t, err, c.want, c.says)
				if took := time.Since(began); took > c.within {
					t.Errorf("took %v", took)
				}
				if !f.closed {
					t.Error("the port is left open")
				}
			})
		})
	}
}

func TestConnectRefusesConfigurations(t *testing.T) {
	for name, change := range map[string]func(*dobot.Config){
		"homing ends out of reach": func(c *dobot.Config) { c.Rest.X = 400 },
		"a tool that moves":        func(c *dobot.Config) { c.Grip = []string{"AA AA 13 54"} },
		"no acceleration":          func(c *dobot.Config) { c.Accel = -1 },
		"an endless acceleration":  func(c *dobot.Config) { c.Accel = math.Inf(1) },
		"no room":                  func(c *dobot.Config) { c.Limits.Max.Z = -60 },
	} {
		changed := config
		change(&changed)
		f := newFake()
		if _, err := dobot.Connect(t.Context(), f, changed); err == nil || !f.closed {
			t.Errorf("%s: %v, the port is closed: %t", name, err, f.closed)
		}
	}
}

// What an earlier program has queued does not go on.
func TestConnectingStopsTheQueue(t *testing.T) {
	f := newFake()
	f.running, f.index, f.alarms, f.began = true, 8, [16]byte{}, time.Now()
	f.queue = []queuedPacket{{8, dobot.Packet{ID: 31, Write: true, Queued: true, Params: make([]byte, 4)}}}
	synctest.Test(t, func(t *testing.T) {
		f.began = time.Now()
		d, err := dobot.Connect(t.Context(), f, config)
		expect.OK(t, err)
		<-time.After(2 * homingTakes)
		if made, _, _ := f.deeds(); len(made) > 0 {
			t.Errorf("it has made %v", made)
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
}

// Commands are queued while motions go on, so that none waits for the one before.
func TestMotionsAreQueued(t *testing.T) {
	f := newFake()
	on(t, f, func(t *testing.T, d *dobot.Driver) {
		var points []arm.Point
		for i := range 40 { // more than the queue may have at a time
			points = append(points, arm.Point{X: 200 + float64(i), Y: float64(i * i % 50), Z: 60})
		}
		deepest := 0
		f.onWrite = func(dobot.Packet) { deepest = max(deepest, len(f.queue)) }
		began := time.Now()
		expect.OK(t, d.Run(t.Context(), moves(100, points...)))
		took := time.Since(began)
		if made, _, _ := f.deeds(); !slices.Equal(made, points) {
			t.Errorf("it has made %v", made)
		}
		if most := 40*motionTakes + 150*time.Millisecond; took > most {
			t.Errorf("40 motions of %v took %v", motionTakes, took)
		}
		if deepest < 10 || deepest > 16 {
			t.Errorf("at most %d commands were queued", deepest)
		}
	})
}

// Whatever happens to a packet or its answer, wherever in a transfer: it is found out, and everything is done once,
// in its order.
func TestFaultsOnEveryPacket(t *testing.T) {
	packets := 0
	plain := newFake()
	on(t, plain, func(t *testing.T, d *dobot.Driver) {
		expect.OK(t, d.Run(t.Context(), transfer))
		_, _, packets = plain.deeds()
	})
	if packets < 20 {
		t.Fatalf("only %d packets", packets)
	}
	for i, c := range []struct {
		what   string
		behind []int // where it happens again
	}{
		{loses, nil}, {garbles, nil}, {losesAnswer, nil}, {garblesAnswer, nil}, {lateAnswer, nil},
		{losesAnswer, []int{1, 2}}, {loses, []int{2}}, {loses, []int{3}}, // what was sent again is lost, too
	} {
		for n := range packets {
			if testing.Short() && (n+i)%4 != 0 {
				continue
			}
			f := newFake()
			on(t, f, func(t *testing.T, d *dobot.Driver) {
				for _, behind := range append(c.behind, 0) {
					f.wrong[n+behind] = []string{c.what}
				}
				err := d.Run(t.Context(), transfer)
				made, tool, _ := f.deeds()
				if err != nil || !slices.Equal(made, planned()) || !slices.Equal(tool, []byte{1, 0}) {
					t.Errorf("%v, packet %d: %v\nmade %v\ntool %v", c, n, err, made, tool)
				}
			})
		}
	}
}

// However much is lost: what an arm has done is what it was asked for, or the beginning of that and an error that has
// it homed. Nothing is done twice, and nothing is left out.
func TestFaultsAtRandom(t *testing.T) {
	kinds := []string{loses, garbles, losesAnswer, garblesAnswer, lateAnswer}
	rapid.Check(t, func(rt *rapid.T) {
		f := newFake()
		f.crumbs = rapid.Bool().Draw(rt, "crumbs")
		f.index = rapid.SampledFrom([]uint64{0, 17, math.MaxUint64 - 20}).Draw(rt, "index")
		f.done = f.index
		wrong := map[int][]string{}
		for range rapid.IntRange(1, 12).Draw(rt, "faults") {
			first := rapid.IntRange(0, 80).Draw(rt, "packet")
			for n := range rapid.IntRange(1, 6).Draw(rt, "in a row") {
				wrong[first+n] = []string{rapid.SampledFrom(kinds).Draw(rt, "what")}
			}
		}
		problem := ""
		on(t, f, func(t *testing.T, d *dobot.Driver) {
			f.mu.Lock()
			f.wrong = wrong
			f.mu.Unlock()
			err := d.Run(t.Context(), transfer)
			made, _, _ := f.deeds()
			f.mu.Lock()
			f.wrong = nil
			f.mu.Unlock()
			switch {
			case err == nil && !slices.Equal(made, planned()):
				problem = fmt.Sprintf("it claims to have made everything, and made %v", made)
			case err != nil && !arm.NeedsHoming(err):
				problem = fmt.Sprintf("it ends with %v", err)
			case err != nil && (len(made) > len(planned()) || !slices.Equal(made, planned()[:len(made)])):
				problem = fmt.Sprintf("it ends with %v, and made %v", err, made)
			case err != nil:
				if err := d.Home(t.Context()); err != nil {
					problem = fmt.Sprintf("homing does not lead out of it: %v", err)
				}
			}
		})
		if problem != "" {
			rt.Fatal(problem)
		}
	})
}

// The numbers of commands may start again at 0 after the greatest, and firmware that tells what it is carrying out is
// waited for all the same.
func TestCounting(t *testing.T) {
	for name, change := range map[string]func(*fake){
		"past the greatest number": func(f *fake) { f.index = math.MaxUint64 - 7; f.done = f.index },
		"what is going on":         func(f *fake) { f.before = true },
		"many before":              func(f *fake) { f.index, f.done = 1<<40, 1<<40-7 },
	} {
		t.Run(name, func(t *testing.T) {
			f := newFake()
			change(f)
			on(t, f, func(t *testing.T, d *dobot.Driver) {
				expect.OK(t, d.Run(t.Context(), transfer))
				if made, _, _ := f.deeds(); !slices.Equal(made, planned()) {
					t.Errorf("it has made %v", made)
				}
			})
		})
	}
}

// A restart is noticed wherever it happens, and nothing moves behind it before homing.
func TestRestarts(t *testing.T) {
	for n := range 60 {
		if testing.Short() && n%5 != 0 {
			continue
		}
		f := newFake()
		on(t, f, func(t *testing.T, d *dobot.Driver) {
			f.wrong[n] = []string{restarts}
			err := d.Run(t.Context(), transfer)
			if err == nil && f.packets > n+1 {
				t.Errorf("packet %d: nobody has noticed it", n)
			}
			made, _, _ := f.deeds()
			if len(made) > len(planned()) || !slices.Equal(made, planned()[:len(made)]) {
				t.Errorf("packet %d: it has made %v", n, made)
			}
			if err != nil {
				expect.Error(t, err, arm.ErrPositionLost, "its controller restarted")
				expect.Error(t, d.Move(t.Context(), config.Rest, 100), arm.ErrPositionLost, "")
				expect.OK(t, d.Home(t.Context()))
				if err := d.Run(t.Context(), transfer); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// A controller that restarts while the arm is held or at rest is not trusted either.
func TestRestartsAtRest(t *testing.T) {
	for name, held := range map[string]bool{"at rest": false, "held": true} {
		t.Run(name, func(t *testing.T) {
			f := newFake()
			on(t, f, func(t *testing.T, d *dobot.Driver) {
				moved := make(chan error, 1)
				if held {
					go func() { moved <- d.Run(t.Context(), transfer) }()
					<-time.After(motionTakes / 2)
					expect.OK(t, d.Hold(t.Context()))
				}
				f.mu.Lock()
				f.restart()
				f.made = nil
				f.mu.Unlock()
				if held {
					expect.OK(t, d.Resume(t.Context()))
				} else {
					moved <- d.Run(t.Context(), transfer)
				}
				expect.Error(t, <-moved, arm.ErrPositionLost, "its controller restarted")
				if made, _, _ := f.deeds(); len(made) > 0 {
					t.Errorf("it has made %v", made)
				}
			})
		})
	}
}

func TestAlarms(t *testing.T) {
	for bit, says := range map[int]string{
		0x11: "alarm 0x11, the place is out of reach", 0x41: "alarm 0x41, joint 1 is at its limit",
		0x49: "alarm 0x49, the angle between",
		0x50: "alarm 0x50, joint 1 lost steps", 0x63: "alarm 0x63, the motor of joint 2 fails",
		0x7f: "alarm 0x7f, which Dobot does not explain",
	} {
		f := newFake()
		on(t, f, func(t *testing.T, d *dobot.Driver) {
			f.onWrite = func(dobot.Packet) {
				if len(f.made) == 2 {
					f.alarms[bit/8] |= 1 << (bit % 8)
					f.onWrite = nil
				}
			}
			expect.Error(t, d.Run(t.Context(), transfer), arm.ErrAlarm, says)
			expect.Error(t, d.Move(t.Context(), config.Rest, 100), arm.ErrAlarm, says)
			made, _, _ := f.deeds()
			expect.OK(t, d.Home(t.Context()))
			if again, _, _ := f.deeds(); len(again) != len(made)+2 && f.at == config.Rest {
				t.Errorf("homing begins with %v", again[len(made):])
			}
			if err := d.Move(t.Context(), config.Rest, 100); err != nil {
				t.Error(err)
			}
		})
	}
}

// A queue that stands still without an alarm, as somebody's button makes it, is noticed; so is an arm that ends
// somewhere else.
func TestWhatIsNotCarriedOut(t *testing.T) {
	f := newFake()
	on(t, f, func(t *testing.T, d *dobot.Driver) {
		f.onWrite = func(p dobot.Packet) { f.running = p.ID != 84 && f.running }
		expect.Error(t, d.Move(t.Context(), arm.Point{X: 250, Z: 50}, 100), arm.ErrNoAnswer,
			"it stands still and has 1 commands left")
	})
	f = newFake()
	on(t, f, func(t *testing.T, d *dobot.Driver) { // it pauses for less long, and is asked for alarms at every fourth look
		looks := map[byte]int{}
		f.onWrite = func(p dobot.Packet) {
			if looks[p.ID]++; p.ID == 84 {
				f.running = false
				time.AfterFunc(2*time.Second, func() {
					f.mu.Lock()
					defer f.mu.Unlock()
					f.running, f.began = true, time.Now()
				})
			}
		}
		expect.OK(t, d.Move(t.Context(), arm.Point{X: 250, Z: 50}, 100))
		if n := looks[246]; n < 90 || looks[20] < n/4 || looks[20] > n/4+2 {
			t.Errorf("%d looks, %d of them for alarms", n, looks[20])
		}
	})
	f = newFake()
	on(t, f, func(t *testing.T, d *dobot.Driver) {
		f.onWrite = func(p dobot.Packet) { f.running = p.ID != 84 && f.running }
		began, points := time.Now(), slices.Repeat([]arm.Point{{X: 250, Z: 50}, config.Rest}, 10)
		expect.Error(t, d.Run(t.Context(), moves(100, points...)), arm.ErrNoAnswer,
			"it stands still and has 16 commands left")
		if took := time.Since(began); took < 48*time.Second || took > 49*time.Second {
			t.Errorf("took %v", took)
		}
	})
	for _, c := range []struct {
		x     float64 // where homing ends
		alarm byte    // that does not go
		says  string
	}{
		{200, 1, "alarm 0x50"}, {201, 0, ""},
		{201.5, 0, "it was to end homing at X 200.0 Y 0.0 Z 80.0 and is at X 201.5"},
	} {
		f = newFake()
		on(t, f, func(t *testing.T, d *dobot.Driver) {
			f.onWrite = func(p dobot.Packet) {
				if f.alarms[10] = c.alarm; len(f.made) > 0 && p.ID == 246 {
					f.at.X = c.x
				}
			}
			sent := f.index
			err := d.Home(t.Context())
			if queued := f.index > sent; queued == (c.alarm > 0) {
				t.Errorf("%+v: %v, motions are queued: %v", c, err, queued)
			}
			switch {
			case c.says != "":
				expect.Error(t, err, nil, c.says)
				expect.Error(t, d.Move(t.Context(), config.Rest, 100), nil, "")
			case err != nil:
				t.Error(err)
			}
		})
	}
	for _, x := range []float64{249, 248.5} {
		f = newFake()
		on(t, f, func(t *testing.T, d *dobot.Driver) {
			f.onWrite = func(p dobot.Packet) {
				if p.ID == 246 && len(f.made) > 0 {
					f.at.X = x
				}
			}
			if err := d.Move(t.Context(), arm.Point{X: 250, Z: 50}, 100); x == 248.5 {
				expect.Error(t, err, arm.ErrPositionLost, "is at X 248.5")
			} else if err != nil {
				t.Error(err)
			}
		})
	}
}

// An arm that falls silent has 3 s. Whether it stands is not known then, so that stopping it is tried.
func TestSilence(t *testing.T) {
	f := newFake()
	on(t, f, func(t *testing.T, d *dobot.Driver) {
		if err := d.Stop(t.Context()); err != nil || f.packets > 0 {
			t.Errorf("%v, %d packets to an arm at rest", err, f.packets)
		}
		f.mu.Lock()
		f.mute = true
		f.mu.Unlock()
		began := time.Now()
		_, err := d.Position(t.Context())
		expect.Error(t, err, arm.ErrNoAnswer, "nothing has come to the question for its position for 3s")
		if took := time.Since(began); took != 3*time.Second {
			t.Errorf("took %v", took)
		}
		expect.Error(t, d.Stop(t.Context()), arm.ErrNoAnswer, "nothing has come to stopping it for 3s; check its power and")
	})
}

// Stopping is 242, then 245: in this order, and until both are answered.
func TestStop(t *testing.T) {
	for _, how := range []string{"Stop", "context", "Close"} {
		for _, wrong := range []string{"", loses, losesAnswer} {
			f := newFake()
			on(t, f, func(t *testing.T, d *dobot.Driver) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				moved := make(chan error, 1)
				go func() { moved <- d.Run(ctx, transfer) }()
				<-time.After(motionTakes / 2)
				var ids []byte
				f.mu.Lock()
				f.onWrite = func(p dobot.Packet) {
					if p.Write {
						ids = append(ids, p.ID)
					}
				}
				if how != "Close" {
					f.wrong[f.packets], f.wrong[f.packets+1] = []string{wrong}, []string{wrong}
				}
				f.mu.Unlock()
				switch how {
				case "Stop":
					if err := d.Stop(t.Context()); err != nil {
						t.Error(err)
					}
				case "context":
					cancel()
				case "Close":
					if err := d.Close(); err != nil {
						t.Error(err)
					}
				}
				if err := <-moved; how == "Close" {
					expect.Error(t, err, arm.ErrDisconnected, "")
				} else {
					expect.Error(t, err, arm.ErrStopped, "")
				}
				stopped, _, _ := f.deeds()
				<-time.After(10 * motionTakes)
				if made, _, _ := f.deeds(); len(made) > len(stopped) || wrong == "" && len(made) > 0 {
					t.Errorf("%s, %q: it has made %v, and %v when it was stopped", how, wrong, made, stopped)
				}
				if first := slices.Compact(ids); len(first) < 2 || first[0] != 242 || first[1] != 245 {
					t.Errorf("%s, %q: it is stopped by %v", how, wrong, ids)
				}
			})
		}
	}
}

// Limits hold in the driver: nothing of a run is sent if one step is outside.
func TestLimits(t *testing.T) {
	f := newFake()
	on(t, f, func(t *testing.T, d *dobot.Driver) {
		for _, steps := range [][]arm.Step{
			moves(100, arm.Point{X: 250, Z: 50}, arm.Point{X: 301, Z: 50}), moves(100, arm.Point{X: 250, Z: -61}),
			moves(151, arm.Point{X: 250, Z: 50}),
			moves(100, arm.Point{X: math.NaN(), Z: 50}),
		} {
			expect.Error(t, d.Run(t.Context(), steps), arm.ErrLimit, "")
		}
		if _, _, packets := f.deeds(); packets > 0 {
			t.Errorf("%d packets were sent", packets)
		}
	})
}

func TestProgram(t *testing.T) {
	c := config
	c.Grip, c.Release = []string{"gripper close"}, []string{"gripper open", "gripper off"}
	text, err := dobot.Program(c, []arm.Step{
		{Verb: arm.VerbHome}, {Verb: arm.VerbMove, To: arm.Point{X: 250, Y: -50, Z: 20}, Speed: 100}, {Verb: arm.VerbGrip},
		{Verb: arm.VerbRelease},
	})
	expect.OK(t, err)
	const want = `# home
AA AA 02 F2 01 0D
AA AA 02 F5 01 0A
AA AA 02 14 01 EB
AA AA 02 F0 01 0F
AA AA 0A 53 01 00 00 C8 42 00 00 C8 42 98
AA AA 12 1E 01 00 00 48 43 00 00 00 00 00 00 A0 42 00 00 00 00 74
AA AA 12 51 03 00 00 48 42 00 00 C8 42 00 00 48 43 00 00 C8 42 83
AA AA 06 1F 03 00 00 00 00 DE
# move to X 250.0 Y -50.0 Z 20.0 at 100 mm/s
AA AA 12 51 03 00 00 C8 42 00 00 C8 42 00 00 48 43 00 00 C8 42 03
AA AA 13 54 03 02 00 00 7A 43 00 00 48 C2 00 00 A0 41 00 00 00 00 FF
# grip
AA AA 04 3F 01 01 01 BE
# release
AA AA 04 3F 01 01 00 BF
AA AA 04 3F 01 00 00 C0
`
	if diff := cmp.Diff(want, text); diff != "" {
		t.Error(diff)
	}
	_, err = dobot.Program(c, moves(100, config.Rest, arm.Point{}))
	expect.Error(t, err, arm.ErrLimit, "step 2, move to X 0.0")
}
