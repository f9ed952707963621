package overlay

import (
	"bytes"
	"fmt"

	"gocv.io/x/gocv"
)

// jpegQuality is that of pictures for people to look at, from 0 to 100.
const jpegQuality = 80

// JPEG is a picture as a JPEG file.
func JPEG(picture gocv.Mat) ([]byte, error) {
	encoded, err := gocv.IMEncodeWithParams(gocv.JPEGFileExt, picture, []int{gocv.IMWriteJpegQuality, jpegQuality})
	if err != nil {
		return nil, fmt.Errorf("the picture cannot be written as a JPEG file: %w", err)
	}
	defer encoded.Close()
	return bytes.Clone(encoded.GetBytes()), nil
}

// DrawnJPEG draws on a copy of a picture and is that as a JPEG file. A nil geometry is a picture in which no board is
// known.
func DrawnJPEG(picture gocv.Mat, g *Geometry, d Drawing) ([]byte, error) {
	drawn := gocv.NewMat()
	defer drawn.Close()
	if err := drawOn(picture, g, d, &drawn); err != nil {
		return nil, err
	}
	return JPEG(drawn)
}
