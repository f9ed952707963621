package robot

import (
	"math"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// layout is what does not change in a game: the table's measures, and which side's pieces are dark.
type layout struct {
	setup planner.Setup
	moves moves.Options
}

// picture is what the camera should see of a position.
func (l layout) picture(p checkers.Position) moves.Picture {
	return moves.PictureOf(p, l.moves.BlackPieces)
}

// pictures are what the camera should see of tables.
func (l layout) pictures(tables []planner.Table) (list []moves.Picture) {
	for _, t := range tables {
		list = append(list, l.picture(t.Position))
	}
	return list
}

// sideOf is the side whose discs are light or dark, as the content says.
func (l layout) sideOf(c vision.Content) checkers.Side {
	blackIsDark := l.moves.BlackPieces != calibration.Light
	if (c == vision.DarkPiece) == blackIsDark {
		return checkers.Black
	}
	return checkers.White
}

// place is a place in words, with the square as the game calls it.
func (l layout) place(p planner.Place) sentence.Text { return placeText(l.moves.Game, p) }

// at is the middle of a square, or of a tray slot's floor, in board mm.
func (l layout) at(t planner.Table, p planner.Place) calibration.BoardPoint {
	if p.Square != 0 {
		return l.setup.Board.Centre(t.Position.Set.Board().Place(p.Square))
	}
	return t.Tray.Slots[p.Slot-1].At
}

// emptyNear is the empty square nearest to a point.
func (l layout) emptyNear(t planner.Table, at calibration.BoardPoint) (nearest checkers.Square) {
	least := math.Inf(1)
	for s := range t.Position.Empty().All() {
		if away := l.at(t, planner.OnSquare(s)).Distance(at); away < least {
			nearest, least = s, away
		}
	}
	return nearest
}

// askewMM is how far off its square's middle, in mm, a disc is too far to be set on.
func (l layout) askewMM() float64 { return l.setup.Disc.DiameterMM / 6 }

// seenAt is the table with the offsets at which a sighting has its pieces on their squares.
func (l layout) seenAt(t planner.Table, s vision.Sighting) planner.Table {
	edge := 0.49 * l.setup.Board.SquareMM
	for square := range t.Position.Set.Board().All().All() {
		t.Offset[square] = [2]float64{}
		if t.Position.At(square) != checkers.Empty {
			for i, off := range s.Offset[square] {
				t.Offset[square][i] = min(max(off, -edge), edge)
			}
		}
	}
	return t
}
