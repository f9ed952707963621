package gantry

import (
	"math"
	"time"
)

// slowest is the speed below which no motion is planned, mm/s: 1 mm/min.
const slowest = 1.0 / 60

// nothing is a way of which no motor makes a step, mm.
const nothing = 1e-6

// Limits are what the motors can do.
type Limits struct {
	Steps    Axes    // per mm
	Speed    Axes    // mm/s
	Accel    Axes    // mm/s²
	Junction float64 // mm by which a corner may be cut, in thought
}

// Block is one straight motion.
type Block struct {
	unit    Axes    // direction
	Left    float64 // mm still to go
	accel   float64 // mm/s²
	nominal float64 // mm/s
	cap     float64 // mm/s at which it may begin, for the corner's sake
	entry   float64 // mm/s at which it is planned to begin
	target  Axes    // machine position where it ends
}

// Planner is the queue of motions and the machine's place in it. Speeds are planned ahead as GRBL does: every block
// begins as fast as the corner before it allows (junction deviation) and as its own length and those behind it leave
// room to stop, with constant acceleration in between.
type Planner struct {
	Position Axes    // machine position, mm
	Speed    float64 // mm/s along the current block
	Queue    []Block
}

// Add appends a motion to a machine position, at no more than rate mm/s. A motion of no length is none.
func (p *Planner) Add(target Axes, rate float64, l Limits) {
	for i := range target {
		target[i] = math.Round(target[i]*l.Steps[i]) / l.Steps[i]
	}
	from := p.End()
	way := target.Minus(from)
	length := way.Length()
	if length < 1e-9 {
		return
	}
	b := Block{unit: way.Times(1 / length), Left: length, target: target}
	b.accel = b.unit.within(l.Accel)
	b.nominal = min(max(rate, slowest), b.unit.within(l.Speed))
	if n := len(p.Queue); n > 0 {
		b.cap = min(b.nominal, p.Queue[n-1].nominal, cornerSpeed(p.Queue[n-1].unit, b.unit, l))
	}
	p.Queue = append(p.Queue, b)
	p.plan()
}

// End is the machine position when all motions are done.
func (p *Planner) End() Axes {
	if n := len(p.Queue); n > 0 {
		return p.Queue[n-1].target
	}
	return p.Position
}

// Empty reports whether no motion goes on.
func (p *Planner) Empty() bool { return len(p.Queue) == 0 }

// cornerSpeed is the speed at which the machine may go from one direction into another: that at which a circle which
// leaves the corner by no more than the junction deviation needs no more than the acceleration (S. Jeon, "Improving
// Grbl: Cornering Algorithm").
func cornerSpeed(before, after Axes, l Limits) float64 {
	cos := -before.dot(after)
	switch {
	case cos > 0.999999:
		return 0
	case cos < -0.999999:
		return math.Inf(1)
	}
	bisector := after.Minus(before)
	bisector = bisector.Times(1 / bisector.Length())
	sin := math.Sqrt((1 - cos) / 2) // of half the angle
	return math.Sqrt(bisector.within(l.Accel) * l.Junction * sin / (1 - sin))
}

// plan works out at which speed each block begins.
func (p *Planner) plan() {
	exit := 0.0
	for i := len(p.Queue) - 1; i > 0; i-- {
		b := &p.Queue[i]
		b.entry = min(b.cap, math.Sqrt(exit*exit+2*b.accel*b.Left))
		exit = b.entry
	}
	speed := p.Speed
	for i := 0; i+1 < len(p.Queue); i++ {
		b := &p.Queue[i]
		next := &p.Queue[i+1]
		next.entry = min(next.entry, math.Sqrt(speed*speed+2*b.accel*b.Left))
		speed = next.entry
	}
}

// Move lets motion go on for a time.
func (p *Planner) Move(dt time.Duration) { p.Run(dt.Seconds()) }

// Run is move for up to t seconds, and returns the time left over.
func (p *Planner) Run(t float64) float64 {
	for t > 0 && len(p.Queue) > 0 {
		exit := 0.0
		if len(p.Queue) > 1 {
			exit = p.Queue[1].entry
		}
		t = p.along(t, exit)
	}
	return t
}

// along goes along the current block for up to t seconds, accelerating as long as it can still brake to the exit
// speed, and returns the time left over.
func (p *Planner) along(t, exit float64) float64 {
	b := &p.Queue[0]
	p.Speed = min(p.Speed, math.Sqrt(exit*exit+2*b.accel*b.Left))
	peak := max(p.Speed, min(b.nominal, math.Sqrt((2*b.accel*b.Left+p.Speed*p.Speed+exit*exit)/2)))
	rising := (peak - p.Speed) / b.accel
	falling := (peak - exit) / b.accel
	cruising := (b.Left - (p.Speed+peak)/2*rising - (peak+exit)/2*falling) / peak
	for _, phase := range []struct{ seconds, accel float64 }{
		{rising, b.accel}, {max(0, cruising), 0}, {falling, -b.accel},
	} {
		d := min(t, phase.seconds)
		p.advance(d*(p.Speed+phase.accel*d/2), p.Speed+phase.accel*d)
		if t -= d; t <= 0 {
			return 0
		}
	}
	p.finish(exit)
	return t
}

// brake lets motion die down for a time, across blocks if it must, and reports whether the machine stands.
func (p *Planner) brake(dt time.Duration) bool {
	for t := dt.Seconds(); t > 0 && len(p.Queue) > 0 && p.Speed > 0; {
		b := &p.Queue[0]
		d := min(t, p.Speed/b.accel)
		if way := d * (p.Speed - b.accel*d/2); way < b.Left-nothing {
			p.advance(way, p.Speed-b.accel*d)
			break
		}
		end := math.Sqrt(max(0, p.Speed*p.Speed-2*b.accel*b.Left))
		t -= (p.Speed - end) / b.accel
		p.finish(end)
	}
	if p.Speed < 1e-6 || len(p.Queue) == 0 {
		p.Speed = 0
		p.plan()
		return true
	}
	return false
}

func (p *Planner) advance(way, speed float64) {
	b := &p.Queue[0]
	p.Position = p.Position.Plus(b.unit.Times(way))
	b.Left, p.Speed = b.Left-way, speed
}

func (p *Planner) finish(speed float64) {
	p.Position, p.Speed = p.Queue[0].target, speed
	p.Queue = p.Queue[1:]
	if len(p.Queue) == 0 {
		p.Queue, p.Speed = nil, 0
	}
}

// Drop forgets all motions; the machine stands where it is.
func (p *Planner) Drop() { p.Queue, p.Speed = nil, 0 }
