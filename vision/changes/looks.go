package changes

import (
	"math"

	"draughtsman/engine/checkers"
	"draughtsman/vision"
	"draughtsman/vision/imaging"
)

// colour is a mean of blue, green and red.
type colour = imaging.Colour

// colourAt is the colour of a pixel.
func colourAt(bytes []uint8, i int) colour {
	return colour{float64(bytes[3*i]), float64(bytes[3*i+1]), float64(bytes[3*i+2])}
}

// nearest is how far a colour is from the nearest of a list.
func nearest(c colour, list []colour) float64 {
	least := math.Inf(1)
	for _, other := range list {
		least = min(least, c.Distance(other))
	}
	return least
}

// looks is what the sides' discs look like in a picture, on the board and on the
// stacks, by side, and the squares without them.
type looks struct {
	discs [2][]colour
	bare  []colour
}

// learn learns the looks from the second picture.
func (c *comparison) learn() (l looks) {
	const surely = 0.9 // of the odds
	radius := c.known.Disc.DiameterMM / 4
	for row := range checkers.Size {
		for column := range checkers.Size {
			square := checkers.SquareAt(row, column)
			is, sure := c.seen.Odds[square].Best()
			switch {
			case square == 0 || is == vision.Nothing && sure >= sureOf:
				at := c.known.Board.Centre(row, column)
				was, look := c.mean(c.before, at, radius), c.mean(c.now, at, radius)
				if was.Distance(look) < differs { // a disc may have fallen there, or have left it
					l.bare = append(l.bare, look)
				}
			case sure >= surely:
				side := c.sideOf(is)
				l.discs[side] = append(l.discs[side], c.mean(c.now, c.standing(square), radius))
			}
		}
	}
	for _, stack := range c.stacks {
		n := len(stack.Now)
		if n == 0 || n != stack.Before {
			continue
		}
		if top, ok := c.top(stack.At, n); ok && c.shows(top) {
			l.discs[stack.Now[n-1]] = append(l.discs[stack.Now[n-1]], c.mean(c.now, top, radius))
		}
	}
	return l
}

// side is whose disc looks so; not ok where no disc does.
func (l *looks) side(c colour) (checkers.Side, bool) {
	const alike = 70 // of 255 in three colours
	black, white := nearest(c, l.discs[checkers.Black]), nearest(c, l.discs[checkers.White])
	if black < white {
		return checkers.Black, black < alike
	}
	return checkers.White, white < alike
}

// left reports whether a disc has left the place that looked so before and does so
// now: a bare square of wood is nearer to a black disc than to a white one, and
// would be taken for one.
func (l *looks) left(before, now colour) bool {
	disc := func(c colour) bool {
		return min(nearest(c, l.discs[checkers.Black]), nearest(c, l.discs[checkers.White])) < nearest(c, l.bare)
	}
	return disc(before) && !disc(now)
}
