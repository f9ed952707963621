package checkers

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
)

// Ballot is the first three moves of a game of English draughts, drawn by lot in tournaments, so that games differ: the
// three-move restriction.
type Ballot [3]Move

// The ballots of the three-move restriction, one a line: the 156 of the American Checker Federation's deck of 2003,
// which are sound for both sides, in the order of their moves, and the 18 that are barred because they were judged to
// lose. The other ways to play three moves, of 302, lose a man or lead to a position of one of these.
//
//go:embed ballots.txt
var ballotLines string

const barredMark = "barred"

// readBallots is the ballots that are drawn, and those that are barred.
var readBallots = sync.OnceValues(func() (deck, barred []Ballot) {
	for line := range strings.Lines(ballotLines) {
		moves, isBarred := strings.CutSuffix(strings.TrimSpace(line), " "+barredMark)
		var b Ballot
		p := Start()
		for i, text := range strings.Fields(moves) {
			m, err := p.ParseMove(text)
			if err != nil {
				panic(fmt.Sprintf("ballots.txt, %q: %v", line, err)) // the program was built with another file
			}
			b[i], p = m, p.Play(m)
		}
		if isBarred {
			barred = append(barred, b)
		} else {
			deck = append(deck, b)
		}
	}
	return deck, barred
})

// Ballots is the ballots that are drawn by lot, in the order of their moves.
func Ballots() []Ballot {
	deck, _ := readBallots()
	return slices.Clone(deck)
}

// AllBallots is the deck, and after it the ballots that are barred from it because they were judged to lose.
func AllBallots() []Ballot { return slices.Concat(readBallots()) }

// Position is the position after a ballot.
func (b Ballot) Position() Position { return b.Game().Position() }

// Game is a game that begins with a ballot.
func (b Ballot) Game() *Game {
	g := NewGame(Start())
	for _, m := range b {
		if err := g.Play(m); err != nil {
			panic(fmt.Sprintf("the ballot %v: %v", b, err)) // readBallots has found its moves to be legal
		}
	}
	return g
}

// DealtBallot is ballot number n, from 0, of those that a seed deals: the whole deck, shuffled, and then again in
// another order.
func DealtBallot(seed uint64, n int) Ballot {
	all, _ := readBallots()
	order := rand.New(rand.NewPCG(seed, uint64(n/len(all)))).Perm(len(all))
	return all[order[n%len(all)]]
}
