package boards

import (
	"math"

	"draughtsman/calibration"
)

// view is where a camera stands and how its lens bends. Lengths on the table are squares, counted from the middle of
// the board: x to the right, y down, z up.
type view struct {
	width, height int     // of the picture, px
	focal         float64 // px
	tilt          float64 // from the vertical, radians
	turn          float64 // of the board before the camera, radians
	roll          float64 // of the camera about its axis, radians
	// k: pixel p shows the pinhole point p·(1 + k·|p|²)/max(1, 1 + k), p in half diagonals from the centre
	bend     float64
	distance float64 // to the point looked at, squares
	at       point   // the point looked at, on the table after the turn
}

type point struct{ x, y float64 }

// ideal is where a pinhole camera would see a point, px from the picture's centre.
func (v *view) ideal(x, y, z float64) point {
	sin, cos := math.Sincos(v.turn)
	x, y = cos*x+sin*y-v.at.x, -sin*x+cos*y-v.at.y
	sin, cos = math.Sincos(v.tilt)
	depth := v.depthOf(y, z)
	x, y = v.focal*x/depth, v.focal*(y*cos-z*sin)/depth
	sin, cos = math.Sincos(v.roll)
	return point{cos*x + sin*y, -sin*x + cos*y}
}

// depthOf a point so far before the point looked at: along the camera's axis, squares.
func (v *view) depthOf(y, z float64) float64 {
	sin, cos := math.Sincos(v.tilt)
	return v.distance - y*sin - z*cos
}

// depth of a point along the camera's axis, squares.
func (v *view) depth(x, y, z float64) float64 {
	sin, cos := math.Sincos(v.turn)
	return v.depthOf(-sin*x+cos*y-v.at.y, z)
}

// halfDiagonal is the unit of the bend, px.
func (v *view) halfDiagonal() float64 { return math.Hypot(float64(v.width), float64(v.height)) / 2 }

// pixel is where the picture shows a point.
func (v *view) pixel(x, y, z float64) point {
	p := v.ideal(x, y, z)
	straight := math.Hypot(p.x, p.y) / v.halfDiagonal() * max(1, 1+v.bend)
	bent := straight
	if fold := 1 / math.Sqrt(max(-3*v.bend, 1e-9)); straight >= fold*2/3 {
		// beyond the model's fold, which lies outside of the picture: anything that goes on outwards
		bent = fold + straight - fold*2/3
	} else {
		for range 8 { // Newton's method
			bent -= (bent*(1+v.bend*bent*bent) - straight) / max(1+3*v.bend*bent*bent, 0.2)
		}
	}
	scale := 1.0
	if straight > 0 {
		scale = bent / straight * max(1, 1+v.bend)
	}
	return point{p.x*scale + float64(v.width-1)/2, p.y*scale + float64(v.height-1)/2}
}

// ray gives the table's point that a pixel shows.
func (v *view) ray() func(px, py float64) point {
	middle := point{float64(v.width-1) / 2, float64(v.height-1) / 2}
	r, most := v.halfDiagonal(), max(1, 1+v.bend)
	rollSin, rollCos := math.Sincos(v.roll)
	tiltSin, tiltCos := math.Sincos(v.tilt)
	turnSin, turnCos := math.Sincos(v.turn)
	return func(px, py float64) point {
		x, y := px-middle.x, py-middle.y
		by := (1 + v.bend*(x*x+y*y)/(r*r)) / most
		x, y = x*by, y*by
		x, y = rollCos*x-rollSin*y, rollSin*x+rollCos*y
		// focal·(Y·cos)/(distance − Y·sin) = y
		along := y * v.distance / max(v.focal*tiltCos+y*tiltSin, 1e-3*v.focal)
		across := x * (v.distance - along*tiltSin) / v.focal
		across, along = across+v.at.x, along+v.at.y
		return point{turnCos*across - turnSin*along, turnSin*across + turnCos*along}
	}
}

// rays is ray for every pixel of a picture drawn so many times finer, x and y apart, moved and scaled: what OpenCV's
// remap wants.
func (v *view) rays(finer int, xs, ys []float32, scale float64, origin point) {
	w, h, ray := v.width*finer, v.height*finer, v.ray()
	for row := range h {
		py := (float64(row)+0.5)/float64(finer) - 0.5
		for column := range w {
			p := ray((float64(column)+0.5)/float64(finer)-0.5, py)
			xs[row*w+column] = float32((p.x-origin.x)*scale - 0.5)
			ys[row*w+column] = float32((p.y-origin.y)*scale - 0.5)
		}
	}
}

// outline is the box of pixels around a square on the table, so many squares from its middle to its sides.
func (v *view) outline(half float64) (low, high point) {
	low, high = point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, c := range [4]point{{-half, -half}, {half, -half}, {half, half}, {-half, half}} {
		p := v.pixel(c.x, c.y, 0)
		low, high = point{min(low.x, p.x), min(low.y, p.y)}, point{max(high.x, p.x), max(high.y, p.y)}
	}
	return low, high
}

// frame moves the camera until a board of so many squares takes up a part of the picture (of its width or height,
// whichever is more) and lies about a place, a part −1..1 of the way that there is room.
func (v *view) frame(squares int, fill float64, place point) {
	half := float64(squares) / 2
	w, h := float64(v.width), float64(v.height)
	v.distance, v.at = 1.5*float64(squares)*v.focal/(fill*h), point{}
	for range 25 {
		low, high := v.outline(half)
		part := max((high.x-low.x)/w, (high.y-low.y)/h)
		v.distance *= math.Pow(part/fill, 0.8)
		low, high = v.outline(half)
		room := point{max(w-(high.x-low.x), 0) / 2 * 0.95, max(h-(high.y-low.y), 0) / 2 * 0.95}
		dx := (low.x+high.x)/2 - (w-1)/2 - place.x*room.x
		dy := (low.y+high.y)/2 - (h-1)/2 - place.y*room.y
		sin, cos := math.Sincos(v.roll)
		dx, dy = cos*dx-sin*dy, sin*dx+cos*dy
		v.at.x += 0.7 * dx * v.distance / v.focal
		v.at.y += 0.7 * dy * v.distance / (v.focal * math.Cos(v.tilt))
	}
}

// corners of a board of so many squares, clockwise as seen.
func (v *view) corners(squares int) (out [4]calibration.Pixel) {
	half := float64(squares) / 2
	for i, c := range [4]point{{-half, -half}, {half, -half}, {half, half}, {-half, half}} {
		p := v.pixel(c.x, c.y, 0)
		out[i] = calibration.Pixel{X: p.x, Y: p.y}
	}
	return out
}
