package main

import (
	"strings"

	"draughtsman/engine/league"
)

type leagueCommand struct {
	Play  leaguePlayCommand  `cmd:"" default:"withargs" hidden:"" help:"Play."`
	Merge leagueMergeCommand `cmd:"" help:"Join the games that several computers played."`
}

// Help is what --help adds.
func (leagueCommand) Help() string {
	return `Each two players meet in --games games, unless --format says otherwise. Whoever has no legal move in time has a random one played, and that is counted. Players:

  ` + strings.ReplaceAll(league.Kinds, "\n", "\n  ") + `

NAME=PLAYER gives a player a name of its own: fast=engine:4. --players may be given
several times; a comma in a command is written \,. docs/league.md has more.

  checkers league --players engine,simpleai,minimax:3,random --size 6 --games 10 --save L
  checkers league --resume L
  checkers league --players engine:nodes=4000,engine:nodes=2000 --rules english --ballots --sprt 0,40
  checkers league --players person:Ann,engine:novice --rules english --watch

Several computers, or processes, can share the games; the same command goes on with
each of the files:

  checkers league --players engine:4,engine:5 --games 100 --shard 1/2 --resume part-1.jsonl
  checkers league --players engine:4,engine:5 --games 100 --shard 2/2 --resume part-2.jsonl
  checkers league merge --save L part-1.jsonl part-2.jsonl`
}
