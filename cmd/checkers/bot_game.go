package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"draughtsman/engine/search/zerosum"
	"draughtsman/engine/variant"
	"draughtsman/internal/files"
)

// person is the player at the keyboard, who begins; the other one is the bot.
const person = variant.First

// botGame is a game between a person and the bot.
type botGame struct {
	game     *variant.Game
	searcher variant.Searcher
	depth    int           // plies, 0 for any number
	time     time.Duration // 0 for any
	keys     *keyboard
	out      io.Writer
}

// play plays to the end, or until the person has nothing more to say: then the error is that of the keyboard, or
// errLeft.
func (g *botGame) play(ctx context.Context) error {
	for {
		fmt.Fprintln(g.out, g.board())
		if outcome, over := g.game.Outcome(); over {
			winner := "The bot wins"
			if outcome.Winner == person {
				winner = "You win"
			}
			fmt.Fprintf(g.out, "%s: %s.\n", winner, outcome.Reason)
			return nil
		}
		var move variant.Move
		var err error
		if g.game.Position().Turn() == person {
			move, err = g.ask(ctx)
		} else {
			move, err = g.think(ctx)
		}
		if err != nil {
			sayEnd(g.out, err)
			return err
		}
		if err := g.game.Play(move); err != nil {
			return err
		}
	}
}

// think lets the bot choose a move.
func (g *botGame) think(ctx context.Context) (variant.Move, error) {
	position := g.game.Position()
	r, err := g.searcher.Search(ctx, zerosum.Request[variant.Position]{
		Position: position, History: g.game.History(), Depth: g.depth, Time: g.time,
	}, nil)
	if err := unlessInterrupted(ctx, g.out, err); err != nil {
		return variant.Move{}, err
	}
	fmt.Fprintf(g.out, "The bot plays %s (depth %d, %s, %.2f secs).\n",
		g.notation().Format(position, r.Move), r.Depth, inMen(r.Score), r.Elapsed.Seconds())
	return r.Move, nil
}

// inMen shows a score: men, or the plies to the end of the game.
func inMen(score int) string {
	plies, decided := zerosum.Distance(score)
	what := "a win"
	if score < 0 {
		what = "a loss"
	}
	switch {
	case !decided:
		return fmt.Sprintf("score %.2f", float64(score)/100)
	case plies == 1:
		return what + " in 1 ply"
	}
	return fmt.Sprintf("%s in %d plies", what, plies)
}

// ask asks the person for a legal move.
func (g *botGame) ask(ctx context.Context) (variant.Move, error) {
	position := g.game.Position()
	for {
		answer, err := g.keys.ask(ctx, "Your move (? for help): ")
		if err != nil {
			return variant.Move{}, err
		}
		switch word, file, _ := strings.Cut(answer, " "); strings.ToLower(word) {
		case "?":
			legal := g.game.Rules().Moves(position)
			fmt.Fprintf(g.out, botHelp, g.notation().List(position, legal))
		case "quit":
			return variant.Move{}, errLeft
		case "save":
			g.save(strings.TrimSpace(file))
		default:
			move, err := g.notation().Parse(position, answer)
			if err == nil {
				return move, nil
			}
			fmt.Fprintf(g.out, "%v.\n", err)
		}
	}
}

const botHelp = `Type the square of your piece and the square that it goes to, such as G3 F4: a letter for the row and a number for the
column, in either case. For a capture of several pieces name each square that your piece lands on: E5 C3 A1. You need
not capture, but a capture that is begun must be finished. Your pieces are p, the bot's b; kings are in upper case.
save FILE writes the board to a .board file; quit leaves the game.
Your moves: %s
`

// save writes the board to a new file and says what came of it.
func (g *botGame) save(name string) {
	if name == "" {
		fmt.Fprintln(g.out, "Say where: save my.board")
		return
	}
	err := files.New(name, func(to io.Writer) error { return variant.WriteBoard(to, g.game.Rules(), g.game.Position()) })
	if err != nil {
		fmt.Fprintf(g.out, "Not saved: %v.\n", err)
		return
	}
	fmt.Fprintf(g.out, "Saved: go on with checkers bot %s\n", name)
}

func (g *botGame) notation() variant.Notation { return g.game.Rules().Notation() }

func (g *botGame) board() string {
	p := g.game.Position()
	show := lastMove(g.out, g.game.Moves())
	return plain(p.Size(), func(row, column int) string {
		cell := g.game.Rules().Drawn(p.Size(), variant.Cell{Row: row, Column: column})
		return show(cell, string(variant.BoardLetters[p.At(cell)]))
	})
}
