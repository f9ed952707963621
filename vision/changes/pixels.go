package changes

import (
	"math"

	"draughtsman/calibration"
)

// change is what has become of a pixel.
type change uint8

const (
	none  change = iota
	faint        // it differs hardly
	left         // it differs, because a disc has left it
	come         // it differs otherwise
)

// compare says what has become of each pixel.
func (c *comparison) compare() []change {
	changed := make([]change, c.Size*c.Size)
	for i := range changed {
		was, is := colourAt(c.before, i), colourAt(c.now, i)
		most := 0.0
		for channel := range was {
			most = max(most, math.Abs(is[channel]-was[channel]))
		}
		switch {
		case most <= hardly:
		case most <= differs:
			changed[i] = faint
		case c.looks.left(was, is):
			changed[i] = left
		default:
			changed[i] = come
		}
	}
	return changed
}

// discs are the places of what has changed and is as large as a disc, the
// clearest first.
func (c *comparison) discs() (places []calibration.BoardPoint) {
	radius := c.known.Disc.DiameterMM / 2
	inner, outer := ring(0, radius/mmPerPX), ring((radius+2)/mmPerPX, (radius+2+ringWidth)/mmPerPX)
	changed := func(i int) bool { return c.changed[i] == come }
	type candidate struct {
		x, y  int
		score float64
	}
	var candidates []candidate
	reach := int(math.Ceil((radius+2+ringWidth)/mmPerPX)) + 1
	const step = 2
	for y := reach; y < c.Size-reach; y += step {
		for x := reach; x < c.Size-reach; x += step {
			if !changed(y*c.Size + x) {
				continue
			}
			in := c.share(x, y, inner, changed)
			if in < covered {
				continue
			}
			if out := c.share(x, y, outer, changed); out < spared {
				candidates = append(candidates, candidate{x, y, in - out})
			}
		}
	}
	for len(candidates) > 0 {
		best := candidates[0]
		for _, other := range candidates {
			if other.score > best.score {
				best = other
			}
		}
		places = append(places, c.point(best.x, best.y))
		rest := candidates[:0]
		for _, other := range candidates {
			if math.Hypot(float64(other.x-best.x), float64(other.y-best.y))*mmPerPX > radius {
				rest = append(rest, other)
			}
		}
		candidates = rest
	}
	return places
}

// middle is where the face of a disc lies that was found about a place and looks
// so: its side and its shadow have changed there as well.
func (c *comparison) middle(about calibration.BoardPoint, look colour) calibration.BoardPoint {
	const (
		around, ringed = 9, 4.0 // pixels
		mine           = 0.35   // how much nearer to the disc's colour than to what was there
		alike          = 25     // of 255 in three colours
	)
	radius := c.known.Disc.DiameterMM / 2
	x0, y0 := c.pixel(about)
	inner, outer := ring(0, radius/mmPerPX), ring(radius/mmPerPX+1, radius/mmPerPX+1+ringed)
	shows := func(i int) bool {
		is := colourAt(c.now, i)
		return is.Distance(look) < min(alike, mine*is.Distance(colourAt(c.before, i)))
	}
	best, most := about, math.Inf(-1)
	for dy := -around; dy <= around; dy++ {
		for dx := -around; dx <= around; dx++ {
			x, y := x0+dx, y0+dy
			if score := c.share(x, y, inner, shows) - c.share(x, y, outer, shows); score > most {
				best, most = c.point(x, y), score
			}
		}
	}
	return best
}
