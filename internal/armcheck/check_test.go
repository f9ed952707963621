package armcheck_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/armcheck"
	"draughtsman/internal/config"
	"draughtsman/internal/drivers"
	"draughtsman/internal/table/firmware"
	"draughtsman/internal/table/servos"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/playback"
	"draughtsman/planner"
)

// bench is a simulated arm on a clock on which waiting takes no time.
type bench struct {
	table config.Table
	open  func(ctx context.Context) (drivers.Arm, error)
}

// port is a simulated arm's.
type port interface{ Close() error }

// onBench runs a test with an arm of a driver.
func onBench(t *testing.T, driver string, test func(t *testing.T, b bench)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var b bench
		var plug port
		var err error
		l := world.DefaultLayout()
		if driver == "feetech" {
			l = world.ServoLayout()
		}
		w := world.New(world.NewState(l, checkers.Position{White: 1 << 17}, 1), world.Options{Layout: l, Seed: 1})
		if driver == "feetech" {
			b.table = config.ServoExample()
			bus, failed := servos.Start(w, servos.Options{Memory: true})
			plug, err = bus, failed
			b.open = func(ctx context.Context) (drivers.Arm, error) {
				port, err := bus.Dial()
				if err != nil {
					return nil, err
				}
				return drivers.Connect(ctx, port, b.table, nil, zerolog.Nop())
			}
		} else {
			b.table = config.Example()
			b.table.Arm.Driver = driver
			board, failed := firmware.Start(w, firmware.Options{Protocol: firmware.Protocol(driver), Memory: true, Seed: 7})
			plug, err = board, failed
			b.open = func(ctx context.Context) (drivers.Arm, error) {
				port, err := board.Dial()
				if err != nil {
					return nil, err
				}
				return drivers.Connect(ctx, port, b.table, nil, zerolog.Nop())
			}
		}
		expect.OK(t, err)
		playback.Run(t, w, plug)
		test(t, b)
	})
}

// check checks the arm on a bench, with something changed in its driver.
func (b bench) check(t *testing.T, change func(drivers.Arm) drivers.Arm) armcheck.Report {
	t.Helper()
	report, err := armcheck.Checker{
		Table: b.table, Now: time.Now,
		Tell: func(c armcheck.Check) { t.Logf("%-14s %-11s  %s", c.Name, c.Outcome, c.Found) },
		Open: func(ctx context.Context) (drivers.Arm, error) {
			a, err := b.open(ctx)
			if err != nil || change == nil {
				return a, err
			}
			return change(a), nil
		},
	}.Run(t.Context())
	expect.OK(t, err)
	return report
}

// Every driver passes on its simulated machine, and what it does not offer is said.
func TestDriversPass(t *testing.T) {
	for _, driver := range []string{"grbl", "marlin", "uarm", "dobot", "feetech"} {
		t.Run(driver, func(t *testing.T) {
			onBench(t, driver, func(t *testing.T, b bench) {
				report := b.check(t, nil)
				if !report.OK || len(report.Checks) != 11 {
					t.Errorf("%d checks: %+v", len(report.Checks), report)
				}
				for _, c := range report.Checks {
					if c.Outcome == armcheck.NotOffered && c.Name != "line" {
						t.Errorf("%s is not offered: %s", c.Name, c.Found)
					}
				}
			})
		})
	}
}

// bad is a driver that has something wrong with it.
type bad struct {
	drivers.Arm
	arm.Holder
	move   func(ctx context.Context, to arm.Point, speed float64) error
	place  func(arm.Point) arm.Point
	stop   func(ctx context.Context) error
	hold   func(ctx context.Context) error
	resume func(ctx context.Context) error
	grip   func(ctx context.Context) error
	holds  bool
}

func (b *bad) Move(ctx context.Context, to arm.Point, speed float64) error {
	if b.move != nil {
		return b.move(ctx, to, speed)
	}
	return b.Arm.Move(ctx, to, speed)
}

func (b *bad) Position(ctx context.Context) (arm.Point, error) {
	at, err := b.Arm.Position(ctx)
	if b.place != nil {
		at = b.place(at)
	}
	return at, err
}

func (b *bad) Holding(context.Context) (bool, error) { return b.holds, nil }

func (b *bad) Stop(ctx context.Context) error   { return instead(ctx, b.stop, b.Arm.Stop) }
func (b *bad) Hold(ctx context.Context) error   { return instead(ctx, b.hold, b.Holder.Hold) }
func (b *bad) Resume(ctx context.Context) error { return instead(ctx, b.resume, b.Holder.Resume) }
func (b *bad) Grip(ctx context.Context) error   { return instead(ctx, b.grip, b.Arm.Grip) }

func instead(ctx context.Context, this, that func(context.Context) error) error {
	if this != nil {
		return this(ctx)
	}
	return that(ctx)
}

// What is wrong with a driver is found, by the check that is there for it.
func TestFaultsAreFound(t *testing.T) {
	nothing := func(context.Context) error { return nil }
	for name, c := range map[string]struct {
		check string
		spoil func(b *bad)
	}{
		"it is elsewhere than it says": {"place", func(b *bad) {
			b.place = func(p arm.Point) arm.Point { p.X -= 2; return p }
		}},
		"it does not go that far": {"reach", func(b *bad) {
			b.move = func(ctx context.Context, to arm.Point, speed float64) error {
				to.X = min(to.X, 600)
				return b.Arm.Move(ctx, to, speed)
			}
		}},
		"it is slower": {"time", func(b *bad) {
			b.move = func(ctx context.Context, to arm.Point, speed float64) error { return b.Arm.Move(ctx, to, speed/3) }
		}},
		"it is faster": {"time", func(b *bad) { // which is a thing only of clocks
			b.move = func(ctx context.Context, to arm.Point, speed float64) error {
				return b.Arm.Move(ctx, to, min(200, speed*1.5))
			}
		}},
		"it is not straight": {"line", func(b *bad) {
			b.place = func(p arm.Point) arm.Point { p.Z -= 3 * (p.X - 115) * (640 - p.X) / 1e5; return p }
		}},
		"it does not switch":     {"tool", func(b *bad) { b.grip = func(context.Context) error { return arm.ErrRejected } }},
		"it feels what is not":   {"tool", func(b *bad) { b.holds = true }},
		"it goes on though held": {"hold", func(b *bad) { b.hold, b.resume = nothing, nothing }},
		"it cannot be held":      {"hold", func(b *bad) { b.hold = func(context.Context) error { return arm.ErrNoAnswer } }},
		"it does not stop":       {"stop", func(b *bad) { b.stop = nothing }},
		"it goes everywhere": {"limits", func(b *bad) {
			b.move = func(ctx context.Context, to arm.Point, speed float64) error {
				to.Z = min(to.Z, 90)
				return b.Arm.Move(ctx, to, speed)
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			onBench(t, "grbl", func(t *testing.T, b bench) {
				if name == "it is faster" {
					b.table.Machine.TravelSpeed /= 2
				}
				report := b.check(t, func(a drivers.Arm) drivers.Arm {
					spoilt := &bad{Arm: a, Holder: a.(arm.Holder)}
					c.spoil(spoilt)
					return spoilt
				})
				found := false
				for _, check := range report.Checks {
					if check.Outcome == armcheck.Failed && check.Name == c.check {
						found = check.Todo != ""
					}
				}
				if !found || report.OK {
					t.Errorf("%s was not found: %+v", c.check, report)
				}
			})
		})
	}
}

// An arm that does not answer ends the check; what was not tried is not well.
func TestArmThatIsGone(t *testing.T) {
	table := config.Example()
	report, err := armcheck.Checker{
		Table: table, Now: time.Now, Tell: func(armcheck.Check) {},
		Open: func(context.Context) (drivers.Arm, error) { return nil, arm.ErrNoAnswer },
	}.Run(t.Context())
	if err != nil || report.OK || report.Checks[0].Outcome != armcheck.Failed ||
		report.Checks[5].Outcome != armcheck.NotTried {
		t.Errorf("%+v, %v", report, err)
	}
}

// The context's end stops the arm, and nothing more is tried.
func TestCheckIsInterrupted(t *testing.T) {
	onBench(t, "grbl", func(t *testing.T, b bench) {
		enough := errors.New("enough")
		ctx, cancel := context.WithCancelCause(t.Context())
		count := 0
		_, err := armcheck.Checker{Table: b.table, Now: time.Now, Open: b.open, Tell: func(armcheck.Check) {
			if count++; count == 4 {
				time.AfterFunc(500*time.Millisecond, func() { cancel(enough) })
			}
		}}.Run(ctx)
		if !errors.Is(err, enough) || count > 5 {
			t.Errorf("after %d checks: %v", count, err)
		}
	})
}

// The corners that are gone to lie inside the reach, the ring and beside the keep-out boxes, for every configuration
// in the pages about arms.
func TestCornersAreFree(t *testing.T) {
	files, err := filepath.Glob("../../docs/arms/*.md")
	expect.OK(t, err)
	var parts []string
	for _, file := range files {
		page, err := os.ReadFile(file)
		expect.OK(t, err)
		parts = append(parts, strings.Split(string(page), "```yaml\nversion:")[1:]...)
	}
	seen := 0
	for _, part := range parts {
		text, _, _ := strings.Cut(part, "```")
		path := t.TempDir() + "/table.yaml"
		expect.OK(t, os.WriteFile(path, []byte("version:"+text), 0o600))
		table, err := config.Load(path)
		if err != nil || table.ByHand() {
			continue
		}
		seen++
		free := armcheck.Corners(table)
		if len(free) < 3 {
			t.Errorf("%s: only the corners %v can be gone to", table.Arm.Driver, free)
		}
		setup := table.Setup(calibration.ArmFrame{Scale: 1})
		setup.Machine.KeepOut = append(setup.Machine.KeepOut, planner.KeepOut{Name: "a box about a corner", Box: planner.Box{
			Min: calibration.ArmPoint(shifted(free[0], -20)), Max: calibration.ArmPoint(shifted(free[0], 20)),
		}})
		table.Machine = setup.Machine
		for _, p := range append(free[1:], armcheck.Corners(table)...) {
			if err := setup.Free(table.Machine.Park, calibration.ArmPoint(p)); err != nil {
				t.Errorf("%s: %v", table.Arm.Driver, err)
			}
		}
	}
	if seen < 6 {
		t.Errorf("only %d configurations were seen", seen)
	}
}

func shifted(p arm.Point, by float64) arm.Point {
	return arm.Point{X: p.X + by, Y: p.Y + by, Z: p.Z + by}
}

func ExamplePlan() {
	fmt.Println(strings.ReplaceAll(armcheck.Plan(config.Example()), ", ", ",\n"))
	// Output:
	// The arm (driver grbl) will home,
	// move at up to 200 mm/s over the whole of its reach,
	// x 0 to 640 and y 0 to 520 mm,
	// at the height of its park point (z 60 mm),
	// switch its tool,
	// be held and stopped in mid-motion,
	// and home again. It takes a minute or two. Clear the table,
	// and keep a hand on the supply's switch.
}
