package league

import (
	"errors"

	"draughtsman/engine/checkers"
	"draughtsman/engine/variant"
)

// checkBallots says why the league's games cannot begin with ballots.
func (s Setup) checkBallots(rules variant.Rules) error {
	switch {
	case !s.Ballots:
		return nil
	case rules != variant.English():
		return errors.New("ballots are openings of English draughts: add --rules english, or begin games by --opening")
	case s.Opening > 0:
		return errors.New("games begin with ballots or with random moves, not with both: leave --ballots or --opening out")
	}
	return nil
}

// dealBallots numbers the ballots of games: each opening has the next one.
func dealBallots(fixtures []fixture) {
	numbers := map[int]int{}
	for i, f := range fixtures {
		number, dealt := numbers[f.opening]
		if !dealt {
			number = len(numbers)
			numbers[f.opening] = number
		}
		fixtures[i].ballot = number
	}
}

// ballot is the moves of the ballot that a game begins with.
func (l *League) ballot(f fixture) []variant.Move {
	var moves []variant.Move
	for _, m := range checkers.DealtBallot(l.Setup.Seed^decks, f.ballot) {
		moves = append(moves, variant.English().FromCheckersMove(m))
	}
	return moves
}
