package planner

import (
	"fmt"
	"time"

	"draughtsman/calibration"
)

// minMotionMM is a distance that no arm resolves, mm: shorter motions are left out.
const minMotionMM = 1e-3

// route is the motions so far and what is true after them. A copy goes on from where it was made.
type route struct {
	*workcell
	table   Table
	at      calibration.ArmPoint // the tip
	over    Place                // where that is
	tip     body                 // what is at the tip
	motions []Motion
}

// route begins with an empty grip at some point, which may be anywhere.
func (c *workcell) route(t Table, from calibration.ArmPoint) *route {
	return &route{workcell: c, table: t, at: from, tip: c.empty}
}

// transfer appends the motions of one disc's way, and those to the park point where the tool leaves the picture after
// it.
func (r *route) transfer(t Transfer, leaves bool) error {
	after, err := r.table.Apply(t)
	if err != nil {
		return err
	}
	if err := r.pick(t); err != nil {
		return err
	}
	if err := r.set(t); err != nil {
		return err
	}
	r.table = after
	if leaves {
		return r.park()
	}
	return nil
}

// pick appends the motions that take hold of a transfer's disc.
func (r *route) pick(t Transfer) error {
	target := r.grips(t.From, t.FromOffset, t.FromLevel+1)
	if err := r.room(r.table, t.From, target); err != nil {
		return err
	}
	if err := r.reach(t.From, target); err != nil {
		return err
	}
	r.command(Grip, r.Machine.GripSettle+r.Machine.Overhead)
	r.command(Check, 0)
	lifted, err := r.table.lift(t)
	r.table, r.tip = lifted, r.loaded
	return err
}

// set appends the motions that set the disc down: in the middle of its target, or on the disc that lies there.
func (r *route) set(t Transfer) error {
	var offset [2]float64
	if t.ToLevel > 0 {
		offset = r.table.Offset[t.To.Square]
	}
	target := r.releases(t.To, offset, t.ToLevel+1)
	if err := r.room(r.table, t.To, target); err != nil {
		return err
	}
	if err := r.reach(t.To, target); err != nil {
		return err
	}
	r.command(Release, r.Machine.ReleaseSettle+r.Machine.Overhead)
	r.tip = r.empty
	return nil
}

// park appends the motions that bring the tool to the park point.
func (r *route) park() error {
	park := r.Machine.Park
	if apart(r.at, park) < minMotionMM {
		return nil
	}
	if low := r.tallest(r.table, park, park, r.tip) + r.Machine.Clearance; park.Z < low {
		return fmt.Errorf("the park point is too low for what lies there: z = %.1f mm, at least %.1f mm is needed", park.Z,
			low)
	}
	if err := r.cross(Place{}, park); err != nil {
		return err
	}
	return r.line(Descend, Place{}, park, r.Machine.VerticalSpeed)
}

// reach appends the motions that bring the tip to a target from above.
func (r *route) reach(place Place, target calibration.ArmPoint) error {
	m := r.Machine
	if err := r.far("", place, target); err != nil {
		return err
	}
	if name, met := r.Machine.keepOut(target, target, r.tip); met {
		return fmt.Errorf("%s cannot be reached: with the room that the tool needs (%.1f mm) it lies in the keep-out box %q",
			r.table.place(place), r.tip.radius, name)
	}
	if err := r.cross(place, target); err != nil {
		return err
	}
	slow := target
	slow.Z += m.Approach
	if slow.Z < r.at.Z && m.hurry(r.at, slow, target) {
		if err := r.line(Descend, place, slow, m.VerticalSpeed); err != nil {
			return err
		}
	}
	return r.line(Approach, place, target, m.ApproachSpeed)
}

// far reports a point of a place, or of the way to it, that is out of reach.
func (r *route) far(way string, place Place, at calibration.ArmPoint) error {
	err := r.within(way+r.table.place(place), at)
	if err != nil && place.Square != 0 {
		return tooFar{err}
	}
	return err
}

// hurry reports whether a descent is quicker in two motions, a fast and a slow one, than in a slow one alone.
func (m Machine) hurry(from, slow, target calibration.ArmPoint) bool {
	two := m.straight(from, slow, m.VerticalSpeed) + m.Overhead + m.straight(slow, target, m.ApproachSpeed)
	return two < m.straight(from, target, m.ApproachSpeed)
}

// cross appends the rise and the travel to the point above a target. Nothing but a rise comes before a travel, and
// nothing but a descent after it; the travel leads straight from where the tool may cross, or is higher than that, to
// where it may, or the target is. Where something is in that way it is level, goes round it, or over it.
func (r *route) cross(place Place, target calibration.ArmPoint) error {
	m := r.Machine
	low := r.travelHeight(r.table, r.at, target, r.tip)
	for _, least := range []float64{low, max(low, r.at.Z, target.Z)} {
		up, above := raised(r.at, target, least)
		if r.straight(place, up, above, target) != nil {
			continue
		}
		if err := r.line(Rise, r.over, up, m.VerticalSpeed); err != nil {
			return err
		}
		return r.line(Travel, place, above, m.TravelSpeed)
	}
	way, ok := r.around(target)
	if !ok {
		up, above := raised(r.at, target, max(low, r.at.Z, target.Z))
		return fmt.Errorf("%w; there is no way round it or over it", r.straight(place, up, above, target))
	}
	up := r.at
	up.Z = way.height
	kind := Rise
	if up.Z < r.at.Z {
		kind = Descend
	}
	if err := r.line(kind, r.over, up, m.VerticalSpeed); err != nil {
		return err
	}
	for _, corner := range way.corners {
		corner.Z = r.at.Z
		if err := r.line(Travel, place, corner, m.TravelSpeed); err != nil {
			return err
		}
	}
	return nil
}

// raised are the ends of a travel from one point to another: no lower than these are, and than a least height.
func raised(from, to calibration.ArmPoint, least float64) (up, above calibration.ArmPoint) {
	from.Z, to.Z = max(from.Z, least), max(to.Z, least)
	return from, to
}

// straight returns an error that names what stands in the straight way: up, across and down.
func (r *route) straight(place Place, up, above, target calibration.ArmPoint) error {
	for _, end := range []calibration.ArmPoint{up, above} {
		if err := r.far("the way to ", place, end); err != nil {
			return err
		}
	}
	if err := r.free(Rise, r.over, r.at, up); err != nil {
		return err
	}
	if err := r.free(Travel, place, up, above); err != nil {
		return err
	}
	return r.free(Descend, place, above, target)
}

// free says what a straight motion meets, if anything.
func (r *route) free(kind Kind, over Place, from, to calibration.ArmPoint) error {
	if apart(from, to) < minMotionMM {
		return nil
	}
	if name, met := r.Machine.keepOut(from, to, r.tip); met {
		return fmt.Errorf("the %s to %s (x = %.1f, y = %.1f, z = %.1f mm) meets the keep-out box %q", kind,
			r.table.place(over), to.X, to.Y, to.Z, name)
	}
	return r.Ring.along(fmt.Sprintf("the %s to %s", kind, r.table.place(over)), from, to)
}

// line appends a straight motion, unless the tool is there already. One that ends with a part of the tool below what
// discs stand on there is an error.
func (r *route) line(kind Kind, over Place, to calibration.ArmPoint, speed float64) error {
	if apart(r.at, to) < minMotionMM {
		return nil
	}
	if err := r.free(kind, over, r.at, to); err != nil {
		return err
	}
	if deep := r.floor(over, to) - to.Z; deep > minMotionMM {
		return fmt.Errorf("the %s to %s would lead the tool %.1f mm below what discs stand on there (z = %.1f mm, and at "+
			"least %.1f mm is needed): see press_mm, grasp_mm, tool_radius_mm and the disc's height in the table's "+
			"description, then repeat `draughtsman calibrate arm`", kind, r.table.place(over), deep, to.Z, to.Z+deep)
	}
	r.add(Motion{Kind: kind, Over: over, To: to, Speed: speed, Takes: r.Machine.straight(r.at, to, speed) +
		r.Machine.Overhead})
	return nil
}

// command appends what leaves the tool where it is.
func (r *route) command(kind Kind, takes time.Duration) {
	r.add(Motion{Kind: kind, Over: r.over, To: r.at, Takes: takes})
}

func (r *route) add(m Motion) {
	m.Height = r.Frame.ToBoard(m.To).Z
	r.motions = append(r.motions, m)
	r.at, r.over = m.To, m.Over
}
