package analysis

import (
	"fmt"
	"math"
	"strings"
)

// String is a table for people: all games, those by colour and by opponent, and how strong the player is.
func (p Player) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%-24s games   won  drawn  lost  unfinished\n", p.Name, "")
	row := func(label string, t Tally) {
		if t.Games() > 0 {
			fmt.Fprintf(&b, "  %-22s %5d %5d  %5d %5d  %10d\n", label, t.Games(), t.Won, t.Drawn, t.Lost, t.Unfinished)
		}
	}
	row("all", p.All)
	row("as Black", p.Black)
	row("as White", p.White)
	for _, a := range p.Levels {
		row(fmt.Sprintf("against %s (%d)", a.Level.Name, a.Level.Elo), a.Tally)
	}
	if len(p.Levels) > 0 {
		row("against others", p.Others)
	}
	if s, known := p.Strength(); known {
		fmt.Fprintf(&b, "strength: %s\n", s)
	}
	return b.String()
}

// String is the estimate for people.
func (s Strength) String() string {
	from := fmt.Sprintf("from %d games against levels", s.Games)
	if s.Games == 1 {
		from = "from 1 game against a level"
	}
	switch {
	case math.IsInf(s.Low, -1) && math.IsInf(s.High, 1):
		return "not known " + from
	case math.IsInf(s.High, 1):
		return fmt.Sprintf("at least %.0f Elo (95 %%), %s", s.Low, from)
	case math.IsInf(s.Low, -1):
		return fmt.Sprintf("at most %.0f Elo (95 %%), %s", s.High, from)
	}
	return fmt.Sprintf("%.0f Elo (95 %%: %.0f to %.0f), %s", s.Elo, s.Low, s.High, from)
}
