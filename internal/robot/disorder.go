package robot

import (
	"cmp"
	"slices"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/planner"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// disorder is what is wrong with the discs that can be seen, compared with the table as it should be.
type disorder struct {
	missing checkers.Set // squares that should show a disc and show none
	// the missing squares that have surely lost their disc: nothing is seen on them, or the disc lies so near that it
	// would overlap it
	strayed checkers.Set
	surplus checkers.Set // squares that show a disc and should show none
	discs   []looseDisc  // on those, and the strays
	foreign bool         // a square shows a disc of the other side
}

type looseDisc struct {
	side   checkers.Side
	at     calibration.BoardPoint
	square checkers.Square // 0: between the squares, or beside the board
}

// disorder compares the discs that are seen with those of the table as it should be. differences are the squares
// whose colours differ.
func (w expected) disorder(seen observed, should planner.Table, differences []moves.Difference) (d disorder) {
	for _, stray := range seen.survey.Strays {
		d.discs = append(d.discs, looseDisc{side: stray.Side, at: stray.At})
		home, away := w.home(stray, seen.survey.Sighting, should)
		d.missing |= home
		if away < leastDistance*w.setup.Disc.DiameterMM {
			d.strayed |= home
		}
	}
	for _, difference := range differences {
		square := difference.Square
		switch {
		case difference.Seen == vision.Nothing:
			d.missing |= checkers.SetOf(square)
			d.strayed |= checkers.SetOf(square)
		case difference.Expected == vision.Nothing:
			d.surplus |= checkers.SetOf(square)
			at := w.at(should, planner.OnSquare(square))
			at.X, at.Y = at.X+seen.sighting.Offset[square][0], at.Y+seen.sighting.Offset[square][1]
			d.discs = append(d.discs, looseDisc{w.sideOf(difference.Seen), at, square})
		default:
			d.foreign = true
		}
	}
	return d
}

// home is the square that a stray has probably come from, the nearest that should show such a disc, and its distance
// in mm. It is empty where no such square is within a square's width, and where the nearest surely shows its disc.
func (w expected) home(stray Stray, now vision.Sighting, should planner.Table) (home checkers.Set, least float64) {
	least = w.setup.Board.SquareMM
	for square := range should.Position.Of(stray.Side).All() {
		away := w.at(should, planner.OnSquare(square)).Distance(stray.At)
		if away >= least {
			continue
		}
		least, home = away, checkers.SetOf(square)
		if w.shows(now, square, stray.Side) {
			home = 0
		}
	}
	return home, least
}

// loose are the discs of a side that lie where none belongs; a disc on the square but is left out.
func (d disorder) loose(side checkers.Side, but checkers.Square) (list []looseDisc) {
	for _, l := range d.discs {
		if l.side == side && (l.square == 0 || l.square != but) {
			list = append(list, l)
		}
	}
	return list
}

// nearest is the one of some loose discs that lies nearest to a point.
func nearest(loose []looseDisc, to calibration.BoardPoint) looseDisc {
	return slices.MinFunc(loose, func(a, b looseDisc) int {
		return cmp.Compare(a.at.Distance(to), b.at.Distance(to))
	})
}
