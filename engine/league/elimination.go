package league

// elimination is the games of an elimination: those who win their meetings meet in the next round, until one is left.
// The players' order in the setup is their seeding: the first two can meet in the last round only, and where the
// players do not come out even the first ones go on without a meeting.
func (s *schedule) elimination() {
	alive := bracket(len(s.league.Players))
	for len(alive) > 1 {
		s.begin()
		next := make([]int, len(alive)/2)
		level := s.pairUp(alive, next)
		for range playOffs {
			if !s.played() {
				return
			}
			tied := false
			for _, m := range level {
				if s.isTied(m) {
					s.extend(m, 2)
					tied = true
				}
			}
			if !tied {
				break
			}
		}
		if !s.played() {
			return
		}
		for i, m := range level {
			if m != nil {
				next[i] = s.winner(m)
			}
		}
		alive = next
	}
	s.over = true
}

// nobody is a place in a bracket that no player has.
const nobody = -1

// bracket is the players in the order in which neighbours meet: the first against the last, and so that in each round,
// if those seeded higher win, it is the first against the last again.
func bracket(players int) []int {
	order := []int{0}
	for len(order) < players {
		var wider []int
		for _, seed := range order {
			wider = append(wider, seed, 2*len(order)-1-seed)
		}
		order = wider
	}
	for i, seed := range order {
		if seed >= players {
			order[i] = nobody
		}
	}
	return order
}

// pairUp has neighbours meet; who has none is put into the next round. The meetings stand at the places of their
// winners.
func (s *schedule) pairUp(alive, next []int) []*meeting {
	meetings := make([]*meeting, len(next))
	r := &s.rounds[len(s.rounds)-1]
	for i := range next {
		a, b := alive[2*i], alive[2*i+1]
		if b == nobody { // the first of two neighbours is always there
			next[i] = a
			r.idle = append(r.idle, a)
			continue
		}
		s.meet(a, b)
		meetings[i] = r.meetings[len(r.meetings)-1]
	}
	return meetings
}

// isTied reports whether a meeting has left the players with equal points.
func (s *schedule) isTied(m *meeting) bool {
	if m == nil {
		return false
	}
	score, _ := s.score(m, m.players[0])
	return 2*score.Points() == float64(score.Games())
}

// winner is who goes on: the one with more points, then with fewer moves forfeited, then the one seeded higher.
func (s *schedule) winner(m *meeting) int {
	a, b := min(m.players[0], m.players[1]), max(m.players[0], m.players[1])
	scoreA, forfeitsA := s.score(m, a)
	scoreB, forfeitsB := s.score(m, b)
	if scoreB.Points() > scoreA.Points() || scoreB.Points() == scoreA.Points() && forfeitsB < forfeitsA {
		return b
	}
	return a
}
