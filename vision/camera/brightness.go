package camera

import (
	"fmt"
	"image"

	"gocv.io/x/gocv"

	"draughtsman/vision/imaging"
)

// brightness is the mean brightness of each of 16×12 cells of a picture, 0 to 255.
type brightness [16 * 12]float64

// brightnessOf measures a picture's cells.
func brightnessOf(picture gocv.Mat) (c brightness, err error) {
	small := gocv.NewMat()
	defer small.Close()
	if err := gocv.Resize(picture, &small, image.Pt(16, 12), 0, 0, gocv.InterpolationArea); err != nil {
		return c, fmt.Errorf("a picture cannot be made smaller: %w", err)
	}
	if small.Channels() > 1 {
		if err := gocv.CvtColor(small, &small, gocv.ColorBGRToGray); err != nil {
			return c, fmt.Errorf("a picture cannot be made grey: %w", err)
		}
	}
	bytes, err := small.DataPtrUint8()
	if err != nil {
		return c, fmt.Errorf("a picture cannot be read: %w", err)
	}
	for i := range c {
		c[i] = float64(bytes[i])
	}
	return c, nil
}

// median is that of all cells.
func (c brightness) median() float64 { return imaging.Median(c[:]) }

// ratioTo is how many times brighter it is than another: the median of the cells' ratios.
func (c brightness) ratioTo(other brightness) float64 {
	for i := range c {
		c[i] = (c[i] + 1) / (other[i] + 1)
	}
	return c.median()
}

// sharpness is how much neighbouring pixels differ: the standard deviation of the Laplacian at 640×480.
func sharpness(picture gocv.Mat) (float64, error) {
	small, edges := gocv.NewMat(), gocv.NewMat()
	defer small.Close()
	defer edges.Close()
	if err := gocv.Resize(picture, &small, image.Pt(640, 480), 0, 0, gocv.InterpolationArea); err != nil {
		return 0, fmt.Errorf("a picture cannot be made smaller: %w", err)
	}
	if err := gocv.Laplacian(small, &edges, gocv.MatTypeCV16S, 1, 1, 0, gocv.BorderDefault); err != nil {
		return 0, fmt.Errorf("a picture's edges cannot be found: %w", err)
	}
	mean, deviation := gocv.NewMat(), gocv.NewMat()
	defer mean.Close()
	defer deviation.Close()
	if err := gocv.MeanStdDev(edges, &mean, &deviation); err != nil {
		return 0, fmt.Errorf("a picture's edges cannot be measured: %w", err)
	}
	return deviation.GetDoubleAt(0, 0), nil
}
