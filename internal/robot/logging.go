package robot

import (
	"context"

	"github.com/rs/zerolog"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/planner"
	"draughtsman/vision"
)

// look is the next sighting of the table, which is logged.
func (g *game) look(ctx context.Context) (vision.Sighting, error) {
	s, err := g.Eye.Look(ctx)
	if err != nil {
		return s, err
	}
	g.complain()
	var light, dark int
	for _, odds := range s.Odds[1:] {
		switch is, _ := odds.Best(); is {
		case vision.LightPiece:
			light++
		case vision.DarkPiece:
			dark++
		}
	}
	g.Logger.Debug().Time("picture", s.Time).Bool("moving", s.Moving).Bool("obstructed", s.Obstructed).
		Int("light", light).Int("dark", dark).Msg("look")
	return s, nil
}

// complain tells people, once, that the camera sends broken pictures.
func (r *Robot) complain() {
	if r.SendsBroken != nil && r.SendsBroken() {
		r.Tell(Event{Kind: Waiting, Text: vision.BrokenPictures})
	}
}

// survey is Eye.Survey, logged.
func (g *game) survey(ctx context.Context, then, now planner.Tray, heights bool) (Survey, error) {
	s, err := g.Eye.Survey(ctx, then, now, heights)
	if err != nil {
		return s, err
	}
	g.Logger.Debug().Time("picture", s.Sighting.Time).Ints("kings", numbers(s.Kings)).Int("strays", len(s.Strays)).
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

// logDecision logs a move that the mind has chosen, and its plan.
func (g *game) logDecision(result search.Result, plan planner.Plan) {
	g.Logger.Debug().Stringer("move", result.Move).Int("score", result.Score).Int("depth", result.Depth).
		Uint64("nodes", result.Nodes).Int("transfers", len(plan.Steps)).Dur("takes", plan.Takes).Msg("decision")
}

// begin says that the next transfer of a task begins.
func (g *game) begin(t *task) {
	transfer := t.transfers[t.step]
	g.Logger.Debug().Int("step", t.step+1).Int("steps", len(t.transfers)).EmbedObject(logged(transfer)).
		Str("purpose", transfer.Purpose).Msg("transfer")
	g.Tell(Event{Kind: Carrying, Text: TransferText(transfer), Step: t.step + 1, Steps: len(t.transfers),
		Transfer: &transfer})
}

// logRemedy logs what follows where a transfer has not made what it should.
func (e *execution) logRemedy(r remedy) {
	event := e.Logger.Debug().Stringer("kind", r.kind).Int("tried", e.want.tried.remedies)
	if r.forArm() {
		event = event.EmbedObject(logged(r.transfer)).Float64("lower_mm", r.lower)
	}
	if r.stray != nil {
		event = event.Float64("stray_x_mm", r.stray.X).Float64("stray_y_mm", r.stray.Y)
	}
	event.Msg("remedy")
}

// logged is a transfer in the log.
type logged planner.Transfer

// MarshalZerologObject implements zerolog.LogObjectMarshaler.
func (t logged) MarshalZerologObject(e *zerolog.Event) {
	e.Str("side", shade(t.Side)).Stringer("from", t.From).Stringer("to", t.To).
		Int("from_level", t.FromLevel).Int("to_level", t.ToLevel)
}
