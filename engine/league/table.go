package league

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"draughtsman/engine/analysis"
	"draughtsman/engine/process"
	"draughtsman/engine/variant"
)

// Row is how a player stands.
type Row struct {
	Player    string
	Score     analysis.Results
	Forfeited int // moves that it did not make

	Points   float64 // in a Swiss with those for rounds in which it had nobody to meet
	Buchholz float64 // the points of those whom it has met, in a Swiss
	Rounds   int     // that it has got through, in an elimination

	Shard process.Shard // that the row is of; zero: of the whole league
}

// rowLine is a row as JSON; an Elo difference without bound is null.
type rowLine struct {
	Player string `json:"player"`
	analysis.Results
	Points    float64  `json:"points"`
	Buchholz  float64  `json:"buchholz,omitempty"`
	Rounds    int      `json:"rounds,omitempty"`
	Forfeited int      `json:"forfeited"`
	Elo       *float64 `json:"elo"`
	Low       *float64 `json:"elo_low"` // 95 % lie between these
	High      *float64 `json:"elo_high"`

	Shard process.Shard `json:"shard,omitzero"`
}

// MarshalJSON implements json.Marshaler.
func (r Row) MarshalJSON() ([]byte, error) {
	e := r.Score.Elo()
	return json.Marshal(rowLine{r.Player, r.Score, r.Points, r.Buchholz, r.Rounds, r.Forfeited,
		analysis.OrNull(e.Elo), analysis.OrNull(e.Low), analysis.OrNull(e.High), r.Shard})
}

// Standings is how the players stand after some games: in an elimination by the rounds that they got through, then by
// points, in a Swiss by the points of those whom they have met, then by fewer moves forfeited, then in the order of the
// setup.
func (l *League) Standings(records []Record) []Row {
	rows := make([]Row, len(l.Players))
	l.schedule(records).judge(rows)
	for i, name := range l.names() {
		rows[i].Player, rows[i].Shard = name, l.Setup.Shard
		for _, r := range records {
			for _, side := range []variant.Player{variant.First, variant.Second} {
				if r.seat(side) == name {
					rows[i].Score = rows[i].Score.Plus(r.Result.points(side))
					rows[i].Points = rows[i].Score.Points()
					rows[i].Forfeited += r.forfeitsOf(name)
				}
			}
		}
	}
	if l.Setup.Format == Swiss {
		for i, points := range l.schedule(records).points() {
			rows[i].Points = points
		}
	}
	slices.SortStableFunc(rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(b.Rounds, a.Rounds), cmp.Compare(b.Points, a.Points),
			cmp.Compare(b.Buchholz, a.Buchholz), cmp.Compare(a.Forfeited, b.Forfeited))
	})
	return rows
}

// judge puts into the rows of the players, in the order of the setup, what the format has them judged by.
func (s *schedule) judge(rows []Row) {
	points := s.points()
	for i, r := range s.rounds {
		through := s.over || i < len(s.rounds)-1
		for _, player := range r.idle {
			if s.league.Setup.Format == Elimination {
				rows[player].Rounds++
			}
		}
		for _, m := range r.meetings {
			switch {
			case s.league.Setup.Format == Swiss:
				a, b := m.players[0], m.players[1]
				rows[a].Buchholz += points[b]
				rows[b].Buchholz += points[a]
			case through:
				rows[s.winner(m)].Rounds++
			}
		}
	}
}

// between is the score of a against b.
func between(records []Record, a, b string) analysis.Results {
	var s analysis.Results
	for _, r := range records {
		switch {
		case r.First == a && r.Second == b:
			s = s.Plus(r.Result.points(variant.First))
		case r.First == b && r.Second == a:
			s = s.Plus(r.Result.points(variant.Second))
		}
	}
	return s
}

// Table is the standings for people, the Elo differences to a player's opponents taken together, and how each two did
// against each other where there are more than two players: in the rounds that there were, or else in a list. That of a
// shard says that it is a part.
func (l *League) Table(records []Record) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "\tgames\twon\tdrawn\tlost\tpoints\t%sforfeited\tElo\t95 %%\t player\n", l.Setup.Format.judgedBy())
	rows := l.Standings(records)
	for i, row := range rows {
		fmt.Fprintf(w, "%d\t%d\t%d\t%d\t%d\t%g\t%s%d\t%s\t %s\n", i+1, row.Score.Games(), row.Score.Won,
			row.Score.Drawn, row.Score.Lost, row.Points, l.Setup.Format.judged(row), row.Forfeited, difference(row.Score),
			row.Player)
	}
	_ = w.Flush() // writing into memory does not fail
	if s := l.Setup.Shard; !s.IsZero() {
		fmt.Fprintf(&b, "\nThis is a part: shard %s, %d of the league's %d games. checkers league merge joins the shards.\n",
			s, l.Games(records), len(l.schedule(records).fixtures))
	}
	if l.Setup.Format != RoundRobin {
		return b.String() + l.schedule(records).String()
	}
	if len(rows) > 2 {
		b.WriteByte('\n')
		w = tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(w, "won\tdrawn\tlost\tElo\t95 %\t pair")
		for i, row := range rows {
			for _, other := range rows[i+1:] {
				if s := between(records, row.Player, other.Player); s.Games() > 0 {
					fmt.Fprintf(w, "%d\t%d\t%d\t%s\t %s - %s\n", s.Won, s.Drawn, s.Lost, difference(s), row.Player, other.Player)
				}
			}
		}
		_ = w.Flush()
	}
	if l.Setup.hasSPRT() {
		fmt.Fprintf(&b, "\n%s", l.Trial(records))
	}
	return b.String()
}

// judgedBy is the heading of what a format has players judged by beside their points.
func (f Format) judgedBy() string {
	switch f {
	case Elimination:
		return "rounds\t"
	case Swiss:
		return "Buchholz\t"
	}
	return ""
}

// judged is that of a player.
func (f Format) judged(row Row) string {
	switch f {
	case Elimination:
		return fmt.Sprintf("%d\t", row.Rounds)
	case Swiss:
		return fmt.Sprintf("%g\t", row.Buchholz)
	}
	return ""
}

// prize is what the winner of a meeting of a round gets.
func (s *schedule) prize(round int) string {
	if s.over && round == len(s.rounds)-1 {
		return "wins"
	}
	return "goes on"
}

// String tells how the meetings of each round went.
func (s *schedule) String() string {
	var b strings.Builder
	for i, r := range s.rounds {
		fmt.Fprintf(&b, "\nround %d\n", i+1)
		for _, m := range r.meetings {
			first, second := m.players[0], m.players[1]
			score, _ := s.score(m, first)
			fmt.Fprintf(&b, "  %s - %s", s.league.Players[first].Name, s.league.Players[second].Name)
			if n := score.Games(); n > 0 {
				fmt.Fprintf(&b, "  %g - %g", score.Points(), float64(n)-score.Points())
			}
			if s.league.Setup.Format == Elimination && (s.over || i < len(s.rounds)-1) {
				fmt.Fprintf(&b, ", %s %s", s.league.Players[s.winner(m)].Name, s.prize(i))
			}
			b.WriteByte('\n')
		}
		for _, player := range r.idle {
			fmt.Fprintf(&b, "  %s had nobody to meet\n", s.league.Players[player].Name)
		}
	}
	return b.String()
}

// difference is an Elo difference and its bounds, two columns.
func difference(s analysis.Results) string {
	if s.Games() == 0 {
		return "\t"
	}
	e := s.Elo()
	return elo(e.Elo) + "\t" + elo(e.Low) + " to " + elo(e.High)
}

// elo is a difference for people: "+35", "-120", "inf".
func elo(d float64) string {
	switch {
	case math.IsInf(d, 0):
		return fmt.Sprintf("%+.0f", d)[:1] + "inf"
	case math.Round(d) == 0:
		return "0"
	}
	return fmt.Sprintf("%+.0f", d)
}

// Forfeits tells who forfeited moves and why, a line a player; empty where nobody did.
func (l *League) Forfeits(records []Record) string {
	var b strings.Builder
	for _, name := range l.names() {
		counts := map[Kind]int{}
		for _, r := range records {
			for _, f := range r.Forfeits {
				if f.Player == name {
					counts[f.Kind]++
				}
			}
		}
		var parts []string
		for _, kind := range []Kind{Late, Illegal, Failed} {
			if counts[kind] > 0 {
				parts = append(parts, fmt.Sprintf("%d %s", counts[kind], kind))
			}
		}
		if len(parts) > 0 {
			fmt.Fprintf(&b, "%s forfeited moves, played at random: %s\n", name, strings.Join(parts, ", "))
		}
	}
	return b.String()
}
