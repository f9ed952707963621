package main

import (
	"draughtsman/engine/report"
	"draughtsman/engine/search"
)

// depthJSON is one depth of a search.
type depthJSON struct {
	Depth int `json:"depth"`
	report.Worth
	States  uint64   `json:"states"`
	Seconds float64  `json:"seconds"`
	Line    []string `json:"line"`
}

func depthOf(r search.Info) depthJSON {
	return depthJSON{Depth: r.Depth, Worth: report.WorthOf(r.Score), States: r.Nodes, Seconds: r.Elapsed.Seconds(),
		Line: words(r.PV)}
}

// moveJSON is what the engine thinks of a move that was played.
type moveJSON struct {
	Game int `json:"game"`
	report.Move
}

// summaryJSON ends a game: its report, whose moves have been printed before.
type summaryJSON struct {
	Game int `json:"game"`
	report.Report
}
