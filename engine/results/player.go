package results

import (
	"cmp"
	"slices"
	"strings"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/engine/search"
)

// Tally is how games ended for a player.
type Tally struct {
	Won        int `json:"won"`
	Drawn      int `json:"drawn"`
	Lost       int `json:"lost"`
	Unfinished int `json:"unfinished"`
}

// Games is the number of games, those included that have no result.
func (t Tally) Games() int { return t.Won + t.Drawn + t.Lost + t.Unfinished }

func (t *Tally) add(side checkers.Side, result pdn.Result) {
	win := pdn.ResultOf(checkers.Outcome{Winner: side})
	switch result {
	case pdn.Unfinished:
		t.Unfinished++
	case pdn.Draw:
		t.Drawn++
	case win:
		t.Won++
	default:
		t.Lost++
	}
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

// Of is how everybody did who is named in games, whoever has the most games first. Upper and lower case of a name are
// one.
func Of(games []Game) []Player {
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
