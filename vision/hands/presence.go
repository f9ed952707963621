package hands

import "time"

// presence is what is remembered of a hand since it came. The arm is held meanwhile, so that a hand which lies still
// beside the arm or beneath it could be taken for a part of it.
type presence struct {
	came     time.Time
	previous []logColour // the last picture
	atRest   []logColour // the first picture in which nothing moved any more; nil: there was none
}

// handStays reports whether a hand that was seen may still be there in the next picture, whatever that shows. The arm
// is held, so that what moves is not the arm; and a hand that nobody saw go has not gone.
func (d *Detector) handStays(now []logColour, at time.Time) bool {
	s := &d.presence
	moves := s.previous != nil && d.countChanged(now, s.previous) >= d.leastHandCells()
	s.previous = now
	switch since := at.Sub(s.came); {
	case since < brakeTime || moves:
		return true
	case s.atRest == nil:
		s.atRest = now
		return true
	default:
		return since < handRestTime && d.countChanged(now, s.atRest) < d.leastHandCells()
	}
}
