package world_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/expect"
)

// table is a world at speed Max, driven one frame interval at a time.
type table struct {
	*world.World
	t     *testing.T
	truth bytes.Buffer
}

// actor advances by calling a function; done says when the script is over.
type actor struct {
	advance func(s *world.State) (busy bool)
	busy    bool
}

func (a *actor) Advance(s *world.State, _ time.Duration) { a.busy = a.advance(s) }
func (a *actor) Busy() bool                              { return a.busy }

func newTable(t *testing.T, p checkers.Position) *table {
	tb := &table{t: t}
	l := world.DefaultLayout()
	tb.World = world.New(world.NewState(l, p, 1), world.Options{Layout: l, Speed: world.Max, Seed: 1, Truth: &tb.truth})
	return tb
}

// script has the tool go through steps, one a tick, and returns when the last one has passed.
func (tb *table) script(steps ...func(s *world.State)) {
	tb.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	i := 0
	tb.AddActor(&actor{busy: true, advance: func(s *world.State) bool {
		if i < len(steps) {
			steps[i](s)
		} else {
			cancel()
		}
		i++
		return i <= len(steps)
	}}, true)
	expect.OK(tb.t, tb.Run(ctx))
}

// toolTo are the ticks in which the tool goes straight to a point at 200 mm/s.
func toolTo(from, to world.Point) []func(*world.State) {
	n := math.Ceil(math.Hypot(math.Hypot(to.X-from.X, to.Y-from.Y), to.Z-from.Z))
	var steps []func(*world.State)
	for i := 1.0; i <= n; i++ {
		at := world.Point{
			X: from.X + (to.X-from.X)*i/n,
			Y: from.Y + (to.Y-from.Y)*i/n,
			Z: from.Z + (to.Z-from.Z)*i/n,
		}
		steps = append(steps, func(s *world.State) { s.Tool.At = at })
	}
	return steps
}

// suck are the ticks in which suction is switched and settles.
func suck(on bool) []func(*world.State) {
	steps := []func(*world.State){func(s *world.State) { s.Tool.Suction = on }}
	for range 60 {
		steps = append(steps, func(*world.State) {})
	}
	return steps
}

// program is a sequence of points and switches (bool) for the tool.
func program(start world.Point, items ...any) []func(*world.State) {
	steps := []func(*world.State){func(s *world.State) { s.Tool.At = start }}
	at := start
	for _, item := range items {
		switch item := item.(type) {
		case world.Point:
			steps = append(steps, toolTo(at, item)...)
			at = item
		case bool:
			steps = append(steps, suck(item)...)
		}
	}
	return steps
}

func position(t *testing.T, fen string) checkers.Position {
	t.Helper()
	p, err := checkers.ParseFEN(fen)
	expect.OK(t, err)
	return p
}

// discOn is the uppermost disc on a square.
func (tb *table) discOn(n checkers.Square) world.Disc {
	tb.t.Helper()
	l, found := tb.Layout(), world.Disc{ID: world.NoDisc, At: world.Point{Z: -1}}
	for _, d := range tb.Snapshot().Discs {
		if s, on := l.SquareAt(d.At); on && s == n && d.At.Z > found.At.Z {
			found = d
		}
	}
	if found.ID == world.NoDisc {
		tb.t.Fatalf("nothing stands on %d", n)
	}
	return found
}

func (tb *table) events() []string {
	tb.t.Helper()
	var events []string
	for line := range strings.Lines(tb.truth.String()) {
		var l struct{ Event string }
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			tb.t.Fatalf("truth line %q: %v", line, err)
		}
		events = append(events, l.Event)
	}
	return events
}

func at(p world.Point, z float64) world.Point { return world.Point{X: p.X, Y: p.Y, Z: z} }

func TestLayoutRoundTrips(t *testing.T) {
	l := world.DefaultLayout()
	for _, fen := range []string{"B:W21-32:B1-12", "W:W18,26,K27,32:B1,K15", "W:WK1:BK32"} {
		p := position(t, fen)
		s := world.NewState(l, p, 7)
		got, sound := l.Position(&s)
		if !sound || got != p {
			t.Errorf("%s reads back as %s (sound %t)", fen, got.FEN(), sound)
		}
		for _, d := range s.Discs {
			if square, on := l.SquareAt(d.At); on {
				c := l.Centre(square)
				if off := math.Hypot(d.At.X-c.X, d.At.Y-c.Y); off > 0.04*l.Square {
					t.Errorf("disc %d stands %.2f mm off the centre of %d", d.ID, off, square)
				}
			}
		}
	}
}

func TestPickAndPlace(t *testing.T) {
	l := world.DefaultLayout()
	const h = 7
	for _, test := range []struct {
		name       string
		dx, height float64 // of the tip when it lifts, from the disc's centre and top
		lifted     bool
		collisions int
	}{
		{"touching the centre", 0, 0, true, 0},
		{"a little above", 0, 0.9, true, 0},
		{"too high", 0, 1.2, false, 0},
		{"pressing lightly", 0, -0.4, true, 0},
		{"pressing hard", 0, -0.8, true, 1}, // shifts the disc, and lifts it on the way up
		{"near the edge", 10, 0, true, 0},
		{"over the edge", 11.5, 0, false, 0},
		{"beside it, low", 19.5, -5, false, 1},
		{"beside it, clear", 22, -5, false, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			tb := newTable(t, position(t, "B:W32:B1,9"))
			d := tb.discOn(9)
			target := l.Centre(14)
			over := world.Point{X: d.At.X + test.dx, Y: d.At.Y, Z: 40}
			tb.script(program(over,
				at(over, h+test.height), true, at(over, 40),
				at(target, 40), at(target, h), false, at(target, 40))...)
			counts := tb.Counts()
			if counts.Collisions != test.collisions {
				t.Errorf("%d collisions, want %d: %v", counts.Collisions, test.collisions, tb.events())
			}
			if test.lifted {
				got := tb.discOn(14)
				want := at(target, 0)
				want.X -= test.dx
				tolerance := 0.01 + float64(test.collisions) // mm
				if math.Hypot(got.At.X-want.X, got.At.Y-want.Y) > tolerance || got.At.Z != 0 || got.ID != d.ID {
					t.Errorf("disc %d stands at %v, want disc %d at %v", got.ID, got.At, d.ID, want)
				}
				if counts.Lifts != 1 || counts.Placed != 1 || counts.Missed != 0 || counts.Dropped != 0 {
					t.Errorf("counts %+v", counts)
				}
			} else if counts.Missed != 1 || counts.Lifts != 0 {
				t.Errorf("counts %+v, want one miss", counts)
			}
		})
	}
}

func TestKingIsTwoDiscs(t *testing.T) {
	l := world.DefaultLayout()
	tb := newTable(t, position(t, "B:W32:BK18"))
	d, to := tb.discOn(18), l.Centre(14)
	tb.script(program(at(d.At, 40),
		at(d.At, 14), true, at(d.At, 40), at(to, 40), at(to, 7), false, at(to, 40),
		at(d.At, 40), at(d.At, 7), true, at(d.At, 40), at(to, 40), at(to, 14), false, at(to, 40))...)
	s := tb.Snapshot()
	if s.Game.FEN() != "W:W32:BK14" {
		t.Errorf("the game stands at %s", s.Game.FEN())
	}
	if top := tb.discOn(14); top.At.Z != 7 || tb.Counts().Collisions != 0 {
		t.Errorf("the upper disc lies at %v, %d collisions", top.At, tb.Counts().Collisions)
	}
}

func TestFallFromHighUpScatters(t *testing.T) {
	l := world.DefaultLayout()
	tb := newTable(t, position(t, "B:W32:B9"))
	d, to := tb.discOn(9), l.Centre(14)
	tb.script(program(at(d.At, 40), at(d.At, 7), true, at(d.At, 40), at(to, 40), at(to, 20), false, at(to, 40))...)
	got := tb.discOn(14)
	if off := math.Hypot(got.At.X-to.X, got.At.Y-to.Y); got.At.Z != 0 || off == 0 || off > 3 {
		t.Errorf("it lies at %v, %.2f mm off", got.At, off)
	}
	if c := tb.Counts(); c.Dropped != 1 || c.Placed != 1 {
		t.Errorf("counts %+v", c)
	}
}

func TestCollisionsAreCountedOnce(t *testing.T) {
	l := world.DefaultLayout()
	tb := newTable(t, position(t, "B:W32:B9,18"))
	d, other := tb.discOn(9), tb.discOn(18)
	past := world.Point{X: other.At.X + 40, Y: other.At.Y, Z: 12} // carried at z = 5: too low
	before := at(other.At, 12)
	before.X -= 40
	tb.script(program(at(d.At, 40), at(d.At, 7), true, at(d.At, 40), at(before, 40), before, past, at(past, 40))...)
	if c := tb.Counts(); c.Collisions != 1 {
		t.Errorf("%d collisions, want 1: %v", c.Collisions, tb.events())
	}
	moved := tb.disc(other.ID)
	if math.Hypot(moved.At.X-other.At.X, moved.At.Y-other.At.Y) < l.DiscDiameter/2 {
		t.Errorf("the disc in the way was not pushed: %v, was %v", moved.At, other.At)
	}
}

// disc is the disc with an ID.
func (tb *table) disc(id int) world.Disc {
	s := tb.Snapshot()
	return *s.Disc(id)
}

func TestPlacingOnAnEdgeSlidesOff(t *testing.T) {
	tb := newTable(t, position(t, "B:W32:B9,18"))
	d, other := tb.discOn(9), tb.discOn(18)
	edge := world.Point{X: other.At.X + 15, Y: other.At.Y, Z: 14.3}
	tb.script(program(at(d.At, 40), at(d.At, 7), true, at(d.At, 40), at(edge, 40), edge, false, at(edge, 40))...)
	got := tb.disc(d.ID)
	if apart := got.At.X - other.At.X; got.At.Z != 0 || apart < 30 || tb.Counts().Collisions != 1 {
		t.Errorf("it lies at %v beside %v, %d collisions", got.At, other.At, tb.Counts().Collisions)
	}
}

func TestHandMovesDiscs(t *testing.T) {
	l := world.DefaultLayout()
	tb := newTable(t, position(t, "B:W32:BK18"))
	s := tb.Snapshot()
	lower := s.Disc(tb.discOn(18).ID - 1)
	to := l.Centre(15)
	tb.script(
		func(s *world.State) {
			s.Hand.Visible, s.Hand.At = true, at(lower.At, 7)
		},
		func(s *world.State) { s.Hand.Held = lower.ID },
		func(s *world.State) { s.Hand.At = at(to, 60) },
		func(s *world.State) { s.Hand.At = at(to, 7) },
		func(s *world.State) { s.Hand.Held = world.NoDisc },
		func(s *world.State) { s.Hand.At.Y = 400 },
		func(s *world.State) { s.Hand = world.Hand{Held: world.NoDisc} },
	)
	want := []string{"setup", "hand in", "hand lift 1", "hand place 1", "hand out", "move 18-15"}
	got := tb.events()
	for i, e := range got {
		if strings.HasPrefix(e, "hand lift") || strings.HasPrefix(e, "hand place") {
			got[i] = e[:strings.LastIndex(e, " ")] + " 1"
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if p := tb.Position(); p.FEN() != "W:W32:BK15" {
		t.Errorf("true position %s", p.FEN())
	}
}

// A disc that falls on a square to which it could have gone has not been moved there, where the robot has announced
// another move.
func TestRefereeHoldsToWhatIsAnnounced(t *testing.T) {
	start := position(t, "W:W9:B1")
	tb := newTable(t, start)
	l := tb.Layout()
	man, fallen, goal := tb.discOn(9), l.Centre(6), l.Centre(5)
	var stood []string
	look := func(s *world.State) { stood = append(stood, s.Game.FEN()) }
	for _, m := range start.Moves() {
		if m.To() == 5 {
			tb.Do(func(s *world.State) { s.Announced = start.Play(m) })
		}
	}
	steps := program(at(man.At, 40), at(man.At, 7), true, at(man.At, 40), at(fallen, 40), false, at(fallen, 60))
	steps = append(steps, look)
	steps = append(steps, program(at(fallen, 7), true, at(fallen, 40), at(goal, 40), at(goal, 7), false, at(goal, 40))...)
	tb.script(append(steps, look)...)
	if diff := cmp.Diff([]string{"W:W9:B1", "B:W5:B1"}, stood); diff != "" {
		t.Error(diff)
	}
	if got := tb.events(); !slices.Contains(got, "move 9-5") || slices.Contains(got, "move 9-6") {
		t.Errorf("the truth is %q", got)
	}
}

// A disc that falls between the stacks of the tray, and would slide to and fro between them, comes to lie on one of
// them or on the table.
func TestADiscFallsBetweenStacks(t *testing.T) {
	l := world.DefaultLayout()
	height := 5 * l.DiscHeight
	stacks := []world.Point{
		{X: 205.15, Y: -100.57}, {X: 205, Y: -60.07}, {X: 204.67, Y: -58.38, Z: l.DiscHeight}, {X: 240.72, Y: -100.79},
		{X: 240.37, Y: -100.15, Z: l.DiscHeight}, {X: 241.02, Y: -61.27},
	}
	for x := 200.0; x < 240; x += 2 {
		for y := -100.0; y < -60; y += 2 {
			tb := newTable(t, position(t, "W:W9:B1"))
			man := tb.discOn(9)
			tb.Do(func(s *world.State) {
				n := 0
				for i := range s.Discs {
					if on, _ := l.SquareAt(s.Discs[i].At); on == 0 && n < len(stacks) {
						s.Discs[i].At = stacks[n]
						n++
					}
				}
			})
			over := world.Point{X: x, Y: y}
			steps := program(at(man.At, 40), at(man.At, 7), true, at(man.At, height), at(over, height), false, at(over, 60))
			tb.script(steps...)
			var fallen world.Disc
			for _, d := range tb.Snapshot().Discs {
				if d.ID == man.ID {
					fallen = d
				}
			}
			below := 0.0
			for _, d := range tb.Snapshot().Discs {
				away := math.Hypot(d.At.X-fallen.At.X, d.At.Y-fallen.At.Y)
				switch {
				case d.ID == man.ID || away > l.DiscDiameter-1:
				case away <= l.DiscDiameter/4:
					below = max(below, d.At.Z+l.DiscHeight)
				case math.Abs(d.At.Z-fallen.At.Z) < l.DiscHeight:
					t.Errorf("fallen at %v: there is a disc at %v", fallen.At, d.At)
				}
			}
			if fallen.At.Z != below {
				t.Errorf("fallen at %v: what is below it ends at %.1f mm", fallen.At, below)
			}
		}
	}
}

func TestRefereeWaitsForTheCrown(t *testing.T) {
	l := world.DefaultLayout()
	king := l.Centre(30)
	tb := newTable(t, position(t, "B:W5:B25"))
	man := tb.discOn(25)
	spare := l.Slots[16].At
	var stood string
	look := func(s *world.State) { stood = s.Game.FEN() }
	steps := program(at(man.At, 40), at(man.At, 7), true, at(man.At, 40), at(king, 40), at(king, 7), false, at(king, 40))
	steps = append(steps, look)
	steps = append(steps, program(at(king, 40), at(spare, 40), at(spare, 14), true, at(spare, 40), at(king, 40),
		at(king, 14), false, at(king, 40))...)
	tb.script(steps...)
	if stood != "B:W5:B25" {
		t.Errorf("with the crown missing the game stands at %s", stood)
	}
	s := tb.Snapshot()
	if s.Game.FEN() != "W:W5:BK30" {
		t.Errorf("with the crown on it stands at %s", s.Game.FEN())
	}
}

func TestSingleDiscBecomesAKingInTheEnd(t *testing.T) {
	king := world.DefaultLayout().Centre(30)
	for _, test := range []struct {
		name   string
		spares bool
		ticks  int
	}{{"no spare disc", false, 1}, {"nobody crowns it", true, 5000}} {
		t.Run(test.name, func(t *testing.T) {
			tb := newTable(t, position(t, "B:W5:B25"))
			id := tb.discOn(25).ID
			if !test.spares {
				tb.Do(func(s *world.State) {
					onBoard := s.Discs[:0]
					for _, d := range s.Discs {
						if math.Abs(d.At.X) < 180 {
							onBoard = append(onBoard, d)
						}
					}
					s.Discs = onBoard
				})
			}
			tb.Do(func(s *world.State) { s.Disc(id).At = king })
			steps := make([]func(*world.State), test.ticks)
			for i := range steps {
				steps[i] = func(*world.State) {}
			}
			tb.script(steps...)
			if s := tb.Snapshot(); s.Game.FEN() != "W:W5:BK30" {
				t.Errorf("the game stands at %s", s.Game.FEN())
			}
		})
	}
}

// TestHandHasNoCrown has a hand move a man to its king row, with discs of its side in the arm's tray and none at its
// seat: it is a king at once.
func TestHandHasNoCrown(t *testing.T) {
	tb := newTable(t, position(t, "B:W5:B25"))
	man, king := tb.discOn(25), tb.Layout().Centre(30)
	tb.script(
		func(s *world.State) {
			s.Hand.Visible, s.Hand.Seat, s.Hand.At, s.Hand.Held = true, checkers.Black, at(man.At, 7), man.ID
		},
		func(s *world.State) { s.Hand.At = at(king, 7) },
		func(s *world.State) { s.Hand.Held = world.NoDisc },
		func(s *world.State) { s.Hand = world.Hand{Held: world.NoDisc} },
		func(*world.State) {},
	)
	if s := tb.Snapshot(); s.Game.FEN() != "W:W5:BK30" {
		t.Errorf("the game stands at %s", s.Game.FEN())
	}
}

func TestToolMeetsHand(t *testing.T) {
	tb := newTable(t, checkers.Start())
	low := world.Point{X: 0, Y: 0, Z: 30}
	hand := func(s *world.State) {
		s.Hand.Visible, s.Hand.Seat, s.Hand.At = true, checkers.White, world.Point{Y: 60, Z: 20}
	}
	tb.script(append([]func(*world.State){hand}, program(world.Point{X: 200, Z: 30}, low, at(low, 70))...)...)
	if c := tb.Counts(); c.HandHits != 1 || c.Hands != 1 {
		t.Errorf("counts %+v", c)
	}
}

// Whatever the tool moves while a hand is over the board or the tray counts, but for the first half second, in which it
// is seen and the tool brakes, and the time that pictures are late.
func TestMotionUnderAHand(t *testing.T) {
	board, tray := world.Point{Y: 60, Z: 20}, world.Point{X: -240, Y: -100, Z: 20}
	for _, tt := range []struct {
		name           string
		tip, from      world.Point
		late           time.Duration
		braking, under float64
	}{
		{name: "over the board", tip: board, braking: 99, under: 201},
		{name: "from the left, over the tray", tip: tray, from: world.Point{X: -690}, braking: 99, under: 201},
		{name: "a forearm across the board", tip: world.Point{X: 280}, from: world.Point{X: -690}, braking: 99, under: 201},
		{name: "late pictures", tip: board, late: time.Second * 4 / 5, braking: 259, under: 41},
		{name: "beside the board", tip: world.Point{Y: -230}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := &table{t: t}
			l := world.DefaultLayout()
			tb.World = world.New(world.NewState(l, checkers.Start(), 1), world.Options{Layout: l, Speed: world.Max,
				Latency: tt.late, Truth: &tb.truth})
			start, end := world.Point{X: 0, Z: 70}, world.Point{X: 300, Z: 70}
			here := func(s *world.State) { s.Tool.At = start }
			come := func(s *world.State) {
				s.Hand.Visible, s.Hand.Seat, s.Hand.At, s.Hand.From = true, checkers.White, tt.tip, tt.from
			}
			gone := func(s *world.State) { s.Hand.Visible = false }
			tb.script(append(append([]func(*world.State){here, come}, toolTo(start, end)...), gone)...)
			if c := tb.Counts(); math.Abs(c.Braking-tt.braking) > 2 || math.Abs(c.UnderHand-tt.under) > 2 {
				t.Errorf("%.1f mm, then %.1f; want %.1f, then %.1f", c.Braking, c.UnderHand, tt.braking, tt.under)
			}
			said := slices.ContainsFunc(tb.events(), func(e string) bool { return strings.HasPrefix(e, "tool moves ") })
			if said != (tt.under > 0) {
				t.Errorf("the truth log has %q", tb.events())
			}
		})
	}
}

// A hand may come to a tool that stands, which is not to move on while it is there.
func TestHandComesToAStandingTool(t *testing.T) {
	tb := newTable(t, checkers.Start())
	low := world.Point{X: 0, Y: 0, Z: 30}
	hand := func(s *world.State) {
		s.Hand.Visible, s.Hand.Seat, s.Hand.At = true, checkers.White, world.Point{Y: 60, Z: 20}
	}
	tb.script(program(world.Point{X: 200, Z: 30}, low)...)
	tb.script(hand, func(*world.State) {}, func(*world.State) {})
	if c := tb.Counts(); c.HandHits != 0 || c.Hands != 1 {
		t.Errorf("while the tool stood: counts %+v", c)
	}
	tb.script(program(low, at(low, 70))...)
	if c := tb.Counts(); c.HandHits != 1 {
		t.Errorf("when it moved: counts %+v", c)
	}
}

func TestMaxSpeedIsPacedByFrames(t *testing.T) {
	tb := newTable(t, checkers.Start())
	ticks := make(chan time.Duration, 1000)
	tb.AddActor(&actor{advance: func(s *world.State) bool { ticks <- s.Now; return true }}, false)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- tb.Run(ctx) }()
	var last time.Duration
	for range 3 {
		tb.FrameTaken()
		for range 20 {
			last = <-ticks
		}
	}
	cancel()
	expect.OK(t, <-done)
	if len(ticks) != 0 || last != 300*time.Millisecond {
		t.Errorf("after three frames it is %v, %d ticks too many", last, len(ticks))
	}
}

func TestFiniteSpeedFollowsRealTime(t *testing.T) {
	w := world.New(world.NewState(world.DefaultLayout(), checkers.Start(), 1), world.Options{Speed: 50})
	ctx, cancel := context.WithCancel(context.Background())
	w.AddActor(&actor{advance: func(s *world.State) bool {
		if s.Now >= 2*time.Second {
			cancel()
		}
		return true
	}}, true)
	start := time.Now()
	expect.OK(t, w.Run(ctx))
	if took := time.Since(start); took < 35*time.Millisecond {
		t.Errorf("two seconds at speed 50 took %v", took)
	}
}

// Time that goes slowly goes fast from when its speed is set.
func TestSpeedIsSet(t *testing.T) {
	w := world.New(world.NewState(world.DefaultLayout(), checkers.Start(), 1), world.Options{Speed: 0.001})
	ctx, cancel := context.WithCancel(context.Background())
	w.AddActor(&actor{advance: func(s *world.State) bool {
		if s.Now >= 10*time.Second {
			cancel()
		}
		return true
	}}, true)
	w.SetSpeed(1000)
	w.SetSpeed(world.Max) // to which no speed comes
	expect.OK(t, w.Run(ctx))
	if speed := w.Speed(); speed != 1000 {
		t.Errorf("it goes %g times as fast", speed)
	}
}

func TestTruthLog(t *testing.T) {
	l := world.DefaultLayout()
	tb := newTable(t, position(t, "B:W32:B9,15"))
	d, to := tb.discOn(9), l.Centre(14)
	tb.script(program(at(d.At, 40), at(d.At, 7), true, at(d.At, 40), at(to, 40), at(to, 7), false, at(to, 40))...)
	golden := filepath.Join("testdata", "truth.golden")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		expect.OK(t, os.WriteFile(golden, tb.truth.Bytes(), 0o644))
	}
	want, err := os.ReadFile(golden)
	expect.OK(t, err)
	if diff := cmp.Diff(string(want), tb.truth.String()); diff != "" {
		t.Error(diff)
	}
}

// Moves that somebody takes back are taken back for the referee, too, once the board has shown them so for a while.
func TestRefereeSeesMovesTakenBack(t *testing.T) {
	l := world.DefaultLayout()
	start := position(t, "B:W21,32:B5,15")
	tb := newTable(t, start)
	black, white := tb.discOn(15), tb.discOn(21)
	put := func(id int, square checkers.Square) func(*world.State) {
		return func(s *world.State) { s.Disc(id).At = l.Centre(square) }
	}
	wait := make([]func(*world.State), 2600)
	for i := range wait {
		wait[i] = func(*world.State) {}
	}
	tb.script(put(black.ID, 19), put(white.ID, 17), func(*world.State) {})
	if s := tb.Snapshot(); s.Game.FEN() != "B:W17,32:B5,19" {
		t.Fatalf("the game stands at %s", s.Game.FEN())
	}
	tb.script(append([]func(*world.State){put(black.ID, 15), put(white.ID, 21)}, wait[:500]...)...)
	if s := tb.Snapshot(); s.Game.FEN() != "B:W17,32:B5,19" {
		t.Errorf("after a second the game stands at %s", s.Game.FEN())
	}
	errs := func(is bool) func(*world.State) { return func(s *world.State) { s.Hand.Errs = is } }
	tb.script(append([]func(*world.State){errs(true)}, wait...)...)
	if s := tb.Snapshot(); s.Game.FEN() != "B:W17,32:B5,19" {
		t.Errorf("while a hand has still to put a mistake right the game stands at %s", s.Game.FEN())
	}
	tb.script(errs(false))
	if s := tb.Snapshot(); s.Game != start {
		t.Errorf("with both moves taken back the game stands at %s", s.Game.FEN())
	}
	if !slices.Contains(tb.events(), "took back 2") {
		t.Errorf("the truth log has %v", tb.events())
	}
}
