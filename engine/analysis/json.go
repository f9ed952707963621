package analysis

import (
	"encoding/json"
	"math"
)

// tallyJSON is a tally with the number of its games.
type tallyJSON struct {
	Games int `json:"games"`
	Tally
}

type againstJSON struct {
	Level string `json:"level"`
	Elo   int    `json:"elo"`
	tallyJSON
}

// strengthJSON has null for what is not bounded.
type strengthJSON struct {
	Games int      `json:"games"`
	Elo   *float64 `json:"elo"`
	Low   *float64 `json:"elo_low"`
	High  *float64 `json:"elo_high"`
}

type playerJSON struct {
	Player   string        `json:"player"`
	All      tallyJSON     `json:"all"`
	Black    tallyJSON     `json:"black"`
	White    tallyJSON     `json:"white"`
	Levels   []againstJSON `json:"levels"`
	Others   tallyJSON     `json:"others"`
	Strength *strengthJSON `json:"strength"` // null without games against levels
}

// MarshalJSON implements json.Marshaler.
func (p Player) MarshalJSON() ([]byte, error) {
	tally := func(t Tally) tallyJSON { return tallyJSON{t.Games(), t} }
	out := playerJSON{Player: p.Name, All: tally(p.All), Black: tally(p.Black), White: tally(p.White),
		Levels: []againstJSON{}, Others: tally(p.Others)}
	for _, a := range p.Levels {
		out.Levels = append(out.Levels, againstJSON{a.Level.Name, a.Level.Elo, tally(a.Tally)})
	}
	if s, known := p.Strength(); known {
		out.Strength = &strengthJSON{s.Games, whole(s.Elo), whole(s.Low), whole(s.High)}
	}
	return json.Marshal(out)
}

// whole is an Elo in whole points; null where it is infinite.
func whole(elo float64) *float64 { return OrNull(math.Round(elo) + 0) } // there is one 0

// OrNull is a number as JSON has it: null where it is infinite.
func OrNull(x float64) *float64 {
	if math.IsInf(x, 0) {
		return nil
	}
	return &x
}
