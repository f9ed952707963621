package analysis

import (
	"cmp"
	"slices"
	"strings"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/engine/search"
)

// Tally is a score, and how many games have no result.
type Tally struct {
	Results
	Unfinished int `json:"unfinished"`
}

// Games is the number of games, those included that have no result.
func (t Tally) Games() int { return t.Results.Games() + t.Unfinished }

func (t *Tally) add(side checkers.Side, result pdn.Result) {
	if result == pdn.Unfinished {
		t.Unfinished++
		return
	}
	t.Results = t.Plus(points(result, side))
}

// points is what the result of a game that has one brings a side.
func points(result pdn.Result, side checkers.Side) float64 {
	switch result {
	case pdn.Draw:
		return 0.5
	case pdn.ResultOf(checkers.Outcome{Winner: side}):
		return 1
	}
	return 0
}

// Player is how somebody did over games.
type Player struct {
	Name         string
	All          Tally
	Black, White Tally // with these sides
	Levels       []Against
	Others       Tally // against people, other programs, and the engine where its level is not known
}

// Against is how somebody did against a level of the engine.
type Against struct {
	Level search.Level
	Tally
}

// Players is how everybody did who is named in games, whoever has the most games first. Upper and lower case of a name
// are one.
func Players(games []Game) []Player {
	players := map[string]*Player{}
	for _, g := range games {
		for side, name := range [...]string{checkers.Black: g.Black, checkers.White: g.White} {
			if name == "" {
				continue
			}
			p := players[strings.ToLower(name)]
			if p == nil {
				p = &Player{Name: name}
				players[strings.ToLower(name)] = p
			}
			p.add(checkers.Side(side), g)
		}
	}
	all := make([]Player, 0, len(players))
	for _, p := range players {
		all = append(all, *p)
	}
	slices.SortFunc(all, func(a, b Player) int {
		return cmp.Or(cmp.Compare(b.All.Games(), a.All.Games()), cmp.Compare(a.Name, b.Name))
	})
	return all
}

// Strength is an estimate of how strong somebody is, in Elo as search.Level has it.
type Strength struct {
	Games int // that it is from: those with a result against levels
	Estimate
}

// Strength estimates how strong a player is from its games against levels; false where there are none.
func (p Player) Strength() (Strength, bool) {
	var all []performance
	games := 0
	for _, a := range p.Levels {
		games += a.Results.Games()
		all = append(all, a.against(float64(a.Level.Elo)))
	}
	return Strength{games, estimate(all)}, games > 0
}

func (p *Player) add(side checkers.Side, g Game) {
	opponent, mine := g.White, &p.Black
	if side == checkers.White {
		opponent, mine = g.Black, &p.White
	}
	against := &p.Others
	if g.Level.Name != "" && strings.EqualFold(opponent, Engine) {
		against = p.against(g.Level)
	}
	for _, t := range []*Tally{&p.All, mine, against} {
		t.add(side, g.Result)
	}
}

// against is the tally of a level; the weakest level is the first.
func (p *Player) against(level search.Level) *Tally {
	i, found := slices.BinarySearchFunc(p.Levels, level, func(a Against, l search.Level) int {
		return cmp.Compare(a.Level.Elo, l.Elo)
	})
	if !found {
		p.Levels = slices.Insert(p.Levels, i, Against{Level: level})
	}
	return &p.Levels[i].Tally
}
