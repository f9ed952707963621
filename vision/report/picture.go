package report

import (
	"fmt"

	"gocv.io/x/gocv"

	"draughtsman/vision/camera"
)

// Load reads a picture as it is stored: labels count its pixels so, even where a camera has noted that it was held
// sideways. The frame must be closed.
func Load(path string) (camera.Frame, error) {
	image := gocv.IMRead(path, gocv.IMReadColor|gocv.IMReadIgnoreOrientation)
	if image.Empty() {
		_ = image.Close()
		return camera.Frame{}, fmt.Errorf("%s is not a picture that can be read", path)
	}
	return camera.Frame{Image: image}, nil
}
