package boards

import (
	"errors"
	"image"
	"math"

	"gocv.io/x/gocv"
)

// develop makes a picture of the light: as bright as the style says, by a curve that is steep in the middle.
func (d *drawing) develop(f film) (gocv.Mat, error) {
	style := d.scene.depth
	mean := 0.0
	for _, l := range f.light {
		mean += min(l.mean(), 2) / float64(len(f.light))
	}
	by := style.bright * style.bright / max(mean, 1e-6) * 1.6
	balance := light{d.between(0.85, 1.15), 1, d.between(0.85, 1.15)}
	for c := range balance { // a camera takes most of the light's colour for white
		balance[c] /= math.Pow(max(d.scene.depth.whiteness(c), 0.2), 0.8)
	}
	out := gocv.NewMatWithSize(f.height, f.width, gocv.MatTypeCV8UC3)
	px, err := out.DataPtrUint8()
	if err != nil {
		return gocv.Mat{}, errors.Join(err, out.Close())
	}
	for i, l := range f.light {
		for c := range 3 {
			v := min(l[c]*by*balance[c], 1.2)
			v = min(math.Pow(v, 1/gamma), 1)
			v += style.curve * (v*v*(3-2*v) - v)
			px[3*i+c] = uint8(255*v + 0.5)
		}
	}
	if style.sharpen > 0 {
		soft := gocv.NewMat()
		defer soft.Close()
		err := gocv.GaussianBlur(out, &soft, image.Point{}, 1.2, 1.2, gocv.BorderReplicate)
		if err == nil {
			err = gocv.AddWeighted(out, 1+style.sharpen, soft, -style.sharpen, 0, &out)
		}
		if err != nil {
			return gocv.Mat{}, errors.Join(err, out.Close())
		}
	}
	return out, nil
}

// whiteness is a channel of the light's colour, 1 where it is grey.
func (d *depthStyle) whiteness(c int) float64 {
	var sum light
	for _, b := range d.sky.dome {
		sum = sum.plus(b.light.times(max(b.to.z, 0)))
	}
	for i := range d.sky.lamps {
		sum = sum.plus(d.sky.lamps[i].light)
	}
	return sum[c] / max(sum.mean(), 1e-9)
}
