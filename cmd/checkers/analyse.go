package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"draughtsman/engine/analysis"
	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/engine/search"
	"draughtsman/internal/cli"
	"draughtsman/internal/engine"
	"draughtsman/internal/files"
)

type analyseCommand struct {
	Source    string  `arg:"" name:"fen-or-file" help:"A position, as in B:W21,22,K30:B1,K5, or a PDN file; - is a PDN file on standard input."`
	Time      *moment `help:"Seconds for a position (default 5), or for each move of a game (default 1)." placeholder:"SECONDS"`
	Depth     int     `help:"Plies to look ahead; without --time, however long it takes." placeholder:"PLIES"`
	Game      int     `help:"Only the game with this number in the file." placeholder:"N"`
	Threshold float64 `default:"0.5" help:"The loss from which a move is a blunder, in men."`
	JSON      bool    `name:"json" help:"Print JSON objects, one a line."`
	HTML      string  `name:"html" help:"Write a report of a game as a page for a browser." placeholder:"FILE"`

	engine.Flags
	means engine.Means
}

// Help is what --help adds.
func (analyseCommand) Help() string {
	return `Of a position each depth is shown with the line that is expected; of a game each move,
what it lost, and how well each side played. The page that --html writes needs no network.
With --depth alone and one thread, which is what is usual then, the answer is always the same. docs/pdn.md says what
the objects of --json hold.

  checkers analyse 'B:W21,22,K30:B1,K5' --time 10
  checkers analyse games.pdn --game 3 --depth 12
  checkers analyse games.pdn --game 3 --html report.html
  checkers analyse games.pdn --tables tables --tables-mb 160
  checkers analyse --json games.pdn`
}

// Run analyses a position or the games of a file.
func (c analyseCommand) Run(ctx context.Context, s *session) (err error) {
	switch {
	case c.Time != nil && *c.Time == 0:
		return wrongUsage("--time 0: want more than that")
	case c.Depth < 0:
		return wrongUsage("--depth %d: want 1 or more", c.Depth)
	case !(c.Threshold > 0):
		return wrongUsage("--threshold %g: want more than 0", c.Threshold)
	}
	if c.Threads == 0 && c.Depth > 0 && c.Time == nil { // the same answer each time
		c.Threads = 1
	}
	if c.means, err = c.Open(s.err); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.means.Close()) }()
	if c.HTML != "" {
		if err := pages.MayReplace(c.HTML); err != nil {
			return wrongUsage("--html: %w", err)
		}
	}
	_, missing := os.Stat(c.Source)
	switch {
	case c.Source == "-" || missing == nil:
		return c.games(ctx, s)
	case !strings.Contains(c.Source, ":"):
		return fmt.Errorf("%w; a position in place of a file is written as in B:W18,26,K27:B15", missing)
	}
	p, err := s.position(c.Source)
	switch {
	case err != nil:
		return wrongUsage("%w", err)
	case c.HTML != "":
		return wrongUsage("--html: a report is of a game, and %s is a position", c.Source)
	}
	return c.position(ctx, s, p)
}

func (c analyseCommand) searcher(game checkers.RuleSet) *search.Searcher {
	return c.means.Searchers(search.Level{}, 0)(game)
}

// limits is how long to search, given a default.
func (c analyseCommand) limits(unasked time.Duration) search.Request {
	r := search.Request{Depth: c.Depth}
	switch {
	case c.Time != nil:
		r.Time = time.Duration(*c.Time)
	case c.Depth == 0:
		r.Time = unasked
	}
	return r
}

func (c analyseCommand) position(ctx context.Context, s *session, p checkers.Position) error {
	if len(p.Moves()) == 0 {
		return fmt.Errorf("there is nothing to analyse: %s has no legal move and has lost", p.Turn)
	}
	limits := c.limits(5 * time.Second)
	limits.Position = p
	show := printDepth(s)
	if c.JSON {
		encoder := json.NewEncoder(s.out)
		show = func(r search.Info) { _ = encoder.Encode(depthOf(r)) } // like Fprintln
	} else {
		fmt.Fprintf(s.out, "%v%s to move; scores in men as %s sees them\n", p, p.Turn, p.Turn)
		fmt.Fprintf(s.out, "depth  score       states  seconds  line\n")
	}
	shown := -1
	result, err := analysis.Search(ctx, c.searcher(limits.Position.Set), limits, func(r search.Info) {
		show(r)
		shown = r.Depth
	})
	if err != nil {
		return fmt.Errorf("analyse: %w", err)
	}
	if shown < 0 { // forced to the end, or stopped at once
		show(result)
	}
	if !c.JSON {
		fmt.Fprintf(s.out, "best move: %s (%s)\n", result.Move, men(result.Score))
	}
	return nil
}

// printDepth prints a line a depth.
func printDepth(s *session) func(search.Info) {
	return func(r search.Info) {
		fmt.Fprintf(s.out, "%5d  %-10s %7d  %7.3f  %s\n", r.Depth, men(r.Score), r.Nodes, r.Elapsed.Seconds(), line(r.PV))
	}
}

// games reviews the games of a file.
func (c analyseCommand) games(ctx context.Context, s *session) error {
	found, cut, others := false, 0, 0
	alone := func() error { return nil } // the review that waits until it is known to be the only one
	err := readGames(ctx, s, c.Source, func(n int, g pdn.Game, wrong pdn.Faults) error {
		switch {
		case c.Game != 0 && n < c.Game:
			return nil
		case c.Game != 0 && n > c.Game:
			return errEnough
		}
		if g.Plies() == 0 && len(g.Tags) == 0 && wrong != nil {
			return fmt.Errorf("%s is no file of games: %w", c.Source, wrong[0].Err)
		}
		if found && c.HTML != "" {
			return wrongUsage("--html: %s has several games: choose one by --game", c.Source)
		}
		found = true
		if g.Variant != nil {
			others++
			rules, size := g.Kind()
			fmt.Fprintf(s.err, "game %d: played by %s on a board of size %d, which cannot be analysed\n", n, rules, size)
			return nil
		}
		if err := errors.Join(printFaults(s.err, c.Source, wrong), printHints(s.err, c.Source, g.Hints)); err != nil {
			return err
		}
		if wrong.Cut() {
			cut++
		}
		if c.HTML != "" {
			alone = func() error { return c.review(ctx, s, n, g) }
			return nil
		}
		return c.review(ctx, s, n, g)
	})
	if err == nil {
		err = alone()
	}
	switch {
	case err != nil:
		return err
	case !found && c.Game != 0:
		return fmt.Errorf("%s has no game %d", c.Source, c.Game)
	case !found:
		return fmt.Errorf("%s has no game in it", c.Source)
	case others > 0:
		return fmt.Errorf("%s left out", howMany(others, "game"))
	case cut > 0:
		return fmt.Errorf("%s could be read only in part", howMany(cut, "game"))
	}
	return nil
}

// review prints what the engine thinks of each move of a game, and how well each side played, and writes its report.
func (c analyseCommand) review(ctx context.Context, s *session, n int, g pdn.Game) error {
	threshold := int(c.Threshold * 100)
	limits := c.limits(time.Second)
	encoder := json.NewEncoder(s.out)
	if !c.JSON {
		fmt.Fprintf(s.out, "game %d: %s\n", n, titleOf(g))
		fmt.Fprintf(s.out, "  move             before     after\n")
	}
	ply, at := 0, g.Start
	searcher, explain := c.searcher(g.Start.Set), c.means.Explainer()
	judged, err := analysis.Review(ctx, searcher, g.Start, g.Moves, limits, explain, func(j analysis.Judgement) {
		ply++
		at = at.Play(j.Played)
		if c.JSON {
			_ = encoder.Encode(moveJSON{n, analysis.MoveOf(ply, j, at, threshold)}) // like Fprintln
		} else {
			fmt.Fprintln(s.out, judgementLine(j, g.Start.Set.Begins(), threshold))
		}
	})
	whole := analysis.ReportOf(g, judged, limits, threshold)
	if c.JSON {
		summary := whole
		summary.Moves = nil
		_ = encoder.Encode(summaryJSON{n, summary})
	} else {
		for _, side := range []checkers.Side{checkers.Black, checkers.White} {
			fmt.Fprintln(s.out, accuracyLine(side, analysis.AccuracyOf(side, judged, threshold)))
		}
		fmt.Fprintln(s.out)
	}
	switch {
	case ctx.Err() != nil:
		return cli.Interrupted(ctx, "interrupted in game %d after %s", n, howMany(len(judged), "move"))
	case err != nil || c.HTML == "":
		return err
	}
	return writePage(c.HTML, whole)
}

// writePage puts a report into a file, in the place of one that is there.
func writePage(path string, r analysis.Report) error {
	var page bytes.Buffer
	if err := analysis.WriteHTML(&page, r); err != nil {
		return err
	}
	if err := files.Replace(path, page.Bytes()); err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	return nil
}

// titleOf names a game: who played, where, the result.
func titleOf(g pdn.Game) string {
	name := func(side string) string {
		if value := g.Tag(side); value != "" {
			return value + " (" + side + ")"
		}
		return side
	}
	title := name("Black") + " against " + name("White")
	for _, tag := range []string{"Event", "Date"} {
		if value := g.Tag(tag); value != "" {
			title += ", " + value
		}
	}
	return title + ", " + g.Result.String()
}

func judgementLine(j analysis.Judgement, first checkers.Side, threshold int) string {
	number := strconv.Itoa(j.Number) + "."
	if j.Side != first {
		number += ".."
	}
	text := fmt.Sprintf("%6s %-12s %-10s %-10s", number, j.Played, men(j.Before), men(j.After))
	switch {
	case j.Forced:
		text += " forced"
	case j.Loss() >= threshold:
		text += fmt.Sprintf(" BLUNDER, loses %.2f: better %s", float64(j.Loss())/100, line(j.Best))
		if j.Why != "" {
			text += " (" + j.Why + ")"
		}
	}
	return strings.TrimRight(text, " ")
}

func accuracyLine(side checkers.Side, a analysis.Accuracy) string {
	text := fmt.Sprintf("%s: %s, %d forced", side, howMany(a.Moves, "move"), a.Moves-a.Choices)
	if a.Choices == 0 {
		return text
	}
	return text + fmt.Sprintf("; of %s %d as the engine's, %s, accuracy %.0f %%, mean loss %.2f",
		howMany(a.Choices, "choice"), a.Best, howMany(a.Blunders, "blunder"), a.Percent, a.MeanLoss/100)
}

// men is a score for people: in men, or in plies to the end.
func men(score int) string {
	switch plies, decided := search.Distance(score); {
	case decided && score > 0:
		return fmt.Sprintf("won in %d", plies)
	case decided:
		return fmt.Sprintf("lost in %d", plies)
	}
	return fmt.Sprintf("%+.2f", float64(score)/100)
}

func line(moves []checkers.Move) string { return strings.Join(words(moves), " ") }

func words(moves []checkers.Move) []string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = m.String()
	}
	return texts
}
