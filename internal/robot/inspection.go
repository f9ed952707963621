package robot

import (
	"context"
	"slices"
	"time"

	"draughtsman/internal/sentence"
	"draughtsman/planner"
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

// observed is what was seen of the table after a transfer, compared with what it should have become.
type observed struct {
	fine     bool
	replied  bool // the human has made the next move already
	cleared  bool // the game is over, and the human may be clearing the table
	match    moves.Match
	sighting vision.Sighting // the last one
	survey   Survey
	astride  []Askew       // what lies still over the board
	before   planner.Table // the table before the transfer, its pieces where they are seen to stand now
}

// inspection looks until it is clear whether the table has become what it should. Pictures may be a little old: one
// that shows the change proves it, and that it failed is believed only when it persists.
type inspection struct {
	*execution
	check  *moves.Check
	reply  recogniser
	first  time.Time // of the pictures
	still  time.Time // since when something lies still over the board; zero: nothing does
	litter bool      // it is a disc that was dropped

	puzzles int // times that it could not be made out what it is
	seen    observed
}

// inspect looks at the table until it is clear what a transfer has made of it.
func (e *execution) inspect(ctx context.Context) (observed, error) {
	i := inspection{
		execution: e,
		check:     moves.NewCheck(e.picture(e.table.Position), e.picture(e.want.after.Position), e.Moves),
		reply:     recogniser{wanted: e.pictures(e.want.replies), options: e.Moves, last: none},
	}
	for {
		if clear, err := i.next(ctx); clear || err != nil {
			i.seen.before = e.table
			return i.seen, err
		}
	}
}

// next looks once, and reports whether that decides the inspection.
func (i *inspection) next(ctx context.Context) (clear bool, err error) {
	now, err := i.look(ctx)
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
	if i.seen.survey, err = i.surveyed(ctx); err != nil {
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
	i.seen.match = i.want.puzzle(now)
	return true, nil
}

// compare holds the colours on the squares against what they should be.
func (i *inspection) compare(ctx context.Context, now vision.Sighting) (clear bool, err error) {
	result := i.check.Observe(now)
	i.seen.match = result.Match
	i.seen.replied = i.reply.observe(now)
	switch {
	case i.seen.replied && i.want.captured(i.want.replies[i.reply.last]):
		i.seen.fine = true
		return true, nil
	case i.seen.replied: // whoever answers need not have looked for a crown
	case result.Outcome == moves.NotYet || i.reply.last != none:
		return false, nil
	case i.want.last && len(result.Match.Differences) > mostKnockedSquares && !result.Unchanged:
		i.seen.fine = true // no longer the table of this game
		return true, nil
	case result.Outcome == moves.Failed:
		i.remember(now)
	}
	return i.compared(ctx, now, result)
}

// compared is what follows when it is clear what the colours on the squares say.
func (i *inspection) compared(ctx context.Context, now vision.Sighting, result moves.Result) (clear bool, err error) {
	i.seen.cleared = i.want.last && !result.Unchanged
	shown := i.seen.replied || result.Outcome == moves.Confirmed
	switch {
	case shown && i.want.unmoved(now) && now.Time.Sub(i.first) < mostPictureAge:
		return false, nil
	case shown && !i.want.blind():
		i.seen.fine = true
		return true, nil
	}
	return i.confirm(ctx, shown)
}

// confirm looks carefully for what the colours on the squares do not tell, which may be older than it seems, too.
// They may be as they should be, or not.
func (i *inspection) confirm(ctx context.Context, shown bool) (clear bool, err error) {
	for range 2 {
		if i.seen.survey, err = i.surveyed(ctx); err != nil {
			return false, err
		}
		if i.want.lies(i.seen.survey) {
			break
		}
	}
	wanted := i.picture(i.want.after.Position)
	if i.seen.replied {
		wanted = i.reply.wanted[i.reply.last]
	}
	if shown && !moves.Compare(i.seen.survey.Sighting, wanted, i.Moves).Shown && len(i.seen.survey.Strays) == 0 {
		return false, nil // somebody has reached out meanwhile
	}
	i.seen.fine = shown && i.want.lies(i.seen.survey)
	return true, nil
}

// surveyed looks carefully. What seemed to be a disc and could not be lifted twice is none.
func (e *execution) surveyed(ctx context.Context) (Survey, error) {
	s, err := e.survey(ctx, e.table.Tray, e.want.after.Tray, e.want.heightTells())
	s.Strays = slices.DeleteFunc(s.Strays, func(stray Stray) bool {
		missed := 0
		for _, at := range e.want.tried.fetched {
			if at.Distance(stray.At) < e.Setup.Disc.DiameterMM/2 {
				missed++
			}
		}
		return missed >= mostMisses
	})
	return s, err
}
