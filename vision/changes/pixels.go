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

// classifyPixels says what has become of each pixel.
func (c *comparison) classifyPixels() []change {
	changed := make([]change, c.Size*c.Size)
	for i := range changed {
		was, is := colourAt(c.before, i), colourAt(c.now, i)
		most := 0.0
		for channel := range was {
			most = max(most, math.Abs(is[channel]-was[channel]))
		}
		switch {
		case most <= faintDifference:
		case most <= difference:
			changed[i] = faint
		case c.colours.left(was, is):
			changed[i] = left
		default:
			changed[i] = come
		}
	}
	return changed
}

// discs are the places where what has changed is as large as a disc, the clearest first, none nearer to another than
// a disc's radius (non-maximum suppression).
func (c *comparison) discs() (places []calibration.BoardPoint) {
	radius := c.known.Disc.DiameterMM / 2
	inner, outer := annulus(0, radius/mmPerPX), annulus((radius+ringGap)/mmPerPX, (radius+ringGap+ringWidth)/mmPerPX)
	changed := func(i int) bool { return c.changed[i] == come }
	type candidate struct {
		x, y  int
		score float64
	}
	var candidates []candidate
	reach := int(math.Ceil((radius+ringGap+ringWidth)/mmPerPX)) + 1
	for y := reach; y < c.Size-reach; y += discStep {
		for x := reach; x < c.Size-reach; x += discStep {
			if !changed(y*c.Size + x) {
				continue
			}
			in := c.fraction(x, y, inner, changed)
			if in < leastCovered {
				continue
			}
			if out := c.fraction(x, y, outer, changed); out < mostAround {
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

// refineCentre returns where the face of a disc lies that was found about a place and has a colour: the disc's side
// and its shadow have changed there as well.
func (c *comparison) refineCentre(about calibration.BoardPoint, look colour) calibration.BoardPoint {
	radius := c.known.Disc.DiameterMM / 2
	x0, y0 := c.pixel(about)
	inner, outer := annulus(0, radius/mmPerPX), annulus(radius/mmPerPX+1, radius/mmPerPX+1+refineRing)
	shows := func(i int) bool {
		is := colourAt(c.now, i)
		return is.Distance(look) < min(sameColour, towardsDisc*is.Distance(colourAt(c.before, i)))
	}
	best, most := about, math.Inf(-1)
	for dy := -refineReach; dy <= refineReach; dy++ {
		for dx := -refineReach; dx <= refineReach; dx++ {
			x, y := x0+dx, y0+dy
			if score := c.fraction(x, y, inner, shows) - c.fraction(x, y, outer, shows); score > most {
				best, most = c.point(x, y), score
			}
		}
	}
	return best
}
