package league

import (
	"fmt"
	"io"
	"time"

	"draughtsman/engine/analysis"
	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
)

// Table writes a match as it goes on: a heading, a row a game, and at the end a row an agent. Times are CPU time in
// seconds.
type Table struct {
	w      io.Writer
	names  [2]string
	width  int // of a name
	totals totals
}

// totals are by agent.
type totals [2]total

// total is what an agent has achieved.
type total struct {
	analysis.Results
	used, longest time.Duration
}

// NewTable is the table of a match between agents of these names.
func NewTable(w io.Writer, names [2]string) *Table {
	return &Table{w: w, names: names, width: max(len("Black"), len(names[0]), len(names[1]))}
}

// Heading writes what the columns of the games are.
func (t *Table) Heading() {
	fmt.Fprintf(t.w, "game  %-*s  %-*s  result   plies  Black's s  White's s  ruling\n", t.width, "Black", t.width,
		"White")
}

// add counts another game.
func (t *totals) add(p Played) {
	for _, side := range []checkers.Side{checkers.Black, checkers.White} {
		sum := &t[p.Seats[side]]
		sum.used += p.Used[side]
		sum.longest = max(sum.longest, p.Longest[side])
		sum.Results = sum.Plus(p.Points(p.Seats[side]))
	}
}

// Add writes the row of a game.
func (t *Table) Add(p Played) {
	t.totals.add(p)
	fmt.Fprintf(t.w, "%4d  %-*s  %-*s  %-7s  %5d  %9.2f  %9.2f  %s\n", p.Number,
		t.width, p.Names[checkers.Black], t.width, p.Names[checkers.White], pdn.ResultOf(p.Outcome), len(p.Moves),
		p.Used[checkers.Black].Seconds(), p.Used[checkers.White].Seconds(), p.Outcome)
}

// Totals writes the rows of the agents.
func (t *Table) Totals() {
	fmt.Fprintf(t.w, "\n%-*s  won  drawn  lost  points  seconds  longest move\n", t.width, "")
	for agent, sum := range t.totals {
		fmt.Fprintf(t.w, "%-*s  %3d  %5d  %4d  %6.1f  %7.2f  %12.2f\n", t.width, t.names[agent],
			sum.Won, sum.Drawn, sum.Lost, sum.Points(), sum.used.Seconds(), sum.longest.Seconds())
	}
}
