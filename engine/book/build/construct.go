package build

import (
	"context"
	"math"

	"draughtsman/engine/book"
	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
)

// Task is a book to be built.
type Task struct {
	book.Settings
	Positions int // that it is to have
}

// Round is where a construction stands.
type Round struct {
	Number int // from 1
	Open   int // positions that are open before it
	// Positions are those that it opens, in order; none when the book has all that it is to have, or there are no more.
	Positions []checkers.Position
	Missing   []int // numbers in Positions, from 0, of those that had not been searched when the round began
}

// Construction is a book on the way: the open positions, and others that have been searched. It is not safe for use by
// several goroutines at once.
type Construction struct {
	task  Task
	open  tree
	found map[checkers.Position]Found
	round Round
	left  int // positions of the round that have not been searched
}

// NewConstruction goes on from what has been found.
func NewConstruction(task Task, found []Found) *Construction {
	c := &Construction{task: task, open: tree{}, found: map[checkers.Position]Found{}}
	for _, f := range found {
		c.found[f.Position] = f
	}
	c.next()
	return c
}

// Round is the round that is under way, after those of which nothing is missing.
func (c *Construction) Round() Round { return c.round }

// Has reports whether a position has been searched.
func (c *Construction) Has(p checkers.Position) bool {
	_, has := c.found[p]
	return has
}

// Add adds what was found of a position of the round. The next round follows the last of them.
func (c *Construction) Add(f Found) {
	if !c.Has(f.Position) {
		c.left--
	}
	c.found[f.Position] = f
	if c.left == 0 {
		c.next()
	}
}

// next opens the positions of rounds of which nothing is missing.
func (c *Construction) next() {
	for {
		for _, p := range c.round.Positions {
			c.open[p] = c.found[p].Moves
		}
		c.round = Round{Number: c.round.Number + 1, Open: len(c.open)}
		if c.round.Open < c.task.Positions {
			positions := c.open.round(c.task.Settings)
			c.round.Positions = positions[:min(len(positions), c.task.Positions-c.round.Open)]
		}
		for i, p := range c.round.Positions {
			if !c.Has(p) {
				c.round.Missing = append(c.round.Missing, i)
			}
		}
		if c.left = len(c.round.Missing); c.left > 0 || len(c.round.Positions) == 0 {
			return
		}
	}
}

// Book is the book that the construction has come to.
func (c *Construction) Book(signature uint64) *book.Book {
	positions := make(map[checkers.Position][]book.Choice, len(c.open))
	for p, moves := range c.open.judged(c.open.ordered()) {
		for _, m := range moves {
			worse := moves[0].Score - m.Score
			if worse > c.task.Margin {
				break
			}
			weight := max(1, int(math.Round(book.FullWeight*math.Exp2(-float64(worse)/halfWeight))))
			positions[p] = append(positions[p], book.Choice{Scored: m, Weight: weight})
		}
	}
	return book.New(c.task.Settings, signature, positions)
}

// Search searches positions by several goroutines and hands over what is found of each, in order. When ctx ends the
// error is its cause, and what keep was given is all there is; an error of keep ends the search, too.
func Search(ctx context.Context, positions []checkers.Position, settings book.Settings, threads int,
	keep func(Found) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	type answer struct {
		found Found
		err   error
	}
	answers := make([]chan answer, len(positions))
	for i := range answers {
		answers[i] = make(chan answer, 1)
	}
	numbers := make(chan int)
	go func() {
		defer close(numbers)
		for i := range positions {
			select {
			case numbers <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	for range min(threads, len(positions)) {
		go func() {
			s := newSearcher(settings)
			for i := range numbers {
				found, err := expand(ctx, s, positions[i], settings)
				answers[i] <- answer{found, err}
			}
		}()
	}
	for i := range positions {
		select {
		case a := <-answers[i]:
			if a.err != nil {
				return a.err
			}
			if err := keep(a.found); err != nil {
				return err
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

// Signature tells engines apart: a change in what is searched, or in the weights, changes it.
func Signature(ctx context.Context) (uint64, error) {
	const depth = 8
	done, err := search.Bench(ctx, search.New(search.Options{TableMB: 1}), depth)
	return done.Nodes, err
}
