package firmware

import (
	"math"
	"time"
)

// slowest is the speed below which no motion is planned, mm/s: 1 mm/min.
const slowest = 1.0 / 60

// nothing is a way of which no motor makes a step, mm.
const nothing = 1e-6

// limits are what the motors can do.
type limits struct {
	steps    axes    // per mm
	speed    axes    // mm/s
	accel    axes    // mm/s²
	junction float64 // mm by which a corner may be cut, in thought
}

// block is one straight motion.
type block struct {
	unit    axes    // direction
	left    float64 // mm still to go
	accel   float64 // mm/s²
	nominal float64 // mm/s
	cap     float64 // mm/s at which it may begin, for the corner's sake
	entry   float64 // mm/s at which it is planned to begin
	target  axes    // machine position where it ends
}

// planner is the queue of motions and the machine's place in it. Speeds are planned ahead as GRBL does: every block
// begins as fast as the corner before it allows (junction deviation) and as its own length and those behind it leave
// room to stop, with constant acceleration in between.
type planner struct {
	position axes    // machine position, mm
	speed    float64 // mm/s along the current block
	queue    []block
}

// add appends a motion to a machine position, at no more than rate mm/s. A motion of no length is none.
func (p *planner) add(target axes, rate float64, l limits) {
	for i := range target {
		target[i] = math.Round(target[i]*l.steps[i]) / l.steps[i]
	}
	from := p.end()
	way := target.minus(from)
	length := way.length()
	if length < 1e-9 {
		return
	}
	b := block{unit: way.times(1 / length), left: length, target: target}
	b.accel = b.unit.within(l.accel)
	b.nominal = min(max(rate, slowest), b.unit.within(l.speed))
	if n := len(p.queue); n > 0 {
		b.cap = min(b.nominal, p.queue[n-1].nominal, cornerSpeed(p.queue[n-1].unit, b.unit, l))
	}
	p.queue = append(p.queue, b)
	p.plan()
}

// end is the machine position when all motions are done.
func (p *planner) end() axes {
	if n := len(p.queue); n > 0 {
		return p.queue[n-1].target
	}
	return p.position
}

// empty reports whether no motion goes on.
func (p *planner) empty() bool { return len(p.queue) == 0 }

// cornerSpeed is the speed at which the machine may go from one direction into another: that at which a circle which
// leaves the corner by no more than the junction deviation needs no more than the acceleration (S. Jeon, "Improving
// Grbl: Cornering Algorithm").
func cornerSpeed(before, after axes, l limits) float64 {
	cos := -before.dot(after)
	switch {
	case cos > 0.999999:
		return 0
	case cos < -0.999999:
		return math.Inf(1)
	}
	bisector := after.minus(before)
	bisector = bisector.times(1 / bisector.length())
	sin := math.Sqrt((1 - cos) / 2) // of half the angle
	return math.Sqrt(bisector.within(l.accel) * l.junction * sin / (1 - sin))
}

// plan works out at which speed each block begins.
func (p *planner) plan() {
	exit := 0.0
	for i := len(p.queue) - 1; i > 0; i-- {
		b := &p.queue[i]
		b.entry = min(b.cap, math.Sqrt(exit*exit+2*b.accel*b.left))
		exit = b.entry
	}
	speed := p.speed
	for i := 0; i+1 < len(p.queue); i++ {
		b := &p.queue[i]
		next := &p.queue[i+1]
		next.entry = min(next.entry, math.Sqrt(speed*speed+2*b.accel*b.left))
		speed = next.entry
	}
}

// move lets motion go on for a time.
func (p *planner) move(dt time.Duration) { p.run(dt.Seconds()) }

// run is move for up to t seconds, and returns the time left over.
func (p *planner) run(t float64) float64 {
	for t > 0 && len(p.queue) > 0 {
		exit := 0.0
		if len(p.queue) > 1 {
			exit = p.queue[1].entry
		}
		t = p.along(t, exit)
	}
	return t
}

// along goes along the current block for up to t seconds, accelerating as long as it can still brake to the exit
// speed, and returns the time left over.
func (p *planner) along(t, exit float64) float64 {
	b := &p.queue[0]
	p.speed = min(p.speed, math.Sqrt(exit*exit+2*b.accel*b.left))
	peak := max(p.speed, min(b.nominal, math.Sqrt((2*b.accel*b.left+p.speed*p.speed+exit*exit)/2)))
	rising := (peak - p.speed) / b.accel
	falling := (peak - exit) / b.accel
	cruising := (b.left - (p.speed+peak)/2*rising - (peak+exit)/2*falling) / peak
	for _, phase := range []struct{ seconds, accel float64 }{
		{rising, b.accel}, {max(0, cruising), 0}, {falling, -b.accel},
	} {
		d := min(t, phase.seconds)
		p.advance(d*(p.speed+phase.accel*d/2), p.speed+phase.accel*d)
		if t -= d; t <= 0 {
			return 0
		}
	}
	p.finish(exit)
	return t
}

// brake lets motion die down for a time, across blocks if it must, and reports whether the machine stands.
func (p *planner) brake(dt time.Duration) bool {
	for t := dt.Seconds(); t > 0 && len(p.queue) > 0 && p.speed > 0; {
		b := &p.queue[0]
		d := min(t, p.speed/b.accel)
		if way := d * (p.speed - b.accel*d/2); way < b.left-nothing {
			p.advance(way, p.speed-b.accel*d)
			break
		}
		end := math.Sqrt(max(0, p.speed*p.speed-2*b.accel*b.left))
		t -= (p.speed - end) / b.accel
		p.finish(end)
	}
	if p.speed < 1e-6 || len(p.queue) == 0 {
		p.speed = 0
		p.plan()
		return true
	}
	return false
}

func (p *planner) advance(way, speed float64) {
	b := &p.queue[0]
	p.position = p.position.plus(b.unit.times(way))
	b.left, p.speed = b.left-way, speed
}

func (p *planner) finish(speed float64) {
	p.position, p.speed = p.queue[0].target, speed
	p.queue = p.queue[1:]
	if len(p.queue) == 0 {
		p.queue, p.speed = nil, 0
	}
}

// drop forgets all motions; the machine stands where it is.
func (p *planner) drop() { p.queue, p.speed = nil, 0 }
