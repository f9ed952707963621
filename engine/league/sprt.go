package league

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"draughtsman/engine/analysis"
	"draughtsman/engine/variant"
)

// Trial is how far the SPRT of a league has come, seen by the player named first.
type Trial struct {
	analysis.SPRT
	Players [2]string
	Pairs   analysis.Pairs
	Verdict analysis.Verdict
	// Scores are those of the games in which the player moves first, and second.
	Scores [2]analysis.Results
	// Colours are what those who move first and second are called: Black and White in English draughts.
	Colours [2]string
}

// hasSPRT reports whether the league ends when an SPRT is decided.
func (s Setup) hasSPRT() bool { return s.SPRT != analysis.SPRT{} }

// checkSPRT says why the league cannot have its SPRT.
func (s Setup) checkSPRT() error {
	switch {
	case !s.hasSPRT():
		return nil
	case len(s.Players) != 2:
		return fmt.Errorf("an SPRT compares two players, not %d", len(s.Players))
	case !s.Shard.IsZero():
		return fmt.Errorf("shard %s: an SPRT is not divided, since it ends when all games so far decide it", s.Shard)
	case s.Format != RoundRobin:
		return fmt.Errorf("an SPRT is played in the format %s, not in %s", RoundRobin, s.Format)
	case s.Games%2 != 0:
		return fmt.Errorf("an SPRT of %d games at most: want an even number, since each opening is played twice",
			s.Games)
	case !s.Ballots && s.Opening == 0:
		return errors.New("an SPRT of games that all begin alike compares two games: add --ballots, or --opening 4")
	}
	return s.SPRT.Check()
}

// Trial is what records say of the league's SPRT. Its pairs are looked at in the order of their numbers, as far as
// there is no gap, and until they decide it: quick games, which end before others, do not count more.
func (l *League) Trial(records []Record) Trial {
	t := Trial{SPRT: l.Setup.SPRT}
	if !l.Setup.hasSPRT() {
		return t
	}
	t.Players, t.Colours = [2]string(l.names()), l.colours()
	played := map[int]Record{}
	for _, r := range records {
		played[r.Game] = r
	}
	for game := 1; t.Verdict == analysis.Undecided; game += 2 {
		a, has := played[game]
		b, hasBoth := played[game+1]
		if !has || !hasBoth {
			break
		}
		halves := 0
		for _, r := range []Record{a, b} {
			side := variant.First
			if r.First != t.Players[0] {
				side = variant.Second
			}
			points := r.Result.points(side)
			t.Scores[side] = t.Scores[side].Plus(points)
			halves += int(2 * points)
		}
		t.Pairs[halves]++
		t.Verdict = t.SPRT.Verdict(t.Pairs)
	}
	return t
}

// decided reports whether the league's SPRT, if it has one, is.
func (l *League) decided(records []Record) bool {
	return l.Setup.hasSPRT() && l.Trial(records).Verdict != analysis.Undecided
}

// colours are what those who move first and second are called.
func (l *League) colours() [2]string {
	if l.Rules.Letters[variant.First] == 'b' {
		return [2]string{"Black", "White"}
	}
	return [2]string{"White", "Black"}
}

// accepted is the Elo that is accepted; nothing where that is open.
func (t Trial) accepted() *float64 {
	switch t.Verdict {
	case analysis.Accepted0:
		return &t.Elo0
	case analysis.Accepted1:
		return &t.Elo1
	}
	return nil
}

// String tells it to people, in four lines.
func (t Trial) String() string {
	var b strings.Builder
	verdict := "not decided"
	if elo := t.accepted(); elo != nil {
		verdict = fmt.Sprintf("%+g is accepted", *elo)
	}
	fmt.Fprintf(&b, "SPRT of %s against %s, %+g or %+g Elo: %s after %d pairs of games\n", t.Players[0], t.Players[1],
		t.Elo0, t.Elo1, verdict, t.Pairs.Number())
	low, high := t.Bounds()
	fmt.Fprintf(&b, "  log-likelihood ratio %.2f; %+g is accepted at %.2f, %+g at %.2f\n", t.Ratio(t.Pairs), t.Elo0, low,
		t.Elo1, high)
	e := t.Pairs.Elo()
	fmt.Fprintf(&b, "  Elo %s, 95 %% %s to %s; pairs with 0, ½, 1, 1½ and 2 points: %s\n", elo(e.Elo), elo(e.Low),
		elo(e.High), strings.Trim(fmt.Sprint(t.Pairs), "[]"))
	var parts []string
	for side, s := range t.Scores {
		if s.Games() > 0 {
			parts = append(parts, fmt.Sprintf("as %s %g of %d (%.1f %%)", t.Colours[side], s.Points(), s.Games(),
				100*s.Points()/float64(s.Games())))
		}
	}
	if len(parts) > 0 {
		fmt.Fprintf(&b, "  points of %s: %s\n", t.Players[0], strings.Join(parts, ", "))
	}
	return b.String()
}

// trialLine is a trial as JSON; an Elo without bound, and one that is not accepted yet, is null.
type trialLine struct {
	analysis.SPRT
	Accepted *float64       `json:"accepted"`
	Ratio    float64        `json:"ratio"`
	Bounds   [2]float64     `json:"bounds"`
	Pairs    analysis.Pairs `json:"pairs"`
	Elo      *float64       `json:"elo"`
	Low      *float64       `json:"elo_low"` // 95 % lie between these
	High     *float64       `json:"elo_high"`
	// Black and White are what the player named first made of the games in which it had the colour.
	Black analysis.Results `json:"black"`
	White analysis.Results `json:"white"`
}

// MarshalJSON implements json.Marshaler.
func (t Trial) MarshalJSON() ([]byte, error) {
	e := t.Pairs.Elo()
	line := trialLine{SPRT: t.SPRT, Accepted: t.accepted(), Ratio: math.Round(t.Ratio(t.Pairs)*1e6) / 1e6, Pairs: t.Pairs,
		Elo: analysis.OrNull(e.Elo), Low: analysis.OrNull(e.Low), High: analysis.OrNull(e.High)}
	line.Bounds[0], line.Bounds[1] = t.Bounds()
	for side, s := range t.Scores {
		if t.Colours[side] == "Black" {
			line.Black = s
		} else {
			line.White = s
		}
	}
	return json.Marshal(map[string]trialLine{"sprt": line})
}
