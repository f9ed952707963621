package league

import (
	"cmp"
	"math/bits"
	"slices"
)

// rounds is the number of rounds of a Swiss: as asked for, or as many as leave one player who won them all.
func (s Setup) rounds() int {
	if s.Rounds > 0 {
		return s.Rounds
	}
	return bits.Len(uint(len(s.Players) - 1))
}

// swiss is the games of a Swiss tournament: in each round players with equal points meet, the upper half of them the
// lower half, and nobody twice while that can be had. Where they do not come out even, the last one who has not been
// left over yet gets the points of a meeting.
func (s *schedule) swiss() {
	for range s.league.Setup.rounds() {
		if !s.played() {
			return
		}
		p := s.pairing()
		pairs, idle := p.find()
		s.begin(idle...)
		for _, pair := range pairs {
			s.meet(pair[0], pair[1])
		}
	}
	s.over = s.played()
}

// points is what each player has, with those for meetings that it had nobody for.
func (s *schedule) points() []float64 {
	points := make([]float64, len(s.league.Players))
	for _, r := range s.rounds {
		for _, player := range r.idle {
			points[player] += float64(s.league.Setup.Games)
		}
		for _, m := range r.meetings {
			for _, player := range m.players {
				score, _ := s.score(m, player)
				points[player] += score.Points()
			}
		}
	}
	return points
}

// pairing is the task of pairing players for a round.
type pairing struct {
	order  []int // the players, by points
	points []float64
	met    [][]int // how many times each two have met
	idle   []int   // how many times each has been left over
	steps  int     // that the search may still take
	again  bool    // players may meet again
}

// pairingSteps bounds the search for a pairing without a second meeting; where it ends, some two meet again.
const pairingSteps = 100_000

func (s *schedule) pairing() *pairing {
	n := len(s.league.Players)
	p := &pairing{points: s.points(), idle: make([]int, n)}
	for player := range n {
		p.order, p.met = append(p.order, player), append(p.met, make([]int, n))
	}
	slices.SortStableFunc(p.order, func(a, b int) int { return cmp.Compare(p.points[b], p.points[a]) })
	for _, r := range s.rounds {
		for _, player := range r.idle {
			p.idle[player]++
		}
		for _, m := range r.meetings {
			a, b := m.players[0], m.players[1]
			p.met[a][b]++
			p.met[b][a]++
		}
	}
	return p
}

// find is the pairs of a round and who is left over.
func (p *pairing) find() (pairs [][2]int, idle []int) {
	left := p.mayBeLeft()
	for _, p.again = range []bool{false, true} {
		for _, player := range left {
			players := p.order
			if player != nobody {
				idle = []int{player}
				players = without(p.order, player)
			}
			p.steps = pairingSteps
			if pairs, found := p.pair(players); found {
				return pairs, idle
			}
		}
	}
	return nil, nil // which cannot be: any two may meet again
}

// mayBeLeft is who may be left over, the likeliest first; nobody where the players come out even.
func (p *pairing) mayBeLeft() []int {
	if len(p.order)%2 == 0 {
		return []int{nobody}
	}
	left := slices.Clone(p.order)
	slices.Reverse(left)
	slices.SortStableFunc(left, func(a, b int) int { return cmp.Compare(p.idle[a], p.idle[b]) })
	return left
}

// pair pairs players, the first one first.
func (p *pairing) pair(players []int) ([][2]int, bool) {
	if len(players) == 0 {
		return nil, true
	}
	if p.steps--; p.steps < 0 && !p.again {
		return nil, false
	}
	first := players[0]
	for _, other := range p.opponents(first, players[1:]) {
		if p.met[first][other] > 0 && !p.again {
			continue
		}
		if rest, found := p.pair(without(players[1:], other)); found {
			return append([][2]int{{first, other}}, rest...), true
		}
	}
	return nil, false
}

// opponents is whom a player may meet, the best choice first: those whom it has met less often, then those with as many
// points, of whom the middle one comes first, then the others by their points.
func (p *pairing) opponents(player int, others []int) []int {
	same := 0
	for same < len(others) && p.points[others[same]] == p.points[player] {
		same++
	}
	middle := max(0, (same+1)/2-1)
	choice := slices.Clone(others[middle:same])
	for i := middle - 1; i >= 0; i-- {
		choice = append(choice, others[i])
	}
	choice = append(choice, others[same:]...)
	slices.SortStableFunc(choice, func(a, b int) int { return cmp.Compare(p.met[player][a], p.met[player][b]) })
	return choice
}

// without is players less one of them.
func without(players []int, player int) []int {
	var rest []int
	for _, other := range players {
		if other != player {
			rest = append(rest, other)
		}
	}
	return rest
}
