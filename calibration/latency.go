package calibration

import (
	"time"

	"draughtsman/internal/files"
)

// Latency is how long after it was taken a picture of the camera arrives, as measured from pictures of the arm in
// motion.
type Latency struct {
	Least time.Duration `yaml:"least" range:"-1s..10s, told against a slow command; a stream from afar"`
	Most  time.Duration `yaml:"most" range:"-1s..10s, told against a slow command; a stream from afar"`
}

// Validate tells whether it is one that a camera can have. That of a quick one may be a little less than nothing: it
// is told against when the arm is told to move.
func (l Latency) Validate() error {
	if l.Least > l.Most {
		return wrongValue("latency", "is %v to %v; the first must be no more than the second", l.Least, l.Most)
	}
	return files.InRange(l)
}
