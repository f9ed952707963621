package robot_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/robot"
	"draughtsman/internal/testkit/expect"
	"draughtsman/planner"
	"draughtsman/vision"
)

var kills = flag.Int("kills", 200, "how often TestKilledAnywhere interrupts a game")

// settled plays the same in the same game, however often it is asked.
func settled(seed uint64) chooser {
	return func(ply int, p checkers.Position) (checkers.Move, bool) {
		moves := p.Moves()
		r := rand.New(rand.NewPCG(seed, uint64(ply)))
		return moves[r.IntN(len(moves))], true
	}
}

// killed is what a process dies of.
type killed struct{}

// fate is when the process ends: after so many moments. Each call of the arm, the eye, the log and the record has one
// before it, one in its middle, and one after it.
type fate struct {
	left   int
	random *rand.Rand
}

func (f *fate) moment(halfway func()) {
	if f.left--; f.left == 0 {
		halfway()
		panic(killed{})
	}
}

func nothing() {}

// mortal is a table that a process which may die plays at, and a disk.
type mortal struct {
	*table
	*fate
	disk   []byte
	flat   [2]bool // sides whose kings are never seen to be two discs high
	before []disc  // the table as the process remembers it; nil: it does not
}

func (m *mortal) Remember() { m.before = slices.Clone(m.discs) }

func (m *mortal) Look(ctx context.Context) (vision.Sighting, error) {
	m.moment(nothing)
	s, err := m.table.Look(ctx)
	m.moment(nothing)
	return s, err
}

func (m *mortal) Survey(ctx context.Context, then, now planner.Tray, heights bool) (robot.Survey, error) {
	m.moment(nothing)
	s, err := m.table.Survey(ctx, then, now, heights)
	for square := range s.Kings.All() {
		if m.flat[m.on(square)[0].side] {
			s.Kings &^= checkers.SetOf(square)
		}
	}
	s.Same = m.same(then)
	return s, err
}

// same is where the table is as it was remembered.
func (m *mortal) same(tray planner.Tray) (same robot.Same) {
	if m.before == nil {
		return same
	}
	same.Known = true
	then := table{setup: m.setup, discs: m.before}
	for square := range checkers.Board8.All().All() {
		if slices.Equal(then.on(square), m.on(square)) {
			same.Squares |= checkers.SetOf(square)
		}
	}
	for _, slot := range tray.Slots {
		in := func(discs []disc) (n int) {
			for _, d := range discs {
				if math.Hypot(slot.At.X-d.at.X, slot.At.Y-d.at.Y) < 3 {
					n++
				}
			}
			return n
		}
		same.Slots = append(same.Slots, in(m.before) == in(m.discs))
	}
	return same
}

func (m *mortal) Home(ctx context.Context) error {
	m.moment(nothing)
	if err := m.table.Home(ctx); err != nil {
		return err
	}
	m.tip = calibration.ArmPoint{X: 638, Y: 518, Z: 88}
	m.moment(nothing)
	return nil
}

func (m *mortal) Move(ctx context.Context, to arm.Point, speed float64) error {
	m.moment(nothing)
	m.moment(func() {
		m.tip.X, m.tip.Y, m.tip.Z = (m.tip.X+to.X)/2, (m.tip.Y+to.Y)/2, (m.tip.Z+to.Z)/2
	})
	if err := m.table.Move(ctx, to, speed); err != nil {
		return err
	}
	m.moment(nothing)
	return nil
}

func (m *mortal) Grip(ctx context.Context) error {
	m.moment(nothing)
	if err := m.table.Grip(ctx); err != nil {
		return err
	}
	m.moment(nothing)
	return nil
}

func (m *mortal) Release(ctx context.Context) error {
	m.moment(nothing)
	if err := m.table.Release(ctx); err != nil {
		return err
	}
	m.moment(nothing)
	return nil
}

// Append writes a line, of which a part may have come to the disk when the process dies.
func (m *mortal) Append(e robot.Entry) error {
	line, err := e.Encode()
	if err != nil {
		return err
	}
	m.moment(nothing)
	m.moment(func() { m.disk = append(m.disk, line[:m.random.IntN(len(line))]...) })
	m.disk = append(m.disk, line...)
	m.moment(nothing)
	return nil
}

// paper is the games on paper, whose writing may be interrupted.
type paper struct {
	memory
	*fate
}

func (r *paper) Record(g pdn.Game) error {
	r.moment(nothing)
	defer r.moment(nothing)
	return r.memory.Record(g)
}

// drop lets what hangs on the tool fall.
func (tb *table) drop() {
	if tb.held == nil {
		return
	}
	size := tb.setup.Disc
	at := tb.setup.Frame.ToBoard(tb.tip)
	for range tb.discs {
		i, top := tb.below(at, size.DiameterMM-0.2)
		if i < 0 {
			at.Z = 0
			break
		}
		under := tb.discs[i].at
		away := math.Hypot(at.X-under.X, at.Y-under.Y)
		if away <= size.DiameterMM/4 {
			at.Z = top
			break
		}
		at.X, at.Y = under.X+(at.X-under.X)*size.DiameterMM/away, under.Y+(at.Y-under.Y)*size.DiameterMM/away
	}
	tb.discs = append(tb.discs, disc{*tb.held, at})
	tb.held = nil
}

// putRight makes the table what the robot asks for.
func (tb *table) putRight(want planner.Table) {
	beside := tb.discs[:0:0]
	for _, d := range tb.discs {
		if tb.square(d.at) == 0 && !tb.inTray(d.at) && (math.Abs(d.at.X) > 300 || math.Abs(d.at.Y) > 300) {
			beside = append(beside, d)
		}
	}
	tb.discs, tb.held = beside, nil
	for s := range want.Position.Occupied().All() {
		for range want.Discs(planner.OnSquare(s)) {
			tb.put(want.Position.At(s).Side(), s, 0, 0)
		}
	}
	for _, slot := range want.Tray.Slots {
		for level, side := range slot.Holds {
			at := slot.At
			at.Z = float64(level) * tb.setup.Disc.HeightMM
			tb.discs = append(tb.discs, disc{side, at})
		}
	}
}

// life is a game that is played through, whatever happens to the process.
type life struct {
	*match
	world  *mortal
	kept   paper
	deaths int              // that are left
	every  int              // moments, on the average, from one death to the next
	setUp  bool             // the robot sets the game up
	shows  *robot.Recording // a recorded game is shown in place of one that is played; nil: none
	feats  interruptions
	ended  *checkers.Outcome // nil: not yet
}

// interruptions is what deaths had about them.
type interruptions struct{ deaths, midway, held, dropped, torn, asked int }

func newLife(t *testing.T, seed uint64, deaths, every int) *life {
	m := newMatch(t, calibration.Dark, settled(seed))
	f := &fate{random: rand.New(rand.NewPCG(seed, 77))}
	l := &life{match: m, world: &mortal{table: m.table, fate: f}, kept: paper{fate: f}, deaths: deaths, every: every}
	m.Eye, m.Arm, m.Journal, m.Log = l.world, l.world, &l.kept, l.world
	m.Tell = l.hear
	m.trusted = true
	l.fatal()
	return l
}

// fatal decides when the process dies next.
func (l *life) fatal() {
	l.world.left = 0
	if l.deaths > 0 {
		l.world.left = 1 + l.world.random.IntN(2*l.every)
	}
}

func (l *life) hear(e robot.Event) {
	tb := l.world.table
	switch e.Kind {
	case robot.TurnStarted:
		p := tb.position(e.Position.Turn)
		if e.Robots || len(tb.script) > 0 || p.Black != e.Position.Black || p.White != e.Position.White {
			return // or done already
		}
		move, _ := l.choose(l.ply(e.Position), e.Position)
		tb.wait(2)
		tb.reach(func() { tb.play(e.Position, move, 4, -3) })
	case robot.Resumed:
		if strings.Contains(e.Text.String(), "finished first") {
			l.feats.midway++
		}
	case robot.Repairing:
		if e.Want != nil {
			l.feats.asked++
			want := *e.Want
			tb.reach(func() { tb.putRight(want) })
		}
	case robot.Asking:
		tb.reach(func() { tb.lay(e.Missing) })
	case robot.Played:
		if truth := tb.position(e.Position.Turn); truth != e.Position {
			l.t.Fatalf("after %s the robot believes in %s, the table has %s", e.Move, e.Position.FEN(), truth.FEN())
		}
	}
}

// ply is how many moves are on record.
func (l *life) ply(checkers.Position) int {
	games := l.kept.games
	return len(games[len(games)-1].Moves)
}

// process lives until the game is over or it is killed.
func (l *life) process() (outcome checkers.Outcome, alive bool) {
	defer func() {
		if dead := recover(); dead != nil {
			if _, ok := dead.(killed); !ok {
				panic(dead)
			}
		}
	}()
	l.t.Helper()
	written := int64(len(l.world.disk))
	entries, size := robot.ReadLog(l.world.disk)
	if l.world.disk = l.world.disk[:size]; size < written {
		l.feats.torn++
	}
	from, err := robot.Interruption(entries)
	expect.OK(l.t, err)
	expect.OK(l.t, l.Home(l.t.Context()))
	settings := robot.Settings{Side: checkers.Black, Think: time.Second, SetUp: l.setUp, Shows: l.shows}
	if from == nil {
		outcome, err = l.Play(l.t.Context(), settings)
	} else {
		outcome, err = l.Resume(l.t.Context(), settings, from)
	}
	expect.OK(l.t, err)
	return outcome, true
}

// live plays a game through.
func (l *life) live() checkers.Outcome {
	for l.ended == nil {
		outcome, alive := l.process()
		if alive {
			l.ended = &outcome
			break
		}
		l.deaths--
		l.feats.deaths++
		l.world.before = nil
		// The human ends what it is doing; the arm may have lost its power, too, or lets go when the port is opened
		// again.
		tb := l.world.table
		for _, step := range tb.script {
			step()
		}
		tb.script = nil
		if tb.held != nil {
			l.feats.held++
		}
		if tb.held != nil && l.world.random.IntN(2) == 0 {
			l.feats.dropped++
			tb.drop()
		}
		l.fatal()
	}
	return *l.ended
}

// census is how many discs there are of each side.
func (tb *table) census() (n [2]int) {
	for _, d := range tb.discs {
		n[d.side]++
	}
	if tb.held != nil {
		n[*tb.held]++
	}
	return n
}

// lives has lives lived, each by a seed, and returns what their deaths had about them: so many at least, of which a
// part in the middle of the robot's work, and some with a disc held.
func lives(t *testing.T, first, n uint64, deaths int, midway, held float64,
	live func(*testing.T, uint64) *life) (all interruptions) {
	t.Helper()
	for seed := first; seed < first+n; seed++ {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) { all.add(live(t, seed).feats) })
	}
	t.Logf("%+v", all)
	if d := float64(all.deaths); all.deaths < deaths || float64(all.midway) < midway*d || float64(all.held) < held*d {
		t.Errorf("these interruptions were too tame to tell: %+v", all)
	}
	return all
}

// asIf lives through a game that people and deaths disturb, and holds it against the same one that nobody disturbs;
// with all discs, unless people take others.
func (l *life) asIf(spared *life, others bool) *life {
	l.t.Helper()
	want := spared.live()
	if got := l.live(); got != want {
		l.t.Errorf("the game ended %v, undisturbed %v", got, want)
	}
	if diff := cmp.Diff(movesOf(spared.last()), movesOf(l.last())); diff != "" {
		l.t.Error(diff)
	}
	if got, want := l.world.census(), spared.world.census(); got != want && !others {
		l.t.Errorf("%v discs are left, undisturbed %v", got, want)
	}
	return l
}

// TestKilledAnywhere kills the process at random moments of its games, with or without the arm's power, and goes on
// each time. The games are those that would have been played, with all discs.
func TestKilledAnywhere(t *testing.T) {
	const inOne = 5
	kills := *kills
	if testing.Short() {
		kills = min(kills, 50)
	}
	all := lives(t, 0, uint64(kills/inOne), kills*9/10, 1./3, .05, func(t *testing.T, seed uint64) *life {
		return interrupted(t, seed, inOne, [2]bool{})
	})
	if all.torn == 0 || all.asked > all.deaths/20 {
		t.Error("no entry was cut short, or people were asked too often")
	}
}

// A captured king is taken off in two transfers, also by a process that dies time and again meanwhile, and does not
// see whether one disc or two are left.
func TestKilledWhileKingsAreTaken(t *testing.T) {
	if testing.Short() {
		t.Skip("plays dozens of games")
	}
	// In two of these that dies just then.
	lives(t, 80, 40, 0, 0, 0, func(t *testing.T, seed uint64) *life {
		return interrupted(t, seed, 60, [2]bool{checkers.White: true})
	})
}

// interrupted plays a game with so many deaths.
func interrupted(t *testing.T, seed uint64, deaths int, flat [2]bool) *life {
	t.Helper()
	spared := newLife(t, seed, 0, 1)
	spared.live()
	l := newLife(t, seed, deaths, -spared.world.left/deaths*2/3)
	l.world.flat = flat
	return l.asIf(spared, false)
}

func (n *interruptions) add(more interruptions) {
	n.deaths, n.midway, n.held = n.deaths+more.deaths, n.midway+more.midway, n.held+more.held
	n.dropped, n.torn, n.asked = n.dropped+more.dropped, n.torn+more.torn, n.asked+more.asked
}

func movesOf(g pdn.Game) (list []string) {
	for _, m := range g.Moves {
		list = append(list, m.String())
	}
	return list
}
