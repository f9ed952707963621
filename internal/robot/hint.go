package robot

import (
	"context"

	"draughtsman/arm"
	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
	"draughtsman/vision/moves"
)

// hint says what the robot would play in the human's place, and has the arm point at the piece and at the squares
// that it goes to.
func (g *game) hint(ctx context.Context, o Order, position checkers.Position) error {
	verdict, sighting, err := g.settled(ctx, position)
	if err != nil {
		return err
	}
	if verdict.Kind != moves.Waiting && verdict.Kind != moves.Restored {
		return &Refusal{sentence.Say("There is a hint only before you move: put the pieces back as they stood.")}
	}
	o.accepted()
	result, err := g.Mind.Think(ctx, g.record, g.Think, g.thinking)
	if err != nil {
		return err
	}
	g.Tell(Event{Kind: Hinted, Text: sentence.Say("Hint: %s.", result.Move), Position: position, Move: result.Move})
	if _, person := g.Arm.(arm.Announcer); person {
		return nil
	}
	g.remember(sighting)
	motions, err := planner.Point(g.Setup, g.table, result.Move.Path())
	if err != nil {
		g.Tell(Event{Kind: Watching, Text: sentence.Say("The arm cannot point at it: %s.", err.Error()), Asks: true})
		return nil
	}
	return g.point(ctx, motions)
}

// point makes motions that touch nothing. A fault of the arm that homing mends ends the pointing, and no more.
func (g *game) point(ctx context.Context, motions []planner.Motion) error {
	if _, err := g.awaitFree(ctx); err != nil {
		return err
	}
	if err := g.beginGuarding(ctx); err != nil {
		return err
	}
	err := g.moveArm(ctx, requests(motions))
	if err == nil || ctx.Err() != nil || !Recoverable(err) {
		return err
	}
	g.Tell(recovering(err))
	return g.recover(ctx, err)
}
