package moves

import (
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
	var l *line
	var wrong error
	for _, h := range r.filter.hypotheses { // either side may be the one that has made them
		if l, wrong = h.line.first().playAll(moves); wrong == nil {
			break
		}
	}
	if wrong != nil {
		return wrong
	}
	r.filter = newFilter(l)
	r.put(l)
	r.settled, r.trust = settled, goesOnOnly
	r.begun = r.begun || len(moves) > 0
	if awaits {
		r.trust = recordsOnly
	}
	return nil
}

// Parse returns the move that a text says in the place of the one with a number, which counts from 1; one more than
// there are follows on them. Before the first move it may be either side's.
func (r *Recorder) Parse(ply int, text string) (move checkers.Move, err error) {
	p := r.record.back(r.record.plies - ply + 1).position
	if move, err = p.ParseMove(text); err == nil || r.record.plies > 0 {
		return move, err
	}
	for _, h := range r.filter.hypotheses {
		if m, why := h.line.first().position.ParseMove(text); why == nil {
			return m, nil
		}
	}
	return move, err
}

// Await has the first position of a game stand on the board before anything else is believed.
func (r *Recorder) Await() {
	r.trust = recordsOnly
}

// Awaits reports whether the game does not go on before the board shows the position on record.
func (r *Recorder) Awaits() bool { return !r.begun || r.trust == recordsOnly }

// doubtful is how many of the last moves may be other ones than those on record.
func (r *Recorder) doubtful() int {
	if r.trust != fullTrust {
		return 0
	}
	return min(maxUndone, r.record.plies-r.settled)
}

// ToRecord says what must change on the board that a sighting shows for it to show the position on record; nothing
// where that is shown, or cannot be told.
func (r *Recorder) ToRecord(s vision.Sighting) sentence.Text {
	return r.options.toRecord(r.record.seat.evidence(r.options.evidence(s)).seen(r.options).differences(
		PictureOf(r.record.position, r.record.seat.black)))
}

func (o Options) toRecord(differences []Difference) sentence.Text {
	if len(differences) == 0 {
		return sentence.Text{}
	}
	return sentence.Say("The board is to stand as on record: %s.", o.differencesText(differences))
}
