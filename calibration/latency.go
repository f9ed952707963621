package calibration

import (
	"fmt"
	"time"
)

// Latency is how long after it was taken a picture of the camera arrives, as measured from pictures of the arm in
// motion.
type Latency struct {
	Least time.Duration `yaml:"least"`
	Most  time.Duration `yaml:"most"`
}

// Validate tells whether it is one that a camera can have. That of a quick one may be a little less than nothing: it
// is told against when the arm is told to move.
func (l Latency) Validate() error {
	const minLatency, maxLatency = -time.Second, 10 * time.Second
	if l.Least > l.Most || l.Least < minLatency || l.Most > maxLatency {
		return fmt.Errorf("the camera's latency is %v to %v: it must lie between %v and %v, "+
			"the first no more than the second",
			l.Least, l.Most, minLatency, maxLatency)
	}
	return nil
}
