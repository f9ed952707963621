package analysis

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/engine/search"
)

// Report is what there is to say of a game. As JSON it is one object.
type Report struct {
	Rules     checkers.RuleSet    `json:"rules,omitempty"`
	Result    string              `json:"result"` // "1-0" where Black won, "0-1", "1/2-1/2" or "*"
	Sides     map[string]Accuracy `json:"sides"`  // by "Black" and "White"
	Tags      []Tag               `json:"tags"`
	Limits    Limits              `json:"limits"`
	Threshold int                 `json:"threshold"` // the loss from which a move is a blunder, in hundredths of a man
	Start     string              `json:"start"`     // the position that the game began at, as FEN
	Moves     []Move              `json:"moves,omitempty"`
	Mistakes  []Move              `json:"mistakes"` // the blunders that lost most, the worst first
}

// Tag is a name with its value, as the game's file has it.
type Tag struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Limits is how far the engine looked from each position; 0 for what was not limited.
type Limits struct {
	Depth   int     `json:"depth,omitempty"`   // plies
	Seconds float64 `json:"seconds,omitempty"` // at most
}

// mostMistakes is how many mistakes a report dwells on.
const mostMistakes = 5

// ReportOf is the report of a game on the board of package checkers that was reviewed within limits: of the moves that
// were judged, which are its first ones. A move that loses threshold hundredths of a man or more is a blunder.
func ReportOf(g pdn.Game, judged []Judgement, limits search.Request, threshold int) Report {
	r := Report{
		Rules: g.Start.Set, Result: g.Result.String(), Sides: map[string]Accuracy{}, Tags: []Tag{},
		Limits:    Limits{limits.Depth, limits.Time.Round(time.Millisecond).Seconds()},
		Threshold: threshold, Start: g.Start.FEN(), Mistakes: []Move{},
	}
	for _, t := range g.Tags {
		r.Tags = append(r.Tags, Tag(t))
	}
	for _, side := range []checkers.Side{checkers.Black, checkers.White} {
		r.Sides[side.String()] = AccuracyOf(side, judged, threshold)
	}
	at := g.Start
	for i, j := range judged {
		at = at.Play(j.Played)
		m := MoveOf(i+1, j, at, threshold)
		r.Moves = append(r.Moves, m)
		if m.Blunder && m.better() {
			r.Mistakes = append(r.Mistakes, m)
		}
	}
	slices.SortStableFunc(r.Mistakes, func(a, b Move) int { return cmp.Compare(b.Loss, a.Loss) })
	r.Mistakes = r.Mistakes[:min(len(r.Mistakes), mostMistakes)]
	return r
}

// Tag is the value of a tag, "" where there is none. Upper and lower case are one.
func (r Report) Tag(name string) string {
	for _, t := range r.Tags {
		if strings.EqualFold(t.Name, name) {
			return t.Value
		}
	}
	return ""
}

// before is the position, as FEN, that a ply began at.
func (r Report) before(ply int) string {
	if ply <= 1 {
		return r.Start
	}
	return r.Moves[ply-2].FEN
}
