package robot

import (
	"cmp"
	"slices"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// Thresholds of what is seen.
const (
	sureOdds = 0.75 // from which on a square surely shows a piece
	// Distance, in diameters, of two discs that do not lie on each other, less the errors of where they stand and are
	// seen.
	leastDistance = 0.9
)

// observed is what was seen of the table after a transfer, compared with what it should have become.
type observed struct {
	fine     bool
	replied  bool // the human has made the next move already
	cleared  bool // the game is over, and the human may be clearing the table
	match    moves.Match
	sighting vision.Sighting // the last one
	survey   Survey
	astride  []Askew // what lies still over the board
}

// disorder is what is wrong with the discs that can be seen, compared with the table as it should be.
type disorder struct {
	missing checkers.Set // squares that should show a disc and show none
	// the missing squares that have surely lost their disc: nothing is seen on them, or the disc lies so near that it
	// would overlap it
	strayed checkers.Set
	discs   []looseDisc // on squares that should show none, and the strays
	foreign bool        // a square shows a disc of the other side
}

type looseDisc struct {
	side   checkers.Side
	at     calibration.BoardPoint
	square checkers.Square // 0: between the squares, or beside the board
}

// disorder compares the discs that are seen with those of the table as it should be. differences are the squares
// whose colours differ.
func (l layout) disorder(seen observed, should planner.Table, differences []moves.Difference) (d disorder) {
	for _, stray := range seen.survey.Strays {
		d.discs = append(d.discs, looseDisc{side: stray.Side, at: stray.At})
		home, away := l.home(stray, seen.survey.Sighting, should)
		d.missing |= home
		if away < leastDistance*l.setup.Disc.DiameterMM {
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
			at := l.at(should, planner.OnSquare(square))
			at.X, at.Y = at.X+seen.sighting.Offset[square][0], at.Y+seen.sighting.Offset[square][1]
			d.discs = append(d.discs, looseDisc{l.sideOf(difference.Seen), at, square})
		default:
			d.foreign = true
		}
	}
	return d
}

// home is the square that a stray has probably come from, the nearest that should show such a disc, and its distance
// in mm. It is empty where no such square is within a square's width, and where the nearest surely shows its disc.
func (l layout) home(stray Stray, now vision.Sighting, should planner.Table) (home checkers.Set, least float64) {
	least = l.setup.Board.SquareMM
	for square := range should.Position.Of(stray.Side).All() {
		away := l.at(should, planner.OnSquare(square)).Distance(stray.At)
		if away >= least {
			continue
		}
		least, home = away, checkers.SetOf(square)
		if l.shows(now, square, stray.Side) {
			home = 0
		}
	}
	return home, least
}

// shows reports whether a square surely shows a piece of a side.
func (l layout) shows(now vision.Sighting, square checkers.Square, side checkers.Side) bool {
	is, odds := now.Odds[square].Best()
	return is != vision.Nothing && l.sideOf(is) == side && odds >= sureOdds
}

// puzzle is what to tell a person where something stays over the board: with the squares that cannot be read because
// of it.
func (l layout) puzzle(now vision.Sighting) moves.Match {
	squares, text := moves.Doubtful(now, l.moves)
	if len(squares) == 0 {
		return moves.Match{Text: sentence.Say("Something lies over the board, and it cannot be made out what.")}
	}
	return moves.Match{Unread: squares, Text: sentence.Say("Something lies over the board. %s", text)}
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

// on reports whether a disc of a side lies on a square that should show none.
func (d disorder) on(square checkers.Square, side checkers.Side) bool {
	return square != 0 &&
		slices.ContainsFunc(d.discs, func(l looseDisc) bool { return l.side == side && l.square == square })
}

// nearest is the one of some loose discs that lies nearest to a point.
func nearest(loose []looseDisc, to calibration.BoardPoint) looseDisc {
	return slices.MinFunc(loose, func(a, b looseDisc) int {
		return cmp.Compare(a.at.Distance(to), b.at.Distance(to))
	})
}

// apart is the sum of the distances, in mm, from the squares that miss a disc to the nearest loose one of their side,
// on a table as it should be. What lies nowhere to be seen does not count.
func (l layout) apart(d disorder, should planner.Table) (sum float64) {
	for square := range d.missing.All() {
		home := l.at(should, planner.OnSquare(square))
		if loose := d.loose(should.Position.At(square).Side(), 0); len(loose) > 0 {
			sum += nearest(loose, home).at.Distance(home)
		}
	}
	return sum
}
