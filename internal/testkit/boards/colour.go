package boards

import (
	"image/color"
	"math"

	"gocv.io/x/gocv"
)

// tone is a colour: blue, green, red, 0..255.
type tone [3]float64

func toneOf(c color.RGBA) tone { return tone{float64(c.B), float64(c.G), float64(c.R)} }

func (t tone) scalar() gocv.Scalar { return gocv.NewScalar(t[0], t[1], t[2], 0) }

func (t tone) rgba() color.RGBA {
	byte8 := func(v float64) uint8 { return uint8(min(max(v, 0), 255)) }
	return color.RGBA{R: byte8(t[2]), G: byte8(t[1]), B: byte8(t[0])}
}

func (t tone) times(f float64) tone { return tone{t[0] * f, t[1] * f, t[2] * f} }

// towards another colour, by a part.
func (t tone) towards(o tone, by float64) tone {
	for c := range t {
		t[c] += by * (o[c] - t[c])
	}
	return t
}

// distance of two colours, grey values a channel (root mean square).
func (t tone) distance(o tone) float64 {
	total := 0.0
	for c := range t {
		total += (t[c] - o[c]) * (t[c] - o[c]) / 3
	}
	return math.Sqrt(total)
}

// hue, saturation 0..1 and value 0..255 as a colour.
func hsv(hue, saturation, value float64) tone {
	channel := func(shift float64) float64 {
		k := math.Mod(shift+hue/60+12, 6)
		return value * (1 - saturation*max(0, min(k, 4-k, 1)))
	}
	return tone{channel(1), channel(3), channel(5)}
}

// noise is a field of smooth random values about 0 with a deviation near 1 and blobs of so many pixels.
func noise(l lots, width, height int, across, along float64) ([]float32, error) {
	small := gocv.NewMatWithSize(int(float64(height)/along)+2, int(float64(width)/across)+2, gocv.MatTypeCV32F)
	defer small.Close()
	px, err := small.DataPtrFloat32()
	if err != nil {
		return nil, err
	}
	for i := range px {
		px[i] = float32(l.NormFloat64())
	}
	big := gocv.NewMat()
	defer big.Close()
	if err := gocv.Resize(small, &big, imagePoint(width, height), 0, 0, gocv.InterpolationLinear); err != nil {
		return nil, err
	}
	if px, err = big.DataPtrFloat32(); err != nil {
		return nil, err
	}
	return append([]float32(nil), px...), nil
}
