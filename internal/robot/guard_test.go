package robot_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/internal/testkit/expect"
)

// slowArm takes a second for each motion, and stands still as long as it is held.
type slowArm struct {
	*table
	began time.Time
	never error // why it cannot be held
	hangs bool  // when it is to be held
	job   *arm.Job

	mu       sync.Mutex
	held     bool
	stop     chan struct{}   // closed by Stop
	holds    []time.Duration // when it was held, since the test began,
	resumes  []time.Duration // and let go
	homings  int
	travels  int           // motions that were made to their end
	fastest  float64       // mm/s, of them
	inMotion time.Duration // how long it has moved in all
	stopped  int
	stood    int // motions that were broken off, and at whose end it stands
}

const tick = 10 * time.Millisecond

func (a *slowArm) Home(ctx context.Context) error {
	a.homings++
	a.mu.Lock()
	a.held = false
	a.mu.Unlock()
	return a.table.Home(ctx)
}

func (a *slowArm) Move(ctx context.Context, to arm.Point, speed float64) error {
	for left := time.Second; left > 0; {
		select {
		case <-time.After(tick):
		case <-a.stop:
			return arm.ErrStopped
		case <-ctx.Done():
			<-time.After(tick) // for which it brakes
			a.stands()
			return errors.Join(arm.ErrStopped, context.Cause(ctx))
		}
		a.mu.Lock()
		if !a.held {
			left, a.inMotion = left-tick, a.inMotion+tick
		}
		a.mu.Unlock()
	}
	a.travels++
	a.fastest = max(a.fastest, speed)
	return a.table.Move(context.WithoutCancel(ctx), to, speed)
}

// stands notes that it does, as when it is held.
func (a *slowArm) stands() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.stood++
}

func (a *slowArm) Hold(ctx context.Context) error {
	if a.hangs {
		<-time.After(time.Minute)
		return errors.New("too late")
	}
	return a.hold(&a.holds, true)
}

func (a *slowArm) Resume(context.Context) error { return a.hold(&a.resumes, false) }

func (a *slowArm) hold(list *[]time.Duration, held bool) error {
	if a.never != nil {
		return a.never
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	*list = append(*list, time.Since(a.began))
	a.held = held
	return nil
}

func (a *slowArm) Stop(context.Context) error {
	a.stopped++
	close(a.stop)
	return nil
}

// guardian sees a hand at some times since the test began.
type guardian struct {
	began    time.Time
	from, to []time.Duration
	blind    [2]time.Duration // no pictures come from then to then
	broken   error            // the camera's, from the first hand on
	seen     time.Time        // the first picture with a hand
	pictures int
	still    bool    // nothing moves, hands neither
	flickers int     // every so many pictures there is a hand, from the first time on; 0: they stay
	likely   bool    // they are more like hands than what is none,
	sure     bool    // or look like hands
	lies     int     // times that something lies over the table when the arm is about to move
	fastest  float64 // mm/s, at which it sees them in time
	mistakes int     // that it was told of

	mu      sync.Mutex
	motions []arm.Motion
}

func (g *guardian) Begin(ctx context.Context) (float64, bool, error) {
	hand := g.lies > 0
	if hand {
		g.lies--
		<-time.After(33 * time.Millisecond)
	}
	return g.fastest, hand, ctx.Err()
}

func (g *guardian) Along(m arm.Motion) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.motions = append(g.motions, m)
}

func (g *guardian) Mistaken() bool {
	g.mistakes++
	g.from, g.to = nil, nil
	return true
}

func (g *guardian) Watch(ctx context.Context) (robot.Glimpse, error) {
	select {
	case <-time.After(33 * time.Millisecond):
	case <-ctx.Done():
		return robot.Glimpse{}, ctx.Err()
	}
	since := time.Since(g.began)
	if since >= g.blind[0] && since < g.blind[1] {
		select {
		case <-time.After(g.blind[1] - since):
		case <-ctx.Done():
			return robot.Glimpse{}, ctx.Err()
		}
	}
	glimpse := robot.Glimpse{At: time.Now(), Still: g.still}
	for i := range g.from {
		glimpse.Hand = glimpse.Hand || since >= g.from[i] && since < g.to[i]
	}
	if g.pictures++; g.flickers > 0 {
		glimpse.Hand = glimpse.Hand && g.pictures%g.flickers == 0
	}
	glimpse.Likely, glimpse.Sure = glimpse.Hand && g.likely, glimpse.Hand && g.sure
	if glimpse.Hand && g.seen.IsZero() {
		g.seen = glimpse.At
	}
	if glimpse.Hand && g.broken != nil {
		return robot.Glimpse{}, g.broken
	}
	return glimpse, nil
}

// guarded plays the first move of a game with a guard, and returns what was told while the arm waited.
func guarded(t *testing.T, a *slowArm, g *guardian) (told []string, err error) {
	return guardedWith(t, a, g, nil, func(string) {})
}

// guardedWith is guarded with somebody who has commands, and hears what is told.
func guardedWith(t *testing.T, a *slowArm, g *guardian, commands <-chan robot.Order,
	hears func(string)) (told []string, err error) {
	m := newMatch(t, calibration.Dark, scripted(t, "11-15"))
	a.table, a.stop, a.began = m.table, make(chan struct{}), time.Now()
	g.began = a.began
	m.Arm, m.Guard, m.Orders = a, g, commands
	m.told = func(e robot.Event) {
		if e.Kind == robot.Waiting {
			told = append(told, e.Text.String())
			hears(e.Text.String())
		}
	}
	_, err = m.play(arm.WithJob(t.Context(), a.job), checkers.Black)
	synctest.Wait()
	if m.plies() == 1 && m.table.position(checkers.White).At(checkers.Square(15)) == checkers.Empty {
		t.Error("the man is not on 15")
	}
	if m.plies() != 1 && err == nil {
		t.Error("the move was not made, and no error says why")
	}
	return told, err
}

func TestNoHandNoHold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &slowArm{}
		told, _ := guarded(t, a, &guardian{})
		if len(told) != 0 || len(a.holds) != 0 || a.stopped != 0 || a.travels < 4 {
			t.Errorf("told %q, held %v, stopped %d times, %d motions", told, a.holds, a.stopped, a.travels)
		}
	})
}

// A hand in mid-motion holds the arm at the picture that shows it; a second after it has gone the same motion goes on.
func TestAHandHoldsTheArm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, g := &slowArm{}, &guardian{from: []time.Duration{1500 * time.Millisecond, 5 * time.Second},
			to: []time.Duration{3 * time.Second, 5100 * time.Millisecond}}
		told, _ := guarded(t, a, g)
		if len(a.holds) != 2 || len(a.resumes) != 2 {
			t.Fatalf("held at %v, let go at %v", a.holds, a.resumes)
		}
		if late := a.holds[0] - g.seen.Sub(a.began); late > time.Millisecond {
			t.Errorf("held %v after the picture", late)
		}
		if waited := a.resumes[0] - g.to[0]; waited < time.Second || waited > 1100*time.Millisecond {
			t.Errorf("it went on %v after the hand had gone", waited)
		}
		if moved := time.Duration(a.travels) * time.Second; a.inMotion != moved {
			t.Errorf("%v of motion for %d motions of a second", a.inMotion, a.travels)
		}
		if a.homings != 0 || len(told) != 4 || !strings.Contains(told[0], "over the board") ||
			!strings.Contains(told[1], "goes on") {
			t.Errorf("%d homings; told %q", a.homings, told)
		}
	})
}

// Pictures alone do not hold the arm for good: where something is seen in some of them, with no end, people are told
// that they may say that nothing is there.
func TestPicturesAloneDoNotHoldTheArmForGood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &slowArm{}
		g := &guardian{from: []time.Duration{1500 * time.Millisecond}, to: []time.Duration{8 * time.Hour}, flickers: 4}
		orders := make(chan robot.Order, 1)
		told, err := guardedWith(t, a, g, orders, saysNothingIsThere(orders))
		if g.mistakes != 1 || len(a.holds) != 1 || a.resumes[0]-a.holds[0] > 11*time.Second {
			t.Errorf("%v; it was said %d times that nothing is there; held at %v, let go at %v; told %q", err, g.mistakes,
				a.holds, a.resumes, told)
		}
	})
}

// Nor do they keep it from homing.
func TestPicturesAloneDoNotPreventHoming(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMatch(t, calibration.Dark, scripted(t, "11-15"))
		a := &slowArm{table: m.table, stop: make(chan struct{}), began: time.Now()}
		g := &guardian{began: a.began, from: []time.Duration{0}, to: []time.Duration{8 * time.Hour}, flickers: 4}
		orders := make(chan robot.Order, 1)
		says := saysNothingIsThere(orders)
		m.Arm, m.Guard, m.Orders = a, g, orders
		m.Tell = func(e robot.Event) {
			if e.Kind == robot.Waiting {
				says(e.Text.String())
			}
		}
		if err := m.Home(t.Context()); err != nil || a.homings != 1 || time.Since(a.began) > 15*time.Second {
			t.Errorf("%v; after %v it has homed %d times", err, time.Since(a.began), a.homings)
		}
	})
}

// saysNothingIsThere says so when it is asked.
func saysNothingIsThere(orders chan<- robot.Order) func(told string) {
	return func(told string) {
		if strings.Contains(told, "If nothing is there, type m and Enter") {
			orders <- robot.Order{Command: robot.OwnArm{}}
		}
	}
}

// For a hand that stays the arm waits for as long as it does, and says so; so it does for one that lies still and
// looks like a hand.
func TestAHandThatStays(t *testing.T) {
	for _, still := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			const stays = 2 * time.Hour
			a := &slowArm{}
			g := &guardian{from: []time.Duration{1500 * time.Millisecond}, to: []time.Duration{stays}, still: still, sure: still}
			told, _ := guarded(t, a, g)
			if len(a.holds) != 1 || len(a.resumes) != 1 || a.resumes[0] < stays || a.homings != 0 {
				t.Errorf("held at %v, let go at %v, %d homings", a.holds, a.resumes, a.homings)
			}
			if n := len(told); n < 100 || n > 125 || !strings.Contains(told[n/2], "still over the board") {
				t.Errorf("in 2 hours it was told %d times, last %q", n, told[n-1])
			}
		})
	}
}

// The arm gets out of the way of what hardly moves, and of what is likely a hand when that has lain there for long.
func TestWhatLiesStill(t *testing.T) {
	for _, c := range []struct {
		likely bool
		lies   time.Duration
		homes  int
	}{
		{false, 6 * time.Second, 0}, {false, 9 * time.Second, 1}, {true, 50 * time.Second, 0}, {true, 65 * time.Second, 1},
	} {
		synctest.Test(t, func(t *testing.T) {
			a, from := &slowArm{}, 1500*time.Millisecond
			g := &guardian{from: []time.Duration{from}, to: []time.Duration{from + c.lies}, still: true, likely: c.likely}
			if told, _ := guarded(t, a, g); a.homings != c.homes {
				t.Errorf("%+v: it was homed %d times; told %q", c, a.homings, told)
			}
		})
	}
}

// Where something lies that was not there before, the arm does not begin until it is gone, or a person says that it
// belongs there.
func TestNothingBeginsOverAHand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &slowArm{}
		told, _ := guarded(t, a, &guardian{lies: 90})
		if len(told) != 2 || !strings.Contains(told[0], "was not there before") || time.Since(a.began) < 2*time.Second {
			t.Errorf("told %q in %v", told, time.Since(a.began))
		}
	})
	synctest.Test(t, func(t *testing.T) {
		a, g := &slowArm{}, &guardian{lies: 1 << 20}
		commands := make(chan robot.Order, 1)
		told, _ := guardedWith(t, a, g, commands, func(message string) {
			if strings.Contains(message, "type m and Enter") {
				g.lies = 0
				commands <- robot.Order{Command: robot.OwnArm{}}
			}
		})
		if g.mistakes != 1 || len(told) != 2 {
			t.Errorf("%d mistakes, told %q", g.mistakes, told)
		}
	})
}

// An arm does not home while a hand is seen, and is stopped while it homes if one comes.
func TestHomingIsWatched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMatch(t, calibration.Dark, scripted(t, "11-15"))
		g := &guardian{began: time.Now(), to: []time.Duration{3 * time.Second, 20 * time.Second},
			from: []time.Duration{0, 4500 * time.Millisecond}}
		a := &slowHoming{slowArm: &slowArm{table: m.table, stop: make(chan struct{}), began: time.Now()}}
		m.Arm, m.Guard = a, g
		expect.OK(t, m.Home(t.Context()))
		if a.began[0] < 4*time.Second || len(a.began) != 2 || a.began[1] < 21*time.Second {
			t.Errorf("homing began after %v", a.began)
		}
	})
}

// slowHoming is an arm that takes a second to home, and cannot be held meanwhile.
type slowHoming struct {
	*slowArm
	homes atomic.Bool
	began []time.Duration
}

func (a *slowHoming) Home(ctx context.Context) error {
	a.homes.Store(true)
	defer a.homes.Store(false)
	a.began = append(a.began, time.Since(a.slowArm.began))
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
		return errors.Join(arm.ErrStopped, context.Cause(ctx))
	}
	return a.slowArm.Home(ctx)
}

func (a *slowHoming) Hold(ctx context.Context) error {
	if a.homes.Load() {
		return arm.ErrNotHomed
	}
	return a.slowArm.Hold(ctx)
}

// Something that does not move is asked about; whoever says that it is the arm has it go on, and the guard learns
// from it.
func TestTheArmIsTakenForAHand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &slowArm{}
		g := &guardian{from: []time.Duration{1500 * time.Millisecond}, to: []time.Duration{time.Hour}, still: true}
		commands := make(chan robot.Order, 1)
		told, err := guardedWith(t, a, g, commands, func(message string) {
			if strings.Contains(message, "type m and Enter") {
				commands <- robot.Order{Command: robot.OwnArm{}}
			}
		})
		if g.mistakes != 1 || a.homings != 0 || len(a.resumes) != 1 {
			t.Fatalf("%v; %d mistakes, %d homings, let go at %v; told %q", err, g.mistakes, a.homings, a.resumes, told)
		}
		if waited := a.resumes[0] - a.holds[0]; waited < 4*time.Second || waited > 5*time.Second {
			t.Errorf("it waited %v", waited)
		}
	})
}

// Where nobody answers the arm goes home to look; what is not there then was the arm.
func TestWhatDoesNotMoveIsLookedAtWithoutTheArm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &slowArm{}
		g := &guardian{from: []time.Duration{1500 * time.Millisecond}, to: []time.Duration{time.Hour}, still: true}
		told, err := guarded(t, a, g)
		if g.mistakes != 1 || a.homings != 1 {
			t.Errorf("%v; %d mistakes, %d homings; told %q", err, g.mistakes, a.homings, told)
		}
		if len(told) < 3 || !strings.Contains(told[2], "Keep clear") {
			t.Errorf("told %q", told)
		}
	})
}

// The arm is asked for no speed at which hands are seen too late.
func TestNoFasterThanTheGuardSees(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, g := &slowArm{}, &guardian{fastest: 33}
		_, _ = guarded(t, a, g)
		if a.travels < 4 || a.fastest > g.fastest {
			t.Errorf("%d motions, the fastest at %g mm/s", a.travels, a.fastest)
		}
	})
}

// An arm that cannot be held is stopped, and homed when nobody is there any more.
func TestAnArmThatCannotBeHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, g := &slowArm{never: errors.New("no")}, &guardian{from: []time.Duration{1500 * time.Millisecond},
			to: []time.Duration{4 * time.Second}}
		told, err := guarded(t, a, g)
		if a.homings != 1 || len(told) != 3 {
			t.Errorf("%d homings, told %q, %v", a.homings, told, err)
		}
	})
}

// Without pictures the arm waits, and goes on with them.
func TestNoPictures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &slowArm{}
		told, _ := guarded(t, a, &guardian{blind: [2]time.Duration{1500 * time.Millisecond, 20 * time.Second}})
		if len(a.holds) != 1 || a.holds[0] > 4100*time.Millisecond || len(a.resumes) != 1 || a.stopped != 0 {
			t.Errorf("held at %v, let go at %v, stopped %d times", a.holds, a.resumes, a.stopped)
		}
		if len(told) != 2 || !strings.Contains(told[0], "no pictures") {
			t.Errorf("told %q", told)
		}
	})
}

// While the program is stopped the arm is held. It goes on when the table has been seen free for a second since.
func TestTheProgramIsStopped(t *testing.T) {
	const stops, goesOn = 1500 * time.Millisecond, time.Hour
	for hand, free := range map[string]time.Duration{"nobody": goesOn, "a hand": goesOn + 2*time.Second} {
		t.Run(hand, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a, g := &slowArm{job: &arm.Job{}}, &guardian{from: []time.Duration{stops + time.Second},
					to: []time.Duration{free}}
				time.AfterFunc(stops, func() {
					a.job.Suspend(func() {
						if len(a.holds) != 1 {
							t.Error("the program is stopped when the arm is not held")
						}
						<-time.After(goesOn - stops)
					})
				})
				told, err := guarded(t, a, g)
				if a.stopped != 0 || a.homings != 0 {
					t.Errorf("%v; stopped %d times, %d homings", err, a.stopped, a.homings)
				}
				if len(a.resumes) != 1 || a.resumes[0]-free < time.Second || a.resumes[0]-free > 1100*time.Millisecond {
					t.Errorf("held at %v, let go at %v; told %q", a.holds, a.resumes, told)
				}
			})
		})
	}
}

// An arm that cannot be held stands before the program is stopped, and homes when it goes on.
func TestTheProgramIsStoppedWithAnArmThatCannotBeHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &slowArm{job: &arm.Job{}, never: errors.New("no")}
		time.AfterFunc(1500*time.Millisecond, func() {
			a.job.Suspend(func() {
				a.mu.Lock()
				defer a.mu.Unlock()
				if a.stood != 1 || a.homings != 0 {
					t.Errorf("the program is stopped when %d motions are broken off; %d homings", a.stood, a.homings)
				}
			})
		})
		told, err := guarded(t, a, &guardian{})
		if a.homings != 1 || a.travels < 4 {
			t.Errorf("%v; %d homings, %d motions; told %q", err, a.homings, a.travels, told)
		}
	})
}

// A camera that has ended ends the game, and the motion first.
func TestTheCameraEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, gone := &slowArm{}, errors.New("unplugged")
		_, err := guarded(t, a, &guardian{from: []time.Duration{1500 * time.Millisecond}, to: []time.Duration{time.Hour},
			broken: gone})
		if !errors.Is(err, gone) || a.inMotion > 1600*time.Millisecond {
			t.Errorf("after %v of motion: %v", a.inMotion, err)
		}
	})
}

// What hangs while it should hold the arm has it stopped by the watchdog.
func TestTheProgramHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &slowArm{hangs: true}
		_, _ = guarded(t, a, &guardian{from: []time.Duration{1500 * time.Millisecond}, to: []time.Duration{time.Hour}})
		if a.stopped != 1 || a.inMotion > 4600*time.Millisecond {
			t.Errorf("stopped %d times, after %v of motion", a.stopped, a.inMotion)
		}
	})
}
