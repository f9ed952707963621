package book

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"draughtsman/engine/checkers"
)

// The ballots of the three-move restriction, one a line: the 156 that are drawn by lot in tournaments, and the 18 that
// were judged to lose. Of 302 ways to play three moves the others lose a man, or lead to a position of one of these.
//
//go:embed ballots.txt
var ballotLines string

// ballots are the positions after three moves that games may be made to begin with.
var ballots = sync.OnceValue(func() (positions []checkers.Position) {
	for line := range strings.Lines(ballotLines) {
		p := checkers.Start()
		for _, text := range strings.Fields(line) {
			m, err := p.ParseMove(text)
			if err != nil {
				panic(fmt.Sprintf("the ballot %s: %v", line, err)) // the program was built wrong; a test reads them
			}
			p = p.Play(m)
		}
		positions = append(positions, p)
	}
	return positions
})
