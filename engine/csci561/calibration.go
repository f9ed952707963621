package csci561

import (
	"fmt"
	"strings"
	"time"
)

// Calibration is what was measured of a machine. The zero value is one that was not.
type Calibration struct {
	Speed    float64       // positions that the search looks at in a second of CPU time
	Overhead time.Duration // CPU time of an agent that need not think: start, files and exit
}

// Measurements beyond these bounds are mistakes.
const (
	minSpeed, maxSpeed = 1e3, 1e10
	maxOverhead        = time.Second
)

const calibrationForm = "positions_per_second %g\noverhead_seconds %g\n"

// String is calibration.txt.
func (c Calibration) String() string {
	return fmt.Sprintf(calibrationForm, c.Speed, c.Overhead.Seconds())
}

// ParseCalibration reads calibration.txt. What cannot be a measurement counts as none.
func ParseCalibration(text string) Calibration {
	var speed, overhead float64
	if n, err := fmt.Sscanf(strings.ReplaceAll(text, "\r\n", "\n"), calibrationForm, &speed, &overhead); n != 2 ||
		err != nil {
		return Calibration{}
	}
	sound := speed >= minSpeed && speed <= maxSpeed && overhead >= 0 && overhead <= maxOverhead.Seconds()
	if !sound {
		return Calibration{}
	}
	return Calibration{Speed: speed, Overhead: time.Duration(overhead * float64(time.Second))}
}
