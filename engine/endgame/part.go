package endgame

import (
	"path/filepath"
	"slices"

	"draughtsman/engine/checkers"
	"draughtsman/engine/process"
)

// Part is which tables are to be made: those of 2 to Pieces pieces, and of Pieces pieces those with up to Men men.
// Where computers share them, each makes those of its shard.
//
// Tables with as many pieces and as many men depend on those with fewer pieces, and with as many pieces and fewer men:
// captures and crownings lead there. They do not depend on one another, but for those of one pair, which are solved
// together. So a round is all tables with as many pieces and as many men. Computers share the pairs of a round; the
// next round can begin when the one before is done.
type Part struct {
	Game        checkers.RuleSet
	Pieces, Men int
	Shard       process.Shard
}

// Folder is where the tables of the part's game are: those of English draughts in the folder itself, others in one of
// the game's name in it.
func (p Part) Folder(dir string) string {
	if p.Game == checkers.English {
		return dir
	}
	return filepath.Join(dir, p.Game.String())
}

// pairs are the materials of the part, each with the same swapped, if that is another, in the order in which they can
// be solved, by rounds.
func (p Part) pairs() (rounds [][][]Material) {
	type round struct{ pieces, men int }
	last := round{}
	for _, m := range upTo(p.Pieces) {
		now := round{m.Pieces(), int(m.Men + m.TheirMen)}
		if now.pieces == p.Pieces && now.men > p.Men {
			continue
		}
		if now != last {
			rounds, last = append(rounds, nil), now
		}
		pairs := &rounds[len(rounds)-1]
		switch n := len(*pairs); {
		case n > 0 && slices.Contains((*pairs)[n-1], m):
		case m == m.swapped():
			*pairs = append(*pairs, []Material{m})
		default:
			*pairs = append(*pairs, []Material{m, m.swapped()})
		}
	}
	return rounds
}

// share is the pairs that the part's shard makes, and for all others who makes them.
func (p Part) share() (own [][]Material, others map[Material]process.Shard) {
	others = map[Material]process.Shard{}
	for _, round := range p.pairs() {
		for i, number := range shares(round, p.Shard.Of) {
			if number == p.Shard.Number {
				own = append(own, round[i])
				continue
			}
			for _, m := range round[i] {
				others[m] = process.Shard{Number: number, Of: p.Shard.Of}
			}
		}
	}
	return own, others
}

// shares is which of so many shards makes each pair of a round: the largest pairs are given away first, each to the
// shard that has the fewest positions so far. 0 for work that is not divided.
func shares(round [][]Material, of int) []int {
	shares := make([]int, len(round))
	if of == 0 {
		return shares
	}
	order, sizes := make([]int, len(round)), make([]int, len(round))
	for i, pair := range round {
		order[i] = i
		for _, m := range pair {
			sizes[i] += m.positions()
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return sizes[b] - sizes[a] })
	work := make([]int, of)
	for _, i := range order {
		least := slices.Index(work, slices.Min(work))
		work[least] += sizes[i]
		shares[i] = least + 1
	}
	return shares
}

// dependencies are all other materials that a game can come to from a pair, in the order in which they can be solved.
func dependencies(pair []Material) (all []Material) {
	for _, m := range upTo(pair[0].Pieces()) {
		if !slices.Contains(pair, m) && (pair[0].comesTo(m) || pair[0].swapped().comesTo(m)) {
			all = append(all, m)
		}
	}
	return all
}

// comesTo reports whether captures and crownings can make other material of this, the same sides being meant.
func (m Material) comesTo(other Material) bool {
	return other.Men <= m.Men && other.Men+other.Kings <= m.Men+m.Kings &&
		other.TheirMen <= m.TheirMen && other.TheirMen+other.TheirKings <= m.TheirMen+m.TheirKings
}
