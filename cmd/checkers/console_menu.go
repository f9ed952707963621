package main

import (
	"context"
	"fmt"
	"strconv"

	"draughtsman/engine/search/zerosum"
)

// menu asks for what the command line has not said.
func (c *consoleCommand) menu(ctx context.Context, k *keyboard) error {
	for _, question := range []func(context.Context, *keyboard) error{
		c.askSize, c.askOpponent, c.askDepth, c.askTime, c.askColour,
	} {
		if err := question(ctx, k); err != nil {
			return err
		}
	}
	return nil
}

func (c *consoleCommand) askSize(ctx context.Context, k *keyboard) error {
	if c.Size != 0 {
		return nil
	}
	choice, err := choose(ctx, k, "Choose your game:", "Small 4x4 Checkers", "Standard 8x8 Checkers")
	c.Size = 4 * choice
	return err
}

func (c *consoleCommand) askOpponent(ctx context.Context, k *keyboard) error {
	if c.Opponent != 0 {
		return nil
	}
	choice, err := choose(ctx, k, "Choose your opponent:",
		"An agent that plays randomly",
		"An agent that uses MINIMAX",
		"An agent that uses MINIMAX with alpha-beta pruning",
		"An agent that uses H-MINIMAX with a fixed depth cutoff",
		"The full engine with a time limit",
	)
	c.Opponent = opponent(choice)
	return err
}

func (c *consoleCommand) askDepth(ctx context.Context, k *keyboard) (err error) {
	if c.Opponent != heuristicOpponent || c.Depth != 0 {
		return nil
	}
	hint := fmt.Sprintf("Please type a number of plies from 1 to %d.", zerosum.MaxPly)
	c.Depth, err = insist(ctx, k, "Depth limit? ", hint, func(answer string) (int, bool) {
		depth, err := strconv.Atoi(answer)
		return depth, err == nil && depth >= 1 && depth <= zerosum.MaxPly
	})
	return err
}

func (c *consoleCommand) askTime(ctx context.Context, k *keyboard) (err error) {
	if c.Opponent != engineOpponent || c.Time != 0 {
		return nil
	}
	hint := fmt.Sprintf("Please type a number of seconds, such as 0.5, up to %d.", maxSeconds)
	c.Time, err = insist(ctx, k, "Seconds for each move? ", hint, func(answer string) (float64, bool) {
		seconds, err := strconv.ParseFloat(answer, 64)
		return seconds, err == nil && seconds > 0 && seconds <= maxSeconds
	})
	return err
}

func (c *consoleCommand) askColour(ctx context.Context, k *keyboard) (err error) {
	if c.Colour != 0 {
		return nil
	}
	c.Colour, err = insist(ctx, k, "Do you want to play BLACK (b) or WHITE (w)? ", "Please type b or w.",
		func(answer string) (colour, bool) {
			var colour colour
			err := colour.UnmarshalText([]byte(answer))
			return colour, err == nil
		})
	return err
}
