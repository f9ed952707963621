package league

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"draughtsman/engine/sprt"
	"draughtsman/engine/variant"
)

// Trial is how far the SPRT of a league has come, seen by the player named first.
type Trial struct {
	sprt.Test
	Players [2]string
	Pairs   sprt.Pairs
	Verdict sprt.Verdict
	// Scores are those of the games in which the player moves first, and second.
	Scores [2]Score
	// Colours are what those who move first and second are called: Black and White in English draughts.
	Colours [2]string
}

// hasSPRT reports whether the league ends when an SPRT is decided.
func (l *League) hasSPRT() bool { return l.Setup.SPRT != sprt.Test{} }

// checkSPRT says why the league cannot have its SPRT.
func (l *League) checkSPRT() error {
	switch {
	case !l.hasSPRT():
		return nil
	case len(l.Setup.Players) != 2:
		return fmt.Errorf("an SPRT compares two players, not %d", len(l.Setup.Players))
	case !l.Setup.Shard.IsZero():
		return fmt.Errorf("shard %s: an SPRT is not divided, since it ends when all games so far decide it", l.Setup.Shard)
	case l.Setup.Format != RoundRobin:
		return fmt.Errorf("an SPRT is played in the format %s, not in %s", RoundRobin, l.Setup.Format)
	case l.Setup.Games%2 != 0:
		return fmt.Errorf("an SPRT of %d games at most: want an even number, since each opening is played twice",
			l.Setup.Games)
	case !l.Setup.Ballots && l.Setup.Opening == 0:
		return errors.New("an SPRT of games that all begin alike compares two games: add --ballots, or --opening 4")
	}
	return l.Setup.SPRT.Check()
}

// Trial is what records say of the league's SPRT. Its pairs are looked at in the order of their numbers, as far as
// there is no gap, and until they decide it: quick games, which end before others, do not count more.
func (l *League) Trial(records []Record) Trial {
	t := Trial{Test: l.Setup.SPRT}
	if !l.hasSPRT() {
		return t
	}
	t.Players, t.Colours = [2]string(l.names()), l.colours()
	played := map[int]Record{}
	for _, r := range records {
		played[r.Game] = r
	}
	for game := 1; t.Verdict == sprt.Undecided; game += 2 {
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
			t.Scores[side] = t.Scores[side].plus(points)
			halves += int(2 * points)
		}
		t.Pairs[halves]++
		t.Verdict = t.Test.Verdict(t.Pairs)
	}
	return t
}

// decided reports whether the league's SPRT, if it has one, is.
func (l *League) decided(records []Record) bool {
	return l.hasSPRT() && l.Trial(records).Verdict != sprt.Undecided
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
	case sprt.Accepted0:
		return &t.Elo0
	case sprt.Accepted1:
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
	d, lowElo, highElo := t.Pairs.Elo()
	fmt.Fprintf(&b, "  Elo %s, 95 %% %s to %s; pairs with 0, ½, 1, 1½ and 2 points: %s\n", elo(d), elo(lowElo),
		elo(highElo), strings.Trim(fmt.Sprint(t.Pairs), "[]"))
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
	sprt.Test
	Accepted *float64   `json:"accepted"`
	Ratio    float64    `json:"ratio"`
	Bounds   [2]float64 `json:"bounds"`
	Pairs    sprt.Pairs `json:"pairs"`
	Elo      *float64   `json:"elo"`
	Low      *float64   `json:"elo_low"` // 95 % lie between these
	High     *float64   `json:"elo_high"`
	Black    colourLine `json:"black"`
	White    colourLine `json:"white"`
}

// colourLine is what the player named first made of the games in which it had a colour.
type colourLine struct {
	Won   int `json:"won"`
	Drawn int `json:"drawn"`
	Lost  int `json:"lost"`
}

// MarshalJSON implements json.Marshaler.
func (t Trial) MarshalJSON() ([]byte, error) {
	elo, low, high := t.Pairs.Elo()
	line := trialLine{Test: t.Test, Accepted: t.accepted(), Ratio: math.Round(t.Ratio(t.Pairs)*1e6) / 1e6, Pairs: t.Pairs,
		Elo: bounded(elo), Low: bounded(low), High: bounded(high)}
	line.Bounds[0], line.Bounds[1] = t.Bounds()
	for side, s := range t.Scores {
		if t.Colours[side] == "Black" {
			line.Black = colourLine(s)
		} else {
			line.White = colourLine(s)
		}
	}
	return json.Marshal(map[string]trialLine{"sprt": line})
}
