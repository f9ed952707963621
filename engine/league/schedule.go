package league

import (
	"fmt"

	"draughtsman/engine/analysis"
)

// Format is who meets whom.
type Format string

// The formats there are.
const (
	RoundRobin  Format = "round-robin" // each two players
	Elimination Format = "elimination" // the winners of a round meet in the next one
	Swiss       Format = "swiss"       // in each round those who have done equally well so far
)

// playOffs is how many times two players who are level in an elimination play two games more.
const playOffs = 2

// fixture is a game to be played.
type fixture struct {
	game    int // its number, from 1
	round   int // from 1; 0 in a round robin, which has none
	seats   [2]int
	opening int // the number of its opening: two games of a pair share one
	ballot  int // the number of its ballot among those that are dealt, from 0, shared in the same way
}

// schedule is the games of a league as far as they are known. In a round robin that is all of them; otherwise the next
// round is known when all games of the one before have been played.
type schedule struct {
	league   *League
	fixtures []fixture
	rounds   []round
	over     bool // nothing comes after these games

	results map[int]Record // by the numbers of the games
	firsts  []int          // games in which a player moves first
}

// round is what is played at a time.
type round struct {
	meetings []*meeting
	idle     []int // players who have nobody to meet, and go on or get the points of a meeting
}

// meeting is the games of two players in a round.
type meeting struct {
	players [2]int
	games   []int // their numbers
}

// schedule is the games of a league that are known after some have been played.
func (l *League) schedule(records []Record) *schedule {
	s := &schedule{league: l, results: map[int]Record{}, firsts: make([]int, len(l.Players))}
	for _, r := range records {
		s.results[r.Game] = r
	}
	switch l.Setup.Format {
	case Elimination:
		s.elimination()
	case Swiss:
		s.swiss()
	default:
		s.fixtures, s.over = l.roundRobin(), true
	}
	dealBallots(s.fixtures)
	return s
}

// roundRobin is the games in their order: each two players meet once before any two meet again, and change seats each
// time.
func (l *League) roundRobin() []fixture {
	var all []fixture
	for round := range l.Setup.Games {
		for a := range l.Players {
			for b := a + 1; b < len(l.Players); b++ {
				f := fixture{game: len(all) + 1, seats: [2]int{a, b}}
				f.opening = ((round/2)*len(l.Players)+a)*len(l.Players) + b
				if round%2 == 1 {
					f.seats = [2]int{b, a}
				}
				all = append(all, f)
			}
		}
	}
	return all
}

// unplayed is the games of the league's shard that can be played now.
func (s *schedule) unplayed() []fixture {
	var todo []fixture
	for _, f := range s.fixtures {
		if _, played := s.results[f.game]; !played && s.league.Setup.holds(f.game) {
			todo = append(todo, f)
		}
	}
	return todo
}

// begin begins a round.
func (s *schedule) begin(idle ...int) { s.rounds = append(s.rounds, round{idle: idle}) }

// meet has two players meet in the round that was begun last. Whoever has moved first less often begins, a where they
// are even.
func (s *schedule) meet(a, b int) {
	if s.firsts[b] < s.firsts[a] {
		a, b = b, a
	}
	m := &meeting{players: [2]int{a, b}}
	r := &s.rounds[len(s.rounds)-1]
	r.meetings = append(r.meetings, m)
	s.extend(m, s.league.Setup.Games)
}

// extend adds games to a meeting. The players take turns at moving first; two games after each other share an opening.
func (s *schedule) extend(m *meeting, games int) {
	for i := range games {
		f := fixture{game: len(s.fixtures) + 1, round: len(s.rounds), seats: m.players, opening: len(s.fixtures) + 1 - i%2}
		if i%2 == 1 {
			f.seats = [2]int{m.players[1], m.players[0]}
		}
		s.firsts[f.seats[0]]++
		s.fixtures = append(s.fixtures, f)
		m.games = append(m.games, f.game)
	}
}

// played reports whether all games known so far have been played.
func (s *schedule) played() bool { return len(s.unplayed()) == 0 }

// score is what a player has made of a meeting, and the moves that it forfeited there.
func (s *schedule) score(m *meeting, player int) (score analysis.Results, forfeits int) {
	for _, game := range m.games {
		r, played := s.results[game]
		if !played {
			continue
		}
		side := sideOf(s.fixtures[game-1], player)
		score = score.Plus(r.Result.points(side))
		forfeits += r.forfeitsOf(s.league.Players[player].Name)
	}
	return score, forfeits
}

// holds reports whether a game belongs to the shard.
func (s Setup) holds(game int) bool { return s.Shard.Holds(uint64(game - 1)) }

// Games is how many games a league, or its shard, has that has come so far: in an elimination it has more when players
// are level.
func (l *League) Games(records []Record) int {
	s := l.schedule(records)
	meetings := 0
	for _, r := range s.rounds {
		meetings += len(r.meetings)
	}
	switch l.Setup.Format {
	case Elimination:
		return len(s.fixtures) + (len(l.Players)-1-meetings)*l.Setup.Games
	case Swiss:
		return l.Setup.rounds() * (len(l.Players) / 2) * l.Setup.Games
	}
	if t := l.Trial(records); t.Verdict != analysis.Undecided {
		return 2 * t.Pairs.Number()
	}
	return int(l.Setup.Shard.Count(uint64(len(s.fixtures))))
}

// checkFormat says why a league cannot have its format.
func (s Setup) checkFormat() error {
	if !s.Shard.IsZero() && (s.Format == Swiss || s.Format == Elimination) {
		return fmt.Errorf("shard %s: a league of the format %s is not divided, since who meets in a round hangs on the "+
			"games before it; %s is", s.Shard, s.Format, RoundRobin)
	}
	switch s.Format {
	case Swiss:
		if most := len(s.Players) - 1; s.Rounds < 0 || s.Rounds > most {
			return fmt.Errorf("%d rounds: want up to %d, since no two of %d players meet twice", s.Rounds, most, most+1)
		}
		return nil
	case RoundRobin, Elimination:
		if s.Rounds != 0 {
			return fmt.Errorf("the number of rounds is to be chosen in the format %s, not in %s", Swiss, s.Format)
		}
		return nil
	}
	return fmt.Errorf("there is no format %q: want %s, %s or %s", s.Format, RoundRobin, Elimination, Swiss)
}
