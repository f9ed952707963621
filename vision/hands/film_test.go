package hands_test

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/simtable"
	"draughtsman/vision/hands"
)

// watched is the board with the tray, and some room about them.
func watched(l world.Layout) hands.Area {
	const room = 50
	h := l.Half() + l.Frame
	a := hands.Area{Min: calibration.BoardPoint{X: -h, Y: -h}, Max: calibration.BoardPoint{X: h, Y: h}}
	for _, s := range l.Slots {
		a.Min.X, a.Max.X = min(a.Min.X, s.At.X), max(a.Max.X, s.At.X)
	}
	a.Min.X, a.Min.Y, a.Max.X, a.Max.Y = a.Min.X-room, a.Min.Y-room, a.Max.X+room, a.Max.Y+room
	return a
}

// handPath is the way of a hand that comes straight from its seat.
type handPath struct {
	seat  checkers.Side
	to    world.Point
	speed float64       // mm/s
	over  time.Duration // when the fingertips are over the board's edge
	goes  time.Duration // when the hand goes back; 0: never
}

// show has the hand where it is by now, and tells whether its fingertips are over the board.
func (r handPath) show(s *world.State, l world.Layout) bool {
	sign := 1.0
	if r.seat == checkers.White {
		sign = -1
	}
	from, edge := world.Point{X: r.to.X, Y: sign * 480, Z: 60}, l.Half()+l.Frame
	k := min(((s.Now-r.over).Seconds()*r.speed+480-edge)/(480-math.Abs(r.to.Y)), 1)
	if r.goes > 0 && s.Now > r.goes {
		k -= (s.Now - r.goes).Seconds() * r.speed / (480 - math.Abs(r.to.Y))
	}
	if k <= 0 {
		s.Hand.Visible = false
		return false
	}
	s.Hand = world.Hand{Visible: true, Seat: r.seat, Held: world.NoDisc, At: world.Point{
		X: r.to.X, Y: from.Y + k*(r.to.Y-from.Y), Z: from.Z + k*(r.to.Z-from.Z),
	}}
	return math.Abs(s.Hand.At.Y) < edge
}

// how many transfers are looked at is set by HANDS_TRANSFERS, for measuring.
func transfers(t *testing.T, few int) int {
	if n, err := strconv.Atoi(os.Getenv("HANDS_TRANSFERS")); err == nil {
		return n
	}
	if testing.Short() {
		t.Skip("pictures are drawn for some seconds")
	}
	return few
}

// options are those of a detector over a table.
func options(l world.Layout) hands.Options {
	return hands.Options{Area: watched(l), DiscMM: l.DiscDiameter}
}

// session is a drawn table with a detector over it.
type session struct {
	machine
	t        *testing.T
	table    *simtable.Table
	detector *hands.Detector
	r        *rand.Rand
}

func newSession(t *testing.T, m machine) session {
	a := simtable.New(t, m.table)
	s := session{m, t, a, newDetector(t, a, options(a.Options.Layout)), rand.New(rand.NewPCG(4, 2))}
	s.teach()
	return s
}

// teach shows the detector the arm, as `calibrate delay` does: in motions to which nobody comes.
func (s session) teach() {
	s.t.Helper()
	o := options(s.table.Options.Layout)
	o.ArmOnly = true
	pupil := s.detector
	s.detector = newDetector(s.t, s.table, o)
	for range 2 {
		s.without()
	}
	s.detector.Finish()
	recalled(s.t, s.detector, pupil)
}

const frame = 50 * time.Millisecond

// watchedTransfer is a transfer of a session in which hands are looked for.
type watchedTransfer struct {
	session
	state world.State
	way   []stop
	hand  *handPath // nil: none comes
}

// begin has the detector know the free table before a transfer to somewhere.
func (s session) begin() *watchedTransfer {
	s.t.Helper()
	c := &watchedTransfer{session: s, state: s.table.State(checkers.Start())}
	s.hold(s.table, &c.state, s.table.Options.Layout.Mount.ToBoard(s.park))
	if _, err := s.detector.Begin(s.table.Take(c.state)); err != nil {
		s.t.Fatal(err)
	}
	disc, to := somewhere(s.table, &c.state, s.r)
	c.way = s.transfer(s.table, &c.state, disc, to)
	return c
}

// reach is a hand that comes from a seat to somewhere on its half of the board, some time in the transfer.
func (c *watchedTransfer) reach(seat checkers.Side, speed float64) *handPath {
	half := c.table.Options.Layout.Half()
	to := world.Point{Y: half * c.r.Float64() * .8, X: (2*c.r.Float64() - 1) * half, Z: 30}
	if seat == checkers.White {
		to.Y = -to.Y
	}
	takes := duration(c.state.Tool.At, c.way)
	return &handPath{seat: seat, to: to, speed: speed, over: time.Second +
		time.Duration(c.r.Float64()*float64(takes-2*time.Second))}
}

// look shows the detector the table with the hand as they are by now, and tells whether the
// fingertips are over the board and whether the detector sees a hand.
func (c *watchedTransfer) look() (over, seen bool) {
	c.t.Helper()
	over = c.hand != nil && c.hand.show(&c.state, c.table.Options.Layout)
	sight, err := c.detector.Detect(c.table.Take(c.state), time.Unix(0, int64(c.state.Now)))
	if err != nil {
		c.t.Fatal(err)
	}
	return over, sight.Hand
}

// play has the arm move, the detector told of its motions, until the transfer is done or a
// picture is the last one.
func (c *watchedTransfer) play(show func() (on bool)) {
	parts := c.parts(c.state.Tool.At, c.way)
	c.session.play(c.table, &c.state, c.way, frame, func(leg int) bool {
		for ; len(parts) > 0 && leg >= parts[0].first; parts = parts[1:] {
			c.detector.MotionBegins(parts[0].legs, time.Unix(0, int64(c.state.Now)))
		}
		return show()
	})
}

// without watches over a transfer to which no hand comes. The answers are the pictures, and those in which one was
// seen.
func (s session) without() (pictures, hands int) {
	c := s.begin()
	c.play(func() bool {
		if _, seen := c.look(); seen {
			hands++
		}
		pictures++
		return true
	})
	return pictures, hands
}

// untilSeen watches over the transfer until some time after its hand was over the board, and
// answers when that was and when it was seen for the first time; negative: never.
func (c *watchedTransfer) untilSeen(after time.Duration) (over, seen time.Duration) {
	over, seen = -1, -1
	c.play(func() bool {
		isOver, isSeen := c.look()
		if isOver && over < 0 {
			over = c.state.Now
		}
		if isSeen && seen < 0 {
			seen = c.state.Now
		}
		return over < 0 || c.state.Now < over+after
	})
	return over, seen
}

// Whole transfers go by without the arm, its shadow, or what it carries being taken for a hand.
func TestTheArmIsNoHand(t *testing.T) {
	for _, m := range machines() {
		t.Run(m.name, func(t *testing.T) {
			s := newSession(t, m)
			pictures, hands := 0, 0
			for range transfers(t, 4) {
				p, h := s.without()
				pictures, hands = pictures+p, hands+h
			}
			t.Logf("%d pictures, a hand in %d", pictures, hands)
			if hands > 0 {
				t.Errorf("a hand was seen in %d of %d pictures, and there was none", hands, pictures)
			}
		})
	}
}

// From across the arm a hand is seen at the latest in the second picture in which its fingertips are over the board.
// From the arm's own side, where it may come in beneath the arm, most are seen in a moment, once the arm is known.
func TestAHandIsSeen(t *testing.T) {
	for _, m := range machines() {
		for _, tt := range []struct {
			seat   checkers.Side
			before int // transfers without a hand,
			hands  int // and with one
			within time.Duration
			share  float64
		}{
			{checkers.White, 1, 4, frame, 1},
			{checkers.Black, 4, 10, 3 * frame, m.ownSide},
		} {
			t.Run(m.name+" "+tt.seat.String(), func(t *testing.T) {
				s := newSession(t, m)
				n, seen := transfers(t, tt.hands), 0
				for range tt.before {
					s.without()
				}
				var late []time.Duration
				for i := range n {
					c := s.begin()
					c.hand = c.reach(tt.seat, []float64{650, 200}[i%2])
					delay := time.Duration(-1)
					if over, seen := c.untilSeen(300 * time.Millisecond); over >= 0 && seen >= 0 {
						delay = max(seen-over, 0)
					}
					if delay >= 0 && delay <= tt.within {
						seen++
					}
					late = append(late, delay)
				}
				t.Logf("%d of %d hands seen within %v; after %v (negative: not at all)", seen, n, tt.within, late)
				if float64(seen) < tt.share*float64(n) {
					t.Errorf("%d of %d hands were seen at once", seen, n)
				}
			})
		}
	}
}

// A hand that was seen is seen until it goes, also where it lies still beside the arm that stands, or beneath it; and
// no longer.
func TestAHandIsSeenUntilItGoes(t *testing.T) {
	if testing.Short() {
		t.Skip("draws dozens of pictures")
	}
	for _, m := range machines() {
		for _, seat := range []checkers.Side{checkers.White, checkers.Black} {
			t.Run(m.name+" "+seat.String(), func(t *testing.T) {
				s := newSession(t, m)
				n, seen, gone := transfers(t, 4), 0, 0
				for range 4 {
					s.without()
				}
				for range n {
					c := s.begin()
					c.hand = c.reach(seat, 650)
					is, goes := c.lies()
					if is {
						seen++
					}
					if goes {
						gone++
					}
				}
				t.Logf("%d of %d hands were seen, and %d to go", seen, n, gone)
				if seen < n/2 || 4*gone < 3*seen {
					t.Errorf("%d of %d hands were seen, and %d to go", seen, n, gone)
				}
			})
		}
	}
}

// A hand that is there when the arm homes is there when the arm has left the picture, until it goes. One that has gone
// by then may have left by chance; if that happens twice it was the arm, and is learnt by where the tool was.
func TestAHandWhileTheArmHomes(t *testing.T) {
	if testing.Short() {
		t.Skip("draws dozens of pictures")
	}
	s := newSession(t, machines()[0])
	for range 2 {
		s.without()
	}
	for range transfers(t, 2) {
		c := s.begin()
		c.hand = c.reach(checkers.White, 650)
		if _, first := c.untilSeen(0); first < 0 {
			t.Error("a hand is not seen")
			continue
		}
		alarm := c.state
		alarm.Discs = slices.Clone(alarm.Discs)
		c.homes(alarm, true)
		for _, want := range []bool{true, true, false} {
			c.detector.MotionBegins([]hands.Leg{{
				From: calibration.BoardPoint(c.state.Tool.At), To: calibration.BoardPoint(alarm.Tool.At), Takes: time.Second,
			}}, time.Unix(0, int64(c.state.Now)))
			c.state.Now += 5 * time.Second
			if seen := c.shows(alarm, time.Second); seen != want {
				t.Errorf("a hand is seen: %t, want %t", seen, want)
			}
			c.homes(alarm, false)
			c.detector.Mistaken()
		}
	}
}

// A hand that nobody saw when the table was taken for free has gone, and where it was the table seems to be hidden,
// also as the arm homed. It is what it was before, and the arm goes on; another hand is one.
func TestAHandThatWasTakenForTheTable(t *testing.T) {
	s := newSession(t, machines()[0])
	s.without()
	c := s.begin()
	c.hold(c.table, &c.state, c.table.Options.Layout.Mount.ToBoard(c.park))
	begin := func(hand world.Hand) bool {
		hand.Held, hand.Seat = world.NoDisc, checkers.White
		c.state.Hand = hand
		seen, err := c.detector.Begin(c.table.Take(c.state))
		if err != nil {
			t.Fatal(err)
		}
		return seen
	}
	unseen, other := world.Point{X: 30, Z: 20}, world.Point{X: -90, Y: 60, Z: 20}
	if !begin(world.Hand{Visible: true, At: unseen}) {
		t.Fatal("a hand is not seen")
	}
	c.detector.Mistaken()
	if begin(world.Hand{Visible: true, At: unseen}) {
		t.Fatal("what is none is taken for a hand")
	}
	c.detector.MotionBegins([]hands.Leg{{From: calibration.BoardPoint(c.state.Tool.At), Takes: time.Second}},
		time.Unix(0, int64(c.state.Now)))
	for _, x := range []float64{0, -20, 60, 90} { // it hides all of where it was as it moves
		c.state.Hand.At.X = x
		if !c.shows(c.state, time.Second/2) {
			t.Fatal("the hand is not seen as it moves")
		}
	}
	c.detector.PositionLost(time.Unix(0, int64(c.state.Now)))
	if begin(world.Hand{}) {
		t.Error("the free table is taken for a hand")
	}
	if !begin(world.Hand{Visible: true, At: other}) {
		t.Error("another hand is not seen")
	}
}

// homes has the arm stand beside what is taken for a hand, and then home, which the hand outlasts or does not. It has
// gone in the end.
func (c *watchedTransfer) homes(alarm world.State, stays bool) {
	c.t.Helper()
	c.detector.Hold(true, time.Unix(0, int64(c.state.Now)))
	c.shows(alarm, 4*time.Second)
	c.detector.PositionLost(time.Unix(0, int64(c.state.Now)))
	c.hold(c.table, &c.state, c.table.Options.Layout.Mount.ToBoard(c.park))
	for there := stays; ; there = false {
		c.state.Hand.Visible = there
		c.shows(c.state, time.Second)
		if hand, err := c.detector.Begin(c.table.Take(c.state)); err != nil || hand != there {
			c.t.Fatalf("a hand is there: %t; it is seen: %t (%v)", there, hand, err)
		}
		if !there {
			return
		}
	}
}

// shows shows the detector the same table for a while, and tells whether it sees a hand.
func (c *watchedTransfer) shows(state world.State, lasts time.Duration) (seen bool) {
	c.t.Helper()
	for ends := c.state.Now + lasts; c.state.Now < ends; c.state.Now += 10 * frame {
		sight, err := c.detector.Detect(c.table.Take(state), time.Unix(0, int64(c.state.Now)))
		if err != nil {
			c.t.Fatal(err)
		}
		seen = seen || sight.Hand
	}
	return seen
}

// lies has the hand lie still once it was seen, and go. The arm stands soon after it was seen, and the detector has
// to see the hand until it goes.
func (c *watchedTransfer) lies() (seen, gone bool) {
	const (
		stands = 3 * frame // after which the arm stands that a hand holds
		still  = 1500 * time.Millisecond
		after  = 2 * time.Second // looked at since it goes
	)
	first := time.Duration(-1)
	c.play(func() bool {
		if _, is := c.look(); is && first < 0 {
			first = c.state.Now
		}
		return first < 0 || c.state.Now < first+stands
	})
	if first < 0 {
		return false, true
	}
	c.detector.Hold(true, time.Unix(0, int64(c.state.Now)))
	c.hand.goes = max(first, c.hand.over) + still
	for c.state.Now < c.hand.goes+after {
		c.state.Now += frame
		if there, is := c.look(); there && !is && c.state.Now < c.hand.goes {
			c.t.Errorf("%v after it was seen a hand over the board is not seen", c.state.Now-first)
		} else if !c.state.Hand.Visible && !is {
			return true, true
		}
	}
	c.t.Logf("%v after the hand goes it is still seen", after)
	return true, false
}

// A detector that was told of no free table, or is shown another camera's pictures, says so.
func TestWhatCannotBeWatched(t *testing.T) {
	a := simtable.New(t, simtable.Small)
	w, err := hands.New(a.Calibration.Camera, options(a.Options.Layout))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Detect(a.Picture, time.Unix(0, 0)); err == nil {
		t.Error("a hand is looked for over an unknown table")
	}
	other := simtable.New(t)
	if _, err := w.Begin(other.Picture); err == nil {
		t.Error("pictures of two sizes are compared")
	}
	if _, err := hands.New(a.Calibration.Camera, hands.Options{}); err == nil {
		t.Error("an area of no size is watched")
	}
}

func BenchmarkLook(b *testing.B) {
	a := simtable.New(b)
	w, err := hands.New(a.Calibration.Camera, options(a.Options.Layout))
	if err != nil {
		b.Fatal(err)
	}
	s := a.State(checkers.Start())
	if _, err := w.Begin(a.Take(s)); err != nil {
		b.Fatal(err)
	}
	s.Tool.At = world.Point{X: 40, Y: 20, Z: 60}
	picture, at := a.Take(s), time.Unix(0, 0)
	for b.Loop() {
		if at = at.Add(frame); at.Second() > 5 {
			b.StopTimer()
			if _, err := w.Begin(picture); err != nil {
				b.Fatal(err)
			}
			at = time.Unix(0, 0)
			b.StartTimer()
		}
		if _, err := w.Detect(picture, at); err != nil {
			b.Fatal(err)
		}
	}
}
