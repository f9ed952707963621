package moves

import (
	"fmt"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/vision"
)

// trust is what is believed of the board after a person has changed the record, until it has shown the position that
// stands there.
type trust uint8

const (
	fullTrust   trust = iota // it has: what it shows is explained by anything
	goesOnOnly               // the game may have gone on from there; nothing is taken off the record
	recordsOnly              // nothing but the position on record: the pieces are being put there
)

// Amend puts on record what a person says: moves since the first position. So many of them, the settled ones, are not
// doubted any more, whatever the board looks like; moves may be taken back on it all the same. Until the board has
// shown the position after them, nothing that it shows takes moves off the record; if it awaits that position, the game
// does not go on before either. An illegal move is an error, and changes nothing.
func (r *Recorder) Amend(moves []checkers.Move, settled int, awaits bool) error {
	game := checkers.NewGame(r.start)
	for i, m := range moves {
		if err := game.Play(m); err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	same := commonMoves(r.game.Moves(), moves)
	r.appearances = append(r.appearances[:same+1:same+1], make([]appearance, len(moves)-same)...)
	r.game, r.settled, r.trust = game, settled, goesOnOnly
	r.begun = r.begun || len(moves) > 0
	if awaits {
		r.trust = recordsOnly
	}
	r.unforeseen = unforeseen{}
	r.listHypotheses()
	return nil
}

// Await has the first position of a game stand on the board before anything else is believed.
func (r *Recorder) Await() {
	r.trust = recordsOnly
	r.listHypotheses()
}

// Awaits reports whether the game does not go on before the board shows the position on record.
func (r *Recorder) Awaits() bool { return !r.begun || r.trust == recordsOnly }

// commonMoves is how many moves two lists begin with alike.
func commonMoves(a, b []checkers.Move) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

// doubtful is how many of the last moves may be other ones than those on record.
func (r *Recorder) doubtful() int {
	if r.trust != fullTrust {
		return 0
	}
	return min(maxUndone, len(r.game.Moves())-r.settled)
}

// allows reports whether a hypothesis may be believed.
func (t trust) allows(h hypothesis) bool {
	switch t {
	case goesOnOnly:
		return h.back == 0 || h.newGame
	case recordsOnly:
		return len(h.moves) == 0 && h.back == 0 && !h.newGame
	}
	return true
}

// unlikeRecord returns the verdict on a board that shows what may not be believed now.
func (r *Recorder) unlikeRecord(at time.Time) Verdict {
	mean, since := r.accumulator.basis()
	differences := mean.seen(r.options).differences(r.hypotheses[0].picture)
	if at.Sub(since) < r.options.Patience || len(differences) == 0 {
		return settling()
	}
	r.complained = true
	return Verdict{Kind: Illegal, Differences: differences, Text: toRecord(differences)}
}

// ToRecord says what must change on the board that a sighting shows for it to show the position on record; nothing
// where that is shown, or cannot be told.
func (r *Recorder) ToRecord(s vision.Sighting) sentence.Text {
	return toRecord(evidenceOf(s).seen(r.options).differences(PictureOf(r.game.Position(), r.options.BlackPieces)))
}

func toRecord(differences []Difference) sentence.Text {
	if len(differences) == 0 {
		return sentence.Text{}
	}
	return sentence.Say("The board is to stand as on record: %s.", differencesText(differences))
}
