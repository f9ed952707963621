package robot

import (
	"context"
	"slices"

	"github.com/rs/zerolog"

	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// eyes look at the table of one game. What they see is logged, and what they wait for is told.
type eyes struct {
	Eye
	layout
	logger   zerolog.Logger
	tell     func(Event)
	complain func() // Robot.complain
}

// look is the next sighting of the table, which is logged.
func (e *eyes) look(ctx context.Context) (vision.Sighting, error) {
	s, err := e.Look(ctx)
	if err != nil {
		return s, err
	}
	e.complain()
	var light, dark int
	for _, odds := range s.Odds[1:] {
		switch is, _ := odds.Best(); is {
		case vision.LightPiece:
			light++
		case vision.DarkPiece:
			dark++
		}
	}
	e.logger.Debug().Time("picture", s.Time).Bool("moving", s.Moving).Bool("obstructed", s.Obstructed).
		Int("light", light).Int("dark", dark).Msg("look")
	return s, nil
}

// survey is Eye.Survey, logged.
func (e *eyes) survey(ctx context.Context, then, now planner.Tray, heights bool) (Survey, error) {
	s, err := e.Survey(ctx, then, now, heights)
	if err != nil {
		return s, err
	}
	e.logger.Debug().Time("picture", s.Sighting.Time).Ints("kings", numbers(s.Kings)).Int("strays", len(s.Strays)).
		Int("askew", len(s.Askew)).Bool("compared", s.Same.Known).Msg("survey")
	return s, nil
}

// numbers are the numbers of some squares.
func numbers(set checkers.Set) (list []int) {
	for square := range set.All() {
		list = append(list, int(square))
	}
	return list
}

// until looks until a sighting is what is looked for, and returns it.
func (e *eyes) until(ctx context.Context, is func(vision.Sighting) bool) (vision.Sighting, error) {
	for {
		if s, err := e.look(ctx); err != nil || is(s) {
			return s, err
		}
	}
}

// awaitFree waits until nothing is over the board, before the arm moves, and returns the look that shows it.
func (e *eyes) awaitFree(ctx context.Context) (vision.Sighting, error) {
	said := false
	return e.until(ctx, func(s vision.Sighting) bool {
		if s.Obstructed && !said {
			said = true
			e.tell(Event{Kind: Watching, Asks: true,
				Text: sentence.Say("Something is over the board; the arm waits until it is gone.")})
		}
		return !s.Obstructed
	})
}

// looksBeforeSaying is the number of looks in a row after which something wrong is told: what is hardly seen flickers.
const looksBeforeSaying = 3

// await waits until the table shows one of the pictures wanted, and returns the sighting that shows it. What differs
// from the first of them is told whenever it is not what was said last.
func (e *eyes) await(ctx context.Context, wanted []moves.Picture, said sentence.Text,
	say func(problem sentence.Text)) (vision.Sighting, error) {
	table := recogniser{wanted: wanted, options: e.moves, last: none}
	var wrong sentence.Text
	same := 0
	return e.until(ctx, func(s vision.Sighting) bool {
		if table.observe(s) {
			return true
		}
		match := moves.Compare(s, wanted[0], e.moves)
		if match.Text != wrong {
			wrong, same = match.Text, 0
		}
		if same++; table.last == none && wrong != said && same >= looksBeforeSaying {
			said = wrong
			say(said)
		}
		return false
	})
}

// recogniser recognises a table that shows the same one of some pictures twice in a row.
type recogniser struct {
	wanted  []moves.Picture
	options moves.Options
	last    int // the picture shown by the last sighting, or none
}

const none = -1

func (r *recogniser) observe(s vision.Sighting) bool {
	before := r.last
	r.last = slices.IndexFunc(r.wanted, func(want moves.Picture) bool {
		return moves.Compare(s, want, r.options).Shown
	})
	return r.last != none && r.last == before
}

// still waits until two looks in a row read every square alike and surely.
func (e *eyes) still(ctx context.Context) (_ vision.Sighting, picture moves.Picture, _ error) {
	var said sentence.Text
	sure := false
	seen, err := e.until(ctx, func(s vision.Sighting) bool {
		before, surely := picture, sure
		for square := range picture[1:] {
			picture[square+1], _ = s.Odds[square+1].Best()
		}
		match := moves.Compare(s, picture, e.moves)
		sure = match.Shown
		if !sure && !s.Moving && match.Text != said {
			said = match.Text
			e.tell(Event{Kind: Watching, Text: said, Asks: !s.Obstructed})
		}
		return sure && surely && picture == before
	})
	return seen, picture, err
}

// settled looks until it is clear how the board differs from the position before the human's move.
func (e *eyes) settled(ctx context.Context, position checkers.Position) (verdict moves.Verdict, _ vision.Sighting,
	_ error) {
	follower := moves.NewTurn(checkers.NewGame(position), e.moves)
	seen, err := e.until(ctx, func(s vision.Sighting) bool {
		verdict = follower.Observe(s)
		return verdict.Kind != moves.Moving && verdict.Kind != moves.Obstructed && verdict.Kind != moves.Settling
	})
	return verdict, seen, err
}
