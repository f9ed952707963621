package league

import (
	"encoding/json"
	"io"

	"draughtsman/engine/analysis"
	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
)

// Lines write what a Table does for programs: a JSON object a game and, at the end, one an agent. Times are CPU time in
// seconds.
type Lines struct {
	encoder *json.Encoder
	names   [2]string
	totals  totals
}

// NewLines are the lines of a match between agents of these names.
func NewLines(w io.Writer, names [2]string) *Lines {
	return &Lines{encoder: json.NewEncoder(w), names: names}
}

// Heading writes nothing.
func (l *Lines) Heading() {}

// gameLine is a game.
type gameLine struct {
	Game   int      `json:"game"`
	Black  seatLine `json:"black"`
	White  seatLine `json:"white"`
	Result string   `json:"result"`
	Ruling string   `json:"ruling"`
	Moves  []string `json:"moves"`
}

type seatLine struct {
	Agent   string  `json:"agent"`
	Seconds float64 `json:"seconds"`
	Longest float64 `json:"longest_move"`
	Failed  string  `json:"failed,omitempty"` // how its program ended that had moved all the same
}

// Add writes a game; that it could not be is for whoever wrote it to know.
func (l *Lines) Add(p Played) {
	l.totals.add(p)
	seat := func(side checkers.Side) seatLine {
		return seatLine{p.Names[side], p.Used[side].Seconds(), p.Longest[side].Seconds(), p.Failed[side]}
	}
	moves := make([]string, len(p.Moves))
	for i, m := range p.Moves {
		moves[i] = m.String()
	}
	_ = l.encoder.Encode(gameLine{p.Number, seat(checkers.Black), seat(checkers.White), pdn.ResultOf(p.Outcome).String(),
		p.Outcome.String(), moves})
}

// agentLine is what an agent has achieved.
type agentLine struct {
	Agent string `json:"agent"`
	analysis.Results
	Points  float64 `json:"points"`
	Seconds float64 `json:"seconds"`
	Longest float64 `json:"longest_move"`
}

// Totals writes the agents.
func (l *Lines) Totals() {
	for agent, sum := range l.totals {
		_ = l.encoder.Encode(agentLine{l.names[agent], sum.Results, sum.Points(), sum.used.Seconds(), sum.longest.Seconds()})
	}
}
