package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"draughtsman/engine/checkers"
	"draughtsman/engine/learn"
	"draughtsman/engine/pdn"
	"draughtsman/engine/search"
	"draughtsman/internal/files"
)

type tuneJudgeCommand struct {
	Files   []string `arg:"" name:"file" help:"PDN files of games whose results are known; - is standard input."`
	By      []string `default:"learnt" help:"Which evaluations, separated by commas: learnt, that of the program, hand, material and the hunt alone, or files of weights." placeholder:"WEIGHTS"`
	Picture string   `type:"path" help:"Write the curves of the evaluations, in their order, as an SVG picture to this file." placeholder:"FILE"`
}

// Help is what --help adds.
func (tuneJudgeCommand) Help() string {
	return `Prints, by the number of pieces, how the evaluation alone, without a search, goes
together with the results of games: the correlation over their quiet positions.
Games that the evaluation was fitted to tell nothing.

  checkers tune judge games.pdn
  checkers tune judge --by hand,round1.weights,round2.weights --picture curves.svg games.pdn`
}

// Run prints a row an evaluation.
func (c tuneJudgeCommand) Run(ctx context.Context, s *session) error {
	if c.Picture != "" {
		if err := curves.MayReplace(c.Picture); err != nil {
			return wrongUsage("--picture: %w", err)
		}
	}
	positions, games, err := c.positions(ctx, s)
	switch {
	case err != nil:
		return err
	case games == 0:
		return errors.New("there is no game of English draughts with a result in these files")
	}
	fmt.Fprintf(s.out, "%s with a result\n", howMany(games, "game"))
	var all []learn.Judged
	for i, name := range c.By {
		values, _, err := weightsNamed(name, checkers.English)
		if err != nil {
			return err
		}
		english := search.English{Weights: values}
		foretold := learn.Judge(positions, english.Evaluate)
		all = append(all, learn.Judged{Name: shortName(name), Phases: foretold})
		if i == 0 {
			c.printHead(s, foretold)
		}
		var row strings.Builder
		for _, f := range foretold {
			fmt.Fprintf(&row, "%8s", correlation(f))
		}
		fmt.Fprintf(s.out, "%-20s%s\n", shortName(name), row.String())
	}
	if c.Picture == "" {
		return nil
	}
	var picture bytes.Buffer
	if err := learn.DrawCurves(&picture, all); err != nil {
		return err
	}
	return files.Replace(c.Picture, picture.Bytes())
}

func (tuneJudgeCommand) printHead(s *session, phases []learn.Foretold) {
	var pieces, positions strings.Builder
	for _, f := range phases {
		fmt.Fprintf(&pieces, "%8s", f.Pieces())
		fmt.Fprintf(&positions, "%8d", f.Positions)
	}
	fmt.Fprintf(s.out, "%-20s%s\n%-20s%s\n", "pieces", pieces.String(), "positions", positions.String())
}

// shortName is what weights are called: learnt, hand or the name of their file.
func shortName(name string) string {
	return strings.TrimSuffix(filepath.Base(name), ".weights")
}

func correlation(f learn.Foretold) string {
	if math.IsNaN(f.Correlation) {
		return "-"
	}
	return fmt.Sprintf("%.3f", f.Correlation)
}

// positions is those of all games that have a result.
func (c tuneJudgeCommand) positions(ctx context.Context, s *session) (all []learn.Outcome, games int, err error) {
	for _, file := range c.Files {
		err := readGames(ctx, s, file, func(_ int, g pdn.Game, wrong pdn.Faults) error {
			result, known := resultForBlack(g)
			if !known || wrong.Cut() {
				return nil
			}
			games++
			p := g.Start
			all = append(all, outcomeOf(p, result))
			for _, m := range g.Moves {
				p = p.Play(m)
				all = append(all, outcomeOf(p, result))
			}
			return nil
		})
		if err != nil {
			return nil, 0, err
		}
	}
	return all, games, nil
}

func outcomeOf(p checkers.Position, forBlack int) learn.Outcome {
	if p.Turn == checkers.White {
		return learn.Outcome{Position: p, Result: -forBlack}
	}
	return learn.Outcome{Position: p, Result: forBlack}
}

// resultForBlack is 1, 0 or −1 for a game of English draughts that Black won, drew or lost; false where that is not
// known.
func resultForBlack(g pdn.Game) (result int, known bool) {
	if !g.English() {
		return 0, false
	}
	switch g.Result {
	case pdn.BlackWins:
		return 1, true
	case pdn.WhiteWins:
		return -1, true
	case pdn.Draw:
		return 0, true
	}
	return 0, false
}
