package search

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"draughtsman/engine/checkers"
)

// player chooses a move in a game that is not over.
type player func(g *checkers.Game) checkers.Move

// searching is a player that thinks for so many nodes a move.
func searching(t testing.TB, nodes uint64) player {
	return by(t, New(Options{TableMB: 8}), nodes)
}

// counting is the game as a beginner sees it: pieces and nothing else.
type counting struct{ English }

func (counting) Evaluate(p checkers.Position) int {
	worth := func(b checkers.Set) int { return manValue*b.Len() + (kingValue-manValue)*(b&p.Kings).Len() }
	return worth(p.Of(p.Turn)) - worth(p.Of(p.Turn.Opponent()))
}

func guessing(random *rand.Rand) player {
	return func(g *checkers.Game) checkers.Move {
		moves := g.Position().Moves()
		return moves[random.IntN(len(moves))]
	}
}

func playOut(t testing.TB, g *checkers.Game, black, white player) checkers.Outcome {
	for {
		if outcome, over := g.Outcome(); over {
			return outcome
		}
		choose := black
		if g.Position().Turn == checkers.White {
			choose = white
		}
		if err := g.Play(choose(g)); err != nil {
			t.Fatal(err)
		}
	}
}

var (
	matchGames   = flag.Int("games", 0, "how many games TestMatches plays a match; 0 for a few in some of the matches")
	matchNodes   = flag.Uint64("nodes", 2000, "how many positions a move is searched for in TestMatches; 0 with -think")
	matchThink   = flag.Duration("think", 0, "the time for a move in TestMatches, for a match by time")
	matchAgainst = flag.String("against", "", "the file of the earlier weights in TestMatches")
)

// aFewGames are enough to show that something has gone very wrong.
const aFewGames = 24

// TestMatches plays each part of the engine against the engine without it, from ballots, both colours each, and
// prints what the part is worth.
func TestMatches(t *testing.T) {
	openings := checkers.Ballots()
	learnt, _ := Learnt()
	earlier := learnt
	if *matchAgainst != "" {
		file, err := os.ReadFile(*matchAgainst)
		if err != nil {
			t.Fatal(err)
		}
		if earlier, _, err = ReadWeights(file); err != nil {
			t.Fatal(err)
		}
	}
	for _, m := range []struct {
		name    string
		weights *Weights
		without Options
		least   float64 // of the points, of a few games; 0: played when asked for
	}{
		{"learnt weights, against none", nil, Options{}, 0.5},
		{"earlier weights", earlier, Options{}, 0},
		{"reductions", learnt, Options{NoReduction: true}, 0.4},
		{"cuts", learnt, Options{NoProbCut: true}, 0},
		{"threats", learnt, Options{NoThreats: true}, 0},
		{"aspiration", learnt, Options{NoAspiration: true}, 0},
		{"killers", learnt, Options{NoKillers: true}, 0},
		{"history", learnt, Options{NoHistory: true}, 0},
		{"table", learnt, Options{NoTable: true}, 0},
		{"endgame tables", learnt, Options{NoTablebase: true}, 0},
	} {
		t.Run(m.name, func(t *testing.T) {
			games := *matchGames
			switch {
			case m.name == "earlier weights" && *matchAgainst == "":
				t.Skip("-against says where the earlier weights are")
			case games == 0 && m.least == 0:
				t.Skip("-games says how many to play")
			case games == 0:
				games = aFewGames
			}
			var won, drawn, lost int
			for i := range games {
				// A game that comes again would count twice: another round of the ballots thinks a little longer.
				nodes := *matchNodes
				if nodes > 0 {
					nodes += uint64(i / 2 / len(openings) * 100)
				}
				with, without := thinking(t, learnt, Options{}, nodes), thinking(t, m.weights, m.without, nodes)
				us := checkers.Side(i % 2)
				black, white := with, without
				if us == checkers.White {
					black, white = white, black
				}
				g := openings[i/2*7%len(openings)].Game()
				switch outcome := playOut(t, g, black, white); {
				case outcome.Draw:
					drawn++
				case outcome.Winner == us:
					won++
				default:
					lost++
				}
			}
			share := (float64(won) + float64(drawn)/2) / float64(won+drawn+lost)
			t.Logf("%d won, %d drawn, %d lost: %.1f %% of the points, %s", won, drawn, lost, 100*share, elo(won, drawn, lost))
			if *matchGames == 0 && share < m.least {
				t.Errorf("%.2f of the points, want %.2f", share, m.least)
			}
		})
	}
}

// elo is the difference in strength that a match shows, and its standard error.
func elo(won, drawn, lost int) string {
	n := float64(won + drawn + lost)
	share := (float64(won) + float64(drawn)/2) / n
	variance := (float64(won)+float64(drawn)/4)/n - share*share
	slope := 400 / math.Ln10 / (share * (1 - share))
	return fmt.Sprintf("%+.0f ± %.0f Elo", -400*math.Log10(1/share-1), slope*math.Sqrt(variance/n))
}

// thinking is a player of some weights and options, which looks at so many positions for a move, or as long as the flag
// says.
func thinking(t testing.TB, weights *Weights, options Options, nodes uint64) player {
	options.TableMB = 8
	return by(t, NewWith(checkers.English, weights, options), nodes)
}

// by is a player that thinks with a searcher.
func by(t testing.TB, s *Searcher, nodes uint64) player {
	return func(g *checkers.Game) checkers.Move {
		request := Request{Position: g.Position(), History: g.History(), Nodes: nodes, Time: *matchThink}
		r, err := s.Search(context.Background(), request, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r.Move
	}
}
