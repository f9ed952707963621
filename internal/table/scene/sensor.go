package scene

import (
	"errors"
	"image"
	"math/rand/v2"

	"gocv.io/x/gocv"
)

// spare is how much larger the sheet of noise is than the picture, each way: a frame's noise is a part of the sheet
// cut out at a place of its own.
const spare = 64

// sensorNoise is the difference that the sensor adds, 128 for none. sigma is the standard deviation in samples.
func sensorNoise(random *rand.Rand, width, height int, sigma float64) (gocv.Mat, error) {
	sheet := gocv.NewMatWithSize(height+spare, width+spare, gocv.MatTypeCV8UC3)
	pix, err := sheet.DataPtrUint8()
	if err != nil {
		return gocv.Mat{}, errors.Join(err, sheet.Close())
	}
	for i := 0; i < len(pix); i += 3 {
		// Demosaicing makes neighbouring channels alike: half of the noise is brightness, half is colour.
		shared := random.NormFloat64()
		for k := range 3 {
			v := sigma * (.8*shared + .6*random.NormFloat64())
			pix[i+k] = uint8(min(max(128.5+v, 0), 255))
		}
	}
	return sheet, nil
}

// expose makes the picture that leaves the camera: brightness and noise.
func (s *Scene) expose(light float64, frame int, into *gocv.Mat) error {
	random := rand.New(rand.NewPCG(s.seed, uint64(frame)))
	x, y := random.IntN(spare), random.IntN(spare)
	noise := s.noise.Region(image.Rect(x, y, x+s.film.width, y+s.film.height))
	return errors.Join(gocv.AddWeighted(s.frame, light, noise, 1, -128, into), noise.Close())
}
