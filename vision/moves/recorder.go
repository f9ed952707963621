package moves

import (
	"slices"
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
	seats   []seat // who may be Black
	filter  filter
	record  *line
	game    *checkers.Game // of the record

	usual      *line // another game from the start position, where this one has begun with another; nil: it has not
	farther    farther
	likeliest  []standing  // how the likeliest line goes on from the record, the longest first
	average    runningMean // of the readings since the board was last as it should be, or free of hands
	begun      bool        // the first position of the game has been seen, or a move
	shown      shown
	last       evidence // of a still and free board
	stood      standing // the record, since the board has shown it
	complained bool     // something wrong was told since the board was last as it should be

	// What a person has put on record: byhand.go.
	settled int // moves from the first that are not doubted
	trust   trust
}

// standing is a line that has been the likeliest, or its beginning, for a while.
type standing struct {
	line  *line
	since time.Time
	count int // readings of a still and free board since then
	mean  evidence
}

// add returns what has stood after another such reading.
func (s standing) add(e evidence) standing {
	s.count++
	s.mean = s.mean.mix(e, 1/float64(s.count))
	return s
}

// NewRecorder records games that begin with a position.
func NewRecorder(start checkers.Position, options Options) *Recorder {
	r := &Recorder{options: options.withDefaults()}
	r.seats = r.options.seats()
	r.Begin(start)
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
	r.settled, r.trust, r.begun = 0, fullTrust, r.options.OneMove
	r.put(lines[0])
}

// put puts a line on record.
func (r *Recorder) put(l *line) {
	r.record, r.game = l, checkers.NewGame(l.first().position)
	r.usual, r.farther = nil, farther{}
	if r.game.Start() != checkers.Start() {
		r.usual = newLine(stands{checkers.Start(), l.seat})
	}
	for _, m := range l.moves(l.plies) {
		if err := r.game.Play(m); err != nil {
			panic(err) // the move generator's own
		}
	}
	if l.plies > 0 {
		r.seats = []seat{l.seat}
	}
	r.likeliest, r.average, r.stood, r.complained = nil, runningMean{}, standing{}, false
	if r.filter.of(l) == nil { // it is what other lines begin with
		r.filter.hypotheses = append(r.filter.hypotheses, newHypothesis(l, hypothesisRange))
	}
	var lines []*line
	for _, h := range r.filter.hypotheses {
		lines = append(lines, h.line)
	}
	forget(lines)
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
		r.average, r.shown = runningMean{}, shown{}
		if r.options.OneMove {
			r.likeliest = nil
			return v
		}
	}
	e := evidenceOf(s)
	if !r.options.OneMove {
		e = e.discounted(s)
	}
	if !hidden {
		r.average, r.last = r.average.add(e, s.Time, r.options), e
		r.shown = r.shown.add(&e, s.Time, r.options)
	}
	r.searchFarther(&e)
	r.filter.observe(&e, s.Time, hidden, r.record, r.follow, r.become)
	r.stand(&e, s.Time, !hidden)
	if hidden {
		return v
	}
	if l, ok := r.concluded(&e, s.Time); ok {
		return r.conclude(l)
	}
	top := &r.filter.hypotheses[0]
	stands := top.line.plies == r.record.plies && top.line.picture == r.record.picture && top.wrong() == 0
	on, lasts := r.record.picture, r.average.lasts(s.Time, r.options)
	switch {
	case stands && (e.shows(on, on, 0, r.options) || lasts && r.average.mean.shows(on, on, 0, r.options)):
		return r.asOnRecord(s.Time)
	}
	r.stood = standing{}
	switch {
	case !lasts:
		return settling()
	}
	r.complained = true
	return r.complaint()
}

// follow tries the moves that may have been made since a line, one or two of them.
func (r *Recorder) follow(from *line, try func(*line, float64)) {
	shared := common(from, r.record)
	switch {
	case r.trust == recordsOnly, shared != nil && shared != r.record && shared.plies < r.settled:
		return
	case r.options.OneMove && from != r.record:
		return
	}
	for _, m := range from.position.Moves() {
		between := from.play(m)
		try(between, moveCost)
		if r.options.OneMove {
			continue
		}
		for _, reply := range between.position.Moves() {
			try(between.play(reply), 2*moveCost+unseenCost)
		}
	}
}

// become tries moves taken back, and another game.
func (r *Recorder) become(record *line, try func(*line, float64)) {
	if r.trust == recordsOnly || r.options.OneMove {
		return
	}
	for back := 1; back <= record.plies; back++ {
		another := back == record.plies && back > maxTakeback
		if r.trust != fullTrust && !another {
			continue
		}
		earlier, cost := record.back(back), takebackCost+float64(back)*backCost
		try(earlier, cost)
		if back <= r.doubtful() || another {
			r.follow(earlier, func(to *line, more float64) {
				if !to.goesOnFrom(record.back(back - 1)) {
					try(to, cost+more)
				}
			})
		}
	}
	if r.usual != nil {
		try(r.usual, takebackCost)
	}
	for i, l := range r.farther.lines {
		try(l, r.farther.costs[i])
	}
}

// farther is lines of more than two moves, in place of the last ones on record or after them, that lead to what the
// board shows.
type farther struct {
	shows Picture
	lines []*line
	costs []float64
}

// searchFarther looks for such lines where none that is tried looks like a reading.
func (r *Recorder) searchFarther(e *evidence) {
	top := &r.filter.hypotheses[0]
	shows, sure := e.best(probableContent)
	switch {
	case top.wrong().Len() < leastChanged || r.trust == recordsOnly || r.options.OneMove || !sure:
		r.farther = farther{}
		return
	case shows == r.farther.shows:
		return
	}
	r.farther = farther{shows: shows}
	goal, tried := r.record.seat.goal(shows), maxTried
	for back := 0; back <= r.doubtful(); back++ {
		from, cost := r.record.back(back), 0.0
		if back > 0 {
			cost = takebackCost + float64(back)*backCost
		}
		for ahead := 3; ahead <= min(back+3, maxAhead); ahead++ {
			var found [][]checkers.Move
			goal.reach(from.position, nil, ahead, &tried, &found)
			for _, made := range found {
				l, _ := from.playAll(made)
				if back > 0 && l.goesOnFrom(r.record.back(back-1)) {
					continue // the same as with one less taken back
				}
				r.farther.lines = append(r.farther.lines, l)
				r.farther.costs = append(r.farther.costs, cost+float64(ahead)*moveCost+float64(ahead-1)*unseenCost)
			}
		}
	}
}

// stand notes for how long the likeliest line, where it is not on record, has been that.
func (r *Recorder) stand(e *evidence, at time.Time, free bool) {
	before := r.likeliest
	r.likeliest = nil
	l := r.filter.hypotheses[0].line
	shared := common(l, r.record)
	for ; l != nil && l != r.record; l = l.before {
		now := standing{line: l, since: at}
		if i := slices.IndexFunc(before, func(s standing) bool { return s.line == l }); i >= 0 {
			now = before[i]
		}
		if r.options.OneMove && !e.shows(l.picture, r.record.picture, probableContent, r.options) {
			now = standing{line: l, since: at}
		}
		if free {
			now = now.add(*e)
		}
		r.likeliest = append(r.likeliest, now)
		if l == shared || l.before == shared {
			break
		}
	}
}

// concluded returns the longest line that has been certain for long enough, given the reading at hand.
func (r *Recorder) concluded(e *evidence, at time.Time) (*line, bool) {
	for _, s := range r.likeliest {
		lasts := s.count >= r.options.Agreeing && at.Sub(s.since) >= r.options.Span || r.average.lasts(at, r.options)
		if lasts && r.sufficient(s, e, at) {
			return s.line, true
		}
	}
	return nil, false
}

// sufficient reports whether a line may be put on record: it is certain, and the squares that have changed show it.
// They may be doubtful if everything else is out of the question. What takes moves off the record must have been shown
// for a while, and surely.
func (r *Recorder) sufficient(s standing, e *evidence, at time.Time) bool {
	top := &r.filter.hypotheses[0]
	now, on, o := top.line.picture, r.record.picture, r.options
	undoes := !s.line.goesOnFrom(r.record) && r.record.plies > 0
	if top.wrong().Len() > maxMisread || undoes && at.Sub(s.since) < undoTime {
		return false
	}
	margin := o.Margin
	for square := 1; square < len(on); square++ {
		is := now[square]
		switch shown := rather(s.mean[square], is, on[square]); {
		case is == on[square]:
		case undoes && (shown < o.Clear || rather(e[square], is, on[square]) < probableContent),
			top.line == s.line && shown < possibleContent:
			return false
		case shown < probableContent:
			margin = overwhelmingOdds
		}
	}
	if !r.filter.certain(margin).goesOnFrom(s.line) {
		return false
	}
	return !o.OneMove || s.mean.shows(now, on, o.Clear, o) ||
		r.average.lasts(at, o) && r.average.mean.shows(now, on, o.Clear, o)
}

// Finish says what to make of the last sightings when there will be no more. Less is enough to believe them than
// while one can look again, and it does not matter that something came over the board after them.
func (r *Recorder) Finish() Verdict {
	if e := r.last; r.average.count > 0 || r.last != (evidence{}) {
		at := r.filter.at
		r.filter.observe(&e, at.Add(fullWeight), false, r.record, r.follow, r.become)
		r.stand(&e, at, true)
		r.filter.at = at
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
		return r.gameBegins()
	}
	if shared == nil {
		shared = l.first() // it is the other side that is Black
	}
	undone := r.record.moves(r.record.plies - min(shared.plies, r.record.plies))
	made := l.moves(l.plies - shared.plies)
	if r.options.OneMove {
		r.filter = newFilter(l)
	}
	r.settled = min(r.settled, shared.plies)
	r.put(l)
	return verdict(shared, undone, made)
}

// asOnRecord says that the board shows the position on record.
func (r *Recorder) asOnRecord(at time.Time) Verdict {
	if r.stood.count++; r.stood.count == 1 {
		r.stood.since = at
	}
	complained := r.complained
	if (!r.begun || complained) && (r.stood.count < r.options.Agreeing || at.Sub(r.stood.since) < r.options.Span) {
		return settling()
	}
	r.average, r.complained, r.trust = runningMean{}, false, fullTrust
	switch {
	case !r.begun:
		r.begun = true
		return r.gameBegins()
	case complained:
		return restored(r.game.Position(), r.record.seat.black)
	}
	return waiting(r.game.Position(), r.record.seat.black)
}

// shown is what the board has surely shown on every square, in one reading after the other.
type shown struct {
	picture Picture
	since   time.Time
	count   int // readings
}

// add returns what is shown after another reading.
func (s shown) add(e *evidence, at time.Time, o Options) shown {
	is, sure := e.best(o.Clear)
	switch {
	case !sure:
		return shown{}
	case s.count == 0 || is != s.picture:
		return shown{is, at, 1}
	}
	s.count++
	return s
}

// Standing reports whether the board has shown for long enough what is neither the first position nor follows from it,
// and no game has begun: another position, from which one may go on.
func (r *Recorder) Standing() bool {
	s := &r.shown
	if s.count < r.options.Agreeing || r.filter.at.Sub(s.since) < r.options.Span || r.record.plies > 0 ||
		r.trust == recordsOnly || r.begun && r.record.position == checkers.Start() {
		return false
	}
	foreseen := false
	for _, h := range r.filter.hypotheses {
		foreseen = foreseen || h.line.plies <= mostForeseen && h.line.picture == s.picture
	}
	return !foreseen
}

// GoOnAsItStands begins a record with what the board has shown, given where kings are seen and who is to move. Where
// that is nil nobody can see it: it is whoever moves first. It is false where nobody could.
func (r *Recorder) GoOnAsItStands(kings checkers.Set, mover *checkers.Side) bool {
	seat := r.record.seat
	var lines []*line
	for _, turn := range []checkers.Side{checkers.Black, checkers.White} {
		if mover != nil && turn != *mover {
			continue
		}
		p := seat.numbered(r.shown.picture).position(seat.squares(kings), seat.black, turn)
		if len(p.Moves()) > 0 && p.Validate() == nil {
			lines = append(lines, newLine(stands{p, seat}))
		}
	}
	if len(lines) == 0 {
		return false
	}
	r.begin(lines...)
	return true
}

// EitherMoves reports whether it is not known who is to move: whoever moves first.
func (r *Recorder) EitherMoves() bool {
	return r.record.plies == 0 && len(r.filter.hypotheses) > 1 && slices.ContainsFunc(r.filter.hypotheses,
		func(h hypothesis) bool { return h.line.plies == 0 && h.line.position.Turn != r.record.position.Turn })
}

// gameBegins returns the verdict that a game begins.
func (r *Recorder) gameBegins() Verdict {
	return Verdict{Kind: NewGame, Text: GameBegins(r.record.position, r.record.seat.black)}
}

// GameBegins says that a game begins with a position.
func GameBegins(start checkers.Position, blackPieces calibration.Shade) sentence.Text {
	return sentence.Say("A new game: %s to move.", player(start.Turn, blackPieces))
}

// verdict returns how the record changes, from what the records before and after begin with.
func verdict(shared *line, undone, made []checkers.Move) Verdict {
	p, black := shared.position, shared.seat.black
	v := Verdict{Kind: Accepted, Undone: undone, Moves: made}
	switch {
	case len(undone) == 0:
		v.Text = movedText(p, made, black)
	case len(made) == 0:
		v.Kind = TakenBack
		v.Text = sentence.Say("%s was taken back; it is %s to move.", moveList(undone).String(), player(p.Turn, black))
		if len(undone) > 1 {
			v.Text = sentence.Say("%s were taken back; it is %s to move.", moveList(undone).String(), player(p.Turn, black))
		}
	default:
		v.Kind = Corrected
		v.Text = sentence.Say("The record is corrected: %s instead of %s.", moveList(made).String(),
			moveList(undone).String())
	}
	return v
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
		v.Text = sentence.Say("The first position is not set up: %s.", differencesText(v.Differences))
	case r.trust != fullTrust && v.Kind != Unclear:
		v = Verdict{Kind: Illegal, Differences: v.Differences, Text: toRecord(v.Differences)}
	case over && v.Kind == Illegal && !r.options.OneMove:
		v.Text = sentence.Say("The game is over. Set up the first position for another.")
	}
	return v
}
