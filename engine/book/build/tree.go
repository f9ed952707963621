package build

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"draughtsman/engine/book"
	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
)

// tree is the positions that are open: all their moves have been searched. It has no kings, so that every move brings
// a position nearer to the end, and none comes again.
type tree map[checkers.Position][]book.Scored

// roots are the positions that games begin with, and what they cost.
func roots() map[checkers.Position]int {
	costs := map[checkers.Position]int{}
	for _, b := range checkers.AllBallots() {
		costs[b.Position()] = ballotCost
	}
	costs[checkers.Start()] = 0
	return costs
}

// rowsLeft is the number of rows that men have still to go. Each move makes it smaller.
func rowsLeft(p checkers.Position) (rows int) {
	for s := range p.Black.All() {
		row, _ := checkers.Board8.Place(s)
		rows += checkers.Board8.Size() - row
	}
	for s := range p.White.All() {
		row, _ := checkers.Board8.Place(s)
		rows += 1 + row
	}
	return rows
}

// ordered are the open positions, those first that lead to others.
func (t tree) ordered() []checkers.Position {
	type placed struct {
		checkers.Position
		rows int
	}
	all := make([]placed, 0, len(t))
	for p := range t {
		all = append(all, placed{p, rowsLeft(p)})
	}
	slices.SortFunc(all, func(a, b placed) int {
		return cmp.Or(cmp.Compare(b.rows, a.rows), book.Compare(a.Position, b.Position))
	})
	positions := make([]checkers.Position, len(all))
	for i, p := range all {
		positions[i] = p.Position
	}
	return positions
}

// judged is the open positions with the moves of each, the best first, by what the positions that follow have shown:
// where a move leads to an open position its score is the worth of that.
func (t tree) judged(order []checkers.Position) tree {
	judged := make(tree, len(t))
	for _, p := range slices.Backward(order) {
		moves := slices.Clone(t[p])
		for i, m := range moves {
			if replies := judged[p.Play(m.Move)]; len(replies) > 0 {
				moves[i].Score = -replies[0].Score
			}
		}
		slices.SortStableFunc(moves, func(a, b book.Scored) int { return cmp.Compare(b.Score, a.Score) })
		judged[p] = moves
	}
	return judged
}

// leaf is a position that could be opened, and what it costs.
type leaf struct {
	checkers.Position
	cost int
	lot  uint64
}

// leaves are the positions that could be opened for the book of a side, the cheapest first.
func (t tree) leaves(order []checkers.Position, judged tree, side checkers.Side, settings book.Settings) []leaf {
	costs := roots()
	for _, p := range order {
		cost, reached := costs[p]
		if !reached {
			continue
		}
		widest := settings.Plausible
		if p.Turn == side {
			widest = settings.Margin
		}
		for _, m := range judged[p] {
			worse := judged[p][0].Score - m.Score
			if worse > widest {
				break
			}
			next, step := p.Play(m.Move), plyCost+worse
			if len(judged[p]) == 1 { // which is no choice
				step = 0
			}
			if known, again := costs[next]; (!again || cost+step < known) && opens(next, m.Score) {
				costs[next] = cost + step
			}
		}
	}
	var found []leaf
	for p, cost := range costs {
		if _, open := t[p]; !open {
			lot := rand.New(rand.NewPCG(settings.Seed, search.English{}.Hash(p))).Uint64()
			found = append(found, leaf{p, cost, lot})
		}
	}
	slices.SortFunc(found, func(a, b leaf) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.lot, b.lot), book.Compare(a.Position, b.Position))
	})
	return found
}

// opens reports whether a position that a move of some score leads to can be opened: it is not decided, and no king
// stands on it.
func opens(p checkers.Position, score int) bool {
	_, decided := search.Distance(score)
	return !decided && p.Kings == 0 && p.Jumpers()|p.Steppers() != 0
}

// round is the positions to be opened next, in order: of three, two are for the book of Black, whose moves decide more
// in English draughts, and one for that of White.
func (t tree) round(settings book.Settings) []checkers.Position {
	order := t.ordered()
	judged := t.judged(order)
	var queues [2][]leaf
	for _, side := range []checkers.Side{checkers.Black, checkers.White} {
		queues[side] = near(t.leaves(order, judged, side, settings))
	}
	most := max(smallestRound, len(t)/roundShare)
	chosen := map[checkers.Position]bool{}
	var round []checkers.Position
	for turn := 0; len(round) < most && len(queues[0])+len(queues[1]) > 0; turn++ {
		side := checkers.Black
		if turn%3 == 2 {
			side = checkers.White
		}
		for len(queues[side]) > 0 {
			p := queues[side][0].Position
			queues[side] = queues[side][1:]
			if !chosen[p] {
				chosen[p] = true
				round = append(round, p)
				break
			}
		}
	}
	return round
}

// near are those of the leaves that cost little more than the first.
func near(leaves []leaf) []leaf {
	for i, l := range leaves {
		if l.cost > leaves[0].cost+roundSpread {
			return leaves[:i]
		}
	}
	return leaves
}

const (
	// plyCost is what a ply costs. A move that is worse than the best one costs as much more as it is worse, in
	// hundredths of a man: a tenth of a man is a ply.
	plyCost = 10
	// ballotCost is what the positions after three moves cost that games may be made to begin with: as much as three
	// plies beyond the three that they are, since most games begin freely.
	ballotCost = 6 * plyCost
	// roundSpread is how much more than the cheapest a position of the same round may cost.
	roundSpread = plyCost
	// smallestRound is the number of positions that a round may have however little is known, and roundShare the part
	// of the positions known that it may have later: small rounds choose better, large ones can be shared by more.
	smallestRound = 32
	roundShare    = 4
	// halfWeight is how much worse than the best, in hundredths of a man, a move is that is played half as often.
	halfWeight = 4
)
