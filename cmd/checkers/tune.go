package main

type tuneCommand struct {
	Fit   tuneFitCommand   `cmd:"" default:"withargs" hidden:"" help:"Fit."`
	Judge tuneJudgeCommand `cmd:"" help:"Say how well the evaluation alone foretells the results of games."`
}

func (tuneCommand) Help() string {
	return `Fits the evaluation of a rule set to games of checkers selfplay, which are all of that
rule set. Every 20th game is held back: the last column says how well the weights
do on games that they were not fitted to.

The weights that come with the program are engine/search/english.weights and, where kings
fly and men capture backwards, russian.weights.

  checkers tune --out next.weights round1.games round2.games
  checkers tune --from next.weights --out third.weights round3.games`
}
