package moves

import (
	"slices"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/vision"
)

// Recorder turns sightings of the table into the record of a game that others
// play, and of the games after it. What the table shows is explained by the
// simplest of these that looks like it: nothing has happened; a move; a move
// and a quick reply; moves taken back; the pieces set up for another game; and
// other moves than those on record (see correction); and at last, whatever moves
// explain best all that was seen since (see track). It is not safe for concurrent use.
//
// A moving board is read as well: where pictures are rare, every first picture
// of a position differs from the one before. But only a picture of a still
// board is the last word.
type Recorder struct {
	options Options
	start   checkers.Position
	game    *checkers.Game
	looks   []look // at each position of the game, the first included

	may        hypotheses
	searched   Picture // the last picture that other moves were looked for to explain
	attention  attention
	track      track
	covered    run // the readings right before what is over the board now
	glimpse    glimpse
	begun      bool // the first position of the game has been seen, or a move
	complained bool // since the board was last as it should be
}

// look is what the table looked like while a position stood.
type look struct {
	seen bool
	mean evidence
}

// glimpse is a hypothesis that a reading was for, and not enough of them. A
// picture that shows how the game went on from there confirms it as well as
// another one of the same would.
type glimpse struct {
	of   int // 0: none
	mean evidence
	at   time.Time
}

// NewRecorder records games that begin with a position.
func NewRecorder(start checkers.Position, options Options) *Recorder {
	r := &Recorder{options: options.withDefaults(), start: start}
	r.options.overwhelming = outOfTheQuestion
	r.newGame()
	return r
}

// Game is the game as it is on record. It is the recorder's own: to be read
// until the next sighting.
func (r *Recorder) Game() *checkers.Game { return r.game }

// newGame begins a record.
func (r *Recorder) newGame() {
	r.game, r.looks = checkers.NewGame(r.start), make([]look, 1)
	r.next()
}

// next lists anew what may happen to the record.
func (r *Recorder) next() {
	p, black := r.game.Position(), r.options.BlackPieces
	r.may = nothing(p, black).oneMove(p, black).twoMoves(p, black)
	history := r.game.History()
	for i := len(history) - 1; i >= 0; i-- {
		h := hypothesis{back: len(history) - i, result: history[i], picture: PictureOf(history[i], black)}
		h.newGame = i == 0 && h.back > takenBack
		r.may = r.may.add(h)
	}
	r.searched = Picture{}
	r.attention, r.covered, r.glimpse, r.complained = attention{}, run{}, glimpse{}, false
	r.track = newTrack(p, r.options)
}

// Observe takes the next sighting, whose Time must not be before the last
// one's, and says what to make of it. Something wrong is told once it has
// stayed for a while, and again with every sighting until it changes;
// everything else that changes the record, and Restored, is told once.
func (r *Recorder) Observe(s vision.Sighting) Verdict {
	v, hidden := hiddenBy(s)
	switch {
	case s.Obstructed:
		if r.attention.agreed.count > 0 {
			r.covered = r.attention.agreed
		}
		r.attention = attention{}
		return v
	case hidden:
		r.covered = run{}
		r.glance(s)
		return v
	}
	r.covered = run{}
	e := doubtedOf(s)
	r.track.add(e, r.options)
	r.explain(e)
	index, opinion := r.attention.add(e, s.Time, r.may, r.options)
	if opinion == leaning && index != 0 {
		if g := r.glimpse; g.of != 0 && r.may[index].goesOnFrom(r.may[g.of]) &&
			r.proves(r.may[g.of], g.mean, s.Time.Sub(g.at)) && r.proves(r.may[index], e, s.Time.Sub(g.at)) {
			v := r.conclude(r.may[g.of], g.mean)
			r.Observe(s) // no more than the first reading after it
			return v
		}
		if r.attention.clear(r.may, r.options) {
			r.glimpse = glimpse{index, r.attention.agreed.mean, s.Time}
		}
	}
	if opinion == puzzled { // by readings none of which may be as good as their mean
		r.explain(r.attention.puzzle.mean)
	}
	switch {
	case opinion == undecided:
		return settling()
	case opinion == puzzled:
		if h, ok := r.onwards(); ok {
			return r.conclude(h, r.track.still.mean)
		}
		r.complained = true
		return r.complaint()
	case opinion == convinced:
		mean, since := r.attention.rests()
		if !r.proves(r.may[index], mean, s.Time.Sub(since)) {
			return r.unproven(mean, s.Time.Sub(since))
		}
		return r.conclude(r.may[index], mean)
	case index == 0 && r.begun && !r.complained:
		return waiting(r.game.Position(), r.options.BlackPieces)
	}
	return settling()
}

// Shown is what squares showed in the sighting that was observed last, if that showed the position on
// record or how the game
// goes on from there. The squares of the last move are left out, for the next one has to prove it, as are
// those of what was seen to follow.
func (r *Recorder) Shown(s vision.Sighting) map[checkers.Square]vision.Content {
	if _, hidden := hiddenBy(s); hidden || !r.begun {
		return nil
	}
	e := doubtedOf(s)
	index, ok := e.explain(r.may, likely, r.options)
	if !ok || r.may[index].back > 0 {
		return nil
	}
	e = r.may.lawful(e)
	is, on := r.may[index].picture, r.may[0].picture
	before := on
	if history := r.game.History(); len(history) > 0 {
		before = PictureOf(history[len(history)-1], r.options.BlackPieces)
	}
	shown := make(map[checkers.Square]vision.Content)
	for square := checkers.Square(1); square <= checkers.Squares; square++ {
		const surely = 0.6
		if s.Hidden[square] {
			continue
		}
		if e[square][is[square]] < surely {
			return nil // a man may have been lifted
		}
		if is[square] == before[square] && is[square] == on[square] {
			shown[square] = is[square]
		}
	}
	return shown
}

// glance reads a board on which something moves: what it shows may be the first
// reading of what the following pictures show.
func (r *Recorder) glance(s vision.Sighting) {
	e := doubtedOf(s)
	r.explain(e)
	index, ok := e.explain(r.may, likely, r.options)
	if !ok {
		r.attention = attention{}
		return
	}
	r.attention.puzzle = puzzle{}
	r.attention.agreed = r.attention.agreed.add(index, e, s.Time)
}

// Finish says what to make of the last sightings when there will be no more:
// less is enough to believe them than while one can look again, and it does not
// matter that something came over the board after them.
func (r *Recorder) Finish() Verdict {
	if r.attention.agreed.count == 0 {
		r.attention.agreed = r.covered
	}
	a := r.attention.agreed
	if a.count == 0 || !r.attention.clear(r.may, r.options) || !r.proves(r.may[a.what], a.mean, a.lasted()) {
		if h, ok := r.onwards(); ok {
			return r.conclude(h, r.track.still.mean)
		}
		return settling()
	}
	return r.conclude(r.may[a.what], a.mean)
}

// proves reports whether what was seen for a time is enough to believe a hypothesis. One that takes moves
// off the record is not
// believed because the rules leave nothing else: the squares have to say it themselves, for a while, and
// nearly all of them where no move
// is left. The likelihood is held against that with which the position on record was seen: a square that
// has come to be misread does not
// undo what was seen clearly.
func (r *Recorder) proves(h hypothesis, mean evidence, lasted time.Duration) bool {
	on := r.may[0].picture
	switch {
	case h.back == 0:
		return true
	case lasted < undoSpan, !mean.shows(h.picture, on, r.options.Clear, r.options):
		return false
	case len(h.moves) == 0 && h.result == r.start && len(mean.seen(r.options).unknowns()) > mostUnsure:
		return false
	}
	now, then := mean.logs(), r.looks[len(r.looks)-1].mean.logs()
	return now.of(&h.picture)-now.of(&on) >= undoShare*(then.of(&on)-then.of(&h.picture))
}

// unproven is said of what would take moves off the record and has not been seen well enough.
func (r *Recorder) unproven(mean evidence, lasted time.Duration) Verdict {
	unread := mean.seen(r.options).unknowns()
	if lasted < r.options.Patience || len(unread) == 0 {
		return settling()
	}
	r.complained = true
	return Verdict{Kind: Unclear, Unread: unread, Text: unreadText(unread)}
}

// onwards is how the game must have gone on although squares do not look like it. A first move is not told so: it shows
// which side is whose.
func (r *Recorder) onwards() (hypothesis, bool) {
	if len(r.game.Moves()) == 0 {
		return hypothesis{}, false
	}
	return r.track.story(r.options)
}

// explain looks for other moves than those on record where nothing simpler
// looks like the evidence.
func (r *Recorder) explain(e evidence) {
	if _, ok := e.explain(r.may, likely, r.options); ok {
		return
	}
	seen, sure := e.best(likely)
	if !sure || seen == r.searched {
		return
	}
	r.searched = seen
	if h, ok := r.correction(seen); ok {
		r.may = r.may.add(h)
	}
}

// conclude believes a hypothesis, given what the table looks like then.
func (r *Recorder) conclude(h hypothesis, mean evidence) Verdict {
	if len(h.moves) == 0 && h.back == 0 {
		return r.stands(mean)
	}
	r.begun = true
	if h.newGame {
		r.newGame()
		r.looks[0] = look{true, mean}
		return r.begins()
	}
	before := r.game.Moves()
	undone := before[len(before)-h.back:]
	for range undone {
		r.game.Undo()
	}
	v := r.verdict(undone, h)
	r.looks = r.looks[:len(r.looks)-h.back]
	for _, m := range h.moves {
		if err := r.game.Play(m); err != nil {
			panic(err) // the move generator's own
		}
		r.looks = append(r.looks, look{})
	}
	r.looks[len(r.looks)-1] = look{true, mean}
	r.next()
	return v
}

// stands goes on with the position on record.
func (r *Recorder) stands(mean evidence) Verdict {
	r.looks[len(r.looks)-1] = look{true, mean}
	r.attention.puzzle, r.track = puzzle{}, newTrack(r.game.Position(), r.options)
	complained := r.complained
	r.complained = false
	switch {
	case !r.begun:
		r.begun = true
		return r.begins()
	case complained:
		return restored(r.game.Position(), r.options.BlackPieces)
	}
	return waiting(r.game.Position(), r.options.BlackPieces)
}

// begins says that a game does.
func (r *Recorder) begins() Verdict {
	return Verdict{Kind: NewGame, Text: "A new game: " + player(r.start.Turn, r.options.BlackPieces) + " to move."}
}

// verdict says how the record changes, in the position after what is undone.
func (r *Recorder) verdict(undone []checkers.Move, h hypothesis) Verdict {
	p, black := r.game.Position(), r.options.BlackPieces
	v := Verdict{Kind: Accepted, Undone: slices.Clone(undone), Moves: slices.Clone(h.moves)}
	switch {
	case h.back == 0:
		v.Text = movedText(p, h, black)
	case len(h.moves) == 0:
		v.Kind = TakenBack
		was := " was"
		if len(undone) > 1 {
			was = " were"
		}
		v.Text = line(undone).String() + was + " taken back; it is " + player(p.Turn, black) + " to move."
	default:
		v.Kind = Corrected
		v.Text = "The record is corrected: " + line(h.moves).String() + " instead of " + line(undone).String() + "."
	}
	return v
}

// complaint says what is wrong with what has been seen for a while.
func (r *Recorder) complaint() Verdict {
	p := r.game.Position()
	v := complaint(r.attention.puzzle.mean, p, r.may, r.options)
	switch _, over := r.game.Outcome(); {
	case !r.begun && v.Kind != Unclear:
		v.Kind, v.Text = Illegal, "The first position is not set up: "+differencesText(v.Differences)+"."
	case over && v.Kind == Illegal:
		v.Text = "The game is over. Set up the first position for another."
	}
	return v
}
