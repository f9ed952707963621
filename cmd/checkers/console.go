package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"draughtsman/engine/search"
	"draughtsman/engine/search/zerosum"
	"draughtsman/engine/variant"
)

// consoleCommand is a game in the terminal. What the command line leaves at its zero value the
// menu asks for.
type consoleCommand struct {
	Rules    string   `help:"The rule set: english, csci561, csc242, league, checkersbot, italian, pool, spanish, russian, brazilian, czech, international or frisian." default:"csc242" placeholder:"NAME"`
	Size     int      `help:"Squares along an edge: any even number from 4 to 26." placeholder:"N"`
	Opponent opponent `help:"1 or random, 2 or minimax, 3 or alphabeta, 4 or heuristic, 5 or engine." placeholder:"WHO"`
	Colour   colour   `aliases:"color" help:"What you play: black (b) or white (w)." placeholder:"COLOUR"`
	Depth    int      `help:"Plies that opponent 4 looks ahead." placeholder:"N"`
	Time     float64  `help:"Seconds that opponent 5 takes for a move, and opponents 2 and 3 on boards too large to see the end." placeholder:"S"`
	Level    string   `help:"How well opponent 5 plays: newcomer, learner, beginner, novice, casual, amateur, club, strong, expert, master or full (${default})." default:"full" placeholder:"NAME"`
	Seed     *uint64  `help:"Makes opponent 1, and what opponent 5 overlooks, the same again." placeholder:"N"`
	Moves    *int     `help:"The game is a draw after so many moves in a row that the rule set counts, those of both sides; 0 for never. (the rule set's own)" placeholder:"N"`

	rules variant.Rules
}

// Help is what --help says beside the flags.
func (consoleCommand) Help() string {
	return `The menu asks for what the flags leave open. On the board of size 4 opponents 2 and 3
see every game to its end and cannot be beaten.

  checkers console
  checkers console --rules russian --opponent engine
  checkers console --size 6 --opponent alphabeta --colour black --time 3`
}

// Run plays one game. The end of the input ends it, too.
func (c consoleCommand) Run(ctx context.Context, s *session) error {
	if err := c.check(); err != nil {
		return err
	}
	keys := newKeyboard(ctx, s.in, s.out)
	fmt.Fprintln(s.out, "Checkers")
	if err := c.menu(ctx, keys); err != nil {
		return unlessEnded(err)
	}
	start, err := c.rules.Start(c.Size)
	if err != nil {
		return wrongUsage("--size: %w", err)
	}
	game := consoleGame{
		game: variant.NewGame(c.rules, start), human: c.Colour.player(c.rules), agent: c.agent(c.rules),
		keys: keys, out: s.out, now: time.Now,
	}
	return unlessEnded(game.play(ctx))
}

// maxSeconds is the longest time for a move.
const maxSeconds = 3600

// check says what is wrong with the command line.
func (c *consoleCommand) check() (err error) {
	if c.rules, err = variant.Named(c.Rules); err != nil {
		return wrongUsage("--rules: %w", err)
	}
	if c.Size == 0 && c.rules.Style != variant.Lettered {
		c.Size = c.rules.Size
	}
	if c.Moves != nil {
		if c.rules.Limit = *c.Moves; c.rules.Limit < 0 {
			return wrongUsage("--moves %d: want 0 or more", *c.Moves)
		}
	}
	if c.Size != 0 {
		if err := variant.CheckSize(c.Size); err != nil {
			return wrongUsage("--size: %w", err)
		}
	}
	switch {
	case c.Depth < 0 || c.Depth > zerosum.MaxPly:
		return wrongUsage("--depth %d: want 1 to %d plies", c.Depth, zerosum.MaxPly)
	case !(c.Time >= 0 && c.Time <= maxSeconds): // which NaN is not, either
		return wrongUsage("--time %v: want 0 to %d seconds", c.Time, maxSeconds)
	}
	if _, err := search.LevelNamed(c.Level); err != nil {
		return wrongUsage("--level: %w", err)
	}
	return nil
}

// unlessEnded lets a game that ends with the input, or is left, end well.
func unlessEnded(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, errLeft) {
		return nil
	}
	return err
}

// errLeft says that the person leaves the game.
var errLeft = errors.New("the game was left")

// colour is what the person plays; the zero value is not known yet.
type colour uint8

const (
	black colour = 1 + iota
	white
)

func (c colour) player(rules variant.Rules) variant.Player {
	if (c == black) == (rules.Letters[variant.First] == 'b') {
		return variant.First
	}
	return variant.Second
}

// UnmarshalText reads a colour or its first letter, in either case.
func (c *colour) UnmarshalText(text []byte) error {
	switch strings.ToLower(string(text)) {
	case "b", "black":
		*c = black
	case "w", "white":
		*c = white
	default:
		return fmt.Errorf("%q is no colour: want black (b) or white (w)", text)
	}
	return nil
}
