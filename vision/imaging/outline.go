package imaging

import "math"

// Disc is a disc as the camera sees it, in pixels from the middle of a map.
type Disc struct{ X, Y, Radius float64 }

// Outline is that of a piece, as a camera sees it: a shape in rows of pixels, and a ring around it. It is laid over
// maps of what may be a piece, to find where it fits best.
type Outline struct {
	Reach          int // pixels from the middle, at most
	rows           []row
	inside, around int // pixels
}

// row is one row: the pixels from in[0] up to in[1] are inside, the others from out[0] up to out[1] around.
type row struct {
	y       int
	in, out [2]int
}

// NewOutline is the outline of a cylinder between two discs, its foot and its top, with a ring around it of so many
// pixels.
func NewOutline(foot, top Disc, ring float64) Outline {
	far := max(math.Hypot(foot.X, foot.Y), math.Hypot(top.X, top.Y))
	o := Outline{Reach: int(math.Ceil(max(foot.Radius, top.Radius) + ring + far))}
	for y := -o.Reach; y <= o.Reach; y++ {
		r := row{y: y}
		for x := -o.Reach; x <= o.Reach; x++ {
			along, d := distance(float64(x), float64(y), foot, top)
			radius := foot.Radius + along*(top.Radius-foot.Radius)
			grow(&r.in, x, d <= radius-.5)
			grow(&r.out, x, d <= radius+ring)
		}
		if r.out[1] > r.out[0] {
			o.rows = append(o.rows, r)
			o.inside += r.in[1] - r.in[0]
			o.around += r.out[1] - r.out[0] - (r.in[1] - r.in[0])
		}
	}
	return o
}

// grow extends a span by a pixel that belongs to it; a convex shape has one span in each row.
func grow(span *[2]int, x int, belongs bool) {
	if !belongs {
		return
	}
	if span[1] == span[0] {
		*span = [2]int{x, x + 1}
		return
	}
	span[1] = x + 1
}

// distance is that of a place from the cylinder's axis, and how far along that, 0 to 1, the nearest point is.
func distance(x, y float64, foot, top Disc) (along, d float64) {
	dx, dy := top.X-foot.X, top.Y-foot.Y
	if length := dx*dx + dy*dy; length > 0 {
		along = min(max(((x-foot.X)*dx+(y-foot.Y)*dy)/length, 0), 1)
	}
	x, y = x-foot.X-along*dx, y-foot.Y-along*dy
	return along, math.Sqrt(x*x + y*y) // math.Hypot, for numbers of any size, takes several times as long
}

// Map says of every pixel near a place how much more it looks like a piece (up to 1) than like the board (down to −1).
type Map struct {
	Reach int       // pixels each way from the middle
	Sums  []float32 // of each of 2·Reach+1 rows: from its left end up to each of its pixels, 0 first
}

// Contrast is the mean of the map inside an outline laid off the middle, less the mean just around it: −2 to 2, 2
// for a piece that fills the outline.
func (m Map) Contrast(o *Outline, x, y int) float64 {
	width := 2*m.Reach + 1
	var in, all float32
	for _, r := range o.rows {
		yy := y + r.y + m.Reach
		if yy < 0 || yy >= width {
			continue
		}
		sums := m.Sums[yy*(width+1):]
		at := func(x int) float32 { return sums[min(max(x+m.Reach, 0), width)] }
		in += at(x+r.in[1]) - at(x+r.in[0])
		all += at(x+r.out[1]) - at(x+r.out[0])
	}
	return float64(in)/float64(o.inside) - float64(all-in)/float64(o.around)
}

// GridSearch returns the place, at most so many pixels off the middle, with the highest score, and the score: of
// every other pixel, then of those next to the best.
func GridSearch(most int, score func(x, y int) float64) (bestX, bestY int, best float64) {
	best = math.Inf(-1)
	try := func(x, y int) {
		if v := score(x, y); v > best {
			bestX, bestY, best = x, y, v
		}
	}
	for y := -most; y <= most; y += 2 {
		for x := -most; x <= most; x += 2 {
			try(x, y)
		}
	}
	x, y := bestX, bestY
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			try(x+dx, y+dy)
		}
	}
	return bestX, bestY, best
}
