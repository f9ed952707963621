// Package ballots has the openings of English draughts that are drawn by lot in tournaments, so that games differ: the
// three-move restriction.
package ballots

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"draughtsman/engine/checkers"
)

// Ballot is the first three moves of a game.
type Ballot [3]checkers.Move

// The 156 ballots of the American Checker Federation's deck of 2003, one a line: those that are sound for both sides.
//
//go:embed ballots.txt
var lines string

var deck = sync.OnceValue(func() (all []Ballot) {
	for line := range strings.Lines(strings.TrimSpace(lines)) {
		var b Ballot
		p := checkers.Start()
		for i, text := range strings.Fields(line) {
			m, err := p.ParseMove(text)
			if err != nil {
				panic(fmt.Sprintf("ballots.txt, %q: %v", line, err)) // the program was built with another file
			}
			b[i], p = m, p.Play(m)
		}
		all = append(all, b)
	}
	return all
})

// Deck is all ballots, in the order of their moves.
func Deck() []Ballot { return slices.Clone(deck()) }

// Dealt is ballot number n, from 0, of those that a seed deals: the whole deck, shuffled, and then again in another
// order.
func Dealt(seed uint64, n int) Ballot {
	all := deck()
	order := rand.New(rand.NewPCG(seed, uint64(n/len(all)))).Perm(len(all))
	return all[order[n%len(all)]]
}
