package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"draughtsman/engine/search/zerosum"
	"draughtsman/engine/variant"
)

// botCommand is a game of rule set checkersbot in the terminal.
type botCommand struct {
	File    string  `arg:"" optional:"" help:"The .board file that the game begins from." placeholder:"FILE"`
	Layout  int     `help:"Begin from the layout of a size that comes with the program: 4, 6, 8, 10 or 12; 8 if nothing is said." placeholder:"N"`
	Depth   int     `help:"Plies that the bot looks ahead at most; 0 for as many as the time allows." default:"0"`
	Time    float64 `help:"Seconds that the bot takes for a move at most; 0 for as many as the depth takes." default:"2"`
	Scoring string  `aliases:"score" help:"The scoring function that the bot goes by." default:"positional"`
}

// Help is what --help says beside the flags.
func (botCommand) Help() string {
	help := "You are p, at the bottom, and begin; the bot is b. Capturing is optional. The bot values positions by one " +
		"of these scoring functions:"
	for _, s := range variant.Scorings() {
		help += fmt.Sprintf("\n\n%s: %s.", s.Name, s.About)
	}
	return help + "\n\n  checkers bot\n  checkers bot --layout 10 --depth 6 --scoring material\n  checkers bot mine.board"
}

// Run plays one game. The end of the input ends it, too.
func (c botCommand) Run(ctx context.Context, s *session) error {
	scoring, err := c.check()
	if err != nil {
		return err
	}
	start, rules, err := c.start()
	if err != nil {
		return err
	}
	game := botGame{
		game: variant.NewGame(rules, start), searcher: variant.NewSearcher(rules, start.Size(), scoring, zerosum.Options{}),
		depth: c.Depth, time: time.Duration(c.Time * float64(time.Second)),
		keys: newKeyboard(ctx, s.in, s.out), out: s.out,
	}
	return unlessEnded(game.play(ctx))
}

// check says what is wrong with the command line, and finds the scoring function that it names.
func (c botCommand) check() (variant.Scoring, error) {
	switch {
	case c.File != "" && c.Layout != 0:
		return variant.Scoring{}, wrongUsage("%s and --layout %d: want one of them", c.File, c.Layout)
	case c.Depth < 0 || c.Depth > zerosum.MaxDepth:
		return variant.Scoring{}, wrongUsage("--depth %d: want 0 to %d plies", c.Depth, zerosum.MaxDepth)
	case !(c.Time >= 0 && c.Time <= maxSeconds):
		return variant.Scoring{}, wrongUsage("--time %v: want 0 to %d seconds", c.Time, maxSeconds)
	case c.Time == 0 && c.Depth == 0:
		return variant.Scoring{}, wrongUsage("--time 0 without --depth: the bot would never stop thinking")
	}
	scoring, err := variant.ScoringNamed(c.Scoring)
	if err != nil {
		return variant.Scoring{}, wrongUsage("--scoring: %w", err)
	}
	return scoring, nil
}

// layouts are the sizes of the boards that come with the program.
var layouts = []int{4, 6, 8, 10, 12}

// start is the position that the game begins from, and the rules, which draw it as its file does.
func (c botCommand) start() (variant.Position, variant.Rules, error) {
	rules := variant.CheckersBot()
	if c.File == "" {
		size := cmp.Or(c.Layout, 8)
		if !slices.Contains(layouts, size) {
			return variant.Position{}, rules, wrongUsage("--layout: there is no layout of size %d: want one of %v", size,
				layouts)
		}
		start, err := rules.Start(size)
		return start, rules, err
	}
	file, err := os.Open(c.File)
	if err != nil {
		return variant.Position{}, rules, err
	}
	start, rules, err := variant.ReadBoard(file)
	_ = file.Close() // nothing is lost that was only read
	if err != nil {
		return start, rules, fmt.Errorf("%s: %w", c.File, err)
	}
	return start, rules, nil
}
