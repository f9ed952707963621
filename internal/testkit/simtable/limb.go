package simtable

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/internal/testkit/optics"
)

// Limb is something long and round that reaches over the table: a hand in a sleeve, a stick.
type Limb struct {
	Colour   color.RGBA
	From, To calibration.BoardPoint // its ends, mm; their height is that of its axis
	RadiusMM float64
	Seed     uint64 // of its texture
}

// Limbs are what people reach over a board with. Wood, dark wood and cream are those of the boards themselves.
func Limbs() map[string]color.RGBA {
	return map[string]color.RGBA{
		"skin": {205, 155, 125, 0}, "dark skin": {105, 72, 52, 0}, "black sleeve": {28, 28, 32, 0},
		"white glove": {232, 232, 228, 0}, "wood": {176, 132, 84, 0}, "dark wood": {105, 66, 40, 0},
		"cream": {226, 210, 178, 0}, "grey tool": {128, 130, 134, 0}, "red": {190, 36, 32, 0}, "green": {62, 110, 66, 0},
	}
}

// Draw draws the limb into a picture: brighter along its back, darker at its sides, with folds, and a soft shadow
// beside it.
func (l Limb) Draw(picture *gocv.Mat, camera calibration.Camera) error {
	const steps = 60
	shadow, err := l.shadow(picture, camera)
	if err != nil {
		return err
	}
	defer shadow.Close()
	random := rand.New(rand.NewPCG(l.Seed, 9))
	fold := 1.0
	for layer := range 5 {
		part := 1 - .18*float64(layer)
		for i := range steps + 1 {
			k := float64(i) / steps
			p := between(l.From, l.To, k)
			if layer == 4 && i%5 == 0 {
				fold = 1 + .12*(random.Float64()-.5)
			}
			at, radius := seen(camera, p, l.RadiusMM*part)
			shade := (.62 + .11*float64(layer)) * fold
			c := color.RGBA{scaled(l.Colour.R, shade), scaled(l.Colour.G, shade), scaled(l.Colour.B, shade), 0}
			if err := gocv.Circle(picture, at, radius, c, -1); err != nil {
				return err
			}
		}
	}
	return l.noise(picture, random)
}

// shadow darkens the table beside the limb.
func (l Limb) shadow(picture *gocv.Mat, camera calibration.Camera) (gocv.Mat, error) {
	mask := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(255, 255, 255, 0), picture.Rows(), picture.Cols(),
		gocv.MatTypeCV8UC3)
	for i := range 61 {
		p := between(l.From, l.To, float64(i)/60)
		p.X, p.Y, p.Z = p.X+.4*p.Z, p.Y-.4*p.Z, 0
		at, radius := seen(camera, p, l.RadiusMM)
		if err := gocv.Circle(&mask, at, radius, color.RGBA{175, 175, 175, 0}, -1); err != nil {
			return mask, err
		}
	}
	if err := gocv.Blur(mask, &mask, image.Pt(15, 15)); err != nil {
		return mask, err
	}
	return mask, gocv.MultiplyWithParams(*picture, mask, picture, 1/255., gocv.MatTypeCV8UC3)
}

// noise is the sensor's; it lies over all of the picture.
func (l Limb) noise(picture *gocv.Mat, random *rand.Rand) error {
	bytes, err := picture.DataPtrUint8()
	if err != nil {
		return err
	}
	sensor := optics.NewNoise(random)
	for i := range bytes {
		bytes[i] = uint8(min(max(float64(bytes[i])+1.2*sensor.Next()+.5, 0), 255))
	}
	return nil
}

func between(a, b calibration.BoardPoint, k float64) calibration.BoardPoint {
	return calibration.BoardPoint{X: a.X + k*(b.X-a.X), Y: a.Y + k*(b.Y-a.Y), Z: a.Z + k*(b.Z-a.Z)}
}

func seen(camera calibration.Camera, p calibration.BoardPoint, radius float64) (image.Point, int) {
	at, side := camera.Project(p), camera.Project(calibration.BoardPoint{X: p.X + radius, Y: p.Y, Z: p.Z})
	return image.Pt(int(at.X+.5), int(at.Y+.5)), max(int(math.Hypot(side.X-at.X, side.Y-at.Y)+.5), 1)
}

func scaled(v uint8, by float64) uint8 { return uint8(min(float64(v)*by, 255)) }
