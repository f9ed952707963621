package moves

import (
	"slices"
	"time"
)

// standing is a line that has been the likeliest, or its beginning, for a while.
type standing struct {
	line  *line
	since time.Time
	count int // readings of a still and free board since then
	mean  evidence
}

// add returns what has stood after another such reading.
func (s standing) add(e evidence, at time.Time) standing {
	if s.count++; s.count == 1 {
		s.since = at
	}
	s.mean = s.mean.mix(e, 1/float64(s.count))
	return s
}

// lasts reports whether it has stood for long enough to be believed.
func (s standing) lasts(at time.Time, o Options) bool {
	return s.count >= o.Agreeing && at.Sub(s.since) >= o.Span
}

// stand notes for how long the likeliest line has been that.
func (r *Recorder) stand(e *evidence, at time.Time, free bool) {
	before := r.likeliest
	r.likeliest = nil
	l := r.filter.hypotheses[0].line
	shared := common(l, r.record)
	for ; l != nil; l = l.before {
		now := standing{line: l, since: at}
		if i := slices.IndexFunc(before, func(s standing) bool { return s.line == l }); i >= 0 {
			now = before[i]
		}
		switch {
		case (r.turn || l == r.record) &&
			!e.shows(l.picture, r.record.picture, probableContent, r.options):
			now = standing{line: l, since: at}
		case free:
			now = now.add(*e, at)
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
		if (s.lasts(at, r.options) || r.average.lasts(at, r.options)) && r.sufficient(s, e, at) {
			return s.line, true
		}
	}
	return nil, false
}

// sufficient reports whether a line may be put on record: it is certain, and the squares that have changed show it.
// They may be doubtful if everything else is out of the question. What takes moves off the record must have been shown
// for a while, and surely.
func (r *Recorder) sufficient(s standing, e *evidence, at time.Time) bool {
	if s.line == r.record {
		return false
	}
	top := &r.filter.hypotheses[0]
	now, on, o := top.line.picture, r.record.picture, r.options
	undoes := !s.line.goesOnFrom(r.record) && r.record.plies > 0
	if top.wrong().Len() > maxMisread || undoes && at.Sub(s.since) < o.Undo ||
		undoes && s.line.plies == 0 && !s.mean.shows(now, now, 0, o) {
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
	return !r.turn || s.mean.shows(now, on, o.Clear, o) ||
		r.average.lasts(at, o) && r.average.mean.shows(now, on, o.Clear, o)
}

// onRecord reports whether the board shows the position on record.
func (r *Recorder) onRecord(e *evidence, at time.Time) bool {
	top, on := &r.filter.hypotheses[0], r.record.picture
	return top.line == r.record && top.wrong() == 0 && (e.shows(on, on, 0, r.options) ||
		r.average.lasts(at, r.options) && r.average.mean.shows(on, on, 0, r.options))
}
