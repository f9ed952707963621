package planner

import "draughtsman/calibration"

// Free says what is in the tip's straight way from one place to another over a table on which nothing stands: the end
// of the reach, or a keep-out box.
func (s Setup) Free(from, to calibration.ArmPoint) error {
	for _, p := range []calibration.ArmPoint{from, to} {
		if err := s.within("the way", p); err != nil {
			return err
		}
	}
	if name, met := s.Machine.keepOut(from, to, s.tool()); met {
		return &blockedError{name}
	}
	return s.Ring.along("the way", from, to)
}

// blockedError names a keep-out box that stands in a way.
type blockedError struct{ name string }

func (e *blockedError) Error() string { return "the way leads through the keep-out box " + e.name }
