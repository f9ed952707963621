package squares

import (
	"errors"
	"fmt"
	"image"
	"math"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/imaging"
	"draughtsman/vision/squares/network"
)

// A patch is what a picture shows around a square: the board's plane from straight above, patchPX pixels a square,
// turned so that whatever stands upright leans to the right. The square's middle is behind pixels behind the left edge:
// a piece of two thirds of a square's height is seen whole from 60° off the vertical.
const (
	patchPX = 24
	behind  = 17
	// mostPX is the side of squares from which on a picture is made smaller before it is cut up, px: finer detail would
	// only alias.
	mostPX = 32
)

const pixelsAPatch = network.Width * network.Height

// patch is a square as it is seen. Planes are rows of network.Width pixels.
type patch struct {
	colour  [3][pixelsAPatch]uint8 // blue, green and red
	lattice [pixelsAPatch]uint8    // 255 on squares of this square's kind, 1 on the others, 128 off the board
	onBoard [pixelsAPatch]uint8    // 255 on the board, 0 off it
	scalars [network.Scalars]float32
	away    imaging.Point // where the patch's x axis points to, along columns and rows
}

// patchesOf cuts the squares of a board out of a picture, by rows.
func patchesOf(picture gocv.Mat, v *view) (patches []patch, err error) {
	n := v.squares
	patches = make([]patch, n*n)
	places := make([]imaging.Point, 0, len(patches)*pixelsAPatch)
	middlePX := 0.0
	for i := range patches {
		places = append(places, patches[i].lay(v, i/n, i%n)...)
		middlePX += v.side(i/n, i%n) / float64(len(patches))
	}
	small := gocv.NewMat()
	defer small.Close()
	scale := min(1, mostPX/middlePX)
	if err := shrunk(picture, scale, &small); err != nil {
		return nil, fmt.Errorf("preparing the picture for reading: %w", err)
	}
	seen := v.pixels(places)
	for i, at := range seen { // stored pixel q is small pixel (q + ½)·scale − ½
		seen[i] = calibration.Pixel{X: (at.X+0.5)*scale - 0.5, Y: (at.Y+0.5)*scale - 0.5}
	}
	above, err := imaging.NewView(network.Width, seen)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, above.Close()) }()
	flat := gocv.NewMat()
	defer flat.Close()
	if err := above.Draw(small, &flat, gocv.BorderReplicate); err != nil {
		return nil, err
	}
	px, err := flat.DataPtrUint8()
	if err != nil {
		return nil, fmt.Errorf("rectifying the board: %w", err)
	}
	for i := range patches {
		own := px[3*pixelsAPatch*i:]
		for k := range pixelsAPatch {
			for c := range 3 {
				patches[i].colour[c][k] = own[3*k+c]
			}
		}
	}
	return patches, nil
}

// shrunk makes a colour picture, smaller by a factor.
func shrunk(picture gocv.Mat, scale float64, into *gocv.Mat) error {
	if err := imaging.ToBGR(picture, into); err != nil || scale == 1 {
		return err
	}
	size := image.Pt(int(math.Round(scale*float64(picture.Cols()))), int(math.Round(scale*float64(picture.Rows()))))
	return gocv.Resize(*into, into, size, 0, 0, gocv.InterpolationArea)
}

// lay fills in all of a square's patch but its colours, and returns the places that its pixels show.
func (p *patch) lay(v *view, row, column int) []imaging.Point {
	middle := imaging.Pt(float64(column)+0.5, float64(row)+0.5)
	away, tilt := v.lean(middle)
	across := imaging.Pt(-away.Y, away.X)
	p.away = away
	angle := 4 * math.Atan2(away.Y, away.X)
	half := float64(v.squares) / 2
	off := middle.Minus(imaging.Pt(half, half)).Times(1 / half)
	p.scalars = [network.Scalars]float32{
		float32(tilt), float32(math.Cos(angle)), float32(math.Sin(angle)), float32(1 - 2*((row+column)%2)),
		float32(math.Log2(max(v.side(row, column), 1) / patchPX)), float32(off.Dot(away)), float32(off.Dot(across)),
	}
	places := make([]imaging.Point, pixelsAPatch)
	for k := range places {
		x := (float64(k%network.Width) + 0.5 - behind) / patchPX
		y := (float64(k/network.Width) + 0.5 - network.Height/2) / patchPX
		at := middle.Plus(away.Times(x)).Plus(across.Times(y))
		places[k] = at
		on := edge(at.X) * edge(at.Y) * edge(float64(v.squares)-at.X) * edge(float64(v.squares)-at.Y)
		kind := wave(at.X-float64(column)) * wave(at.Y-float64(row))
		p.lattice[k] = uint8(128.5 + 127*on*kind)
		p.onBoard[k] = uint8(255*on + 0.5)
	}
	return places
}

// edge goes from 0 to 1 within a pixel around 0.
func edge(v float64) float64 { return min(max(v*patchPX+0.5, 0), 1) }

// wave is 1 from 0 to 1, −1 from 1 to 2, and so on, and passes from one to the other within a pixel.
func wave(v float64) float64 {
	in := v - math.Floor(v)
	sign := 1.0
	if int(math.Floor(v))%2 != 0 {
		sign = -1
	}
	return sign * min(max(in*2*patchPX, -1), 1) * min(max((1-in)*2*patchPX, -1), 1)
}

// luminance is how light a pixel is, 0 to 255 (Rec. 709). Its light is taken for the squares of its samples.
func (p *patch) luminance(k int) (sum float64) {
	for c, weight := range [3]float64{0.0722, 0.7152, 0.2126} {
		v := float64(p.colour[c][k])
		sum += weight * v * v / 255
	}
	return sum
}
