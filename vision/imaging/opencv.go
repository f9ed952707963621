package imaging

import "gocv.io/x/gocv"

// OpenCV is the version of OpenCV that works on the pictures.
func OpenCV() string { return gocv.OpenCVVersion() }
