package main

import (
	"fmt"
	"time"

	"draughtsman/engine/checkers"
)

type perftCommand struct {
	Depth int    `arg:"" help:"Plies to look ahead, 1 or more."`
	FEN   string `name:"fen" help:"The position; the start position if not given." placeholder:"FEN"`
}

// Run prints a line a depth: depth, positions, seconds.
func (c perftCommand) Run(s *session) error {
	if c.Depth < 1 {
		return wrongUsage("depth %d: want 1 or more", c.Depth)
	}
	position := checkers.Start()
	if c.FEN != "" {
		var err error
		if position, err = checkers.ParseFEN(c.FEN); err != nil {
			return wrongUsage("--fen: %w", err)
		}
	}
	for depth := 1; depth <= c.Depth; depth++ {
		began := time.Now()
		n := perft(position, depth)
		fmt.Fprintf(s.out, "%d %d %.3f\n", depth, n, time.Since(began).Seconds())
	}
	return nil
}

// perft counts the lines of play of some plies, every path of a capture on its
// own.
func perft(p checkers.Position, depth int) uint64 {
	moves := p.AppendMoves(make([]checkers.Move, 0, 64))
	if depth == 1 {
		return uint64(len(moves))
	}
	n := uint64(0)
	for _, m := range moves {
		n += perft(p.Play(m), depth-1)
	}
	return n
}
