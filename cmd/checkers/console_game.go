package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"draughtsman/engine/league"
	"draughtsman/engine/variant"
)

// consoleGame is a game between a person and an agent, with everything said about it.
type consoleGame struct {
	game  *variant.Game
	human variant.Player
	agent agent
	keys  *keyboard
	out   io.Writer
	now   func() time.Time
	spent [2]time.Duration // by variant.Player
}

// play plays to the end, or until the person has nothing more to say: then the error is that of the keyboard, or
// errLeft.
func (g *consoleGame) play(ctx context.Context) error {
	for {
		turn := g.game.Position().Turn()
		fmt.Fprint(g.out, g.board())
		fmt.Fprintf(g.out, "Next to play: %s\n", g.name(turn))
		if outcome, over := g.game.Outcome(); over {
			if outcome.Draw {
				fmt.Fprintf(g.out, "%s\n", outcome)
			} else {
				fmt.Fprintf(g.out, "Winner: %s\n", g.name(outcome.Winner))
			}
			g.totals()
			return nil
		}
		began := g.now()
		move, err := g.choose(ctx, turn)
		elapsed := g.now().Sub(began)
		g.spent[turn] += elapsed
		if err != nil {
			sayEnd(g.out, err)
			g.totals()
			return err
		}
		fmt.Fprintf(g.out, "Elapsed time: %.3f secs\n%s\n", elapsed.Seconds(), g.show(move))
		if err := g.game.Play(move); err != nil {
			return err
		}
	}
}

func (g *consoleGame) choose(ctx context.Context, turn variant.Player) (variant.Move, error) {
	if turn == g.human {
		return g.ask(ctx)
	}
	fmt.Fprintln(g.out, "I'm thinking...")
	t, err := g.agent(ctx, g.game)
	if err := unlessInterrupted(ctx, g.out, err); err != nil {
		return variant.Move{}, err
	}
	fmt.Fprintf(g.out, "  visited %d states\n  best move: %s, value: %s\n", t.states, g.show(t.move), t.value)
	return t.move, nil
}

// ask asks the person for a legal move.
func (g *consoleGame) ask(ctx context.Context) (variant.Move, error) {
	for {
		answer, err := g.keys.ask(ctx, "Your move (? for help): ")
		if err != nil {
			return variant.Move{}, err
		}
		switch strings.ToLower(answer) {
		case "?":
			fmt.Fprintf(g.out, consoleHelp, g.legal())
			continue
		case "quit":
			return variant.Move{}, errLeft
		}
		move, err := g.notation().Parse(g.game.Position(), answer)
		if err == nil {
			return move, nil
		}
		fmt.Fprintf(g.out, "Invalid move!\nValid moves are: [%s]\nTry again!\n", g.legal())
	}
}

const consoleHelp = `Type the square that a piece leaves and the one that it goes to, as the valid moves have them, in either case. For a
capture of several pieces name each square that the piece lands on. Kings are drawn in upper case. quit leaves the
game.
Valid moves are: [%s]
`

// legal lists the legal moves.
func (g *consoleGame) legal() string {
	var texts []string
	for _, m := range g.game.Rules().Moves(g.game.Position()) {
		texts = append(texts, g.show(m))
	}
	return strings.Join(texts, ", ")
}

// show is a legal move with the piece that it leads to before it: b:A2-B1.
func (g *consoleGame) show(m variant.Move) string {
	before := g.game.Position()
	after := g.game.Rules().Play(before, m)
	return fmt.Sprintf("%c:%s", g.game.Rules().Letter(after.At(m.To())), g.notation().Format(before, m))
}

func (g *consoleGame) notation() variant.Notation { return g.game.Rules().Notation() }

// name is what a player is called in the transcript.
func (g *consoleGame) name(p variant.Player) string {
	return strings.ToUpper(g.game.Rules().Names[p])
}

func (g *consoleGame) totals() {
	fmt.Fprintln(g.out, "Total time:")
	for _, p := range []variant.Player{variant.First, variant.Second} {
		fmt.Fprintf(g.out, "    %s: %.3f secs\n", g.name(p), g.spent[p].Seconds())
	}
}

func (g *consoleGame) board() string {
	p := g.game.Position()
	show := lastMove(g.out, g.game.Moves())
	if g.notation().Style != variant.Lettered {
		return league.Board(g.game.Rules(), p, show)
	}
	return grid(p.Size(), func(row, column int) string {
		cell := g.game.Rules().Drawn(p.Size(), variant.Cell{Row: row, Column: column})
		piece := p.At(cell)
		if piece == variant.Empty {
			return show(cell, " ")
		}
		return show(cell, string(g.game.Rules().Letter(piece)))
	})
}
