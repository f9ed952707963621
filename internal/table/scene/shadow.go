package scene

import (
	"errors"
	"image"
	"math"

	"gocv.io/x/gocv"
)

// shadow is a layer of darkness over the picture, in a coarser grid of pixels for softer shadows: 0 is open, 255
// wholly shaded.
type shadow struct {
	step          int // pixels of the picture a pixel of the layer, each way
	width, height int
	mat, full     gocv.Mat
	pix           []uint8 // the layer's samples
	blurred       []uint8 // the samples at the picture's size
	any           bool
}

func newShadow(width, height, step int) (*shadow, error) {
	l := &shadow{step: step, width: (width + step - 1) / step, height: (height + step - 1) / step}
	l.mat = gocv.NewMatWithSize(l.height, l.width, gocv.MatTypeCV8U)
	l.full = gocv.NewMatWithSize(height, width, gocv.MatTypeCV8U)
	var err error
	if l.pix, err = l.mat.DataPtrUint8(); err == nil {
		l.blurred, err = l.full.DataPtrUint8()
	}
	if err != nil {
		return nil, errors.Join(err, l.close())
	}
	return l, nil
}

func (l *shadow) close() error { return errors.Join(l.mat.Close(), l.full.Close()) }

// clear takes all shadows off.
func (l *shadow) clear() {
	if l.any {
		clear(l.pix)
	}
	l.any = false
}

// add casts the shadow of the convex hull of the given places.
func (l *shadow) add(v *view, places ...vector) {
	fallen := make([]vector, len(places))
	for i, p := range places {
		fallen[i] = onTable(p)
	}
	l.cover(v, fallen, func(p *uint8, cover float32) { *p = max(*p, uint8(255*cover)) })
}

// cover changes the samples that the convex hull of places on the table covers, each by the part of it that is
// covered.
func (l *shadow) cover(v *view, places []vector, change func(sample *uint8, cover float32)) {
	spots, ok := v.spots(places)
	if !ok {
		return
	}
	k := 1 / float64(l.step)
	for i, p := range spots {
		spots[i] = spot{(p.x+.5)*k - .5, (p.y+.5)*k - .5}
	}
	fill(l.width, l.height, hull(spots), func(x, y int, cover float32) {
		change(&l.pix[y*l.width+x], cover)
		l.any = true
	})
}

// soften blurs the layer by sigma pixels of the layer and enlarges it to the size of the picture.
func (l *shadow) soften(sigma float64) error {
	if !l.any {
		return nil
	}
	if err := gocv.GaussianBlur(l.mat, &l.mat, image.Point{}, sigma, sigma, gocv.BorderReplicate); err != nil {
		return err
	}
	size := image.Pt(l.full.Cols(), l.full.Rows())
	return gocv.Resize(l.mat, &l.full, size, 0, 0, gocv.InterpolationLinear)
}

// darken applies the softened layer to the picture: what is wholly shaded keeps the given part of its brightness,
// which may be more than all of it.
func (l *shadow) darken(pix []uint8, keep float64) {
	if !l.any {
		return
	}
	var factor [256]uint32
	for i := range factor {
		factor[i] = uint32(math.Round(65536 * (1 - (1-keep)*float64(i)/255)))
	}
	for i, v := range l.blurred {
		if v == 0 {
			continue
		}
		f := factor[v]
		p := pix[3*i : 3*i+3 : 3*i+3]
		p[0] = uint8(min(uint32(p[0])*f>>16, 255))
		p[1] = uint8(min(uint32(p[1])*f>>16, 255))
		p[2] = uint8(min(uint32(p[2])*f>>16, 255))
	}
}
