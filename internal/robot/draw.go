package robot

import (
	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
)

// A draw is accepted when the robot sees no better, and nothing is going on any more.
const (
	worthPlayingOn = 30 // hundredths of a man that the robot must be better by to play on
	fewPieces      = 8  // on the board, with which an even game is as good as drawn
	manyQuietPlies = 20 // without a capture or a man's move, after which it is, too
)

// declines says why the robot plays on for whom the position is worth a score; nothing where it agrees to a draw.
func declines(game *checkers.Game, score int) sentence.Text {
	switch {
	case score >= worthPlayingOn:
		return sentence.Say("The robot would rather play on.")
	case score <= -worthPlayingOn, game.Position().Occupied().Len() <= fewPieces, game.QuietPlies() >= manyQuietPlies:
		return sentence.Text{}
	}
	return sentence.Say("It is too early for a draw.")
}

// drawNear warns of a draw that the next moves may bring by the rules; it says nothing where none is near.
func drawNear(game *checkers.Game) sentence.Text {
	position := game.Position()
	for _, move := range position.Moves() {
		if after := position.Play(move); game.Stood(after) == checkers.RepetitionsToDraw-1 {
			return sentence.Say("After %s the same position would stand for the third time: the game would be drawn.", move)
		}
	}
	switch left := checkers.QuietPliesToDraw - game.QuietPlies(); {
	case left == 1:
		return sentence.Say("The game is drawn in 1 more move without a capture or a man's move.")
	case left == 20, left == 10, left <= 4:
		return sentence.Say("The game is drawn in %d more moves of both sides together without a capture or a man's move.",
			left)
	}
	return sentence.Text{}
}
