package intruder_test

import (
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/table/world"
	"draughtsman/vision/drawn"
	"draughtsman/vision/intruder"
)

// watched is the board with the tray, and some room about them.
func watched(l world.Layout) intruder.Area {
	const room = 50
	h := l.Half() + l.Frame
	a := intruder.Area{Min: calibration.BoardPoint{X: -h, Y: -h}, Max: calibration.BoardPoint{X: h, Y: h}}
	for _, s := range l.Slots {
		a.Min.X, a.Max.X = min(a.Min.X, s.At.X), max(a.Max.X, s.At.X)
	}
	a.Min.X, a.Min.Y, a.Max.X, a.Max.Y = a.Min.X-room, a.Min.Y-room, a.Max.X+room, a.Max.Y+room
	return a
}

// reaching is a hand that comes straight from its seat.
type reaching struct {
	seat  checkers.Side
	to    world.Point
	speed float64       // mm/s
	over  time.Duration // when the fingertips are over the board's edge
	goes  time.Duration // when the hand goes back; 0: never
}

// show has the hand where it is by now, and tells whether its fingertips are over
// the board.
func (r reaching) show(s *world.State, l world.Layout) bool {
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

// how many transfers are looked at is set by INTRUDER_TRANSFERS, for measuring.
func transfers(t *testing.T, few int) int {
	if n, err := strconv.Atoi(os.Getenv("INTRUDER_TRANSFERS")); err == nil {
		return n
	}
	if testing.Short() {
		t.Skip("pictures are drawn for some seconds")
	}
	return few
}

// options are those of a watch over a machine at a table.
func options(t testing.TB, m machine, l world.Layout) intruder.Options {
	var touches []calibration.Touch
	for _, q := range []checkers.Square{1, 4, 29, 32} {
		touches = append(touches, calibration.Touch{Square: int(q), At: calibration.ArmPoint(l.Mount.ToArm(l.Centre(q)))})
	}
	frame, err := calibration.FitArm(calibration.Board{Squares: checkers.Size, SquareMM: l.Square}, touches)
	if err != nil {
		t.Fatal(err)
	}
	o := intruder.Options{Area: watched(l), Speed: 200, DiscMM: l.DiscDiameter, Shapes: intruder.Gantry(frame, 90)}
	if m.bones {
		o.Shapes = []intruder.Shape{m.shape(l)}
	}
	return o
}

// session is a drawn table with a watch over it.
type session struct {
	machine
	t *testing.T
	a *drawn.Table
	w *intruder.Watch
	r *rand.Rand
}

func newSession(t *testing.T, m machine) session {
	a := drawn.NewTable(t, m.table)
	w, err := intruder.New(a.Calibration.Camera, options(t, m, a.Options.Layout))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return session{m, t, a, w, rand.New(rand.NewPCG(4, 2))}
}

const frame = 50 * time.Millisecond

// carry watches over a transfer. The answers are the pictures, those in which a
// hand was seen, and how long after it was over the board that was for the first
// time; negative: it was not seen.
func (s session) carry(comes func(takes time.Duration) *reaching) (pictures, hands int, delay time.Duration) {
	l := s.a.Options.Layout
	state := s.a.State(checkers.Start())
	s.hold(s.a, &state, l.Mount.ToBoard(s.park))
	if err := s.w.Begin(s.a.Take(state)); err != nil {
		s.t.Fatal(err)
	}
	disc, to := somewhere(s.a, &state, s.r)
	way := s.transfer(s.a, &state, disc, to)
	parts := s.parts(state.Tool.At, way)
	hand := comes(duration(state.Tool.At, way))
	over, seen := time.Duration(-1), time.Duration(-1)
	s.play(s.a, &state, way, frame, func(leg int) bool {
		for ; len(parts) > 0 && leg >= parts[0].first; parts = parts[1:] {
			s.w.Along(parts[0].legs)
		}
		pictures++
		if hand != nil && hand.show(&state, l) && over < 0 {
			over = state.Now
		}
		is, err := s.w.Look(s.a.Take(state), time.Unix(0, int64(state.Now)))
		if err != nil {
			s.t.Fatal(err)
		}
		if is {
			hands++
			if seen < 0 {
				seen = state.Now
			}
		}
		return hand == nil || over < 0 || state.Now < over+300*time.Millisecond
	})
	if over < 0 || seen < 0 {
		return pictures, hands, -1
	}
	return pictures, hands, max(seen-over, 0)
}

// Whole transfers go by without the arm, its shadow, or what it carries being
// taken for a hand.
func TestTheArmIsNoHand(t *testing.T) {
	for _, m := range machines() {
		t.Run(m.name, func(t *testing.T) {
			s := newSession(t, m)
			pictures, hands := 0, 0
			for range transfers(t, 4) {
				p, h, _ := s.carry(func(time.Duration) *reaching { return nil })
				pictures, hands = pictures+p, hands+h
			}
			t.Logf("%d pictures, a hand in %d", pictures, hands)
			if hands > 0 {
				t.Errorf("a hand was seen in %d of %d pictures, and there was none", hands, pictures)
			}
		})
	}
}

// From across the arm a hand is seen at the latest in the second picture in which
// its fingertips are over the board. From the arm's own side, where it may come in
// beneath the arm, nearly every one is seen in a moment, once the arm is known.
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
					s.carry(func(time.Duration) *reaching { return nil })
				}
				var late []time.Duration
				for i := range n {
					_, _, delay := s.carry(func(takes time.Duration) *reaching {
						y := s.a.Options.Layout.Half() * s.r.Float64() * .8
						if tt.seat == checkers.White {
							y = -y
						}
						return &reaching{
							seat: tt.seat, speed: []float64{650, 200}[i%2],
							to:   world.Point{X: (2*s.r.Float64() - 1) * s.a.Options.Layout.Half(), Y: y, Z: 30},
							over: time.Second + time.Duration(s.r.Float64()*float64(takes-2*time.Second)),
						}
					})
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

// A hand that was seen is seen until it goes, also where it lies still beside the arm
// that stands, or beneath it; and no longer.
func TestAHandIsSeenUntilItGoes(t *testing.T) {
	const (
		stands = 3 * frame // after which the arm stands that a hand holds
		lies   = 1500 * time.Millisecond
		over   = 2 * time.Second // looked at since it goes
	)
	for _, m := range machines() {
		for _, seat := range []checkers.Side{checkers.White, checkers.Black} {
			t.Run(m.name+" "+seat.String(), func(t *testing.T) {
				s := newSession(t, m)
				n := transfers(t, 4)
				for range 4 {
					s.carry(func(time.Duration) *reaching { return nil })
				}
				l := s.a.Options.Layout
				var missed, late []time.Duration
				for range n {
					state := s.a.State(checkers.Start())
					s.hold(s.a, &state, l.Mount.ToBoard(s.park))
					if err := s.w.Begin(s.a.Take(state)); err != nil {
						t.Fatal(err)
					}
					disc, to := somewhere(s.a, &state, s.r)
					way := s.transfer(s.a, &state, disc, to)
					parts := s.parts(state.Tool.At, way)
					hand := reaching{seat: seat, speed: 650, over: time.Second + time.Duration(s.r.Float64()*float64(duration(state.Tool.At, way)-2*time.Second))}
					hand.to = world.Point{X: (2*s.r.Float64() - 1) * l.Half(), Y: l.Half() * s.r.Float64() * .8, Z: 30}
					if seat == checkers.White {
						hand.to.Y = -hand.to.Y
					}
					seen := time.Duration(-1)
					look := func() (there, is bool) {
						there = hand.show(&state, l)
						is, err := s.w.Look(s.a.Take(state), time.Unix(0, int64(state.Now)))
						if err != nil {
							t.Fatal(err)
						}
						return there, is
					}
					s.play(s.a, &state, way, frame, func(leg int) bool {
						for ; len(parts) > 0 && leg >= parts[0].first; parts = parts[1:] {
							s.w.Along(parts[0].legs)
						}
						if _, is := look(); is && seen < 0 {
							seen = state.Now
						}
						return seen < 0 || state.Now < seen+stands
					})
					if seen < 0 {
						continue
					}
					hand.goes = max(seen, hand.over) + lies
					gone, free := time.Duration(0), time.Duration(0)
					for state.Now < hand.goes+over {
						state.Now += frame
						there, is := look()
						if there && !is {
							missed = append(missed, state.Now-seen)
						}
						if !state.Hand.Visible && gone == 0 {
							gone = state.Now
						}
						if !is && free == 0 && gone > 0 {
							free = state.Now
						}
					}
					if free == 0 {
						t.Errorf("%v after the hand has gone it is still seen", state.Now-gone)
					}
					late = append(late, free-gone)
				}
				t.Logf("of %d hands %d were seen; hidden at %v after that, gone after %v", n, len(late), missed, late)
				if len(missed) > 0 || len(late) < n/2 {
					t.Errorf("%d pictures with a hand that was seen do not show it; %d of %d hands were seen", len(missed), len(late), n)
				}
			})
		}
	}
}

// A watch that was told of no free table, or is shown another camera's pictures,
// says so.
func TestWhatCannotBeWatched(t *testing.T) {
	a := drawn.NewTable(t, drawn.Small)
	w, err := intruder.New(a.Calibration.Camera, options(t, machines()[0], a.Options.Layout))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if _, err := w.Look(a.Picture, time.Unix(0, 0)); err == nil {
		t.Error("a hand is looked for over an unknown table")
	}
	other := drawn.NewTable(t)
	if err := w.Begin(other.Picture); err == nil {
		t.Error("pictures of two sizes are compared")
	}
	if _, err := intruder.New(a.Calibration.Camera, intruder.Options{}); err == nil {
		t.Error("an arm without speed is watched")
	}
}

func BenchmarkLook(b *testing.B) {
	a := drawn.NewTable(b)
	w, err := intruder.New(a.Calibration.Camera, options(b, machines()[0], a.Options.Layout))
	if err != nil {
		b.Fatal(err)
	}
	defer w.Close()
	s := a.State(checkers.Start())
	if err := w.Begin(a.Take(s)); err != nil {
		b.Fatal(err)
	}
	s.Tool.At = world.Point{X: 40, Y: 20, Z: 60}
	picture, at := a.Take(s), time.Unix(0, 0)
	for b.Loop() {
		if at = at.Add(frame); at.Second() > 5 {
			b.StopTimer()
			if err := w.Begin(picture); err != nil {
				b.Fatal(err)
			}
			at = time.Unix(0, 0)
			b.StartTimer()
		}
		if _, err := w.Look(picture, at); err != nil {
			b.Fatal(err)
		}
	}
}
