package changes

import (
	"math"

	"draughtsman/engine/checkers"
	"draughtsman/vision"
	"draughtsman/vision/imaging"
)

// colour is a mean of blue, green and red, 0 to 255.
type colour = imaging.Colour

// colourAt is the colour of the pixel with an index.
func colourAt(bytes []uint8, i int) colour {
	return colour{float64(bytes[3*i]), float64(bytes[3*i+1]), float64(bytes[3*i+2])}
}

// nearest is how far a colour is from the nearest of a list; infinite for an empty one.
func nearest(c colour, list []colour) float64 {
	least := math.Inf(1)
	for _, other := range list {
		least = min(least, c.Distance(other))
	}
	return least
}

// discColours are the colours in a picture of the discs on the board and on the stacks, by side, and of squares
// without any.
type discColours struct {
	discs [2][]colour
	bare  []colour
}

// learnColours takes the colours from the second picture.
func (c *comparison) learnColours() (l discColours) {
	radius := c.known.Disc.DiameterMM / 4
	for row := range c.board.Size() {
		for column := range c.board.Size() {
			square := c.board.At(row, column)
			is, sure := c.seen.Odds[square].Best()
			switch {
			case square == 0 || is == vision.Nothing && sure >= sureOf:
				at := c.known.Board.Centre(row, column)
				was, look := c.mean(c.before, at, radius), c.mean(c.now, at, radius)
				if was.Distance(look) < difference { // a disc may have fallen there, or have left it
					l.bare = append(l.bare, look)
				}
			case sure >= learntFrom:
				side := c.sideOf(is)
				l.discs[side] = append(l.discs[side], c.mean(c.now, c.pieceAt(square), radius))
			}
		}
	}
	for _, stack := range c.stacks {
		n := len(stack.Now)
		if n == 0 || n != stack.Before {
			continue
		}
		top, ok := c.top(stack.At, n)
		if !ok || !c.shows(top) {
			continue
		}
		was, look := c.mean(c.before, top, radius), c.mean(c.now, top, radius)
		if was.Distance(look) < difference { // a disc may have fallen on it
			l.discs[stack.Now[n-1]] = append(l.discs[stack.Now[n-1]], look)
		}
	}
	return l
}

// side is whose disc has a colour like this; ok is false where no disc has.
func (l *discColours) side(c colour) (checkers.Side, bool) {
	black, white := nearest(c, l.discs[checkers.Black]), nearest(c, l.discs[checkers.White])
	if black < white {
		return checkers.Black, black < colourOfDisc
	}
	return checkers.White, white < colourOfDisc
}

// left reports whether a disc has left a place, from its colours before and now. A bare square of wood is nearer to
// a black disc than to a white one, and would be taken for one without that.
func (l *discColours) left(before, now colour) bool {
	disc := func(c colour) bool {
		return min(nearest(c, l.discs[checkers.Black]), nearest(c, l.discs[checkers.White])) < nearest(c, l.bare)
	}
	return disc(before) && !disc(now)
}
