package moves

import (
	"slices"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/vision"
)

// Recorder turns sightings of the table into the record of a game that others play, and of the games after it. What
// the table shows is explained by the simplest of these that looks like it: nothing has happened; a move; a move and a
// quick reply; moves taken back; the pieces set up for another game; other moves than those on record (correction.go);
// and at last whatever moves explain best all that was seen since (beam.go). It is not safe for concurrent use.
//
// A moving board is read as well: where pictures are rare, every first picture of a position differs from the one
// before. But only a picture of a still board is the last word.
type Recorder struct {
	options     Options
	start       checkers.Position
	game        *checkers.Game
	appearances []appearance // of each position of the game, the first included

	hypotheses        hypotheses
	lastSearched      Picture // the last picture for which other moves were looked for
	accumulator       accumulator
	beam              beam
	beforeObstruction run // the readings right before something came over the board
	candidate         candidate
	unforeseen        unforeseen
	begun             bool // the first position of the game has been seen, or a move
	complained        bool // something wrong was told since the board was last as it should be

	// What a person has put on record: byhand.go.
	settled int // moves from the first that are not doubted
	trust   trust
}

// appearance is what the table looked like while a position stood.
type appearance struct {
	seen bool
	mean evidence
}

// unforeseen is what the board shows before any move, every square of it surely, where nothing explains it.
type unforeseen struct {
	picture Picture
	since   time.Time
	count   int // readings, one after the other
}

// candidate is a hypothesis that a reading showed, but too few readings. A picture that shows how the game went on
// from there confirms it as well as another one of the same would.
type candidate struct {
	hypothesis int // its index; 0: there is none
	mean       evidence
	at         time.Time
}

// NewRecorder records games that begin with a position.
func NewRecorder(start checkers.Position, options Options) *Recorder {
	r := &Recorder{options: options.withDefaults(), start: start}
	r.options.overwhelming = overwhelmingOdds
	r.newGame()
	return r
}

// Game returns the game as it is on record. It is the recorder's own: to be read until the next sighting.
func (r *Recorder) Game() *checkers.Game { return r.game }

// newGame begins a record.
func (r *Recorder) newGame() {
	r.game, r.appearances = checkers.NewGame(r.start), make([]appearance, 1)
	r.settled, r.trust = 0, fullTrust
	r.listHypotheses()
}

// listHypotheses lists anew what may happen to the record.
func (r *Recorder) listHypotheses() {
	p, black := r.game.Position(), r.options.BlackPieces
	r.hypotheses = unchanged(p, black).oneMove(p, black).twoMoves(p, black)
	history := r.game.History()
	for i := len(history) - 1; i >= 0; i-- {
		h := hypothesis{back: len(history) - i, result: history[i], picture: PictureOf(history[i], black)}
		h.newGame = i == 0 && h.back > maxTakeback
		r.hypotheses = r.hypotheses.add(h)
	}
	if first := checkers.Start(); r.start != first {
		r.hypotheses = r.hypotheses.add(hypothesis{back: len(history), newGame: true, result: first,
			picture: PictureOf(first, black)})
	}
	r.lastSearched = Picture{}
	r.accumulator, r.beforeObstruction, r.candidate, r.complained = accumulator{}, run{}, candidate{}, false
	r.beam = newBeam(p, r.options)
}

// Observe takes the next sighting, whose Time must not be before the last one's, and says what to make of it.
// Something wrong is told once it has lasted for a while, and again with every sighting until it changes. Everything
// else that changes the record, and Restored, is told once.
func (r *Recorder) Observe(s vision.Sighting) Verdict {
	v, hidden := unreadable(s)
	switch {
	case s.Obstructed:
		if r.accumulator.agreed.count > 0 {
			r.beforeObstruction = r.accumulator.agreed
		}
		r.accumulator, r.unforeseen = accumulator{}, unforeseen{}
		return v
	case hidden:
		r.beforeObstruction = run{}
		r.readMoving(s)
		return v
	}
	r.beforeObstruction = run{}
	e := discountedEvidenceOf(s)
	r.beam.add(e, r.options)
	r.searchOther(e)
	r.lookForAnother(e, s.Time)
	index, opinion := r.accumulator.add(e, s.Time, r.hypotheses, r.options)
	if opinion == tentative && index != 0 && r.trust.allows(r.hypotheses[index]) {
		if g := r.candidate; g.hypothesis != 0 && r.hypotheses[index].goesOnFrom(r.hypotheses[g.hypothesis]) &&
			r.sufficient(r.hypotheses[g.hypothesis], g.mean, s.Time.Sub(g.at)) &&
			r.sufficient(r.hypotheses[index], e, s.Time.Sub(g.at)) {
			v := r.conclude(r.hypotheses[g.hypothesis], g.mean)
			r.Observe(s) // as the first reading after that
			return v
		}
		if r.accumulator.clear(r.hypotheses, r.options) {
			r.candidate = candidate{index, r.accumulator.agreed.mean, s.Time}
		}
	}
	if opinion == unexplained { // by readings none of which may be as good as their mean
		r.searchOther(r.accumulator.average.mean)
	}
	switch {
	case opinion == undecided:
		return settling()
	case opinion != unexplained && !r.trust.allows(r.hypotheses[index]):
		return r.unlikeRecord(s.Time)
	case opinion == unexplained:
		if h, ok := r.likeliestPath(); ok {
			return r.conclude(h, r.beam.current.mean)
		}
		r.complained = true
		return r.complaint()
	case opinion == certain:
		mean, since := r.accumulator.basis()
		if !r.sufficient(r.hypotheses[index], mean, s.Time.Sub(since)) {
			return r.insufficient(mean, s.Time.Sub(since))
		}
		return r.conclude(r.hypotheses[index], mean)
	case index == 0 && r.begun && !r.complained:
		return waiting(r.game.Position(), r.options.BlackPieces)
	}
	return settling()
}

// lookForAnother takes a reading of a board on which no game has begun: it may show a position from which one goes on.
func (r *Recorder) lookForAnother(e evidence, at time.Time) {
	is, sure := e.best(r.options.Clear)
	_, foreseen := e.explain(r.hypotheses, probableContent, r.options)
	switch u := &r.unforeseen; {
	case !sure, foreseen, len(r.game.Moves()) > 0, r.begun && r.start == checkers.Start(), r.trust == recordsOnly:
		*u = unforeseen{}
	case u.count > 0 && u.picture == is:
		u.count++
	default:
		*u = unforeseen{is, at, 1}
	}
}

// Standing returns what the board has shown in enough readings until at, surely on every square, where that is neither
// the first position nor follows from it, and no game has begun: another position, from which one may go on.
func (r *Recorder) Standing(at time.Time) (is Picture, ok bool) {
	u := r.unforeseen
	return u.picture, u.count >= r.options.Agreeing && at.Sub(u.since) >= r.options.Span
}

// readMoving reads a board on which something moves: it may be the first reading of what the following pictures show.
func (r *Recorder) readMoving(s vision.Sighting) {
	e := discountedEvidenceOf(s)
	r.searchOther(e)
	index, ok := e.explain(r.hypotheses, probableContent, r.options)
	if !ok {
		r.accumulator = accumulator{}
		return
	}
	r.accumulator.average = runningMean{}
	r.accumulator.agreed = r.accumulator.agreed.add(index, e, s.Time)
}

// Finish says what to make of the last sightings when there will be no more. Less is enough to believe them than
// while one can look again, and it does not matter that something came over the board after them.
func (r *Recorder) Finish() Verdict {
	if r.accumulator.agreed.count == 0 {
		r.accumulator.agreed = r.beforeObstruction
	}
	a := r.accumulator.agreed
	if a.count == 0 || !r.accumulator.clear(r.hypotheses, r.options) || !r.trust.allows(r.hypotheses[a.what]) ||
		!r.sufficient(r.hypotheses[a.what], a.mean, a.lasted()) {
		if h, ok := r.likeliestPath(); ok {
			return r.conclude(h, r.beam.current.mean)
		}
		return settling()
	}
	return r.conclude(r.hypotheses[a.what], a.mean)
}

// sufficient reports whether what was seen for a time is enough to believe a hypothesis. One that takes moves off the
// record is not believed because the rules leave nothing else: the squares have to show it themselves, for a while,
// and nearly all of them where no move is left. Its likelihood is compared with that of the position on record when
// that was seen: a square that has come to be misread does not undo what was seen clearly.
func (r *Recorder) sufficient(h hypothesis, mean evidence, lasted time.Duration) bool {
	on := r.hypotheses[0].picture
	switch {
	case h.back == 0 && !h.newGame:
		return true
	case lasted < undoTime, !mean.shows(h.picture, on, r.options.Clear, r.options):
		return false
	case len(h.moves) == 0 && (h.newGame || h.result == r.start) &&
		len(mean.seen(r.options).unknowns()) > maxUnsureSquares:
		return false
	}
	now, then := mean.logs(), r.appearances[len(r.appearances)-1].mean.logs()
	return now.of(&h.picture)-now.of(&on) >= undoShare*(then.of(&on)-then.of(&h.picture))
}

// insufficient returns the verdict on what would take moves off the record and has not been seen well enough.
func (r *Recorder) insufficient(mean evidence, lasted time.Duration) Verdict {
	unread := mean.seen(r.options).unknowns()
	if lasted < r.options.Patience || len(unread) == 0 {
		return settling()
	}
	r.complained = true
	return Verdict{Kind: Unclear, Unread: unread, Text: unreadText(unread)}
}

// likeliestPath returns how the game must have gone on although squares do not look like it. A first move is not
// taken from it, since it shows which side has which pieces.
func (r *Recorder) likeliestPath() (hypothesis, bool) {
	if len(r.game.Moves()) == 0 || r.trust == recordsOnly {
		return hypothesis{}, false
	}
	return r.beam.best(r.options)
}

// searchOther looks for other moves than those on record if nothing simpler looks like the evidence.
func (r *Recorder) searchOther(e evidence) {
	if r.trust == recordsOnly {
		return
	}
	if _, ok := e.explain(r.hypotheses, probableContent, r.options); ok {
		return
	}
	seen, sure := e.best(probableContent)
	if !sure || seen == r.lastSearched {
		return
	}
	r.lastSearched = seen
	if h, ok := r.correction(e, seen); ok {
		r.hypotheses = r.hypotheses.add(h)
	}
}

// conclude believes a hypothesis, given what the table looks like then.
func (r *Recorder) conclude(h hypothesis, mean evidence) Verdict {
	if len(h.moves) == 0 && h.back == 0 && !h.newGame {
		return r.confirm(mean)
	}
	r.begun, r.trust = true, fullTrust
	if h.newGame {
		r.start = h.result
		r.newGame()
		r.appearances[0] = appearance{true, mean}
		return r.gameBegins()
	}
	before := r.game.Moves()
	undone := before[len(before)-h.back:]
	for range undone {
		r.game.Undo()
	}
	r.settled = min(r.settled, len(r.game.Moves()))
	v := r.verdict(undone, h)
	r.appearances = r.appearances[:len(r.appearances)-h.back]
	for _, m := range h.moves {
		if err := r.game.Play(m); err != nil {
			panic(err) // the move generator's own
		}
		r.appearances = append(r.appearances, appearance{})
	}
	r.appearances[len(r.appearances)-1] = appearance{true, mean}
	r.listHypotheses()
	return v
}

// confirm goes on with the position on record.
func (r *Recorder) confirm(mean evidence) Verdict {
	r.appearances[len(r.appearances)-1] = appearance{true, mean}
	r.accumulator.average, r.beam = runningMean{}, newBeam(r.game.Position(), r.options)
	complained := r.complained
	r.complained = false
	if r.trust != fullTrust {
		r.trust = fullTrust
		r.listHypotheses()
	}
	switch {
	case !r.begun:
		r.begun = true
		return r.gameBegins()
	case complained:
		return restored(r.game.Position(), r.options.BlackPieces)
	}
	return waiting(r.game.Position(), r.options.BlackPieces)
}

// gameBegins returns the verdict that a game begins.
func (r *Recorder) gameBegins() Verdict {
	return Verdict{Kind: NewGame, Text: GameBegins(r.start, r.options.BlackPieces)}
}

// GameBegins says that a game begins with a position.
func GameBegins(start checkers.Position, blackPieces calibration.Shade) sentence.Text {
	return sentence.Say("A new game: %s to move.", player(start.Turn, blackPieces))
}

// verdict returns how the record changes, in the position after what is undone.
func (r *Recorder) verdict(undone []checkers.Move, h hypothesis) Verdict {
	p, black := r.game.Position(), r.options.BlackPieces
	v := Verdict{Kind: Accepted, Undone: slices.Clone(undone), Moves: slices.Clone(h.moves)}
	switch {
	case h.back == 0:
		v.Text = movedText(p, h, black)
	case len(h.moves) == 0:
		v.Kind = TakenBack
		v.Text = sentence.Say("%s was taken back; it is %s to move.", moveList(undone).String(), player(p.Turn, black))
		if len(undone) > 1 {
			v.Text = sentence.Say("%s were taken back; it is %s to move.", moveList(undone).String(), player(p.Turn, black))
		}
	default:
		v.Kind = Corrected
		v.Text = sentence.Say("The record is corrected: %s instead of %s.", moveList(h.moves).String(),
			moveList(undone).String())
	}
	return v
}

// complaint returns what is wrong with what has been seen for a while.
func (r *Recorder) complaint() Verdict {
	p := r.game.Position()
	v := complaint(r.accumulator.average.mean, p, r.hypotheses, r.options)
	switch _, over := r.game.Outcome(); {
	case !r.begun && v.Kind != Unclear:
		v.Kind = Illegal
		v.Text = sentence.Say("The first position is not set up: %s.", differencesText(v.Differences))
	case r.trust != fullTrust && v.Kind != Unclear:
		v = Verdict{Kind: Illegal, Differences: v.Differences, Text: toRecord(v.Differences)}
	case over && v.Kind == Illegal:
		v.Text = sentence.Say("The game is over. Set up the first position for another.")
	}
	return v
}
