package world

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"
)

// What the tool can do.
const (
	NozzleRadius = 5.0 // mm

	// The tip lifts a disc from up to reachAbove over its top, and may press that far below it before something gives.
	reachAbove = 1.0 // mm
	press      = 0.5 // mm

	vacuumBuildTime = 250 * time.Millisecond // from suction on until a disc is held
	vacuumLeakTime  = 150 * time.Millisecond // from suction off until it falls

	freeFall   = 4.0 // mm that a disc may fall and still stay where it was let go
	scatter    = 3.0 // mm that it may land beside that place otherwise
	clearance  = 0.2 // mm by which two discs may seem to overlap
	sampleStep = 1.0 // mm of the tool's path between two looks for collisions
)

// What the tool can run into, beside discs, as a key of physics.touching.
const (
	theTable = -1 - iota
	theHand
)

// physics is how discs follow what the actors do, and what it remembers from one tick to the next.
type physics struct {
	layout Layout
	state  *State
	log    *account
	random *rand.Rand

	tool     Point           // where the tool's tip was
	way      float64         // how far it came there in the last tick, mm
	suction  bool            // whether suction was on
	since    time.Duration   // how long it has been so
	liftedAt Point           // where the disc stood that hangs on the tool
	misses   bool            // the nozzle lifts nothing until suction was off
	lifted   bool            // whether a disc has hung on the tool since suction went on
	shut     bool            // whether the jaws were closed on nothing
	grip     [2]float64      // where the held disc is between the fingers: see Fingers.along
	touching map[[2]int]bool // collisions that are going on: tool or disc, and what it touches
	inHand   int             // the disc that was in the hand
	onTop    []int           // the discs that came along with it, from the lowest
	visit    visit
}

func newPhysics(l Layout, s *State, log *account, o Options) physics {
	return physics{
		layout: l, state: s, log: log,
		random: rand.New(rand.NewPCG(o.Seed, 1)),

		tool:     s.Tool.At,
		suction:  s.Tool.Suction,
		since:    time.Hour,
		lifted:   s.Tool.Held != NoDisc,
		touching: map[[2]int]bool{},
		inHand:   s.Hand.Held,
		visit:    visit{notice: handNotice + o.Latency},
	}
}

// settling reports whether the vacuum is on its way.
func (p *physics) settling() bool {
	s := p.state
	switch {
	case s.Tool.Fingers.there():
		return false
	case s.Tool.Suction != p.suction:
		return true
	case p.suction:
		return p.since < vacuumBuildTime
	default:
		return s.Tool.Held != NoDisc
	}
}

// follow lets everything follow what the actors have done in a tick.
func (p *physics) follow(dt time.Duration) {
	p.followHand()
	p.followTool()
	if p.state.Tool.Fingers.there() {
		p.followFingers()
	} else {
		p.followSuction(dt)
	}
	p.visit.watch(p.layout.handOver(p.state.Hand), p.way, p.state, p.log)
	p.meetHand()
}

// followTool takes the held disc along the tool's path, and looks out for collisions on the way.
func (p *physics) followTool() {
	s := p.state
	from, to := p.tool, s.Tool.At
	p.way = from.distance(to)
	n := max(1, int(math.Ceil(p.way/sampleStep)))
	held := s.Disc(s.Tool.Held)
	for i := 1; i <= n; i++ {
		at := from.Towards(to, float64(i)/float64(n))
		if held != nil {
			held.At = held.At.plus(at.minus(p.tool))
		}
		p.tool = at
		p.collide(at, held)
	}
}

// followSuction lifts what the nozzle touches once the vacuum is there, and lets go what hangs on it once the vacuum
// is gone.
func (p *physics) followSuction(dt time.Duration) {
	s := p.state
	p.since = min(p.since+dt, time.Hour)
	if s.Tool.Suction != p.suction {
		p.suction, p.since = s.Tool.Suction, 0
		switch {
		case p.suction:
			p.misses = false
			p.lifted = s.Tool.Held != NoDisc
		case !p.lifted:
			p.log.counts.Missed++
			p.log.record("miss")
		}
	}
	switch {
	case p.suction && s.Tool.Held == NoDisc && p.since >= vacuumBuildTime && !p.misses:
		if d := p.layout.touched(s); d != nil {
			if p.misses = p.mishap(MissPick); p.misses {
				break
			}
			p.liftedAt = d.At
			d.At.Z = max(d.At.Z, s.Tool.At.Z-p.layout.DiscHeight)
			s.Tool.Held, p.lifted = d.ID, true
			p.log.counts.Lifts++
			p.log.record(fmt.Sprintf("lift %d", d.ID))
		}
	case !p.suction && s.Tool.Held != NoDisc && p.since >= vacuumLeakTime:
		if d, dropped := p.setDown(); !dropped {
			p.knock(d)
		}
	case p.suction:
		p.slip()
	}
}

// setDown lets the tool's disc fall, and reports whether that was from too high.
func (p *physics) setDown() (d *Disc, dropped bool) {
	d = p.state.Disc(p.state.Tool.Held)
	p.state.Tool.Held = NoDisc
	p.log.counts.Placed++
	event := "place"
	if dropped = p.fall(d, true); dropped {
		p.log.counts.Dropped++
		event = "drop"
	}
	p.log.record(fmt.Sprintf("%s %d", event, d.ID))
	return d, dropped
}

// touched is the disc that the nozzle can lift where it is, or nil.
func (l Layout) touched(s *State) *Disc {
	tip := s.Tool.At
	for i := range s.Discs {
		d := &s.Discs[i]
		over := tip.Z - (d.At.Z + l.DiscHeight)
		if d.ID != s.Hand.Held && over <= reachAbove && over >= -press &&
			tip.Beside(d.At) <= l.DiscDiameter/2-NozzleRadius && len(l.above(s, d)) == 0 {
			return d
		}
	}
	return nil
}

// above is the discs that stand on a disc, from the lowest.
func (l Layout) above(s *State, d *Disc) []*Disc {
	var found []*Disc
	for top := l.standingOn(s, d); top != nil; top = l.standingOn(s, top) {
		found = append(found, top)
	}
	return found
}

func (l Layout) standingOn(s *State, d *Disc) *Disc {
	for i := range s.Discs {
		o := &s.Discs[i]
		gap := o.At.Z - d.At.Z - l.DiscHeight
		if o != d && o.ID != s.Tool.Held && math.Abs(gap) < press && o.At.Beside(d.At) <= l.DiscDiameter/4 {
			return o
		}
	}
	return nil
}

// fall lets a disc fall straight down onto whatever lies below, and reports whether it fell further than it should.
// Where the tool lets it fall so, it lands a little beside. A disc that comes down on another one's edge, with their
// centres further apart than half a radius, slides off: a collision. One that would slide to and fro between others
// comes to lie flat beside them.
func (p *physics) fall(d *Disc, fromTool bool) bool {
	l := p.layout
	far, lies := false, false
	for range p.state.Discs {
		below := l.highestBelow(p.state, d)
		floor := 0.0
		if below != nil {
			floor = below.At.Z + l.DiscHeight
		}
		if !far && fromTool && d.At.Z-floor > freeFall {
			far = true
			d.At = d.At.plus(around(2*math.Pi*p.random.Float64(), scatter*math.Sqrt(p.random.Float64())))
			continue
		}
		apart := 0.0
		if below != nil {
			apart = d.At.Beside(below.At)
		}
		if apart <= l.DiscDiameter/4 {
			d.At.Z, lies = floor, true
			break
		}
		if !far { // what fell was not set down wrongly
			p.collision(d.ID, below.ID)
		}
		d.At = d.At.pushedFrom(below.At, l.DiscDiameter)
	}
	if !lies {
		l.layFlat(p.state, d)
	}
	for key := range p.touching {
		if key[0] == d.ID {
			delete(p.touching, key)
		}
	}
	return far
}

// layFlat lays a disc on the table, at a place near where it is on which nothing lies.
func (l Layout) layFlat(s *State, d *Disc) {
	const directions = 36
	from := d.At
	for r := 1.0; ; r++ {
		for i := range directions {
			d.At = from.plus(around(2*math.Pi*float64(i)/directions, r))
			if l.highestBelow(s, d) == nil {
				d.At.Z = 0
				return
			}
		}
	}
}

// highestBelow is the highest disc that is in a falling disc's way, or nil.
func (l Layout) highestBelow(s *State, d *Disc) *Disc {
	var highest *Disc
	for i := range s.Discs {
		o := &s.Discs[i]
		if o != d && !s.inTheAir(o.ID) && o.At.Z <= d.At.Z+l.DiscHeight/2 &&
			o.At.Beside(d.At) < l.DiscDiameter-clearance && (highest == nil || o.At.Z > highest.At.Z) {
			highest = o
		}
	}
	return highest
}

func (p Point) plus(q Point) Point  { return Point{p.X + q.X, p.Y + q.Y, p.Z + q.Z} }
func (p Point) minus(q Point) Point { return Point{p.X - q.X, p.Y - q.Y, p.Z - q.Z} }

// around is so far away on the table, anticlockwise from x.
func around(angle, r float64) Point { return Point{X: r * math.Cos(angle), Y: r * math.Sin(angle)} }

// Beside is the horizontal distance.
func (p Point) Beside(q Point) float64 { return math.Hypot(p.X-q.X, p.Y-q.Y) }

func (p Point) distance(q Point) float64 { return math.Hypot(p.Beside(q), p.Z-q.Z) }

// Towards is the point that lies a share of the way to q.
func (p Point) Towards(q Point, share float64) Point {
	return Point{p.X + share*(q.X-p.X), p.Y + share*(q.Y-p.Y), p.Z + share*(q.Z-p.Z)}
}

// pushedFrom is p moved horizontally away from q until they are so far apart.
func (p Point) pushedFrom(q Point, apart float64) Point {
	d := p.Beside(q)
	if d == 0 {
		return Point{q.X + apart, q.Y, p.Z}
	}
	return Point{q.X + (p.X-q.X)*apart/d, q.Y + (p.Y-q.Y)*apart/d, p.Z}
}
