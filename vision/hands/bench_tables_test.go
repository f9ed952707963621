package hands_test

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
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
	keptAside = flag.Bool("aside", false, "measure on the four arms that nothing is tuned on")
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
		camera: someCamera(r), drives: someController(r),
	}
	if c.arm.name == "delta" { // its platform hangs before a camera on Black's side
		c.seat = checkers.White
	}
	return c
}

func (c setup) String() string {
	k := c.camera
	table := fmt.Sprintf("%d %s, %s tool, %s, seen from %v's seat", c.seed, c.arm.name, c.tool, c.light.name, c.seat)
	return fmt.Sprintf("%s, %.1f s late and up to %.2f more, %g a second, %s, JPEG %d, noise %g", table,
		k.delay.Seconds(), k.spread.Seconds(), k.fps, k.manner(), k.quality, k.noise)
}

// handOutcome is what became of a hand that came in.
type handOutcome struct {
	after time.Duration // since the fingertips were over the board, less the camera's delay
	seen  bool
	early bool // something was taken for a hand before it came
}

// outcome is what was measured with a setup.
type outcome struct {
	setup
	pictures, hands, alarms int
	handOutcomes            []handOutcome
}

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
	o := options(t, s.m, a.Options.Layout)
	o.Speed = 300
	if !c.arm.straight && !s.m.bones {
		o.Links = nil // nobody knows such an arm's parts
	}
	w, err := hands.New(a.Calibration.Camera, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	s.detector = w
	return s
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

// beginTransfer has the detector know the free table before a transfer to somewhere.
func (s *bench) beginTransfer() (world.State, course) {
	s.t.Helper()
	state := s.table.State(checkers.Start())
	park := s.table.Options.Layout.Mount.ToBoard(s.m.park)
	s.m.bones = false // the scene works the joints out
	s.m.hold(s.table, &state, park)
	s.now += s.camera.longest() + time.Second
	s.take(state, s.now, s.detector.Begin)
	s.now += s.camera.longest()
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

// film shows the detector the pictures of a transfer until the last or until look returns false.
func (s *bench) film(state world.State, k course, hand *handPath, look func(e exposure, seen bool) bool) {
	groups := k.groups
	for _, e := range s.camera.exposures(s.now-s.camera.delay, k.ends+300*time.Millisecond, s.r) {
		k.show(func(p world.Point) { s.m.hold(s.table, &state, p) }, &state, e.taken)
		if hand != nil {
			hand.show(&state, s.table.Options.Layout)
		}
		if e.arrives < s.now {
			continue
		}
		for ; len(groups) > 0 && groups[0].at <= e.arrives; groups = groups[1:] {
			s.detector.MotionBegins(groups[0].legs, clock(groups[0].at))
		}
		goes := true
		s.take(state, e.taken, func(picture gocv.Mat) error {
			seen, err := s.detector.Detect(picture, clock(e.arrives))
			goes = look(e, seen.Hand)
			return err
		})
		if !goes {
			break
		}
	}
	s.now = k.ends
}

// transferWithoutHand plays a transfer without a hand.
func (s *bench) transferWithoutHand() {
	state, k := s.beginTransfer()
	before := false
	s.film(state, k, nil, func(_ exposure, seen bool) bool {
		s.pictures++
		if seen {
			s.hands++
			if !before {
				s.alarms++
			}
		}
		before = seen
		return true
	})
}

// transferWithHand plays a transfer into which a hand comes.
func (s *bench) transferWithHand(seat checkers.Side, speed float64) {
	const looksFor = 1500 * time.Millisecond
	state, k := s.beginTransfer()
	half := s.table.Options.Layout.Half()
	to := world.Point{Y: half * s.r.Float64() * .8, X: (2*s.r.Float64() - 1) * half, Z: 30}
	if seat == checkers.White {
		to.Y = -to.Y
	}
	over := s.now + time.Second + time.Duration(s.r.Float64()*float64(k.ends-s.now-2*time.Second))
	hand := &handPath{seat: seat, to: to, speed: speed, over: over}
	shows := over - time.Duration((480-half)/speed*float64(time.Second))
	result := handOutcome{}
	s.film(state, k, hand, func(e exposure, seen bool) bool {
		if seen && e.taken < shows {
			result.early = true
			return false
		}
		if seen {
			result.seen, result.after = true, max(0, e.arrives-over-s.camera.delay)
			return false
		}
		return e.taken < over+looksFor+time.Duration(float64(2*time.Second)/s.camera.fps)+s.camera.gaps
	})
	s.handOutcomes = append(s.handOutcomes, result)
}

// measure plays some free transfers, and one with a hand from each seat.
func (c setup) measure(t *testing.T, transfers int) outcome {
	s := c.newBench(t)
	for range transfers {
		s.transferWithoutHand()
	}
	for _, seat := range []checkers.Side{checkers.White, checkers.Black} {
		s.transferWithHand(seat, []float64{650, 200}[s.r.IntN(2)])
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
				m := c.measure(t, n)
				lock.Lock()
				defer lock.Unlock()
				list = append(list, m)
			})
		}
	})
	slices.SortFunc(list, func(a, b outcome) int { return int(a.seed) - int(b.seed) })
	t.Log("\n" + report(list))
}

// easyTables are a few whose pictures come in time: an arm is hardly taken for a hand, and
// hands are seen.
func easyTables(t *testing.T) {
	if testing.Short() {
		t.Skip("pictures are drawn for some seconds")
	}
	const most = .02 // of the pictures show a hand where there is none
	var list []outcome
	for _, seed := range []uint64{4, 6} {
		c := setupOf(seed, developed)
		c.camera = lateCamera{fps: 10, quality: 90, spread: 20 * time.Millisecond}
		c.light, c.drives.pause, c.drives.travel = roomLights[0], 0, 250
		list = append(list, c.measure(t, 2))
	}
	t.Log("\n" + report(list))
	pictures, hands, seen := 0, 0, 0
	for _, m := range list {
		pictures, hands = pictures+m.pictures, hands+m.hands
		for _, r := range m.handOutcomes {
			if r.seen {
				seen++
			}
		}
	}
	if float64(hands) > most*float64(pictures) {
		t.Errorf("a hand was seen in %d of %d pictures, and there was none", hands, pictures)
	}
	if seen < 2 {
		t.Errorf("of 4 hands %d were seen", seen)
	}
}

// report is a table of what was measured: each setup, then the sums by what they have in common.
func report(list []outcome) string {
	var out strings.Builder
	for _, m := range list {
		fmt.Fprintf(&out, "%v: %d pictures, %d false hands in %d alarms; hands:", m.setup, m.pictures, m.hands,
			m.alarms)
		for _, r := range m.handOutcomes {
			switch {
			case r.early:
				fmt.Fprint(&out, " false alarm before it came;")
			case r.seen:
				fmt.Fprintf(&out, " seen after %.2f s;", r.after.Seconds())
			default:
				fmt.Fprint(&out, " never seen;")
			}
		}
		fmt.Fprintln(&out)
	}
	w := tabwriter.NewWriter(&out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\n\tpictures\tfalse\talarms\ttables\twithout\thands\tseen\tmedian\tslowest\tnever\talarm first\t")
	for _, by := range []func(outcome) string{
		func(m outcome) string { return m.arm.name },
		func(m outcome) string { return m.tool + " tool" },
		func(m outcome) string { return fmt.Sprintf("%.1f s late", m.camera.delay.Seconds()) },
		func(m outcome) string { return fmt.Sprintf("%g a second", m.camera.fps) },
		func(m outcome) string { return m.camera.manner() },
		func(m outcome) string { return fmt.Sprintf("JPEG %d", m.camera.quality) },
		func(m outcome) string { return "light: " + m.light.name },
		func(m outcome) string { return "seen from " + m.seat.String() },
		func(outcome) string { return "all" },
	} {
		groups := map[string][]outcome{}
		for _, m := range list {
			groups[by(m)] = append(groups[by(m)], m)
		}
		names := make([]string, 0, len(groups))
		for name := range groups {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			row(w, name, groups[name])
		}
	}
	if err := w.Flush(); err != nil {
		return err.Error()
	}
	return out.String()
}

// row sums up some setups.
func row(w *tabwriter.Writer, name string, list []outcome) {
	var pictures, hands, alarms, without, all, early, never int
	var after []time.Duration
	for _, m := range list {
		pictures, hands, alarms = pictures+m.pictures, hands+m.hands, alarms+m.alarms
		if m.hands == 0 {
			without++
		}
		for _, r := range m.handOutcomes {
			all++
			switch {
			case r.early:
				early++
			case r.seen:
				after = append(after, r.after)
			default:
				never++
			}
		}
	}
	slices.Sort(after)
	median, slowest := math.NaN(), math.NaN()
	if n := len(after); n > 0 {
		median, slowest = after[n/2].Seconds(), after[n-1].Seconds()
	}
	fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d (%.0f %%)\t%d\t%d\t%.2f s\t%.2f s\t%d\t%d\t\n",
		name, pictures, hands, alarms, len(list), without, 100*float64(without)/float64(len(list)),
		all, len(after), median, slowest, never, early)
}
