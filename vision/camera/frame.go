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

// Kept is a picture that is kept until another takes its place. The zero value keeps none.
type Kept struct{ *Frame }

// There reports whether a picture is kept.
func (k Kept) There() bool { return k.Frame != nil }

// Keep keeps another picture instead, and closes the one before.
func (k *Kept) Keep(frame Frame) error {
	err := k.Close()
	k.Frame = &frame
	return err
}

// Close closes the picture that is kept, if there is one.
func (k *Kept) Close() error {
	if !k.There() {
		return nil
	}
	err := k.Frame.Close()
	k.Frame = nil
	return err
}
