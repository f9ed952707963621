package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"draughtsman/engine/analysis"
	"draughtsman/engine/pdn"
)

type resultsCommand struct {
	Files  []string `arg:"" name:"file" help:"PDN files; - is standard input."`
	Player string   `help:"Only the player of this name." placeholder:"NAME"`
	JSON   bool     `name:"json" help:"Print a JSON object a player, one a line."`
}

// Help is what --help adds.
func (resultsCommand) Help() string {
	return `Games are counted by colour and by the level of the engine that they were played
against, which the tag Level names. How strong a player is follows from those games.
docs/pdn.md has more.

  checkers results games.pdn
  checkers results games.pdn --player Human
  checkers results *.pdn --player Ann --json`
}

// Run prints how players did.
func (c resultsCommand) Run(ctx context.Context, s *session) error {
	var games []analysis.Game
	var others int
	var told []string // what was said of levels
	for _, file := range c.Files {
		found := false
		err := readGames(ctx, s, file, func(n int, g pdn.Game, wrong pdn.Faults) error {
			if g.Plies() == 0 && len(g.Tags) == 0 && wrong != nil {
				return fmt.Errorf("%s is no file of games: %w", file, wrong[0].Err)
			}
			found = true
			if !g.English() {
				others++
				return nil
			}
			game, err := analysis.GameOf(g)
			if err != nil && !slices.Contains(told, err.Error()) {
				told = append(told, err.Error())
				s.note(fmt.Sprintf("%s: game %d: %v; it counts as a game against others", file, n, err))
			}
			games = append(games, game)
			return nil
		})
		switch {
		case err != nil:
			return err
		case !found:
			return fmt.Errorf("%s has no game in it", file)
		}
	}
	if others > 0 {
		s.note(fmt.Sprintf("%s by other rules than English draughts not counted", howMany(others, "game")))
	}
	players, err := c.choose(analysis.Players(games))
	if err != nil {
		return err
	}
	return c.print(s, players)
}

// choose is the players that are asked for.
func (c resultsCommand) choose(players []analysis.Player) ([]analysis.Player, error) {
	files := strings.Join(c.Files, ", ")
	switch {
	case len(players) == 0:
		return nil, fmt.Errorf("%s: no game has the name of a player (the tags Black and White)", files)
	case c.Player == "":
		return players, nil
	}
	var names []string
	for _, p := range players {
		if strings.EqualFold(p.Name, strings.Join(strings.Fields(c.Player), " ")) {
			return []analysis.Player{p}, nil
		}
		names = append(names, p.Name)
	}
	if more := len(names) - mostNames; more > 0 {
		names = append(names[:mostNames], fmt.Sprintf("and %d more", more))
	}
	return nil, fmt.Errorf("%s: no game of %q; players in it: %s", files, c.Player, strings.Join(names, ", "))
}

// mostNames is how many players an error names.
const mostNames = 10

func (c resultsCommand) print(s *session, players []analysis.Player) error {
	encoder := json.NewEncoder(s.out)
	for i, p := range players {
		if c.JSON {
			if err := encoder.Encode(p); err != nil {
				return fmt.Errorf("write results: %w", err)
			}
			continue
		}
		if i > 0 {
			fmt.Fprintln(s.out)
		}
		fmt.Fprint(s.out, p)
	}
	return nil
}
