package hands_test

import (
	"math"
	"math/rand/v2"
	"time"

	"draughtsman/calibration"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/world"
	"draughtsman/internal/testkit/simtable"
	"draughtsman/vision/hands"
)

// machine is an arm at a drawn table, which carries discs about.
type machine struct {
	name    string
	park    world.Point // of the arm's frame
	high    float64     // over the playing surface, on its way
	bones   bool        // it is jointed, and stands at its frame's origin
	ownSide float64     // share of the hands from the arm's own side that is seen at least: the arm hides some
	table   func(*scene.Options)
}

func machines() []machine {
	return []machine{
		{name: "gantry", park: world.Point{X: 5, Y: 515, Z: 85}, high: 73, ownSide: .8, table: func(*scene.Options) {}},
		{name: "jointed", park: world.Point{X: 100, Y: 235, Z: 70}, high: 60, bones: true, ownSide: .6,
			table: func(o *scene.Options) {
				o.Layout = world.ServoLayout()
				e := &o.Camera.Eye
				e.X, e.Y, e.Z = .78*e.X, .78*e.Y, .78*e.Z
			}},
	}
}

// hold shows the tool at a place.
func (m machine) hold(a *simtable.Table, s *world.State, at world.Point) {
	l := a.Options.Layout
	s.Tool.At = at
	if m.bones {
		s.Tool.Arm = joints(l, at)
		s.Tool.Fingers = world.Fingers{Toward: world.Point{X: 1}, Fixed: -12, Moving: 12}
	}
	if d := s.Disc(s.Tool.Held); d != nil {
		d.At = world.Point{X: at.X, Y: at.Y, Z: max(0, at.Z-l.DiscHeight)}
	}
}

// joints are those of an arm of two long bones and a hand that hangs down.
func joints(l world.Layout, tool world.Point) world.Arm {
	const upper, lower, hand, out, up = 116.0, 135.0, 159.0, 30.4, 116.6
	a := l.Mount.ToArm(tool)
	sin, cos := math.Sincos(math.Atan2(a.Y, a.X))
	dx, dz := math.Hypot(a.X, a.Y)-out, a.Z+hand-up
	d := math.Hypot(dx, dz)
	if most := upper + lower - .1; d > most { // the hand leans
		dx, dz, d = dx*most/d, dz*most/d, most
	}
	lift := math.Atan2(dz, dx) + math.Acos((upper*upper+d*d-lower*lower)/(2*upper*d))
	at := func(x, z float64) world.Point { return l.Mount.ToBoard(world.Point{X: x * cos, Y: x * sin, Z: z}) }
	return world.Arm{
		at(0, 0), at(out, up), at(out+upper*math.Cos(lift), up+upper*math.Sin(lift)), at(out+dx, up+dz), tool,
	}
}

// stop is a place on the tool's way, and what happens there.
type stop struct {
	at    world.Point
	speed float64 // to it, mm/s
	then  func(*world.State)
	wait  time.Duration
}

// transfer is the way of a disc from one place to another, from the park point and back.
func (m machine) transfer(a *simtable.Table, s *world.State, disc int, to world.Point) []stop {
	l := a.Options.Layout
	from := s.Disc(disc).At
	over := func(p world.Point) world.Point { return world.Point{X: p.X, Y: p.Y, Z: m.high} }
	on := func(p world.Point) world.Point { return world.Point{X: p.X, Y: p.Y, Z: p.Z + l.DiscHeight} }
	park := l.Mount.ToBoard(m.park)
	const travel, vertical = 200, 80
	return []stop{
		{at: over(from), speed: travel},
		{at: on(from), speed: vertical, then: func(s *world.State) { s.Tool.Held = disc }, wait: 250 * time.Millisecond},
		{at: over(from), speed: vertical},
		{at: over(to), speed: travel},
		{at: on(to), speed: vertical, then: func(s *world.State) { s.Tool.Held = world.NoDisc },
			wait: 150 * time.Millisecond},
		{at: over(to), speed: vertical},
		{at: park, speed: travel},
	}
}

// play moves the tool along its way, and shows the table every so often, until show returns false.
func (m machine) play(a *simtable.Table, s *world.State, way []stop, every time.Duration, show func(leg int) bool) {
	from := s.Tool.At
	owed := time.Duration(0)
	for leg, next := range way {
		length := math.Hypot(math.Hypot(next.at.X-from.X, next.at.Y-from.Y), next.at.Z-from.Z)
		takes := time.Duration(length / next.speed * float64(time.Second))
		for ; owed < takes; owed += every {
			k := float64(owed) / float64(takes)
			m.hold(a, s, world.Point{X: from.X + k*(next.at.X-from.X), Y: from.Y + k*(next.at.Y-from.Y),
				Z: from.Z + k*(next.at.Z-from.Z)})
			s.Now += every
			if !show(leg) {
				return
			}
		}
		owed -= takes
		m.hold(a, s, next.at)
		if next.then != nil {
			next.then(s)
		}
		for ; owed < next.wait; owed += every {
			s.Now += every
			if !show(leg) {
				return
			}
		}
		owed -= next.wait
		from = next.at
	}
}

// somewhere is a disc that may be taken and a place for it.
func somewhere(a *simtable.Table, s *world.State, random *rand.Rand) (disc int, to world.Point) {
	l := a.Options.Layout
	d := s.Discs[random.IntN(24)]
	if random.IntN(2) == 0 {
		return d.ID, l.Slots[random.IntN(8)].At
	}
	half := l.Half()
	return d.ID, world.Point{X: (2*random.Float64() - 1) * half * .9, Y: (2*random.Float64() - 1) * half * .4}
}

// duration is how long a way takes.
func duration(from world.Point, way []stop) (sum time.Duration) {
	for _, next := range way {
		length := math.Hypot(math.Hypot(next.at.X-from.X, next.at.Y-from.Y), next.at.Z-from.Z)
		sum += time.Duration(length/next.speed*float64(time.Second)) + next.wait
		from = next.at
	}
	return sum
}

// part is what the arm is told in one go.
type part struct {
	first int // of the way's stops
	legs  []hands.Leg
}

// parts is a way as the arm is told it: to the grip, to the release, and back. The arm takes a little longer than it
// says, or a little less.
func (m machine) parts(from world.Point, way []stop) (parts []part) {
	const says = 0.96
	now := part{}
	for i, next := range way {
		length := math.Hypot(math.Hypot(next.at.X-from.X, next.at.Y-from.Y), next.at.Z-from.Z)
		takes := time.Duration(says * length / next.speed * float64(time.Second))
		now.legs = append(now.legs, hands.Leg{From: calibration.BoardPoint(from), To: calibration.BoardPoint(next.at),
			Takes: takes})
		if from = next.at; next.wait > 0 {
			at := calibration.BoardPoint(next.at)
			now.legs = append(now.legs, hands.Leg{From: at, To: at, Takes: next.wait})
			parts = append(parts, now)
			now = part{first: i + 1}
		}
	}
	return append(parts, now)
}
