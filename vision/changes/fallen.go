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
		disc, unlike := c.likeliest(stack)
		side, ok := c.colours.side(disc.look)
		if share[i] = unlike / c.unlike(stack, nil); ok && share[i] < 1 {
			list = append(list, Fallen{Stray{Side: side, At: disc.at}, i})
		}
	}
	slices.SortStableFunc(list, func(a, b Fallen) int { return cmp.Compare(share[a.Stack], share[b.Stack]) })
	return list
}

// drawnDisc is a disc more on a stack, as it is drawn on the earlier picture.
type drawnDisc struct {
	at              calibration.BoardPoint // the middle of its underside
	face, underside calibration.BoardPoint // where the view shows them
	look            colour                 // of its face in the later picture
}

// draw draws a disc more on a stack, over a point of the floor; ok is false where it would not be seen.
func (c *comparison) draw(stack Stack, floor calibration.BoardPoint) (d drawnDisc, ok bool) {
	n := len(stack.Now)
	face, okFace := c.top(floor, n+1)
	underside, okUnder := c.top(floor, n)
	d = drawnDisc{at: floor, face: face, underside: underside}
	d.at.Z += float64(n) * c.known.Disc.HeightMM
	if okFace && okUnder {
		d.look = c.mean(c.now, face, c.known.Disc.DiameterMM/4)
	}
	return d, okFace && okUnder
}

// likeliest is the disc more on a stack with which the earlier picture is most like the later one (analysis by
// synthesis), and how unlike they are. Farther off the stack's middle than is looked for it would not stay there.
func (c *comparison) likeliest(stack Stack) (disc drawnDisc, unlike float64) {
	floor := stack.At
	for _, search := range [][2]float64{{fallenReach * c.known.Disc.DiameterMM, 2 * mmPerPX}, {mmPerPX, mmPerPX}} {
		about, reach, step := floor, search[0], search[1]
		unlike = math.Inf(1)
		for dy := -reach; dy <= reach; dy += step {
			for dx := -reach; dx <= reach; dx += step {
				at := calibration.BoardPoint{X: about.X + dx, Y: about.Y + dy, Z: about.Z}
				drawn, ok := c.draw(stack, at)
				if !ok {
					continue
				}
				if differs := c.unlike(stack, &drawn); differs < unlike {
					floor, disc, unlike = at, drawn, differs
				}
			}
		}
	}
	return disc, unlike
}

// unlike is how far the later picture is from the earlier one about a stack, of 255 by pixel on the average, with a
// disc drawn on it, if one is given. How that disc's side looks is not known.
func (c *comparison) unlike(stack Stack, disc *drawnDisc) float64 {
	radius := c.known.Disc.DiameterMM / 2
	middle, _ := c.top(stack.At, len(stack.Now)+1) // which is seen: fallen asks for that
	x, y := c.pixel(middle)
	sum, pixels := 0.0, 0.0
	c.forEach(x, y, annulus(0, fallenAround*radius/mmPerPX), func(i int) {
		p, is := c.point(i%c.Size, i/c.Size), colourAt(c.now, i)
		pixels++
		switch {
		case disc != nil && p.Distance(disc.face) < radius:
			sum += min(is.Distance(disc.look), sameColour)
		case disc != nil && p.Distance(disc.underside) < radius:
			sum += sideCost
		default:
			sum += min(is.Distance(colourAt(c.before, i)), sameColour)
		}
	})
	return sum / pixels
}
