package hands

import "time"

// stay is what is remembered of a hand since it came. The arm stands meanwhile, and
// what lies still beside it or beneath it may be taken for a part of it.
type stay struct {
	came   time.Time
	before []tone // the last picture
	rest   []tone // the first in which nothing moved any more; nil: there was none
}

// unmoved is for how long after a hand has come nothing must have moved until it is
// thought to have gone before it was looked for.
const unmoved = 3 * time.Second

// stays tells whether a hand that was seen may still be there in the next picture,
// whatever that shows: the arm stands, so that what moves is no arm, and who was not
// seen to go has not gone.
func (w *Watch) stays(now []tone, at time.Time) bool {
	s := &w.stay
	moves := s.before != nil && w.unlike(now, s.before) >= w.tip()
	s.before = now
	switch since := at.Sub(s.came); {
	case since < brakeTime || moves:
		return true
	case s.rest == nil:
		s.rest = now
		return true
	default:
		return since < unmoved && w.unlike(now, s.rest) < w.tip()
	}
}
