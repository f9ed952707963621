package main

import (
	"fmt"
	"io"

	"draughtsman/engine/endgame"
	"draughtsman/internal/cli"
)

// tablesShow says how far the work on endgame tables is: in a terminal by a bar, elsewhere by a line a tenth.
type tablesShow struct {
	out      io.Writer
	terminal bool
	bar      *cli.Bar // nil before the work begins
	tenths   int
}

func newTablesShow(out io.Writer) *tablesShow {
	return &tablesShow{out: out, terminal: cli.IsScreen(out)}
}

func (s *tablesShow) tell(p endgame.Progress) {
	if !s.terminal {
		if tenths := 10 * p.Done / p.Total; tenths > s.tenths {
			s.tenths = tenths
			fmt.Fprintf(s.out, "%d %% done, at %s\n", 10*tenths, p.Material)
		}
		return
	}
	if s.bar == nil {
		s.bar = cli.BeginBar(s.out, p.Material.String(), p.Total)
	}
	s.bar.Set(p.Material.String(), p.Done)
}

// end takes the bar away.
func (s *tablesShow) end() {
	if s.bar != nil {
		s.bar.Clear()
	}
}

// printTables prints a row for each number of pieces.
func printTables(out io.Writer, tables *endgame.Tables) {
	fmt.Fprintln(out, "pieces   positions         won       drawn        lost  longest  quiet")
	rows := make([]endgame.Summary, tables.Pieces()+1)
	for _, s := range tables.Summaries() {
		r := &rows[s.Material.Pieces()]
		r.Positions += s.Positions
		r.Won += s.Won
		r.Drawn += s.Drawn
		r.Lost += s.Lost
		r.Longest, r.Quiet = max(r.Longest, s.Longest), max(r.Quiet, s.Quiet)
	}
	for pieces, r := range rows {
		if r.Positions > 0 {
			fmt.Fprintf(out, "%6d  %10d  %10d  %10d  %10d  %7d  %5d\n", pieces, r.Positions, r.Won, r.Drawn, r.Lost, r.Longest,
				r.Quiet)
		}
	}
}
