package palm

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"draughtsman/vision/imaging"
)

// ErrNotBuilt is the error of New in a program that was built with the tag nopalm.
var ErrNotBuilt = errors.New("this program was built without the detector of hands (build tag nopalm)")

// Box is a rectangle in pixels of a picture. The corner of the first pixel is (0, 0).
type Box struct{ Min, Max imaging.Point }

// Middle is the point in the middle of the box.
func (b Box) Middle() imaging.Point { return b.Min.Plus(b.Max).Times(.5) }

// overlap is the part that two boxes share of what they cover together, 0 to 1.
func (b Box) overlap(c Box) float64 {
	width := min(b.Max.X, c.Max.X) - max(b.Min.X, c.Min.X)
	height := min(b.Max.Y, c.Max.Y) - max(b.Min.Y, c.Min.Y)
	if width <= 0 || height <= 0 {
		return 0
	}
	shared := width * height
	return shared / (b.area() + c.area() - shared)
}

func (b Box) area() float64 { return (b.Max.X - b.Min.X) * (b.Max.Y - b.Min.Y) }

// Palm is where a hand was found.
type Palm struct {
	Box   Box     // around palm and knuckles, without the fingers; it may reach beyond the picture
	Score float64 // 0 to 1: how sure the network is
}

// Detector finds hands. One goroutine at a time may use it.
type Detector struct {
	net    *net
	input  []float32 // red, then green, then blue, 0 to 1, row by row
	boxes  []float32 // boxStride numbers an anchor, in pixels of the input, of which the first four are the box
	scores []float32 // one number an anchor, −∞ to ∞
}

const (
	size      = 192  // pixels along an edge of the network's input
	anchors   = 2016 // as anchor has them
	boxStride = 18   // a box's middle, width and height, then seven points of the hand
	alike     = .3   // boxes that share this part are of one hand

	// The network was made for palms from 0.148 to 0.75 of its input. Of much smaller ones it is sure of pieces.
	smallest = .148 / 2 * size
)

// New loads the network: 30 MB of memory, a tenth of a second. The error is ErrNotBuilt where the program was built
// without it.
func New() (*Detector, error) {
	net, err := load()
	if err != nil {
		return nil, fmt.Errorf("loading the detector of hands: %w", err)
	}
	return &Detector{net, make([]float32, 3*size*size), make([]float32, anchors*boxStride),
		make([]float32, anchors)}, nil
}

// Close gives the network's memory back; of nil it does nothing.
func (d *Detector) Close() error {
	if d != nil {
		d.net.close()
	}
	return nil
}

// Find finds the hands in a part of a picture of 8-bit blue, green and red whose scores are at least `least`, best
// first. Palms of 0.15 to 0.75 of the part's longer edge are seen best, and none below 0.074. A dark part is brightened
// before. It computes in one thread.
//
// A part that reaches beyond the picture is what lies within; one that lies beside it is an error.
func (d *Detector) Find(picture gocv.Mat, at image.Rectangle, least float64) ([]Palm, error) {
	part := at.Intersect(image.Rect(0, 0, picture.Cols(), picture.Rows()))
	if picture.Type() != gocv.MatTypeCV8UC3 {
		return nil, fmt.Errorf("looking for hands: a picture of type %v, where 8-bit colour is needed", picture.Type())
	}
	if part.Empty() {
		return nil, fmt.Errorf("looking for hands: the part %v lies beside the picture of %d by %d pixels", at,
			picture.Cols(), picture.Rows())
	}
	scale := float64(max(part.Dx(), part.Dy())) / size // pixels of the picture a pixel of the input
	left, top, err := d.prepare(picture, part, scale)
	if err != nil {
		return nil, fmt.Errorf("looking for hands: %w", err)
	}
	if err := d.net.run(d.input, d.boxes, d.scores); err != nil {
		return nil, fmt.Errorf("looking for hands: %w", err)
	}
	origin := imaging.Pt(float64(part.Min.X), float64(part.Min.Y)).Minus(imaging.Pt(left, top).Times(scale))
	return d.palms(least, func(p imaging.Point) imaging.Point { return origin.Plus(p.Times(scale)) }), nil
}

// prepare puts a part of a picture in the middle of the input, and returns how far it is from the input's edges.
func (d *Detector) prepare(picture gocv.Mat, part image.Rectangle, scale float64) (left, top float64, err error) {
	region := picture.Region(part)
	small := gocv.NewMat()
	defer func() { err = errors.Join(err, small.Close(), region.Close()) }()
	width := max(1, int(math.Round(float64(part.Dx())/scale)))
	height := max(1, int(math.Round(float64(part.Dy())/scale)))
	way := gocv.InterpolationArea
	if scale < 1 {
		way = gocv.InterpolationLinear
	}
	if err := gocv.Resize(region, &small, image.Pt(width, height), 0, 0, way); err != nil {
		return 0, 0, err
	}
	pixels, err := small.DataPtrUint8()
	if err != nil {
		return 0, 0, err
	}
	tones := brightened(pixels)
	clear(d.input)
	x0, y0 := (size-width)/2, (size-height)/2
	for y := range height {
		for x := range width {
			at := 3 * (y*width + x)
			for channel := range 3 {
				d.input[(channel*size+y0+y)*size+x0+x] = tones[pixels[at+2-channel]]
			}
		}
	}
	return float64(x0), float64(y0), nil
}

// palms are the boxes whose scores are at least so high, each hand once, best first, in pixels of the picture.
func (d *Detector) palms(least float64, place func(imaging.Point) imaging.Point) (found []Palm) {
	for k, raw := range d.scores {
		score := 1 / (1 + math.Exp(-float64(raw)))
		box := d.boxes[boxStride*k:]
		if score < least || max(box[2], box[3]) < smallest {
			continue
		}
		middle := anchor(k).Plus(imaging.Pt(float64(box[0]), float64(box[1])))
		half := imaging.Pt(float64(box[2]), float64(box[3])).Times(.5)
		found = append(found, Palm{Box{place(middle.Minus(half)), place(middle.Plus(half))}, score})
	}
	slices.SortStableFunc(found, func(a, b Palm) int { return cmp.Compare(b.Score, a.Score) })
	kept := found[:0]
	for _, palm := range found {
		if !slices.ContainsFunc(kept, func(k Palm) bool { return k.Box.overlap(palm.Box) > alike }) {
			kept = append(kept, palm)
		}
	}
	return kept
}

// anchor is the place in the input from which the network tells where a box is, pixels. There are two in each cell of
// 8 × 8 pixels, then six in each of 16 × 16, row by row, all in the middle of their cells.
func anchor(k int) imaging.Point {
	const fine, each, coarse, eachCoarse = size / 8, 2, size / 16, 6
	across, cell := fine, k/each
	if k >= fine*fine*each {
		across, cell = coarse, (k-fine*fine*each)/eachCoarse
	}
	width := float64(size / across)
	return imaging.Pt(float64(cell%across)+.5, float64(cell/across)+.5).Times(width)
}
