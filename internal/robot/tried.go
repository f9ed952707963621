package robot

import (
	"math"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
)

// remedyKind is what to do after a transfer was looked at.
type remedyKind int

// noRemedy to planAnew end a transfer, as letClear to tellHuman do; setDown to straighten are for the arm.
const (
	noRemedy   remedyKind = iota // all is as it should be
	planAnew                     // somebody has changed the table, and whoever asked for the transfer plans again
	letClear                     // the game is over, and people clear the table
	askHuman                     // only a person can put it right
	tellHuman                    // something seems wrong that the colours do not tell; the game goes on
	setDown                      // the disc that the tool may hold goes where it belongs
	retryLower                   // the transfer is made once more, the tip a little lower
	fetch                        // the disc is fetched from where it lies
	putBack                      // another disc, which was knocked away, goes back to its square
	straighten                   // a disc goes to the middle of the square on which it stands
)

// String is the kind in words: "retry lower".
func (k remedyKind) String() string {
	return [...]string{"none", "plan anew", "let clear", "ask", "tell", "set down", "retry lower", "fetch", "put back",
		"straighten"}[k]
}

// remedy is what to do next for a transfer.
type remedy struct {
	kind    remedyKind
	attempt                         // of one for the arm: what it does
	said    sentence.Text           // how that is said; nothing where it is not
	stray   *calibration.BoardPoint // where the disc lies, if that is between the squares or beside the board
	from    planner.Place           // the slot of the tray on which it lies, and does not belong
}

// forArm reports whether it is the arm that carries the remedy out.
func (r remedy) forArm() bool { return r.kind >= setDown }

// try is a remedy that the arm was about to carry out.
type try struct {
	remedy
	after bool // an attempt in which the arm has not failed: the disc was missed there
	vain  bool // the arm did not come to the disc, or not without a fault: it need not have been missed here
}

// tries are what was done so far to put a transfer right.
type tries []try

// misses is how often a disc was not lifted from a place.
func (list tries) misses(p planner.Place) (n int) {
	for _, t := range list {
		if t.kind == retryLower && t.after && t.transfer.From == p || t.from == p && !t.vain {
			n++
		}
	}
	return n
}

// strays is how often a disc was to be fetched within a distance, in mm, from a point between the squares.
func (list tries) strays(at calibration.BoardPoint, within float64) (n int) {
	for _, t := range list {
		if t.stray != nil && !t.vain && t.stray.Distance(at) < within {
			n++
		}
	}
	return n
}

// straightened is how often the disc on a square was to be set in its middle; and where it stood before the last time,
// in mm off that.
func (list tries) straightened(square checkers.Square) (n int, off [2]float64) {
	for _, t := range list {
		if t.kind == straighten && !t.vain && t.transfer.From.Square == square {
			n, off = n+1, t.transfer.FromOffset
		}
	}
	return n, off
}

// farther reports whether two places of a disc on a square, in mm off its middle, are so far apart.
func farther(a, b [2]float64, mm float64) bool { return math.Hypot(a[0]-b[0], a[1]-b[1]) > mm }
