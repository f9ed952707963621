package changes

import (
	"math"
	"slices"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/vision"
)

// unchanged are the places to which no disc has come and from which none has gone, not even on top of another one: a
// top that is higher by a disc is seen elsewhere, if only by a hair's breadth. A stack that is not seen is none of
// them.
func (c *comparison) unchanged() (squares checkers.Set, stacks []bool) {
	rows := annulus(0, placeRadius*c.known.Disc.DiameterMM/mmPerPX)
	reach := -rows[0].y
	changed := func(i int) bool { return c.changed[i] != none }
	same := func(at calibration.BoardPoint) bool {
		x, y := c.pixel(at)
		return x >= reach && y >= reach && x+reach < c.Size && y+reach < c.Size &&
			c.fraction(x, y, rows, changed) < mostUnchanged
	}
	for square := range c.board.All().All() {
		if same(c.known.Board.Centre(c.board.Place(square))) {
			squares |= checkers.SetOf(square)
		}
	}
	for _, stack := range c.stacks {
		stacks = append(stacks, same(stack.At))
	}
	return squares, stacks
}

// accountedFor reports whether what lies at a place is judged in another way, or is none of the robot's business: a
// playable square that was read, the table before the players.
func (c *comparison) accountedFor(at calibration.BoardPoint) bool {
	half, side, diameter := c.known.Board.Half(), c.known.Board.SquareMM, c.known.Disc.DiameterMM
	for square := range c.board.All().All() {
		is, sure := c.seen.Odds[square].Best()
		middle := c.pieceAt(square)
		if is != vision.Nothing && sure >= sureOf && middle.Distance(at) < besidePiece*diameter {
			return true // that one, beside the middle of its square
		}
	}
	row, column := int(math.Floor((half-at.Y)/side)), int(math.Floor((at.X+half)/side))
	if square := c.board.At(row, column); square != 0 {
		is, sure := c.seen.Odds[square].Best()
		centre := c.known.Board.Centre(row, column)
		aside := at.Distance(centre) > ownCentre*side
		return sure >= sureOf && (is != vision.Nothing || !aside)
	}
	return math.Abs(at.Y) > half+playersAway*diameter
}

// pieceAt is where a square's piece is read.
func (c *comparison) pieceAt(square checkers.Square) calibration.BoardPoint {
	at := c.known.Board.Centre(c.board.Place(square))
	at.X, at.Y = at.X+c.seen.Offset[square][0], at.Y+c.seen.Offset[square][1]
	return at
}

// onStack is the index of the stack of which what is seen at a place is a part: on top of what that holds, or where
// something was taken from it; -1: there is none. A stack's top is seen beside it, since places are those of discs
// that lie on the table.
func (c *comparison) onStack(at calibration.BoardPoint) int {
	for i, stack := range c.stacks {
		n, within := len(stack.Now), onTop
		switch {
		case n < stack.Before:
			n, within = max(n, 1), ofTaken
		case n == 0:
			continue
		case n == 1:
			within = onSingle
		}
		top, ok := c.top(stack.At, n)
		if ok && top.Distance(at) < within*c.known.Disc.DiameterMM {
			return i
		}
	}
	return -1
}

// besideOwn is a disc that lay alone on a place for a stack, should have left it, and lies beside its middle now. Of
// what it covers much has not changed. ok is false where there is none.
func (c *comparison) besideOwn(stack Stack) (found Stray, ok bool) {
	if stack.Before != 1 || len(stack.Now) != 0 || !c.shows(stack.At) {
		return found, false
	}
	diameter := c.known.Disc.DiameterMM
	was := c.mean(c.before, stack.At, diameter/4)
	side, ok := c.colours.side(was)
	if !ok {
		return found, false
	}
	x0, y0 := c.pixel(stack.At)
	radius := diameter / 2
	inner, outer := annulus(0, radius/mmPerPX), annulus(radius/mmPerPX+1, radius/mmPerPX+1+refineRing)
	like := func(i int) bool { return colourAt(c.now, i).Distance(was) < sameColour }
	most, reach := 0.0, int(ofTaken*diameter/mmPerPX)
	for y := max(y0-reach, 0); y <= min(y0+reach, c.Size-1); y++ {
		for x := max(x0-reach, 0); x <= min(x0+reach, c.Size-1); x++ {
			if !like(y*c.Size + x) {
				continue
			}
			in, out := c.fraction(x, y, inner, like), c.fraction(x, y, outer, like)
			if at := c.point(x, y); in >= leastCovered && out < mostAround && in-out > most && !c.belongsToStack(at) {
				most, found = in-out, Stray{Side: side, At: at}
			}
		}
	}
	return found, most > 0 && found.At.Distance(stack.At) > onSingle*diameter
}

// belongsToStack reports whether a disc at a place would overlap the uppermost one of a stack: it is that one.
func (c *comparison) belongsToStack(at calibration.BoardPoint) bool {
	return slices.ContainsFunc(c.stacks, func(stack Stack) bool {
		top, ok := c.top(stack.At, len(stack.Now))
		return ok && len(stack.Now) > 0 && top.Distance(at) < besidePiece*c.known.Disc.DiameterMM
	})
}

// top is where the uppermost of some discs on one another is seen, as a place of discs that lie on the floor; ok is
// false where it is not seen.
func (c *comparison) top(floor calibration.BoardPoint, discs int) (calibration.BoardPoint, bool) {
	face := floor
	face.Z += float64(discs) * c.known.Disc.HeightMM
	seen, err := c.camera.Locate(c.camera.Project(face), floor.Z+c.known.Disc.HeightMM)
	return seen, err == nil
}

// astride is the square across whose edge a found disc stands that is read as the square's piece, or 0: nothing like
// it is on the square's other half, and no other disc could lie so near to the square's middle.
func (c *comparison) astride(stray Stray) checkers.Square {
	diameter := c.known.Disc.DiameterMM
	for square := range c.board.All().All() {
		is, sure := c.seen.Odds[square].Best()
		middle := c.known.Board.Centre(c.board.Place(square))
		away := middle.Distance(stray.At)
		if is == vision.Nothing || sure < sureOf || c.sideOf(is) != stray.Side ||
			away < ownCentre*c.known.Board.SquareMM || away > acrossEdge*diameter {
			continue
		}
		beyond := diameter / 3 / away
		other := calibration.BoardPoint{
			X: middle.X + beyond*(middle.X-stray.At.X), Y: middle.Y + beyond*(middle.Y-stray.At.Y)}
		look := c.mean(c.now, other, diameter/8)
		if nearest(look, c.colours.discs[stray.Side]) > nearest(look, c.colours.bare) {
			return square
		}
	}
	return 0
}

// sideOf is whose piece a square's content is.
func (c *comparison) sideOf(is vision.Content) checkers.Side {
	if (is == vision.DarkPiece) == (c.known.BlackPieces != calibration.Light) {
		return checkers.Black
	}
	return checkers.White
}
