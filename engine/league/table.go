package league

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"draughtsman/engine/variant"
)

// Row is how a player stands.
type Row struct {
	Player    string
	Score     Score
	Forfeited int // moves that it did not make
}

// rowLine is a row as JSON; an Elo difference without bound is null.
type rowLine struct {
	Player    string   `json:"player"`
	Won       int      `json:"won"`
	Drawn     int      `json:"drawn"`
	Lost      int      `json:"lost"`
	Points    float64  `json:"points"`
	Forfeited int      `json:"forfeited"`
	Elo       *float64 `json:"elo"`
	Low       *float64 `json:"elo_low"` // 95 % lie between these
	High      *float64 `json:"elo_high"`
}

// MarshalJSON implements json.Marshaler.
func (r Row) MarshalJSON() ([]byte, error) {
	bounded := func(x float64) *float64 {
		if math.IsInf(x, 0) || math.IsNaN(x) {
			return nil
		}
		x += 0 // of which there is one
		return &x
	}
	elo, low, high := r.Score.Elo()
	return json.Marshal(rowLine{r.Player, r.Score.Won, r.Score.Drawn, r.Score.Lost, r.Score.Points(), r.Forfeited,
		bounded(elo), bounded(low), bounded(high)})
}

// Standings is how the players stand after some games: by points, then by fewer moves forfeited, then in the order of
// the setup.
func (l *League) Standings(records []Record) []Row {
	rows := make([]Row, len(l.Players))
	for i, name := range l.names() {
		rows[i].Player = name
		for _, r := range records {
			for _, side := range []variant.Player{variant.First, variant.Second} {
				if r.seat(side) == name {
					rows[i].Score = rows[i].Score.plus(r.Result.points(side))
					rows[i].Forfeited += r.forfeitsOf(name)
				}
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(b.Score.Points(), a.Score.Points()), cmp.Compare(a.Forfeited, b.Forfeited))
	})
	return rows
}

// between is the score of a against b.
func between(records []Record, a, b string) Score {
	var s Score
	for _, r := range records {
		switch {
		case r.First == a && r.Second == b:
			s = s.plus(r.Result.points(variant.First))
		case r.First == b && r.Second == a:
			s = s.plus(r.Result.points(variant.Second))
		}
	}
	return s
}

// Table is the standings for people, the Elo differences to a player's opponents taken together, and where there are
// more than two players how each two did against each other.
func (l *League) Table(records []Record) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\tgames\twon\tdrawn\tlost\tpoints\tforfeited\tElo\t95 %\t player")
	rows := l.Standings(records)
	for i, row := range rows {
		fmt.Fprintf(w, "%d\t%d\t%d\t%d\t%d\t%g\t%d\t%s\t %s\n", i+1, row.Score.Games(), row.Score.Won, row.Score.Drawn,
			row.Score.Lost, row.Score.Points(), row.Forfeited, difference(row.Score), row.Player)
	}
	_ = w.Flush() // writing into memory does not fail
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
	return b.String()
}

// difference is an Elo difference and its bounds, two columns.
func difference(s Score) string {
	if s.Games() == 0 {
		return "\t"
	}
	d, low, high := s.Elo()
	return elo(d) + "\t" + elo(low) + " to " + elo(high)
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
