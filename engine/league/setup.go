package league

import (
	"cmp"
	"fmt"
	"time"

	"draughtsman/engine/analysis"
	"draughtsman/engine/process"
	"draughtsman/engine/variant"
)

// Setup is what a league is: all that its games depend on. It is the first line of a file of results.
type Setup struct {
	Players  []string      `json:"players"` // as ParsePlayer reads them
	Rules    string        `json:"rules"`
	Size     int           `json:"size"`
	Format   Format        `json:"format,omitempty"`   // "" is RoundRobin
	Rounds   int           `json:"rounds,omitempty"`   // of a Swiss; 0 for as many as it takes
	Games    int           `json:"games"`              // between two players who meet
	Time     time.Duration `json:"time_ns"`            // a move, 0 for no limit
	Patience time.Duration `json:"person_time_ns"`     // the same for people
	Opening  int           `json:"opening,omitempty"`  // random moves that begin each game
	Grace    time.Duration `json:"grace_ns,omitempty"` // how much later a move may come; 0 for Tolerance
	Ballots  bool          `json:"ballots,omitempty"`  // games begin with ballots
	SPRT     analysis.SPRT `json:"sprt,omitzero"`      // ends the league when it is decided, if there is one
	Seed     uint64        `json:"seed"`

	Shard process.Shard `json:"shard,omitzero"` // the games that are played, where several computers share a league
}

// MostGames is the most games that two players may play.
const MostGames = 100000

// Bounds of a setup.
const (
	mostPlayers = 100
	mostOpening = 20
)

// quietLimit is when a game ends as a draw by a rule set that knows no draw: after so many turns without a capture
// and without a crowning.
const quietLimit = 100

// League is a setup that has been looked through.
type League struct {
	Setup   Setup
	Rules   variant.Rules
	Players []Spec // with names of their own
}

// New looks a setup through. Programs without a directory are looked for on the PATH, then in the directory beside.
func New(s Setup, beside string) (*League, error) {
	l := &League{Setup: s}
	l.Setup.Format = cmp.Or(s.Format, RoundRobin)
	var err error
	if l.Rules, err = variant.Named(s.Rules); err != nil {
		return nil, err
	}
	if l.Rules.Limit == 0 {
		l.Rules.Limit, l.Rules.Counted = quietLimit, variant.NothingGained
	}
	switch {
	case variant.CheckSize(s.Size) != nil:
		return nil, variant.CheckSize(s.Size)
	case l.Rules == variant.English() && s.Size != 8:
		return nil, fmt.Errorf("the rule set english is for boards of size 8, not %d", s.Size)
	case len(s.Players) < 2 || len(s.Players) > mostPlayers:
		return nil, fmt.Errorf("want 2 to %d players, not %d", mostPlayers, len(s.Players))
	case s.Games < 1 || s.Games > MostGames:
		return nil, fmt.Errorf("%d games: want 1 to %d", s.Games, MostGames)
	case s.Time < 0 || s.Patience < 0 || s.Grace < 0:
		return nil, fmt.Errorf("a time below 0: want 0, for no limit, or more")
	case s.Opening < 0 || s.Opening > mostOpening:
		return nil, fmt.Errorf("an opening of %d random moves: want 0 to %d", s.Opening, mostOpening)
	}
	if err := cmp.Or(l.Setup.checkFormat(), l.Setup.checkBallots(l.Rules), l.Setup.checkSPRT()); err != nil {
		return nil, err
	}
	taken := map[string]int{}
	for _, text := range s.Players {
		spec, err := ParsePlayer(text, beside)
		if err == nil {
			err = spec.Check(l.Rules, s.Size)
		}
		if err != nil {
			return nil, err
		}
		if taken[spec.Name]++; taken[spec.Name] > 1 {
			spec.Name = fmt.Sprintf("%s#%d", spec.Name, taken[spec.Name])
		}
		l.Players = append(l.Players, spec)
	}
	return l, nil
}

// People reports whether somebody at the terminal plays.
func (l *League) People() bool {
	for _, p := range l.Players {
		if p.Person {
			return true
		}
	}
	return false
}

// limit is a player's time a move.
func (s Setup) limit(p Spec) time.Duration {
	if p.Person {
		return s.Patience
	}
	return s.Time
}
