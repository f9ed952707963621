package crown

import "math"

// outline is a shape in rows of pixels about a centre.
type outline struct {
	rows           []outlineRow
	inside, around int // pixels
}

// outlineRow is one row: the pixels from in[0] up to in[1] are inside, the
// others from out[0] up to out[1] around.
type outlineRow struct {
	y       int
	in, out [2]int
}

// newOutline is what lies within a radius of a line that widens from r0 to r1, and a ring around it.
func newOutline(r0, r1, x1, y1, ring float64) outline {
	var o outline
	reach := int(math.Ceil(max(r0, r1) + ring + math.Hypot(x1, y1)))
	for y := -reach; y <= reach; y++ {
		row := outlineRow{y: y}
		for x := -reach; x <= reach; x++ {
			along, d := alongLine(float64(x), float64(y), x1, y1)
			r := r0 + along*(r1-r0)
			grow(&row.in, x, d <= r-.5)
			grow(&row.out, x, d <= r+ring)
		}
		if row.out[1] > row.out[0] {
			o.rows = append(o.rows, row)
			o.inside += row.in[1] - row.in[0]
			o.around += row.out[1] - row.out[0] - (row.in[1] - row.in[0])
		}
	}
	return o
}

// grow extends a span, which a convex shape has one of in each row.
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

func alongLine(x, y, x1, y1 float64) (along, distance float64) {
	if length := x1*x1 + y1*y1; length > 0 {
		along = min(max((x*x1+y*y1)/length, 0), 1)
	}
	return along, math.Hypot(x-along*x1, y-along*y1)
}

// patch is a map of evidence about a square's middle: from −1, surely the board, to 1, surely the piece.
type patch struct {
	reach int
	sums  []float32 // of each row, from its left end
}

// over is how much more of the piece there is inside an outline laid at a place than just around it.
func (p *patch) over(o *outline, x, y int) float64 {
	width := 2*p.reach + 1
	var in, all float32
	for _, r := range o.rows {
		yy := y + r.y + p.reach
		if yy < 0 || yy >= width {
			continue
		}
		row := p.sums[yy*(width+1):]
		at := func(x int) float32 { return row[min(max(x+p.reach, 0), width)] }
		in += at(x+r.in[1]) - at(x+r.in[0])
		all += at(x+r.out[1]) - at(x+r.out[0])
	}
	return float64(in)/float64(o.inside) - float64(all-in)/float64(o.around)
}

// climb looks for the place, at most so many pixels off the middle, where an outline fits best, at every other pixel and then next to it.
func (p *patch) climb(o *outline, most int) (bestX, bestY int, best float64) {
	best = math.Inf(-1)
	try := func(x, y int) {
		if v := p.over(o, x, y); v > best {
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
