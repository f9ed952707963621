package hands_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/simtable"
	"draughtsman/vision/hands"
)

var (
	tables    = flag.Int("tables", 0, "tables drawn by lot that the detector is measured on; 0: some few")
	first     = flag.Uint64("first", 1, "seed of the first of them")
	keptAside = flag.Bool("aside", false, "measure on the eight arms that nothing is tuned on")
)

// setup is a table on which hands are looked for.
type setup struct {
	seed   uint64
	arm    armKind
	tool   string
	seat   checkers.Side // from whose side the camera looks
	light  roomLight
	camera lateCamera
	drives controller
	stays  time.Duration // of a hand at most
	taught bool          // the arm was shown before, as `calibrate delay` does
}

// lot is chance of a seed and a purpose; that of the next seed has nothing to do with it.
func lot(seed uint64, what string) *rand.Rand {
	return rand.New(rand.NewChaCha8(sha256.Sum256(fmt.Append(nil, seed, what))))
}

func setupOf(seed uint64, arms []armKind) setup {
	r := lot(seed, "combination")
	c := setup{
		seed: seed, arm: arms[seed%uint64(len(arms))],
		tool: []string{"black", "white", "shiny", "transparent"}[r.IntN(4)],
		seat: checkers.Side(r.IntN(2)), light: roomLights[r.IntN(len(roomLights))],
		camera: someCamera(r), drives: someController(r), taught: seed/uint64(len(arms))%2 == 0,
	}
	if c.arm.high() {
		c.seat = checkers.White
	}
	const pictures = 600 // of a hand that lies still
	c.stays = min(time.Minute, time.Duration(pictures/c.camera.fps*float64(time.Second)))
	return c
}

func (c setup) String() string {
	k := c.camera
	table := fmt.Sprintf("%d %s, %s tool, %s, seen from %v's seat", c.seed, c.arm.name, c.tool, c.light.name, c.seat)
	return fmt.Sprintf("%s, %.1f s late and up to %.2f more, %g a second, %s, JPEG %d, noise %g, arm %s", table,
		k.delay.Seconds(), k.spread.Seconds(), k.fps, k.manner(), k.quality, k.noise, c.knows())
}

func (c setup) knows() string { return either(c.taught, "shown before", "not shown before") }

// handOutcome is what became of a hand that came in.
type handOutcome struct {
	*visit
	early  bool          // something was taken for a hand before it came
	seen   bool          // in time
	after  time.Duration // since the fingertips were over the board, less the camera's delay
	driven int           // times that the arm was let go on while the hand was over the area
	under  float64       // mm that the tool went there then
	went   bool          // the arm was held when the hand had gone, and then went on
	late   time.Duration // by so much, less the camera's delay
	stuck  bool          // it did not go on within stuckAfter
}

// outcome is what was measured with a setup.
type outcome struct {
	setup
	pictures, hands, alarms int             // of the transfers without a hand
	holds                   []time.Duration // of those alarms
	stuck                   int             // alarms that did not end within stuckAfter
	handOutcomes            []handOutcome
}

const (
	looksFor   = 1500 * time.Millisecond // in which a hand is to be seen
	freeFor    = time.Second             // for which none is seen before an arm goes on,
	freeFrames = 5                       // in so many pictures
	stuckAfter = 10 * time.Second
)

// bench is the table of a setup, with a detector.
type bench struct {
	setup
	t        *testing.T
	m        machine
	table    *simtable.Table
	lens     *lens
	detector *hands.Detector
	r        *rand.Rand
	now      time.Duration
	frames   int
	outcome
}

func (c setup) newBench(t *testing.T) *bench {
	r := lot(c.seed, "table")
	schemes := []string{"wood", "green", "red", "pale"}
	a := simtable.Aimed(t, c.arm.changes(c.tool), func(o *scene.Options) {
		o.Width, o.Height, o.Camera.FocalPX = 480, 360, 450
		o.Scheme, o.BlackIsLight, o.Seed, o.Room = schemes[r.IntN(4)], r.IntN(2) == 0, c.seed, c.light.room
		e := &o.Camera.Eye
		e.X, e.Y, e.Z = e.X+60*(r.Float64()-.5), e.Y+60*(r.Float64()-.5), e.Z+40*(r.Float64()-.5)
		if c.seat == checkers.Black {
			e.X, e.Y = -e.X, -e.Y
		}
	})
	s := &bench{setup: c, t: t, m: c.arm.machine(), table: a, r: r, now: time.Second, outcome: outcome{setup: c}}
	s.lens = newLens(t, c.camera, a, r)
	s.detector = newDetector(t, a, options(a.Options.Layout))
	if c.taught {
		s.teach()
	}
	return s
}

func newDetector(t *testing.T, a *simtable.Table, o hands.Options) *hands.Detector {
	t.Helper()
	d, err := hands.New(a.Calibration.Camera, o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// teach shows the arm as `calibrate delay` does: over the board and the tray, high and slow, with nobody there.
func (s *bench) teach() {
	l := s.table.Options.Layout
	o := options(l)
	o.ArmOnly = true
	pupil := s.detector
	s.detector = newDetector(s.t, s.table, o)
	state, park := s.parked()
	half := l.Half()
	places := []world.Point{{X: -half / 2, Y: half / 2}, {X: half / 2, Y: -half / 2}, {X: half / 2, Y: half / 2}}
	for _, slot := range []int{0, len(l.Slots) / 2, len(l.Slots) - 1} {
		places = append(places, l.Slots[slot].At)
	}
	const speed = 120 // mm/s
	var way []stop
	for _, p := range places {
		way = append(way, stop{at: world.Point{X: p.X, Y: p.Y, Z: s.m.high}, speed: speed}, stop{at: park, speed: speed})
	}
	s.film(nil, state, s.m.course(s.drives, park, way, s.now, s.r), func(*filmed, exposure, bool) bool { return true })
	s.detector.Finish()
	recalled(s.t, s.detector, pupil)
	s.detector = pupil
}

// recalled has a detector know what another has kept.
func recalled(t *testing.T, from, to *hands.Detector) {
	t.Helper()
	var kept bytes.Buffer
	if err := errors.Join(from.Save(&kept), to.Recall(&kept)); err != nil {
		t.Fatal(err)
	}
}

// clock is the time by which pictures arrive.
func clock(now time.Duration) time.Time { return time.Unix(1_000_000, 0).Add(now) }

// take is a picture of the table, which is closed after it was used.
func (s *bench) take(state world.State, now time.Duration, use func(gocv.Mat) error) {
	s.t.Helper()
	state.Light = s.light.at(now, s.r)
	s.frames++
	picture, err := s.lens.take(state, s.frames)
	if err != nil {
		s.t.Fatal(err)
	}
	defer picture.Close()
	if err := use(picture); err != nil {
		s.t.Fatal(err)
	}
}

// parked has the detector know the free table.
func (s *bench) parked() (state world.State, park world.Point) {
	s.t.Helper()
	state = s.table.State(checkers.Start())
	park = s.table.Options.Layout.Mount.ToBoard(s.m.park)
	s.m.bones = false // the scene works the joints out
	s.m.hold(s.table, &state, park)
	s.now += s.camera.longest() + time.Second
	s.take(state, s.now, s.begin)
	s.now += s.camera.longest()
	return state, park
}

// beginTransfer has the detector know the free table before a transfer to somewhere.
func (s *bench) beginTransfer() (world.State, course) {
	s.t.Helper()
	state, park := s.parked()
	disc, to := somewhere(s.table, &state, s.r)
	way := s.m.transfer(s.table, &state, disc, to)
	for i := range way {
		if way[i].speed > 100 {
			way[i].speed = s.drives.travel
		}
	}
	k := s.m.course(s.drives, park, way, s.now, s.r)
	return state, k
}

// begin has the detector see the free table. A hand that it sees there is a false one.
func (s *bench) begin(picture gocv.Mat) error {
	hand, err := s.detector.Begin(picture)
	if err != nil || !hand {
		return err
	}
	s.hands, s.alarms = s.hands+1, s.alarms+1
	s.detector.Mistaken()
	_, err = s.detector.Begin(picture)
	return err
}

// filmed is a transfer that is being watched. The arm is held for what is taken for a hand, as the robot does.
type filmed struct {
	*bench
	state  world.State
	course course
	pace   *pace
	visit  *visit // nil: no hand comes
	held   bool
	since  time.Duration // when the arm was held, or went on
	free   time.Duration // when the first picture came without a hand while it is held; 0: none
	frees  int           // how many such pictures there were
	driven bool          // it has gone on under the hand
	under  float64       // mm that it went so
}

// film plays a transfer, and hands on what is seen in its pictures until the last or until look returns false. What is
// done about a picture comes before look.
func (s *bench) film(v *visit, state world.State, k course, look func(f *filmed, e exposure, seen bool) bool) {
	const longest = 3 * time.Minute // that it is held
	f := &filmed{bench: s, state: state, course: k, pace: newPace(s.drives.brake), visit: v}
	groups, ended, before := k.groups, false, s.now
	for _, e := range s.camera.exposures(s.now-s.camera.delay, k.ends+longest, s.r) {
		f.course.show(func(p world.Point) { s.m.hold(s.table, &f.state, p) }, &f.state, f.pace.course(e.taken))
		if v != nil {
			v.show(&f.state, e.taken)
		}
		if e.arrives < s.now {
			continue
		}
		has := f.pace.course(e.arrives)
		for ; len(groups) > 0 && groups[0].at <= has; groups = groups[1:] {
			s.detector.MotionBegins(groups[0].legs, clock(f.pace.when(groups[0].at, before, e.arrives)))
		}
		if !ended && has >= k.ends {
			s.detector.MotionEnds(clock(f.pace.when(k.ends, before, e.arrives)))
			ended = true
		}
		f.measureUnder(before, e.arrives)
		before = e.arrives
		goes := true
		s.take(f.state, e.taken, func(picture gocv.Mat) error {
			seen, err := s.detector.Detect(picture, clock(e.arrives))
			f.act(e.arrives, seen.Hand)
			goes = look(f, e, seen.Hand)
			return err
		})
		const rest = 300 * time.Millisecond // in which the arm is looked at after its course
		if !goes || !f.held && f.pace.course(e.taken) > k.ends+rest {
			break
		}
	}
	if f.held {
		s.detector.Hold(false, clock(before))
	}
	s.now = before
}

// act holds the arm for a hand, and lets it go on when none has been seen for a while.
func (f *filmed) act(now time.Duration, seen bool) {
	switch {
	case seen && f.held:
		f.free, f.frees = 0, 0
		return
	case !seen && !f.held:
		return
	case !seen && f.free == 0:
		f.free, f.frees = now, 1
		return
	case !seen:
		if f.frees++; now-f.free < freeFor || f.frees < freeFrames {
			return
		}
	}
	f.held, f.since, f.free, f.frees = seen, now, 0, 0
	f.pace.change(!seen, now)
	f.detector.Hold(seen, clock(now))
}

// measureUnder adds up how far the tool goes from one time to another under a hand for which it was held before.
func (f *filmed) measureUnder(from, to time.Duration) {
	const step = 20 * time.Millisecond
	for t := from; f.driven && t < to && f.visit.inArea(t); t += step {
		a, b := f.course.place(f.pace.course(t)), f.course.place(f.pace.course(min(t+step, to)))
		f.under += math.Hypot(math.Hypot(b.X-a.X, b.Y-a.Y), b.Z-a.Z)
	}
}

// transferWithoutHand plays a transfer without a hand.
func (s *bench) transferWithoutHand() {
	state, k := s.beginTransfer()
	before := time.Duration(0) // when the arm was held; 0: it is not
	s.film(nil, state, k, func(f *filmed, e exposure, seen bool) bool {
		s.pictures++
		if seen {
			s.hands++
		}
		switch {
		case f.held && before == 0:
			s.alarms++
			before = e.arrives
		case f.held && e.arrives > before+stuckAfter:
			s.stuck++
			s.detector.Mistaken() // so the robot says when it has looked at the table without the arm
			return false
		case !f.held && before > 0:
			s.holds = append(s.holds, e.arrives-before)
			before = 0
		}
		return true
	})
}

// transferWithHand plays a transfer into which a hand comes: until it is seen, and then until the arm goes on after it
// has gone.
func (s *bench) transferWithHand(r *rand.Rand, first bool) {
	state, k := s.beginTransfer()
	over := s.now + time.Second + time.Duration(r.Float64()*float64(k.ends-s.now-2*time.Second))
	v := someVisit(r, s.table.Options.Layout, over, s.stays)
	v.first = first
	result := handOutcome{visit: v}
	held := false
	s.film(v, state, k, func(f *filmed, e exposure, seen bool) bool {
		wentOn := held && !f.held
		held = f.held
		switch {
		case seen && !result.seen && e.taken < v.shows:
			result.early = true
			return false
		case !result.seen:
			result.seen, result.after = seen, max(0, e.arrives-v.over-s.camera.delay)
			return seen || e.taken < v.over+looksFor+time.Duration(float64(2*time.Second)/s.camera.fps)+s.camera.gaps
		case wentOn && v.inArea(e.arrives):
			result.driven, f.driven = result.driven+1, true
		case wentOn:
			result.went, result.late = true, max(0, e.arrives-v.gone-s.camera.delay)
		}
		result.under = f.under
		result.stuck = held && e.taken > v.gone+stuckAfter
		return !result.stuck && (held || v.inArea(e.arrives))
	})
	s.handOutcomes = append(s.handOutcomes, result)
}

// measure plays free transfers, and some with hands. Half of the tables begin with a hand: where the arm was not shown,
// before anything is learnt.
func (c setup) measure(t *testing.T, free, visits int) outcome {
	s, r := c.newBench(t), lot(c.seed, "hands")
	if r.IntN(2) == 0 {
		s.transferWithHand(r, !c.taught)
	}
	for range free {
		s.transferWithoutHand()
	}
	for range visits {
		s.transferWithHand(r, false)
	}
	return s.outcome
}

// Tables drawn by lot: no transfer's arm is taken for a hand, and hands are seen.
func TestTablesByLot(t *testing.T) {
	arms, n := developed, *tables
	if *keptAside {
		arms = aside
	}
	if n == 0 {
		easyTables(t)
		return
	}
	var lock sync.Mutex
	var list []outcome
	t.Run("combinations", func(t *testing.T) {
		for i := range n {
			c := setupOf(*first+uint64(i), arms)
			t.Run(fmt.Sprint(c.seed), func(t *testing.T) {
				t.Parallel()
				n := 4
				if c.camera.fps > 10 {
					n = 3
				}
				m := c.measure(t, n, 3)
				t.Log(m)
				lock.Lock()
				defer lock.Unlock()
				list = append(list, m)
			})
		}
	})
	slices.SortFunc(list, func(a, b outcome) int { return int(a.seed) - int(b.seed) })
	t.Log("\n" + report(list))
}

// easyTables are a few whose pictures come in time: an arm is hardly taken for a hand, hands are seen, and the arm
// waits until they have gone.
func easyTables(t *testing.T) {
	if testing.Short() {
		t.Skip("pictures are drawn for some seconds")
	}
	const most = .02 // of the pictures show a hand where there is none
	var list []outcome
	for _, seed := range []uint64{4, 6} {
		c := setupOf(seed, developed)
		c.camera = lateCamera{fps: 10, quality: 90, spread: 20 * time.Millisecond}
		c.light, c.drives.pause, c.drives.travel, c.stays = roomLights[0], 0, 250, 6*time.Second
		list = append(list, c.measure(t, 2, 2))
		t.Log(list[len(list)-1])
	}
	t.Log("\n" + report(list))
	pictures, falsely, all, seen, went, driven := 0, 0, 0, 0, 0, 0
	for _, m := range list {
		pictures, falsely = pictures+m.pictures, falsely+m.hands
		for _, r := range m.handOutcomes {
			all, driven = all+1, driven+min(r.driven, 1)
			if r.seen {
				seen++
			}
			if r.went {
				went++
			}
		}
	}
	if float64(falsely) > most*float64(pictures) {
		t.Errorf("a hand was seen in %d of %d pictures, and there was none", falsely, pictures)
	}
	if 4*seen < 3*all {
		t.Errorf("%d of %d hands were seen", seen, all)
	}
	if 2*went < seen || driven > 0 {
		t.Errorf("of %d hands that were seen, %d had the arm go on while they were there, %d after they had gone",
			seen, driven, went)
	}
}
