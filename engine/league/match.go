package league

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
)

// Match is games between two agents.
type Match struct {
	Games int
	First int // how many of them the first agent begins, as Black, spread evenly
	Terms Terms
}

// Played is a game of a match.
type Played struct {
	Number int       // 1 and on
	Seats  [2]int    // which agent played, 0 or 1, by side
	Names  [2]string // the agents', by side
	Game
}

// PlayMatch plays the games of a match one after the other, so that they do not take the machine from each other.
// Each is passed on as it ends; an error from there ends the match.
func PlayMatch(ctx context.Context, agents [2]Agent, m Match, each func(Played) error) error {
	for i := range m.Games {
		var seats [2]int
		if i*m.First%m.Games >= m.First { // Bresenham's line: the first game is the first agent's
			seats[checkers.Black] = 1
		}
		seats[checkers.White] = 1 - seats[checkers.Black]
		black, white := agents[seats[checkers.Black]], agents[seats[checkers.White]]
		game, err := playGame(ctx, [2]Agent{checkers.Black: black, checkers.White: white}, m.Terms)
		if err != nil {
			return err
		}
		played := Played{Number: i + 1, Seats: seats, Names: [2]string{checkers.Black: black.Name,
			checkers.White: white.Name}, Game: game}
		if err := each(played); err != nil {
			return err
		}
	}
	return nil
}

// Points is what a game brought an agent: 1, ½ or 0.
func (p Played) Points(agent int) float64 {
	switch {
	case p.Outcome.Draw:
		return 0.5
	case p.Seats[p.Outcome.Winner] == agent:
		return 1
	}
	return 0
}

// PDN is the game's record, its own tags after those given.
func (p Played) PDN(tags ...pdn.Tag) pdn.Game {
	seconds := func(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }
	return pdn.Game{
		Start: p.Start, Moves: p.Moves, Result: pdn.ResultOf(p.Outcome),
		Tags: append(tags,
			pdn.Tag{Name: "Round", Value: strconv.Itoa(p.Number)},
			pdn.Tag{Name: "Black", Value: pdn.Plain(p.Names[checkers.Black])},
			pdn.Tag{Name: "White", Value: pdn.Plain(p.Names[checkers.White])},
			pdn.Tag{Name: "Termination", Value: pdn.Plain(p.Outcome.String())},
			pdn.Tag{Name: "BlackSeconds", Value: seconds(p.Used[checkers.Black])},
			pdn.Tag{Name: "WhiteSeconds", Value: seconds(p.Used[checkers.White])},
		),
	}
}
