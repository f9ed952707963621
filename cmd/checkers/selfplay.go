package main

type selfplayCommand struct {
	Play  selfplayPlayCommand  `cmd:"" default:"withargs" hidden:"" help:"Play."`
	Merge selfplayMergeCommand `cmd:"" help:"Join the games that several computers played."`
}

func (selfplayCommand) Help() string {
	return `Plays games by itself, for checkers tune to learn from: of English draughts, or of the rule
set that --rules names. When it is stopped, the same command goes on where it was.

  checkers selfplay --games 10000 --by hand round1.games
  checkers tune --out round1.weights round1.games
  checkers selfplay --games 20000 --seed 2 --by round1.weights round2.games
  checkers selfplay --rules russian --by hand russian.games

Several computers, or processes, can share the games:

  checkers selfplay --games 20000 --shard 1/2 part-1.games
  checkers selfplay --games 20000 --shard 2/2 part-2.games
  checkers selfplay merge --out all.games part-1.games part-2.games`
}
