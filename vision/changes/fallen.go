package changes

import (
	"cmp"
	"math"
	"slices"

	"draughtsman/calibration"
)

// fallen are the discs that lie on stacks of which each should look as it did, does not, and is more like the earlier
// picture with a disc drawn on it than without.
func (c *comparison) fallen(same []bool) (list []Fallen) {
	share := make(map[int]float64) // by stack, of what differs without that disc
	for i, stack := range c.stacks {
		n := len(stack.Now)
		if top, ok := c.top(stack.At, n+1); same[i] || n == 0 || n != stack.Before || !ok || !c.shows(top) {
			continue
		}
		floor, unlike := c.likeliestFloor(stack)
		face, _ := c.top(floor, n+1)
		side, ok := c.colours.side(c.mean(c.now, face, c.known.Disc.DiameterMM/4))
		if share[i] = unlike / c.unlike(stack, nil); ok && share[i] < 1 {
			floor.Z += float64(n) * c.known.Disc.HeightMM
			list = append(list, Fallen{Stray{Side: side, At: floor}, i})
		}
	}
	slices.SortStableFunc(list, func(a, b Fallen) int { return cmp.Compare(share[a.Stack], share[b.Stack]) })
	return list
}

// likeliestFloor is over which point of the floor a disc has fallen on a stack: over that from which a drawing of it on
// the earlier picture is most like the later one (analysis by synthesis). Farther off it would not stay there.
func (c *comparison) likeliestFloor(stack Stack) (floor calibration.BoardPoint, unlike float64) {
	floor = stack.At
	for _, search := range [][2]float64{{fallenReach * c.known.Disc.DiameterMM, 2 * mmPerPX}, {mmPerPX, mmPerPX}} {
		about, reach, step := floor, search[0], search[1]
		unlike = math.Inf(1)
		for dy := -reach; dy <= reach; dy += step {
			for dx := -reach; dx <= reach; dx += step {
				at := calibration.BoardPoint{X: about.X + dx, Y: about.Y + dy, Z: about.Z}
				if differs := c.unlike(stack, &at); differs < unlike {
					floor, unlike = at, differs
				}
			}
		}
	}
	return floor, unlike
}

// unlike is how far the later picture is from the earlier one about a stack, of 255 by pixel on the average. If floor
// is not nil, a disc more is drawn on the stack, over that point of the floor; how its side looks is not known.
func (c *comparison) unlike(stack Stack, floor *calibration.BoardPoint) float64 {
	discs, radius := len(stack.Now), c.known.Disc.DiameterMM/2
	var face, underside calibration.BoardPoint
	var look colour
	if floor != nil {
		face, _ = c.top(*floor, discs+1)
		underside, _ = c.top(*floor, discs)
		look = c.mean(c.now, face, radius/2)
	}
	middle, _ := c.top(stack.At, discs+1)
	x, y := c.pixel(middle)
	sum, pixels := 0.0, 0.0
	c.forEach(x, y, annulus(0, fallenAround*radius/mmPerPX), func(i int) {
		p, is := c.point(i%c.Size, i/c.Size), colourAt(c.now, i)
		pixels++
		switch {
		case floor != nil && p.Distance(face) < radius:
			sum += min(is.Distance(look), sameColour)
		case floor != nil && p.Distance(underside) < radius:
			sum += unlikeSide
		default:
			sum += min(is.Distance(colourAt(c.before, i)), sameColour)
		}
	})
	return sum / pixels
}
