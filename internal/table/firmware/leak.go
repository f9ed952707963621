package firmware

import (
	"time"

	"draughtsman/internal/table/world"
)

// How a tool fails.
const (
	dropsAfter = 500 * time.Millisecond // of holding something
	dropsFor   = 400 * time.Millisecond // the vacuum is away: longer than it takes to leak
)

// leak is what goes wrong between the pump and the nozzle: whatever the controller switches, nothing is sucked.
type leak struct {
	on     bool          // the controller has switched the pump on
	misses bool          // nothing is sucked until it is switched off again
	holds  time.Duration // for how long something has been held
	drops  time.Duration // left of a drop
}

func (l *leak) busy() bool { return l.drops > 0 }

// advance takes the vacuum away where a fault wants it. It comes after the controller, which tells the world in each
// tick what it has switched.
func (l *leak) advance(w *wire, s *world.State, dt time.Duration) {
	on := s.Tool.Suction
	if on && !l.on {
		if _, l.misses = w.take(MissPick); l.misses {
			s.Note("fault %s", MissPick)
		}
	}
	if l.on = on; !on {
		l.misses, l.drops, l.holds = false, 0, 0
		return
	}
	if l.holds += dt; s.Tool.Held == world.NoDisc {
		l.holds = 0
	}
	if l.holds >= dropsAfter {
		if _, found := w.take(Drop); found {
			s.Note("fault %s", Drop)
			l.drops = dropsFor
		}
	}
	if l.misses || l.drops > 0 {
		s.Tool.Suction = false
		l.drops = max(0, l.drops-dt)
	}
}
