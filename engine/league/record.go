package league

import (
	"fmt"
	"strings"
	"time"

	"draughtsman/engine/variant"
)

// Record is a game that has been played. Its JSON is a line of a file of results.
type Record struct {
	Game     int       `json:"game"`            // its number, from 1
	Round    int       `json:"round,omitempty"` // from 1; 0 in a round robin
	First    string    `json:"first"`
	Second   string    `json:"second"`
	Result   Result    `json:"result"`
	Reason   string    `json:"reason"`
	Moves    []string  `json:"moves"` // in full, as they are recorded in the rule set
	Forfeits []Forfeit `json:"forfeits,omitempty"`
	Began    time.Time `json:"began"`
	Seconds  float64   `json:"seconds"`
}

// Forfeit is a move that a player did not make: a random one was played.
type Forfeit struct {
	Ply    int    `json:"ply"` // of the game, from 1
	Player string `json:"player"`
	Kind   Kind   `json:"kind"`
	Why    string `json:"why"`
}

// Kind is what kind of fault forfeits a move.
type Kind string

// The kinds of faults.
const (
	Late    Kind = "late"    // no move in time
	Illegal Kind = "illegal" // an answer that cannot be played
	Failed  Kind = "failed"  // no answer will come: the player crashed, or cannot be started
)

// Result is how a game ended, as in PDN: "1-0" where the player who moved first won, "0-1" where the other did,
// "1/2-1/2" for a draw.
type Result string

// The results there are.
const (
	FirstWon  Result = "1-0"
	SecondWon Result = "0-1"
	Drawn     Result = "1/2-1/2"
)

func resultOf(o variant.Outcome) Result {
	switch {
	case o.Draw:
		return Drawn
	case o.Winner == variant.First:
		return FirstWon
	default:
		return SecondWon
	}
}

// points is what the result is worth to a side: 1, ½ or 0.
func (r Result) points(side variant.Player) float64 {
	switch {
	case r == Drawn:
		return 0.5
	case (r == FirstWon) == (side == variant.First):
		return 1
	default:
		return 0
	}
}

// sideOf is a player's side in a game.
func sideOf(f fixture, player int) variant.Player {
	if f.seats[0] == player {
		return variant.First
	}
	return variant.Second
}

// seat is the player of a side.
func (r Record) seat(side variant.Player) string {
	if side == variant.First {
		return r.First
	}
	return r.Second
}

// String is one line for people.
func (r Record) String() string {
	round := ""
	if r.Round > 0 {
		round = fmt.Sprintf("round %d, ", r.Round)
	}
	return fmt.Sprintf("%sgame %d: %s - %s %s after %d moves, %s", round, r.Game, r.First, r.Second, r.Result,
		len(r.Moves), r.Reason)
}

// check says why a record cannot be one of a fixture of the league: a line of another league, or one that somebody
// changed.
func (l *League) check(f fixture, r Record) error {
	want := [2]string{l.Players[f.seats[0]].Name, l.Players[f.seats[1]].Name}
	if r.First != want[0] || r.Second != want[1] {
		return fmt.Errorf("game %d is between %s and %s, not %s and %s", r.Game, want[0], want[1], r.First, r.Second)
	}
	if r.Round != f.round {
		return fmt.Errorf("game %d is of round %d, not %d", r.Game, f.round, r.Round)
	}
	if r.Result != FirstWon && r.Result != SecondWon && r.Result != Drawn {
		return fmt.Errorf("game %d has the result %q", r.Game, r.Result)
	}
	_, err := l.replay(r)
	return err
}

// replay plays a record's moves.
func (l *League) replay(r Record) (*variant.Game, error) {
	start, err := l.Rules.Start(l.Setup.Size)
	if err != nil {
		return nil, err
	}
	game := variant.NewGame(l.Rules, start)
	notation := l.Rules.Recorded(l.Setup.Size)
	for i, text := range r.Moves {
		m, err := notation.Parse(game.Position(), text)
		switch {
		case err != nil:
		case text != notation.Format(game.Position(), m):
			err = fmt.Errorf("%q: want it in full, %s", text, notation.Format(game.Position(), m))
		default:
			err = game.Play(m)
		}
		if err != nil {
			return nil, fmt.Errorf("game %d, move %d: %w", r.Game, i+1, err)
		}
	}
	return game, nil
}

// forfeitsOf counts a player's forfeited moves.
func (r Record) forfeitsOf(name string) (n int) {
	for _, f := range r.Forfeits {
		if f.Player == name {
			n++
		}
	}
	return n
}

// oneLine is a text without line breaks.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
