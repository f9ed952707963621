package main

import (
	"fmt"
	"strings"

	"draughtsman/engine/checkers"
	"draughtsman/internal/engine"
)

type bookShowCommand struct {
	Moves []string `arg:"" optional:"" name:"fen-or-moves" help:"A position, or moves from the start, such as 11-15 23-19; the start if not given." placeholder:"MOVE"`
	Book  string   `type:"path" help:"The book; the one that comes with the program if not given." placeholder:"FILE"`
}

// Help is what --help adds.
func (bookShowCommand) Help() string {
	return `The moves of the book are played as often as the last column says. Scores are in men,
as the side to move sees them.

  checkers book show
  checkers book show 11-15 23-19
  checkers book show --book my.book 'W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15'`
}

// Run prints a line a move, the best first.
func (c bookShowCommand) Run(s *session) error {
	b, err := engine.BookFlag{Book: c.Book}.Open()
	if err != nil {
		return err
	}
	p, err := c.position(s)
	if err != nil {
		return wrongUsage("%w", err)
	}
	choices := b.Choices(p)
	if len(choices) == 0 {
		return fmt.Errorf("the book does not know %s", p.FEN())
	}
	total := 0
	for _, choice := range choices {
		total += choice.Weight
	}
	fmt.Fprintf(s.out, "%s to move: %s\n", p.Turn, p.FEN())
	for _, choice := range choices {
		fmt.Fprintf(s.out, "  %-9s %-8s %3.0f %%\n", choice.Move, men(choice.Score),
			100*float64(choice.Weight)/float64(total))
	}
	return nil
}

// position is the one that is asked for.
func (c bookShowCommand) position(s *session) (checkers.Position, error) {
	if len(c.Moves) == 1 && strings.Contains(c.Moves[0], ":") {
		return s.position(c.Moves[0])
	}
	p := checkers.Start()
	for _, text := range c.Moves {
		m, err := p.ParseMove(text)
		if err != nil {
			return p, err
		}
		p = p.Play(m)
	}
	return p, nil
}

type bookCheckCommand struct {
	File string `arg:"" optional:"" type:"existingfile" help:"The book; the one that comes with the program if not given." placeholder:"FILE"`
}

// Help is what --help adds.
func (bookCheckCommand) Help() string {
	return `The checksum is right, every move legal, and every position is reached from the
start, or from a ballot of three moves, over other positions of the book.

  checkers book check
  checkers book check my.book`
}

// Run prints what the book holds, and how it was made.
func (c bookCheckCommand) Run(s *session) error {
	b, err := engine.BookFlag{Book: c.File}.Open() // which verifies it
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%d positions with %d moves, by %d nodes a move, seed %d\n", b.Positions, b.Moves, b.Nodes, b.Seed)
	for _, side := range []checkers.Side{checkers.Black, checkers.White} {
		fmt.Fprintf(s.out, "%s to move: %d\n", side, b.Known(side))
	}
	return nil
}
