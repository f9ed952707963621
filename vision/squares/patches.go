package squares

import (
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

// layOut lays a patch around each square of a board, by rows, and returns where their pixels are seen.
func layOut(v *view) (patches []patch, seen []calibration.Pixel) {
	n := v.squares
	patches = make([]patch, n*n)
	places := make([]imaging.Point, 0, len(patches)*pixelsAPatch)
	for i := range patches {
		places = append(places, patches[i].lay(v, i/n, i%n)...)
	}
	return patches, v.pixels(places)
}

// cutting is the part of a picture in which a board is seen, and how many times as wide and high it is made before it
// is cut up.
type cutting struct {
	part image.Rectangle
	size image.Point
}

// cuttingOf is that of a picture of a size, given where the board's pixels are seen.
func cuttingOf(v *view, width, height int, seen []calibration.Pixel) (c cutting) {
	sidePX := 0.0
	for i := range v.squares * v.squares {
		sidePX += v.side(i/v.squares, i%v.squares) / float64(v.squares*v.squares)
	}
	scale := min(1, mostPX/sidePX)
	around := 2 / scale
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, at := range seen {
		x0, y0, x1, y1 = min(x0, at.X-around), min(y0, at.Y-around), max(x1, at.X+around), max(y1, at.Y+around)
	}
	whole := image.Rect(0, 0, width, height)
	bounds := func(v float64, most int) int { return int(min(max(v, 0), float64(most))) }
	c.part = image.Rect(bounds(x0, width), bounds(y0, height), bounds(math.Ceil(x1), width), bounds(math.Ceil(y1), height))
	if c.part.Empty() {
		c.part = whole
	}
	c.size = image.Pt(max(int(scale*float64(c.part.Dx())+0.5), 1), max(int(scale*float64(c.part.Dy())+0.5), 1))
	return c
}

// place is where a pixel of the picture is seen in what is cut up: stored pixel q is there (q + ½)·scale − ½.
func (c cutting) place(at calibration.Pixel) calibration.Pixel {
	return calibration.Pixel{
		X: (at.X-float64(c.part.Min.X)+0.5)*float64(c.size.X)/float64(c.part.Dx()) - 0.5,
		Y: (at.Y-float64(c.part.Min.Y)+0.5)*float64(c.size.Y)/float64(c.part.Dy()) - 0.5,
	}
}

// draw makes what is cut up of a picture, grey or colour.
func (c cutting) draw(picture gocv.Mat, into *gocv.Mat) error {
	part := picture.Region(c.part)
	defer part.Close()
	if err := imaging.ToBGR(part, into); err != nil || c.size == c.part.Size() {
		return err
	}
	return gocv.Resize(*into, into, c.size, 0, 0, gocv.InterpolationArea)
}

// paint gives a patch its colours: rows of blue, green and red.
func (p *patch) paint(px []uint8) {
	for k := range pixelsAPatch {
		for c := range 3 {
			p.colour[c][k] = px[3*k+c]
		}
	}
}

// differs says that other colours than the patch has are more than noise: in the mean of some cell, or of all.
func (p *patch) differs(px []uint8) bool {
	const (
		cell = 4   // pixels along its edge
		most = 8   // grey values that one cell is off
		all  = 2.5 // and all of them, as a root mean square
	)
	total, cells := 0.0, 0.0
	for y := 0; y < network.Height; y += cell {
		for x := 0; x < network.Width; x += cell {
			for c := range 3 {
				sum := 0
				for dy := range cell {
					for dx := range cell {
						at := (y+dy)*network.Width + x + dx
						sum += int(px[3*at+c]) - int(p.colour[c][at])
					}
				}
				off := float64(sum) / (cell * cell)
				if math.Abs(off) > most {
					return true
				}
				total, cells = total+off*off, cells+1
			}
		}
	}
	return math.Sqrt(total/cells) > all
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
