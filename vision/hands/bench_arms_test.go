package hands_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
)

// armKind is a machine that the guard is measured on.
type armKind struct {
	name     string
	straight bool // it stands at the large table
	park     world.Point
	side     string // at which it stands, or parks
}

// Machines that the detector may be tuned on, and those that are kept aside from that. Park
// points are of the arm's frame.
var (
	straightPark = world.Point{X: 5, Y: 515, Z: 85}
	standingPark = world.Point{X: 100, Y: 235, Z: 70}

	developed = []armKind{
		{"thin-gantry", true, straightPark, "Black"}, {"thick-gantry", true, straightPark, "Black"},
		{"portal", true, straightPark, "Black"}, {"jointed", false, standingPark, "Black"},
	}
	aside = []armKind{
		{"cantilever", true, straightPark, "Black"}, {"scara", false, standingPark, "Black"},
		{"delta", true, world.Point{X: 240, Y: 480, Z: 110}, "Black"}, {"parallelogram", false, standingPark, "Black"},
		{"side-arm", false, world.Point{X: 35, Y: -60, Z: 80}, "left"},
		{"corexy", true, world.Point{X: 60, Y: 505, Z: 90}, "Black"},
		{"polar", true, world.Point{X: 224, Y: 511, Z: 97}, "Black"},
		{"cobot", true, world.Point{X: 521, Y: 481, Z: 97}, "right"},
	}
)

// high reports whether the machine hangs before a camera on Black's side.
func (k armKind) high() bool { return k.name == "delta" || k.name == "cobot" }

// machine is the way that this arm carries discs about.
func (k armKind) machine() machine {
	m := machine{name: k.name, park: k.park, high: 73, bones: k.name == "jointed"}
	if !k.straight {
		m.high = 60
	}
	return m
}

// changes make a table with this arm, its tool made of something.
func (k armKind) changes(tool string) func(*scene.Options) {
	return func(o *scene.Options) {
		o.Arm = scene.ArmLook{Kind: k.name, Tool: tool}
		if !k.straight {
			o.Layout = world.ServoLayout()
			e := &o.Camera.Eye
			e.X, e.Y, e.Z = .78*e.X, .78*e.Y, .78*e.Z
		}
	}
}

// controller is how an arm's motions differ from what is said of them.
type controller struct {
	rate   float64       // how fast it is, against what is said
	accel  float64       // mm/s²
	travel float64       // mm/s between places
	lag    time.Duration // before a group of legs begins, at most
	pause  time.Duration // before a group of legs is asked for, at most
	brake  time.Duration // in which it comes to rest where it is held, and to its speed where it goes on
}

func someController(r *rand.Rand) controller {
	c := controller{
		rate: .95 + .1*r.Float64(), accel: 300 + 1700*r.Float64(), travel: 120 + 180*r.Float64(),
		lag:   time.Duration((.05 + .25*r.Float64()) * float64(time.Second)),
		pause: 60 * time.Millisecond,
		brake: time.Duration((.1 + .2*r.Float64()) * float64(time.Second)),
	}
	if r.IntN(4) == 0 { // somebody presses a key for each
		c.pause = 3 * time.Second
	}
	return c
}

// span is a part of what an arm really does: a straight way, or a rest.
type span struct {
	from, to world.Point
	at       time.Duration // when it begins
	takes    time.Duration
	ramp     time.Duration // of the speeding up, and of the slowing down
}

func (s span) place(now time.Duration) world.Point {
	if now >= s.at+s.takes {
		return s.to
	}
	t, all, ramp := (now - s.at).Seconds(), s.takes.Seconds(), s.ramp.Seconds()
	fastest := 1 / max(all-ramp, 1e-9) // as a share of the way a second
	k := 0.0
	switch {
	case t < ramp:
		k = fastest * t * t / (2 * ramp)
	case t < all-ramp:
		k = fastest * (t - ramp/2)
	default:
		k = 1 - fastest*(all-t)*(all-t)/(2*max(ramp, 1e-9))
	}
	a, b := s.from, s.to
	return world.Point{X: a.X + k*(b.X-a.X), Y: a.Y + k*(b.Y-a.Y), Z: a.Z + k*(b.Z-a.Z)}
}

// event is something that happens to the table at a time.
type event struct {
	at time.Duration
	do func(*world.State)
}

// announced is a group of legs, and when the arm was asked for it.
type announced struct {
	at time.Duration
	part
}

// course is what an arm does in a transfer.
type course struct {
	spans  []span
	events []event
	groups []announced
	ends   time.Duration
}

// course is how a controller goes a way from a time on.
func (m machine) course(c controller, from world.Point, way []stop, now time.Duration, r *rand.Rand) course {
	some := func(most time.Duration) time.Duration { return time.Duration(r.Float64() * float64(most)) }
	parts := m.parts(from, way)
	var k course
	for i, next := range way {
		if len(parts) > 0 && parts[0].first == i {
			now += some(c.pause)
			k.groups = append(k.groups, announced{now, parts[0]})
			now += c.lag/2 + some(c.lag/2)
			parts = parts[1:]
		}
		length := math.Hypot(math.Hypot(next.at.X-from.X, next.at.Y-from.Y), next.at.Z-from.Z)
		speed := next.speed * c.rate
		ramp := speed / c.accel
		takes := length/speed + ramp
		if length < speed*ramp { // it never comes to its speed
			ramp = math.Sqrt(length / c.accel)
			takes = 2 * ramp
		}
		s := span{from: from, to: next.at, at: now}
		s.takes, s.ramp = time.Duration(takes*float64(time.Second)), time.Duration(ramp*float64(time.Second))
		k.spans = append(k.spans, s)
		now += s.takes
		if next.then != nil {
			k.events = append(k.events, event{now, next.then})
		}
		now += next.wait
		from = next.at
	}
	k.ends = now
	return k
}

// place is where the tool is at a time.
func (k *course) place(now time.Duration) world.Point {
	place := k.spans[0].from
	for _, p := range k.spans {
		if p.at > now {
			break
		}
		place = p.place(now)
	}
	return place
}

// show has the table as it is at a time, which is not before the one that was shown last.
func (k *course) show(hold func(world.Point), s *world.State, now time.Duration) {
	for len(k.events) > 0 && k.events[0].at <= now {
		for _, p := range k.spans { // a disc is let go where the arm was then
			if p.at+p.takes == k.events[0].at {
				hold(p.to)
			}
		}
		k.events[0].do(s)
		k.events = k.events[1:]
	}
	hold(k.place(now))
}

// pace is how far an arm has come in its course, whose times are those of an arm that nobody holds.
type pace struct {
	brake   time.Duration
	changes []paceChange // in order
}

// paceChange is when an arm is held or goes on: it slows down, or speeds up, from there.
type paceChange struct {
	at, course time.Duration // the time, and how far the arm has come by then
	from, to   float64       // 1: it moves, 0: it stands
}

func newPace(brake time.Duration) *pace { return &pace{brake, []paceChange{{from: 1, to: 1}}} }

// course is the time in its course that an arm has come to at a time.
func (p *pace) course(now time.Duration) time.Duration {
	at, _ := p.by(now)
	return at
}

func (p *pace) by(now time.Duration) (course time.Duration, rate float64) {
	c := p.changes[0]
	for _, next := range p.changes[1:] {
		if next.at > now {
			break
		}
		c = next
	}
	since := now - c.at
	braking := min(since, p.brake)
	rate = c.from + (c.to-c.from)*float64(braking)/float64(p.brake)
	return c.course + time.Duration((c.from+rate)/2*float64(braking)+c.to*float64(since-braking)), rate
}

// change has the arm come to rest from a time on, or go on; it is not before the last one.
func (p *pace) change(moves bool, now time.Duration) {
	course, rate := p.by(now)
	next := paceChange{at: now, course: course, from: rate}
	if moves {
		next.to = 1
	}
	p.changes = append(p.changes, next)
}

// when is the time, between two, at which an arm comes to a time in its course.
func (p *pace) when(course, from, to time.Duration) time.Duration {
	for to-from > time.Millisecond {
		if middle := (from + to) / 2; p.course(middle) < course {
			from = middle
		} else {
			to = middle
		}
	}
	return to
}

// An arm that is held comes to rest within its brake's time, stands, and goes on from there.
func TestPace(t *testing.T) {
	const ms = time.Millisecond
	p := newPace(200 * ms)
	p.change(false, 1000*ms)
	p.change(true, 2000*ms)
	p.change(false, 2100*ms) // before it has come to its speed
	for now, want := range map[time.Duration]time.Duration{
		500 * ms: 500 * ms, 1000 * ms: 1000 * ms, 1100 * ms: 1075 * ms, 1200 * ms: 1100 * ms, 2000 * ms: 1100 * ms,
		2100 * ms: 1125 * ms, 2300 * ms: 1175 * ms, 9000 * ms: 1175 * ms,
	} {
		if got := p.course(now); (got - want).Abs() > ms {
			t.Errorf("after %v it has come to %v of its course, want %v", now, got, want)
		}
	}
	if at := p.when(1075*ms, 0, 1900*ms); (at - 1100*ms).Abs() > ms {
		t.Errorf("it comes to 1.075 s of its course at %v, want 1.1 s", at)
	}
}
