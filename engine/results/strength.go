package results

import "draughtsman/engine/strength"

// Strength is an estimate of how strong somebody is, in Elo as search.Level has it.
type Strength struct {
	Games int // that it is from: those with a result against levels
	strength.Estimate
}

// Strength estimates how strong a player is from its games against levels; false where there are none.
func (p Player) Strength() (Strength, bool) {
	var scores []strength.Score
	games := 0
	for _, a := range p.Levels {
		n := a.Won + a.Drawn + a.Lost
		games += n
		scores = append(scores, strength.Score{Elo: float64(a.Level.Elo), Games: float64(n),
			Points: float64(a.Won) + float64(a.Drawn)/2})
	}
	if games == 0 {
		return Strength{}, false
	}
	return Strength{games, strength.Of(scores)}, true
}
