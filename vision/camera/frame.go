package camera

import (
	"time"

	"gocv.io/x/gocv"
)

// Frame is one picture. Whoever received it closes it.
type Frame struct {
	Image  gocv.Mat  // 8-bit BGR
	Time   time.Time // when it was received
	Number int       // counted from 0 over all that the source delivered; live sources skip those nobody asked for
}

// Close frees the picture.
func (f Frame) Close() error { return f.Image.Close() }
