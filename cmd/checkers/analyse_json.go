package main

import (
	"draughtsman/engine/analysis"
	"draughtsman/engine/search"
)

// depthJSON is one depth of a search.
type depthJSON struct {
	Depth int `json:"depth"`
	analysis.Worth
	States  uint64   `json:"states"`
	Seconds float64  `json:"seconds"`
	Line    []string `json:"line"`
}

func depthOf(r search.Info) depthJSON {
	return depthJSON{Depth: r.Depth, Worth: analysis.WorthOf(r.Score), States: r.Nodes, Seconds: r.Elapsed.Seconds(),
		Line: words(r.PV)}
}

// moveJSON is what the engine thinks of a move that was played.
type moveJSON struct {
	Game int `json:"game"`
	analysis.Move
}

// summaryJSON ends a game: its report, whose moves have been printed before.
type summaryJSON struct {
	Game int `json:"game"`
	analysis.Report
}
