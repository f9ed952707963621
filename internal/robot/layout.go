package robot

import (
	"math"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/planner"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// layout is what stays the same of a table as long as a game lasts: its measures, and what its pieces look like.
type layout struct {
	setup planner.Setup
	moves moves.Options
}

// picture is what a position looks like on this table.
func (l layout) picture(p checkers.Position) moves.Picture {
	return moves.PictureOf(p, l.moves.BlackPieces)
}

// pictures are what tables look like.
func (l layout) pictures(tables []planner.Table) (list []moves.Picture) {
	for _, t := range tables {
		list = append(list, l.picture(t.Position))
	}
	return list
}

// sideOf is whose disc it is that shows so.
func (l layout) sideOf(c vision.Content) checkers.Side {
	blackIsDark := l.moves.BlackPieces != calibration.Light
	if (c == vision.DarkPiece) == blackIsDark {
		return checkers.Black
	}
	return checkers.White
}

// at is where a place is.
func (l layout) at(t planner.Table, p planner.Place) calibration.BoardPoint {
	if p.Square != 0 {
		return l.setup.Board.Centre(p.Square.Row(), p.Square.Column())
	}
	return t.Tray.Slots[p.Slot-1].At
}

// emptyNear is the square nearest to a point on which nothing stands.
func (l layout) emptyNear(t planner.Table, at calibration.BoardPoint) (nearest checkers.Square) {
	least := math.Inf(1)
	for s := range (^t.Position.Occupied()).All() {
		c := l.at(t, planner.OnSquare(s))
		if away := math.Hypot(c.X-at.X, c.Y-at.Y); away < least {
			nearest, least = s, away
		}
	}
	return nearest
}

// askewMM is from where on a disc stands askew: nothing can be set on it safely.
func (l layout) askewMM() float64 { return l.setup.Disc.DiameterMM / 6 }

// seenAt is a table with its pieces where a sighting has them on their squares.
func (l layout) seenAt(t planner.Table, s vision.Sighting) planner.Table {
	edge := 0.49 * l.setup.Board.SquareMM
	for square := checkers.Square(1); square <= checkers.Squares; square++ {
		t.Offset[square] = [2]float64{}
		if t.Position.At(square) != checkers.Empty {
			for i, off := range s.Offset[square] {
				t.Offset[square][i] = min(max(off, -edge), edge)
			}
		}
	}
	return t
}
