package results

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
		out.Strength = &strengthJSON{s.Games, bounded(s.Elo), bounded(s.Low), bounded(s.High)}
	}
	return json.Marshal(out)
}

// bounded is an Elo in whole points; nil where it is infinite.
func bounded(elo float64) *float64 {
	if math.IsInf(elo, 0) {
		return nil
	}
	elo = math.Round(elo)
	return &elo
}
