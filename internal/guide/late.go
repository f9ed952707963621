package guide

import (
	"fmt"
	"time"

	"draughtsman/calibration"
)

// Camera is how late the camera's pictures come.
type Camera struct {
	Measured bool  `json:"measured"`
	LeastMS  int64 `json:"least_ms"` // from when a picture was taken until it arrives
	MostMS   int64 `json:"most_ms"`
}

// lateFrom is the latency from which on an arm that travels at 200 mm/s is slowed down in play, at ten pictures a
// second, so that hands are seen in time.
const lateFrom = 350 * time.Millisecond

// Late says for people how late pictures come: "is 1.4 s late, …".
func Late(l calibration.Latency) string {
	if l.Most <= lateFrom {
		return fmt.Sprintf("is %.1f s late, which is soon enough", max(0, l.Most.Seconds()))
	}
	return fmt.Sprintf("is %.1f s late: the arm moves more slowly in play, to stop for hands in time. A camera on a "+
		"cable, a smaller picture or a stream without a buffer is quicker", l.Most.Seconds())
}

// CameraOf is what is known of the camera.
func CameraOf(known calibration.Calibration) (c Camera) {
	if l := known.Latency; l != nil {
		c = Camera{Measured: true, LeastMS: l.Least.Milliseconds(), MostMS: l.Most.Milliseconds()}
	}
	return c
}
