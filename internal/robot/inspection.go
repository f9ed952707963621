package robot

import (
	"context"
	"slices"
	"time"

	"draughtsman/internal/sentence"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// Bounds of an inspection.
const (
	stillBeforeSurvey = 2 * time.Second         // for which something lies over the board: it may be a dropped disc
	mostPictureAge    = 1500 * time.Millisecond // of a picture when it is looked at
	mostPuzzles       = 5                       // surveys of what lies over the board, until the human is asked
	// Squares at most on which a disc that was knocked away changes what is seen. More of them at the end of a game
	// are a human who clears the table.
	mostKnockedSquares = 2
)

// inspection looks until it is clear whether the table has become what it should. Pictures may be a little old: one
// that shows the change proves it, and that it failed is believed only when it persists.
type inspection struct {
	eyes   *eyes
	s      state
	check  *moves.Check
	reply  recogniser
	first  time.Time // of the pictures
	still  time.Time // since when something lies still over the board; zero: nothing does
	litter bool      // it is a disc that was dropped

	puzzles int // times that it could not be made out what it is
	seen    observed
}

// inspect looks at the table until it is clear what a transfer has made of it, and where the pieces of the table before
// it stand now.
func inspect(ctx context.Context, e *eyes, s state) (observed, state, error) {
	w := s.want
	i := inspection{
		eyes: e, s: s,
		check: moves.NewCheck(w.picture(s.before.Position), w.picture(w.after.Position), w.moves),
		reply: recogniser{wanted: w.pictures(w.replies), options: w.moves, last: none},
	}
	for {
		if clear, err := i.next(ctx); clear || err != nil {
			return i.seen, i.s, err
		}
	}
}

// next looks once, and reports whether that decides the inspection.
func (i *inspection) next(ctx context.Context) (clear bool, err error) {
	now, err := i.eyes.look(ctx)
	if err != nil {
		return false, err
	}
	i.seen.sighting = now
	if i.first.IsZero() {
		i.first = now.Time
	}
	if clear, err := i.lying(ctx, now); clear || err != nil {
		return clear, err
	}
	if i.litter {
		now.Obstructed = false
	}
	return i.compare(ctx, now)
}

// lying looks more carefully at what has lain still over the board for a while.
func (i *inspection) lying(ctx context.Context, now vision.Sighting) (clear bool, err error) {
	switch {
	case !now.Obstructed || now.Moving:
		i.still = time.Time{}
		return false, nil
	case i.still.IsZero():
		i.still = now.Time
		return false, nil
	case i.litter || now.Time.Sub(i.still) < stillBeforeSurvey:
		return false, nil
	}
	if i.seen.survey, err = i.eyes.surveyed(ctx, i.s); err != nil {
		return false, err
	}
	i.litter, i.still = len(i.seen.survey.Strays) > 0, now.Time
	if i.litter {
		return false, nil
	}
	if len(i.seen.survey.Askew) > 0 {
		i.seen.astride = i.seen.survey.Askew
		i.seen.match = moves.Match{Text: sentence.Say("A piece stands across the edge of its square.")}
		return true, nil
	}
	if i.puzzles++; i.puzzles < mostPuzzles {
		return false, nil
	}
	i.seen.match = i.eyes.puzzle(now)
	return true, nil
}

// compare holds the colours on the squares against what they should be.
func (i *inspection) compare(ctx context.Context, now vision.Sighting) (clear bool, err error) {
	result := i.check.Observe(now)
	i.seen.match = result.Match
	i.seen.replied = i.reply.observe(now)
	switch {
	case i.seen.replied && i.s.want.captured(i.s.want.replies[i.reply.last]):
		i.seen.fine = true
		return true, nil
	case i.seen.replied: // whoever answers need not have looked for a crown
	case result.Outcome == moves.NotYet || i.reply.last != none:
		return false, nil
	case i.s.want.last && len(result.Match.Differences) > mostKnockedSquares && !result.Unchanged:
		i.seen.fine = true // no longer the table of this game
		return true, nil
	case result.Outcome == moves.Failed:
		i.s.before = i.eyes.seenAt(i.s.before, now)
	}
	return i.compared(ctx, now, result)
}

// compared is what follows when it is clear what the colours on the squares say.
func (i *inspection) compared(ctx context.Context, now vision.Sighting, result moves.Result) (clear bool, err error) {
	i.seen.cleared = i.s.want.last && !result.Unchanged
	shown := i.seen.replied || result.Outcome == moves.Confirmed
	switch {
	case shown && i.s.unmoved(now) && now.Time.Sub(i.first) < mostPictureAge:
		return false, nil
	case shown && !blind(i.s.want.transfer):
		i.seen.fine = true
		return true, nil
	}
	return i.confirm(ctx, shown)
}

// confirm looks carefully for what the colours on the squares do not tell, which may be older than it seems, too.
// They may be as they should be, or not.
func (i *inspection) confirm(ctx context.Context, shown bool) (clear bool, err error) {
	for range 2 {
		if i.seen.survey, err = i.eyes.surveyed(ctx, i.s); err != nil {
			return false, err
		}
		if i.s.lies(i.seen.survey) {
			break
		}
	}
	wanted := i.eyes.picture(i.s.want.after.Position)
	if i.seen.replied {
		wanted = i.reply.wanted[i.reply.last]
	}
	if shown && !moves.Compare(i.seen.survey.Sighting, wanted, i.eyes.moves).Shown && len(i.seen.survey.Strays) == 0 {
		return false, nil // somebody has reached out meanwhile
	}
	i.seen.fine = shown && i.s.lies(i.seen.survey)
	return true, nil
}

// surveyed looks carefully. What seemed to be a disc and could not be lifted twice is none.
func (e *eyes) surveyed(ctx context.Context, s state) (Survey, error) {
	v, err := e.survey(ctx, s.before.Tray, s.want.after.Tray, heightTells(s.want.transfer))
	v.Strays = slices.DeleteFunc(v.Strays, func(stray Stray) bool {
		return s.tried.strays(stray.At, e.setup.Disc.DiameterMM/2) >= mostMisses
	})
	return v, err
}
