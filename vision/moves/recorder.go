package moves

import (
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/vision"
)

// Recorder turns sightings of the table into the record of a game, and of the games after it. It keeps a distribution
// over what may have happened (filter.go), and puts on record what has been certain for long enough; what becomes
// improbable is taken off the record by as much evidence as put it there. It is not safe for concurrent use.
//
// Pictures in which something moves or is over the board are read as well, for what they are worth: where people play
// fast there are hardly others. But only a picture of a still and free board is the last word.
type Recorder struct {
	options Options
	turn    bool   // a player's turn is watched: one move is made, or its last ones are taken back, and nothing else
	seats   []seat // who may be Black
	filter  filter
	record  *line
	game    *checkers.Game // of the record

	usual      *line       // another game from the start position, where this one has begun with another; nil: it has not
	likeliest  []standing  // the record, or how the likeliest line goes on from it, the longest first
	average    runningMean // of the readings since the board was last as it should be, or free of hands
	shown      shown       // by the readings of a still and free board
	last       evidence    // of a still and free board
	hidden     time.Time   // since when it has not been that; zero: it is
	begun      bool        // the first position of the game has been seen, or a move
	complained bool        // something wrong was told since the board was last as it should be

	// What a person has put on record: byhand.go.
	settled int // moves from the first that are not doubted
	trust   trust
}

// NewRecorder records games that begin with a position.
func NewRecorder(start checkers.Position, options Options) *Recorder {
	r := &Recorder{options: options.withDefaults()}
	r.seats = r.options.seats()
	r.Begin(start)
	return r
}

// NewTurn watches the turn of a player in a game, who makes one move, or takes moves back: as many as bring the turn
// back. Nobody can correct what it says, so that only what is plain is believed.
func NewTurn(game *checkers.Game, options Options) *Recorder {
	r := &Recorder{options: options.withDefaults(), turn: true}
	r.seats = r.options.seats()
	l := newLine(stands{game.Start(), r.seats[0]})
	for _, m := range game.Moves() {
		l = l.play(m)
	}
	r.begin(l)
	return r
}

// Begin begins a record with a position.
func (r *Recorder) Begin(start checkers.Position) {
	var lines []*line
	for _, seat := range r.seats {
		lines = append(lines, newLine(stands{start, seat}))
	}
	r.begin(lines...)
}

// begin begins a record with one of several first positions, the first of which is likelier.
func (r *Recorder) begin(lines ...*line) {
	r.filter = newFilter(lines...)
	r.settled, r.trust, r.begun = 0, fullTrust, r.turn
	r.put(lines[0])
}

// put puts a line on record.
func (r *Recorder) put(l *line) {
	r.record, r.game = l, checkers.NewGame(l.first().position)
	if r.usual = nil; r.game.Start() != r.options.Game.Start() {
		r.usual = newLine(stands{r.options.Game.Start(), l.seat})
	}
	for _, m := range l.moves(l.plies) {
		if err := r.game.Play(m); err != nil {
			panic(err) // the move generator's own
		}
	}
	if l.plies > 0 {
		r.seats = []seat{l.seat}
	}
	r.likeliest, r.average, r.complained = nil, runningMean{}, false
	if r.filter.of(l) == nil { // it is what other lines begin with
		r.filter.hypotheses = append(r.filter.hypotheses, newHypothesis(l, hypothesisRange))
	}
}

// Game returns the game as it is on record. It is the recorder's own: to be read until the next sighting.
func (r *Recorder) Game() *checkers.Game { return r.game }

// BlackPieces is what Black's pieces look like, as far as is known.
func (r *Recorder) BlackPieces() calibration.Shade { return r.record.seat.black }

// Observe takes the next sighting, whose Time must not be before the last one's, and says what to make of it.
// Something wrong is told once it has lasted for a while, and again with every sighting until it changes. Everything
// else that changes the record, and Restored, is told once.
func (r *Recorder) Observe(s vision.Sighting) Verdict {
	v, hidden := unreadable(s)
	if hidden {
		if r.average = (runningMean{}); r.hidden.IsZero() {
			r.hidden = s.Time
		}
		if s.Time.Sub(r.hidden) < handPatience {
			v = settling()
		}
		if r.turn {
			r.likeliest = nil
			return v
		}
	}
	e := r.options.evidence(s)
	if !r.turn {
		e = e.discounted(s)
	}
	if !hidden {
		r.hidden = time.Time{}
		r.average, r.last = r.average.add(e, s.Time, r.options), e
		r.shown = r.shown.add(&e, s.Time, r.options)
	}
	r.filter.observe(&e, s.Time, hidden, r.record, r.follow, r.become)
	r.stand(&e, s.Time, !hidden)
	if hidden {
		return v
	}
	if l, ok := r.concluded(&e, s.Time); ok {
		return r.conclude(l)
	}
	switch {
	case r.onRecord(&e, s.Time):
		return r.asOnRecord(s.Time)
	case !r.average.lasts(s.Time, r.options):
		return settling()
	}
	r.complained = true
	return r.complaint()
}

// Finish says what to make of the last sightings when there will be no more. Less is enough to believe them than
// while one can look again, and it does not matter that something came over the board after them.
func (r *Recorder) Finish() Verdict {
	if e := r.last; e != (evidence{}) {
		at := r.filter.at
		r.filter.observe(&e, at.Add(fullWeight), false, r.record, r.follow, r.become)
		r.filter.at = at
		r.stand(&e, at, true)
	}
	for _, s := range r.likeliest {
		if r.sufficient(s, &r.last, r.filter.at) {
			return r.conclude(s.line)
		}
	}
	return settling()
}

// conclude puts a line on record, and says what that changes. Another game is begun without moves first.
func (r *Recorder) conclude(l *line) Verdict {
	shared := common(l, r.record)
	r.begun, r.trust = true, fullTrust
	if shared == nil && (r.record.plies > 0 || l.plies == 0) || shared != nil && shared.plies == 0 &&
		r.record.plies > maxTakeback {
		first := l.first()
		r.filter = newFilter(first)
		r.settled = 0
		r.put(first)
		return gameBegins(first)
	}
	if shared == nil {
		shared = l.first() // it is the other side that is Black
	}
	undone := r.record.moves(r.record.plies - min(shared.plies, r.record.plies))
	made := l.moves(l.plies - shared.plies)
	if r.turn {
		r.filter = newFilter(l)
	}
	r.settled = min(r.settled, shared.plies)
	r.put(l)
	return verdict(shared, undone, made)
}

// asOnRecord says that the board shows the position on record.
func (r *Recorder) asOnRecord(at time.Time) Verdict {
	complained := r.complained
	if (!r.begun || complained) && !r.likeliest[0].lasts(at, r.options) {
		return settling()
	}
	r.average, r.complained, r.trust = runningMean{}, false, fullTrust
	switch {
	case !r.begun:
		r.begun = true
		return gameBegins(r.record)
	case complained:
		return restored(r.record.position, r.record.seat.black)
	}
	return waiting(r.record.position, r.record.seat.black)
}

// complaint returns what is wrong with what has been seen for a while.
func (r *Recorder) complaint() Verdict {
	seat := r.record.seat
	may := []Picture{seat.numbered(r.record.picture)}
	r.follow(r.record, func(l *line, _ float64) { may = append(may, seat.numbered(l.picture)) })
	o := r.options
	o.BlackPieces = seat.black
	v := complaint(seat.evidence(r.average.mean), r.record.position, may, o)
	switch _, over := r.game.Outcome(); {
	case !r.begun && v.Kind != Unclear:
		v.Kind = Illegal
		v.Text = sentence.Say("The first position is not set up: %s.", r.options.differencesText(v.Differences))
	case r.trust != fullTrust && v.Kind != Unclear:
		v = Verdict{Kind: Illegal, Differences: v.Differences, Text: r.options.toRecord(v.Differences)}
	case over && v.Kind == Illegal && !r.turn:
		v.Text = sentence.Say("The game is over. Set up the first position for another.")
	}
	return v
}
