package pdn

import (
	"strings"

	"draughtsman/engine/checkers"
)

// Result is how a game ended, as far as its record says.
type Result uint8

// The results that a record can have.
const (
	Unfinished Result = iota
	BlackWins
	WhiteWins
	Draw
)

// ResultOf is the result that records an outcome.
func ResultOf(outcome checkers.Outcome) Result {
	switch {
	case outcome.Draw:
		return Draw
	case outcome.Winner == checkers.Black:
		return BlackWins
	default:
		return WhiteWins
	}
}

// String is "1-0" where Black won, "0-1" where White did, "1/2-1/2" for a draw and "*" for a game without a result.
func (r Result) String() string {
	return [...]string{Unfinished: "*", BlackWins: "1-0", WhiteWins: "0-1", Draw: "1/2-1/2"}[r]
}

// In is the result as records of a game have it, in which the first number is that of the side that moves first: where
// White begins, White's win is "1-0". What a record has it turns into the result.
func (r Result) In(game checkers.RuleSet) Result {
	if game.Begins() == checkers.White {
		switch r {
		case BlackWins:
			return WhiteWins
		case WhiteWins:
			return BlackWins
		}
	}
	return r
}

// parseResult reads a result in any of the forms that PDN has, points for a win counted as one or as two. A game that
// both players lost, "0-0", has none of the results that a game at the board can have.
func parseResult(text string) (Result, bool) {
	switch text {
	case "*", "0-0":
		return Unfinished, true
	case "1-0", "2-0":
		return BlackWins, true
	case "0-1", "0-2":
		return WhiteWins, true
	case "1/2-1/2", "1-1", "1/2":
		return Draw, true
	}
	return Unfinished, false
}

// tagResult reads the value of a Result tag.
func tagResult(value string) (Result, bool) {
	if value = strings.TrimSpace(value); drawn(value) {
		return Draw, true
	}
	return parseResult(strings.NewReplacer(" ", "", "½", "1/2", "–", "-", "0.5", "1/2", "0,5", "1/2").Replace(value))
}
