package planner

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
)

// A benchmark of orders is three terms.
//
// The best time is that of the quickest of all plans for a move: of all orders of its transfers, of all slots that a
// disc may be laid in, and of all that one for crowning may be taken from. Allowed is an order in which every disc is
// lifted from the top, the moving piece lands on an empty square, and its crown comes after it.
//
// The straight-line bound of a plan is the sum, over all places where its tool has to be one after the other, of the
// shortest rise, travel and descent between them that keeps the clearance above what stands there at the time: height
// found by trying, millimetre by millimetre, from the ground up.
//
// The naive order is that of Transfers, what a person would do: captured pieces, the moving piece, the crown; each
// from and to the nearest slot.

// captures are positions of games by lot in which a move takes at least so many pieces, and the move.
func captures(t testing.TB, small Tray, least, most int) (tables []Table, moves []checkers.Move) {
	t.Helper()
	random := rand.New(rand.NewPCG(11, 1))
	for len(tables) < most {
		table := Table{Position: checkers.Start(), Tray: small}
		for {
			all := table.Position.Moves()
			if len(all) == 0 {
				break
			}
			move := all[random.IntN(len(all))]
			if n := move.Captured().Len(); n >= least {
				tables, moves = append(tables, Table{Position: table.Position, Tray: small}), append(moves, move)
			}
			table.Position = table.Position.Play(move)
		}
	}
	return tables[:most], moves[:most]
}

// shortTray is a tray that is small enough for all of its uses to be tried.
func shortTray() Tray {
	return Tray{Slots: []Slot{
		{Kind: CaptureSlot, Capacity: 2, At: slotAt(205, 60)},
		{Kind: CaptureSlot, Capacity: 3, At: slotAt(205, -60), Holds: Stack{checkers.White}},
		{Kind: CaptureSlot, Capacity: 2, At: slotAt(-205, 100), Holds: Stack{checkers.Black}},
		{Kind: SpareSlot, Capacity: 2, At: slotAt(-205, -100), Holds: Stack{checkers.White, checkers.Black}},
		{Kind: SpareSlot, Capacity: 2, At: slotAt(-205, 20), Holds: Stack{checkers.White, checkers.White}},
	}}
}

// quickest is the best time of all plans that carry goals out, by trying them all.
func quickest(c *workcell, all []goal, looks Looks, t Table, r *route, done uint64, spent time.Duration) time.Duration {
	best := time.Duration(math.MaxInt64)
	for i, g := range all {
		if done&(1<<i) != 0 || g.after&^done != 0 {
			continue
		}
		last := done|1<<i == 1<<len(all)-1
		for _, from := range t.sources(g) {
			for _, to := range t.targets(g) {
				x := t.transfer(g, from, to)
				after, err := t.Apply(x)
				if err != nil {
					continue
				}
				tried := *r
				tried.motions = nil
				if tried.transfer(x, last || looks == LookAfterEach) != nil {
					continue
				}
				takes := spent + total(tried.motions)
				if !last {
					takes = quickest(c, all, looks, after, &tried, done|1<<i, takes)
				}
				best = min(best, takes)
			}
		}
	}
	return best
}

// bound is the straight-line bound of a plan, mm.
func bound(t testing.TB, s Setup, plan Plan) (sum float64) {
	t.Helper()
	c := s.workcell(plan.Before.Tray)
	table, at, b := plan.Before, plan.Start, c.empty
	leg := func(to calibration.ArmPoint) {
		for height := -50.0; ; height++ {
			if c.travelHeight(table, at, to, b) > height+1 {
				continue
			}
			low := max(at.Z, to.Z, height)
			sum += (low - at.Z) + math.Hypot(to.X-at.X, to.Y-at.Y) + (low - to.Z)
			at = to
			return
		}
	}
	for i, step := range plan.Steps {
		for _, m := range step.Motions {
			switch m.Kind {
			case Grip:
				leg(m.To)
				var err error
				if table, err = table.lift(step.Transfer); err != nil {
					t.Fatal(err)
				}
				b = c.loaded
			case Release:
				leg(m.To)
				b = c.empty
			}
		}
		var err error
		if table, err = plan.Before.Apply(plan.Steps[0].Transfer); err != nil {
			t.Fatal(err)
		}
		for _, earlier := range plan.Steps[1 : i+1] {
			if table, err = table.Apply(earlier.Transfer); err != nil {
				t.Fatal(err)
			}
		}
		if last := step.Motions[len(step.Motions)-1].To; last == c.Machine.Park {
			leg(last)
		}
	}
	return sum
}

// measured is how plans compare: at worst with the best time and with the straight-line bound, and in all with the
// naive order's time.
type measured struct{ best, bound, naive float64 }

func measure(t *testing.T, tables []Table, moves []checkers.Move, looks Looks) (m measured) {
	t.Helper()
	var planned, plain time.Duration
	for i, table := range tables {
		plan, err := New(bench(), table, moves[i], looks)
		if err != nil {
			t.Fatal(err)
		}
		c := bench().workcell(table.Tray)
		all := table.goals(moves[i], table.Tray.crowning(table.Position.Turn))
		best := quickest(c, all, looks, table, c.route(table, c.Machine.Park), 0, 0)
		m.best = max(m.best, plan.Takes.Seconds()/best.Seconds())
		m.bound = max(m.bound, plan.PathMM/bound(t, bench(), plan))
		naive, _, err := peoplesTransfers(bench().Board, table, moves[i])
		if err != nil {
			t.Fatal(err)
		}
		steps, err := Steps(bench(), table, naive, looks)
		if err != nil {
			t.Fatal(err)
		}
		planned += plan.Takes
		for _, step := range steps {
			plain += step.Takes
		}
	}
	m.naive = plain.Seconds() / planned.Seconds()
	return m
}

// The bound of the search is no higher than the best time, or orders are lost, and hardly lower, or it takes for ever.
func TestBoundOfTheSearch(t *testing.T) {
	sum, n := 0.0, 0.0
	for _, tray := range []Tray{shortTray(), royalTray()} {
		for captured, most := range []int{12, 12, 2} {
			tables, moves := captures(t, tray, captured, most)
			for i, table := range tables {
				for _, looks := range []Looks{LookAtEnd, LookAfterEach} {
					c := bench().workcell(table.Tray)
					all := table.goals(moves[i], table.Tray.crowning(table.Position.Turn))
					bound := newSearch(c, table, all, looks).rest(0, Place{})
					best := quickest(c, all, looks, table, c.route(table, c.Machine.Park), 0, 0)
					share := bound.Seconds() / best.Seconds()
					if bound > best || share < 0.9 {
						t.Errorf("%v, looks %d: the bound is %v, the best time %v", moves[i], looks, bound, best)
					}
					sum, n = sum+share, n+1
				}
			}
		}
	}
	if sum/n < 0.9725 {
		t.Errorf("on average the bound is %.4f × the best time", sum/n)
	}
}

// Where the search reckons with discs: slots that have room for all, or may be emptied; where these cannot do, all.
func TestWhereDiscsMayLie(t *testing.T) {
	away := goal{side: checkers.White, from: OnSquare(18)}
	king := goal{side: checkers.White, king: true, from: OnSquare(18)}
	crown := goal{side: checkers.Black, to: OnSquare(29)}
	throne := goal{side: checkers.Black, king: true, to: OnSquare(29)}
	table := Table{Position: position(t, "B:W18,22:B15"), Tray: royalTray(),
		Loose: []Loose{{At: slotAt(-5, 200)}, {At: slotAt(5, 200)}}}
	for _, c := range []struct {
		all      []goal
		from, to []int // of the first one
	}{
		{slices.Repeat([]goal{away}, 4), nil, []int{1, 2}}, {slices.Repeat([]goal{away}, 5), nil, []int{1, 2, 3}},
		{slices.Repeat([]goal{king}, 2), nil, []int{4}}, {slices.Repeat([]goal{king}, 3), nil, []int{4, 5}},
		{[]goal{away, crown}, nil, []int{1, 2, 3}}, {[]goal{king, throne}, nil, []int{4, 5}},
		{[]goal{crown}, []int{1, 2, 3}, nil}, {[]goal{throne}, []int{4, 5}, nil},
	} {
		s := newSearch(bench().workcell(table.Tray), table, c.all, LookAtEnd)
		if c.from != nil && !slices.Equal(s.from[0], places(c.from)) || c.to != nil && !slices.Equal(s.to[0], places(c.to)) {
			t.Errorf("%+v: from %v to %v", c, s.from[0], s.to[0])
		}
	}
	stays := table.staying([]goal{away, {from: InSlot(2)}, {from: Aside(slotAt(-5, 200))}, throne})
	holds := ""
	for _, slot := range stays.Tray.Slots {
		holds += " " + slot.Holds.String()
	}
	stand := position(t, "B:W22:B15")
	if stays.Position != stand || len(stays.Loose) != 1 || stays.Loose[0].At.X != 5 || holds != "   b  " {
		t.Errorf("%v, %v and the tray%s stay", stays.Position.FEN(), stays.Loose, holds)
	}
}

// royalTray is a short tray whose kings are pieces of their own.
func royalTray() Tray {
	swap := shortTray()
	swap.Kings = SwapKings
	swap.Slots[3] = Slot{Kind: KingSlot, Capacity: 4, At: slotAt(-205, -100), Holds: Stack{checkers.White, checkers.White}}
	swap.Slots[4] = Slot{Kind: KingSlot, Capacity: 4, At: slotAt(-205, 20), Holds: Stack{checkers.Black, checkers.Black}}
	return swap
}

func TestOrderIsTheQuickest(t *testing.T) {
	virtual, swap := shortTray(), royalTray()
	virtual.Kings = VirtualKings
	for _, c := range []struct {
		tray            Tray
		captured, moves int
		long            bool
	}{
		{shortTray(), 0, 10, false}, {shortTray(), 1, 20, false}, {shortTray(), 2, 12, false}, {shortTray(), 3, 3, true},
		{swap, 0, 10, false}, {swap, 1, 20, false}, {swap, 2, 6, true}, {virtual, 1, 20, false},
	} {
		if c.long && testing.Short() {
			continue
		}
		tables, moves := captures(t, c.tray, c.captured, c.moves)
		for looks, when := range map[Looks]string{LookAtEnd: "at the end", LookAfterEach: "after each transfer"} {
			m := measure(t, tables, moves, looks)
			t.Logf("%d captured or more, kings %q, looking %s, %d moves: at most %.3f × the best time, %.3f × the "+
				"straight-line bound; the naive order takes %.3f × as long",
				c.captured, c.tray.Kings, when, c.moves, m.best, m.bound, m.naive)
			if m.best > 1.05 || m.bound > 1.15 {
				t.Errorf("a plan takes %.3f × the best time, or has %.3f × the straight-line bound", m.best, m.bound)
			}
		}
	}
}

func BenchmarkNew(b *testing.B) {
	for _, looks := range []Looks{LookAtEnd, LookAfterEach} {
		for captured, name := range []string{"walk", "one", "two", "three"} {
			tables, moves := captures(b, tray(), captured, 20)
			b.Run(name+map[Looks]string{LookAfterEach: "-looking"}[looks], func(b *testing.B) {
				var planned, plain time.Duration
				for n := 0; b.Loop(); n++ {
					i := n % len(tables)
					plan, err := New(bench(), tables[i], moves[i], looks)
					if err != nil {
						b.Fatal(err)
					}
					naive, _, err := peoplesTransfers(bench().Board, tables[i], moves[i])
					if err != nil {
						b.Fatal(err)
					}
					steps, err := Steps(bench(), tables[i], naive, looks)
					if err != nil {
						b.Fatal(err)
					}
					planned += plan.Takes
					for _, step := range steps {
						plain += step.Takes
					}
				}
				b.ReportMetric(planned.Seconds()/plain.Seconds(), "of-naive-time")
			})
		}
	}
}
