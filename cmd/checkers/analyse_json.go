package main

import (
	"draughtsman/engine/analysis"
	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/engine/search"
)

// worth is a score for programs: in hundredths of a man, or the plies to the end of a game that is decided.
type worth struct {
	Score  *int `json:"score,omitempty"`
	WonIn  *int `json:"won_in,omitempty"`
	LostIn *int `json:"lost_in,omitempty"`
}

func worthOf(score int) worth {
	switch plies, decided := search.Distance(score); {
	case decided && score > 0:
		return worth{WonIn: &plies}
	case decided:
		return worth{LostIn: &plies}
	}
	return worth{Score: &score}
}

// depthJSON is one depth of a search.
type depthJSON struct {
	Depth int `json:"depth"`
	worth
	States  uint64   `json:"states"`
	Seconds float64  `json:"seconds"`
	Line    []string `json:"line"`
}

func depthOf(r search.Info) depthJSON {
	return depthJSON{Depth: r.Depth, worth: worthOf(r.Score), States: r.Nodes, Seconds: r.Elapsed.Seconds(),
		Line: words(r.PV)}
}

// moveJSON is what the engine thinks of a move that was played.
type moveJSON struct {
	Game    int      `json:"game"`
	Number  int      `json:"number"`
	Side    string   `json:"side"`
	Move    string   `json:"move"`
	Forced  bool     `json:"forced"`
	Before  worth    `json:"before"`
	After   worth    `json:"after"`
	Loss    int      `json:"loss"`
	Blunder bool     `json:"blunder"`
	Best    []string `json:"best"`
}

func moveOf(game int, j analysis.Judgement, threshold int) moveJSON {
	return moveJSON{
		Game: game, Number: j.Number, Side: j.Side.String(), Move: j.Played.String(), Forced: j.Forced,
		Before: worthOf(j.Before), After: worthOf(j.After), Loss: j.Loss(),
		Blunder: !j.Forced && j.Loss() >= threshold, Best: words(j.Best),
	}
}

// summaryJSON ends a game.
type summaryJSON struct {
	Game   int                     `json:"game"`
	Result string                  `json:"result"`
	Sides  map[string]accuracyJSON `json:"sides"`
}

type accuracyJSON struct {
	Moves    int     `json:"moves"`
	Choices  int     `json:"choices"`
	Best     int     `json:"best"`
	Blunders int     `json:"blunders"`
	Accuracy float64 `json:"accuracy"`
	MeanLoss float64 `json:"mean_loss"`
}

func summaryOf(game int, g pdn.Game, judged []analysis.Judgement, threshold int) summaryJSON {
	sum := summaryJSON{Game: game, Result: g.Result.String(), Sides: map[string]accuracyJSON{}}
	for _, side := range []checkers.Side{checkers.Black, checkers.White} {
		a := analysis.AccuracyOf(side, judged, threshold)
		sum.Sides[side.String()] = accuracyJSON{a.Moves, a.Choices, a.Best, a.Blunders, a.Percent(), a.MeanLoss()}
	}
	return sum
}
