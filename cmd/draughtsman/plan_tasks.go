package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/internal/app"
	"draughtsman/internal/cli"
	"draughtsman/internal/engine"
	"draughtsman/internal/robot"
	"draughtsman/planner"
)

// planning is what a plan is made of.
type planning struct {
	planCommand
	setup planner.Setup
	tray  planner.Tray
	looks planner.Looks
	rules checkers.RuleSet
	means engine.Means
	notes io.Writer // takes what was understood in another way than it was written
}

// plans are those for what was asked: one, or one for each move of a game.
func (p planning) plans(ctx context.Context) ([]planner.Plan, error) {
	switch {
	case p.PDN != "":
		return p.game()
	case p.WholeGame:
		return p.played(ctx)
	case p.SetUp:
		return p.newGame()
	case len(p.Tidy) > 0:
		return p.tidy()
	case len(p.Straighten) > 0:
		return p.straighten()
	}
	position, err := p.position()
	if err != nil {
		return nil, err
	}
	move, err := p.move(ctx, position)
	if err != nil {
		return nil, err
	}
	return p.one(p.moved(planner.Table{Position: position, Tray: p.tray}, move))
}

// one is a plan alone.
func (p planning) one(plan planner.Plan, err error) ([]planner.Plan, error) {
	if err != nil {
		return nil, err
	}
	return []planner.Plan{plan}, nil
}

// position is the one asked for.
func (p planning) position() (checkers.Position, error) { return p.parse("--fen", p.FEN) }

// parse is the position of a flag, the start position if it is empty.
func (p planning) parse(flag, fen string) (checkers.Position, error) {
	if fen == "" {
		return p.rules.Start(), nil
	}
	position, hint, err := p.rules.ReadFEN(fen)
	if err != nil {
		return checkers.Position{}, wrongUsage("%s: %w", flag, err)
	}
	if hint != "" {
		fmt.Fprintf(p.notes, "note: %s\n", hint)
	}
	return position, nil
}

// move is the move asked for, or the engine's.
func (p planning) move(ctx context.Context, position checkers.Position) (checkers.Move, error) {
	if p.Move != "" {
		move, err := position.ParseMove(p.Move)
		if err != nil {
			return checkers.Move{}, wrongUsage("--move: %w", err)
		}
		return move, nil
	}
	mind := robot.NewEngine(p.means, search.Level{}, 0)
	result, err := mind.Think(ctx, checkers.NewGame(position), p.Time, func(search.Info) {})
	if err != nil {
		return checkers.Move{}, fmt.Errorf("no move to plan: %w", err)
	}
	return result.Move, nil
}

// moved is the plan of a move.
func (p planning) moved(table planner.Table, move checkers.Move) (planner.Plan, error) {
	plan, err := planner.New(p.setup, table, move, p.looks)
	if err != nil {
		return planner.Plan{}, fmt.Errorf("%s cannot be carried out: %w", move, err)
	}
	return plan, nil
}

// game is the plans for the moves of a game that the arm makes, each with the tray as it is by then, and for a new
// game after it if that is asked for.
func (p planning) game() ([]planner.Plan, error) {
	game, count, err := app.ReadGame(p.PDN, p.Game)
	if err == nil && p.Game > count {
		err = wrongUsage("--game %d: %s has %d", p.Game, p.PDN, count)
	}
	if err != nil {
		return nil, err
	}
	table := planner.Table{Position: game.Start, Tray: p.tray}
	var plans []planner.Plan
	for n, move := range game.Moves {
		if p.Side != "both" && !strings.EqualFold(table.Position.Turn.String(), p.Side) {
			table = table.Watch(move)
			continue
		}
		plan, err := p.moved(table, move)
		if err != nil {
			return nil, fmt.Errorf("%s, game %d, move %d: %w", p.PDN, p.Game, n+1, err)
		}
		plans, table = append(plans, plan), plan.After
	}
	if !p.SetUp {
		return plans, nil
	}
	target, err := p.position()
	if err != nil {
		return nil, err
	}
	plan, err := planner.SetUp(p.setup, table, target, p.looks)
	return append(plans, plan), err
}

// played is the plans for a game that the program plays against itself, from the position asked for to its end.
func (p planning) played(ctx context.Context) ([]planner.Plan, error) {
	position, err := p.position()
	if err != nil {
		return nil, err
	}
	game, mind := checkers.NewGame(position), robot.NewEngine(p.means, search.Level{}, 0)
	table := planner.Table{Position: position, Tray: p.tray}
	var plans []planner.Plan
	for {
		if _, over := game.Outcome(); over {
			return plans, nil
		}
		result, err := mind.Think(ctx, game, p.Time, func(search.Info) {})
		if err != nil {
			return nil, err
		}
		if err := game.Play(result.Move); err != nil {
			return nil, err
		}
		if p.Side != "both" && !strings.EqualFold(table.Position.Turn.String(), p.Side) {
			table = table.Watch(result.Move)
			continue
		}
		plan, err := p.moved(table, result.Move)
		if err != nil {
			return nil, err
		}
		plans, table = append(plans, plan), plan.After
	}
}

// newGame is the plan that sets up a game from what stands on the board. What is missing of a game's discs is
// taken to lie in the tray.
func (p planning) newGame() ([]planner.Plan, error) {
	stands, err := p.parse("--from", p.From)
	if err != nil {
		return nil, err
	}
	target, err := p.position()
	if err != nil {
		return nil, err
	}
	table := planner.Table{Position: stands, Tray: p.tray}
	for _, side := range []checkers.Side{checkers.Black, checkers.White} {
		if table.Tray, err = table.Tray.Store(side, p.rules.Board().PiecesASide()-stands.Of(side).Len()); err != nil {
			return nil, err
		}
	}
	return p.one(planner.SetUp(p.setup, table, target, p.looks))
}

func (p planning) tidy() ([]planner.Plan, error) {
	position, err := p.position()
	if err != nil {
		return nil, err
	}
	var squares []planner.Place
	for _, name := range p.Tidy {
		square, err := p.rules.SquareNamed(name)
		if err != nil {
			return nil, wrongUsage("--tidy: %w", err)
		}
		squares = append(squares, planner.OnSquare(square))
	}
	return p.one(planner.Tidy(p.setup, planner.Table{Position: position, Tray: p.tray}, squares, p.looks))
}

func (p planning) straighten() ([]planner.Plan, error) {
	position, err := p.position()
	if err != nil {
		return nil, err
	}
	table, squares := planner.Table{Position: position, Tray: p.tray}, checkers.Set(0)
	for _, text := range p.Straighten {
		square, offset, err := p.offset(text)
		if err != nil {
			return nil, wrongUsage("--straighten %s: %w", text, err)
		}
		squares |= checkers.SetOf(square)
		table.Offset[square] = offset
	}
	return p.one(planner.Straighten(p.setup, table, squares, p.looks))
}

// offset reads a square and how far a piece stands from its middle, mm: "18:3:-4".
func (p planning) offset(text string) (checkers.Square, [2]float64, error) {
	parts := strings.Split(text, ":")
	if len(parts) != 3 {
		return 0, [2]float64{}, fmt.Errorf("a square and two lengths in mm are wanted, such as 18:3:-4")
	}
	square, err := p.rules.SquareNamed(parts[0])
	if err != nil {
		return 0, [2]float64{}, err
	}
	var offset [2]float64
	for i, part := range parts[1:] {
		if offset[i], err = cli.Number(part); err != nil {
			return 0, [2]float64{}, fmt.Errorf("%q is no length in mm", part)
		}
	}
	return square, offset, nil
}
