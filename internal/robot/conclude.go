package robot

import (
	"context"
	"maps"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/sentence"
)

// outcome is how the game has ended, by the rules or because the players say so; false while it goes on.
func (g *game) outcome() (checkers.Outcome, bool) {
	if g.agreed != nil {
		return *g.agreed, true
	}
	return g.record.Outcome()
}

// resign ends the game: the human has given it up.
func (g *game) resign(o Order) error {
	o.accepted()
	human := g.Side.Opponent()
	return g.conclude(checkers.Outcome{Winner: g.Side, Reason: human.String() + " resigns"})
}

// conclude ends the game as the players have agreed.
func (g *game) conclude(outcome checkers.Outcome) error {
	if err := g.Log.Append(Entry{What: Concluded, Outcome: &outcome}); err != nil {
		return err
	}
	g.agreed = &outcome
	if err := g.write(); err != nil {
		return err
	}
	return errOtherTurn
}

// A draw is accepted when the robot sees no better, and nothing is going on any more.
const (
	worthPlayingOn = 30 // hundredths of a man that the robot must be better by to play on
	fewPieces      = 8  // on the board, with which an even game is as good as drawn
	manyQuietPlies = 20 // without a capture or a man's move, after which it is, too
)

// answerDraw accepts or declines the draw that the human offers, by what the robot thinks of its own chances.
func (g *game) answerDraw(ctx context.Context, o Order, position checkers.Position) error {
	o.accepted()
	result, err := g.Mind.Think(ctx, g.record, g.Think, g.thinking)
	if err != nil {
		return err
	}
	if why := g.declines(position, -result.Score); why != (sentence.Text{}) {
		g.Tell(Event{Kind: DrawDeclined, Text: sentence.Say("The robot declines the draw. %s", why)})
		return nil
	}
	return g.conclude(checkers.Outcome{Draw: true, Reason: "by agreement"})
}

// declines says why the robot plays on for whom the position is worth a score; nothing where it agrees to a draw.
func (g *game) declines(position checkers.Position, score int) sentence.Text {
	switch {
	case score >= worthPlayingOn:
		return sentence.Say("The robot would rather play on.")
	case score <= -worthPlayingOn, position.Occupied().Len() <= fewPieces, g.record.QuietPlies() >= manyQuietPlies:
		return sentence.Text{}
	}
	return sentence.Say("It is too early for a draw.")
}

// drawNear warns of a draw that the next moves may bring by the rules; it says nothing where none is near.
func (g *game) drawNear() sentence.Text {
	position := g.record.Position()
	for _, move := range position.Moves() {
		if after := position.Play(move); g.record.Stood(after) == checkers.RepetitionsToDraw-1 {
			return sentence.Say("After %s the same position would stand for the third time: the game would be drawn.", move)
		}
	}
	switch left := checkers.QuietPliesToDraw - g.record.QuietPlies(); {
	case left == 1:
		return sentence.Say("The game is drawn in 1 more move without a capture or a man's move.")
	case left == 20, left == 10, left <= 4:
		return sentence.Say("The game is drawn in %d more moves of both sides together without a capture or a man's move.",
			left)
	}
	return sentence.Text{}
}

// paper is the game for its record.
func (g *game) paper() pdn.Game { return pdnGame(g.record, g.Tags, g.agreed, g.clocks.shown) }

// termination is the tag that says how the players have ended a game.
const termination = "Termination"

// pdnGame is a game for its record, with what the players had left on their clocks, by ply.
func pdnGame(record *checkers.Game, tags []pdn.Tag, agreed *checkers.Outcome, left map[int]time.Duration) pdn.Game {
	game := pdn.Of(record, tags...)
	left = maps.Clone(left)
	maps.DeleteFunc(left, func(ply int, _ time.Duration) bool { return ply >= len(game.Moves) })
	game.Comments = pdn.PutClocks(nil, left)
	if agreed != nil {
		game.Result = pdn.ResultOf(*agreed)
		game.Tags = append(game.Tags[:len(game.Tags):len(game.Tags)], pdn.Tag{Name: termination, Value: agreed.Reason})
	}
	return game
}
