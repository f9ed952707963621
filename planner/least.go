package planner

import (
	"math"
	"slices"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
)

// The bound of the search is the quickest order on a table where nothing stands but what stays where it is, no slot
// is ever full, and every stack is as high as suits best: a shortest path through the goals, found exactly by
// dynamic programming over which of them are done (M. Held, R. M. Karp, A dynamic programming approach to sequencing
// problems, J. SIAM 10, 1962).

// rest is how long the goals that are not done take at least, after a disc was let go at a place, and the way to
// the park point.
func (s *search) rest(done uint64, at Place) time.Duration {
	if s.complete(done) {
		if s.looks == LookAfterEach {
			return 0 // it is there already
		}
		return s.empty(at, Place{})
	}
	if s.looks == LookAfterEach {
		at = Place{}
	}
	key := state{done, at}
	if known, ok := s.ahead[key]; ok {
		return known
	}
	least := time.Duration(math.MaxInt64)
	for i := range s.all {
		if !s.ready(i, done) {
			continue
		}
		for _, from := range s.from[i] {
			out := s.empty(at, from)
			if out >= least {
				continue
			}
			for _, to := range s.to[i] {
				if sofar := out + s.carry(from, to); sofar < least {
					least = min(least, sofar+s.rest(done|1<<i, to))
				}
			}
		}
	}
	if least == math.MaxInt64 {
		least = 0 // nothing can follow; whoever tries it finds out
	}
	s.ahead[key] = least
	return least
}

// anySource are the places where a goal's disc can be had at any time.
func (s *search) anySource(g goal) []Place {
	if g.from != (Place{}) {
		return []Place{g.from}
	}
	return s.slots(g)
}

// anyTarget are the places where a goal's disc can be set down at any time: those of now, as long as they cannot
// all fill up, and those that may be emptied.
func (s *search) anyTarget(g goal) []Place {
	if g.to != (Place{}) {
		return []Place{g.to}
	}
	now, free, wanted := map[int]bool{}, 0, 0
	for _, number := range s.table.Tray.rooms(g.side, g.king) {
		now[number] = true
		slot := s.table.Tray.Slots[number-1]
		free += slot.Capacity - len(slot.Holds)
	}
	emptied := map[int]bool{}
	for _, other := range s.all {
		if other.to == (Place{}) {
			wanted++
		}
		if other.from == (Place{}) {
			for _, number := range s.table.Tray.discs(other.side, other.king) {
				emptied[number] = true
			}
		}
	}
	if wanted > free {
		return s.slots(g)
	}
	var places []Place
	for i := range s.table.Tray.Slots {
		if now[i+1] || emptied[i+1] {
			places = append(places, InSlot(i+1))
		}
	}
	return places
}

// slots are the slots that a goal's disc may ever lie in.
func (s *search) slots(g goal) []Place {
	var places []Place
	for i, slot := range s.table.Tray.Slots {
		if (slot.Kind == KingSlot) == g.king {
			places = append(places, InSlot(i+1))
		}
	}
	return places
}

// staying is the table with only the discs that no goal moves.
func (t Table) staying(all []goal) Table {
	t.Tray.Slots = slices.Clone(t.Tray.Slots)
	for _, g := range all {
		switch {
		case g.from.Square != 0:
			t.Position = t.Position.Put(g.from.Square, checkers.Empty)
		case g.from.Aside:
			t.Loose = slices.DeleteFunc(slices.Clone(t.Loose), func(l Loose) bool { return l.At == g.from.At })
		default:
			for i, slot := range t.Tray.Slots {
				if g.from.Slot == i+1 || g.from == (Place{}) && (slot.Kind == KingSlot) == g.king {
					t.Tray.Slots[i].Holds = nil
				}
			}
		}
	}
	return t
}

// stop is where the tip may have to go at a place, for each height that its stack may have.
type stop struct{ grips, releases []tip }

// tip is a point for the tip, and the least z at which it crosses, once above it, over what lies there: with the
// empty tool and with a disc.
type tip struct {
	calibration.ArmPoint
	empty, loaded float64
}

func (s *search) stop(p Place) stop {
	if known, ok := s.stops[p]; ok {
		return known
	}
	var at stop
	if p == (Place{}) {
		park := []tip{{s.Machine.Park, math.Inf(-1), math.Inf(-1)}}
		at = stop{park, park}
	} else {
		low, high := s.levels(p)
		for discs := low; discs <= high; discs++ {
			offset := s.table.Offset[p.Square]
			empty := s.face(p, offset, discs).Z + s.Machine.Clearance
			loaded := s.face(p, offset, discs-1).Z + s.Machine.Clearance + s.loaded.hang
			at.grips = append(at.grips, tip{s.grips(p, offset, discs), empty, loaded})
			at.releases = append(at.releases, tip{s.releases(p, [2]float64{}, discs), empty, loaded})
		}
	}
	s.stops[p] = at
	return at
}

// levels are the fewest and the most discs that may lie at a place, with the one that is gripped or released.
func (s *search) levels(p Place) (low, high int) {
	if p.Slot == 0 {
		return 1, max(1, 2*either(p.Square != 0 && s.table.Tray.Kings.Stacks()))
	}
	slot := s.table.Tray.Slots[p.Slot-1]
	return max(1, len(slot.Holds)-len(s.all)), min(slot.Capacity, len(slot.Holds)+len(s.all))
}

// empty is how long the empty tool takes at least from where it let go at one place to where it takes hold at
// another, or to the park point.
func (s *search) empty(from, to Place) time.Duration {
	way := [2]Place{from, to}
	known, ok := s.empties[way]
	if !ok {
		known = s.crossing(s.stop(from).releases, s.stop(to).grips, false, to == Place{})
		s.empties[way] = known
	}
	return known
}

// carry is how long a disc's way takes at least, with grip and release; and the way to the park point, where the tool
// leaves the picture after it.
func (s *search) carry(from, to Place) time.Duration {
	way := [2]Place{from, to}
	known, ok := s.carries[way]
	if !ok {
		known = s.carrying(from, to)
		s.carries[way] = known
	}
	return known
}

func (s *search) carrying(from, to Place) time.Duration {
	m := s.Machine
	takes := s.crossing(s.stop(from).grips, s.stop(to).releases, true, false) + m.GripSettle + m.ReleaseSettle +
		2*m.Overhead
	if s.looks == LookAfterEach {
		takes += s.empty(to, Place{})
	}
	return takes
}

// crossing is the shortest of the times from some points to some others.
func (s *search) crossing(from, to []tip, loaded bool, parks bool) time.Duration {
	least := time.Duration(math.MaxInt64)
	for _, a := range from {
		for _, z := range to {
			b, height := s.workcell.empty, max(a.empty, z.empty)
			if loaded {
				b, height = s.loaded, max(a.loaded, z.loaded)
			}
			height = max(height, s.travelHeight(s.stays, a.ArmPoint, z.ArmPoint, b))
			least = min(least, s.Machine.crossing(a.ArmPoint, z.ArmPoint, height, parks))
		}
	}
	return least
}

// crossing is how long rise, travel and descent from one point to another take where the tool crosses no lower than a
// height.
func (m Machine) crossing(from, to calibration.ArmPoint, height float64, parks bool) time.Duration {
	up, above := raised(from, to, height)
	takes := m.Takes(from, up, m.VerticalSpeed) + m.Takes(up, above, m.TravelSpeed)
	if parks {
		return takes + m.Takes(above, to, m.VerticalSpeed)
	}
	slow := to
	slow.Z += m.Approach
	if slow.Z < above.Z && m.hurry(above, slow, to) {
		return takes + m.Takes(above, slow, m.VerticalSpeed) + m.Takes(slow, to, m.ApproachSpeed)
	}
	return takes + m.Takes(above, to, m.ApproachSpeed)
}

// Takes is how long a motion takes, with its overhead; one that is left out takes no time.
func (m Machine) Takes(from, to calibration.ArmPoint, speed float64) time.Duration {
	if apart(from, to) < minMotionMM {
		return 0
	}
	return m.straight(from, to, speed) + m.Overhead
}
