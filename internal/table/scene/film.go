package scene

import "math"

// film is what the camera takes pictures on: how places on it look into the world.
type film struct {
	width, height int
	view          view
	rays          []float32 // the direction of every pixel: three numbers each, row by row
	perCorner     float32   // 1 / squared distance of a corner from the middle
}

func newFilm(c Camera, width, height int) *film {
	f := &film{width: width, height: height, view: newView(c, width, height), rays: make([]float32, 0, 3*width*height)}
	f.perCorner = float32(1 / (f.view.cx*f.view.cx + f.view.cy*f.view.cy))
	for y := range height {
		for x := range width {
			d := f.view.ray(float64(x), float64(y))
			f.rays = append(f.rays, float32(d[0]), float32(d[1]), float32(d[2]))
		}
	}
	return f
}

// rayAt is the direction in which a place inside a pixel looks; dx and dy are −½ to ½.
func (f *film) rayAt(x, y int, dx, dy float32) vector {
	i := 3 * (y*f.width + x)
	right, below := 3, 3*f.width
	if x == f.width-1 {
		i, dx = i-3, dx+1
	}
	if y == f.height-1 {
		i, dy = i-below, dy+1
	}
	r := f.rays
	return vector{
		float64(r[i] + dx*(r[i+right]-r[i]) + dy*(r[i+below]-r[i])),
		float64(r[i+1] + dx*(r[i+right+1]-r[i+1]) + dy*(r[i+below+1]-r[i+1])),
		float64(r[i+2] + dx*(r[i+right+2]-r[i+2]) + dy*(r[i+below+2]-r[i+2])),
	}
}

// bounds is the rectangle of pixels around points, a pixel wider; empty when none is in the picture.
func (f *film) bounds(points ...vector) (x0, y0, x1, y1 int) {
	left, top := math.Inf(1), math.Inf(1)
	right, bottom := math.Inf(-1), math.Inf(-1)
	for _, p := range points {
		x, y, ok := f.view.project(p)
		if !ok {
			return 0, 0, f.width, f.height
		}
		left, right = min(left, x), max(right, x)
		top, bottom = min(top, y), max(bottom, y)
	}
	clamp := func(v float64, limit int) int { return int(min(max(v, 0), float64(limit))) }
	return clamp(math.Floor(left)-1, f.width), clamp(math.Floor(top)-1, f.height),
		clamp(math.Ceil(right)+2, f.width), clamp(math.Ceil(bottom)+2, f.height)
}

// falloff is the brightness of the picture at a pixel against its middle.
func (f *film) falloff(x, y int) float32 {
	dx, dy := float32(x)-float32(f.view.cx), float32(y)-float32(f.view.cy)
	return 1 - vignette*(dx*dx+dy*dy)*f.perCorner
}

// brush paints into a picture: pix is its samples, blue, green, red.
type brush struct {
	film *film
	pix  []uint8
}

// blend paints a lit colour over a pixel that it covers in part.
func (b brush) blend(x, y int, c rgb, cover float32) {
	i := 3 * (y*b.film.width + x)
	falloff := b.film.falloff(x, y)
	for k := range 3 {
		under := float32(b.pix[i+k])
		over := float32(encode(c[2-k] * falloff))
		b.pix[i+k] = uint8(under + cover*(over-under) + .5)
	}
}

// flat paints a convex face, or the outline of places, in one colour, which covers a part of what is below it; nothing
// when it reaches behind the camera.
func (b brush) flat(places []vector, outline bool, shade rgb, shows float32) {
	spots, ok := b.film.view.spots(places)
	if !ok {
		return
	}
	if outline {
		spots = hull(spots)
	}
	fill(b.film.width, b.film.height, spots, func(x, y int, cover float32) { b.blend(x, y, shade, min(1, cover*shows)) })
}
