package hands

import (
	"gocv.io/x/gocv"

	"draughtsman/calibration"
)

// View is a view, for the tests that draw what the network is trained with.
type View struct{ *view }

func NewView(camera calibration.Camera, a Area) (View, error) {
	v, err := newView(camera, a)
	return View{v}, err
}

func (v View) Samples(picture gocv.Mat) ([]uint8, error)     { return v.samples(picture) }
func (v View) Heat(tools []calibration.BoardPoint) []float32 { return v.heat(tools) }
func (v View) InArea() []bool                                { return v.inArea[:] }
