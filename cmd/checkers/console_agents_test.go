package main

import (
	"context"
	"slices"
	"testing"

	"draughtsman/engine/variant"
)

// TestAgentsThatSeeTheEndCannotBeBeaten plays every move that the person could make on the smallest board, as either
// side, with a limit of moves that lets there be an end.
func TestAgentsThatSeeTheEndCannotBeBeaten(t *testing.T) {
	for _, opponent := range []opponent{minimaxOpponent, alphaBetaOpponent} {
		for _, human := range []variant.Player{variant.First, variant.Second} {
			rules := variant.CSC242()
			rules.Limit = 16
			start, err := rules.Start(4)
			if err != nil {
				t.Fatal(err)
			}
			all := everyGame{
				t: t, human: human, known: map[variant.State]string{},
				agent: consoleCommand{Size: 4, Opponent: opponent}.agent(rules),
			}
			if value := all.play(variant.NewGame(rules, start)); value != "0.0" {
				t.Errorf("opponent %d: the small game is worth %s to the agent, want 0.0", opponent, value)
			}
			if len(all.known) < 100 {
				t.Errorf("opponent %d: %d states only", opponent, len(all.known))
			}
		}
	}
}

type everyGame struct {
	t     *testing.T
	human variant.Player
	agent agent
	known map[variant.State]string
}

// play is what the worst game for the agent comes to, in the agent's terms, and sees that the agent says so of each
// of its moves.
func (e *everyGame) play(game *variant.Game) string {
	state := game.State()
	if value, known := e.known[state]; known {
		return value
	}
	value := e.worst(game)
	e.known[state] = value
	return value
}

func (e *everyGame) worst(game *variant.Game) string {
	if outcome, over := game.Outcome(); over {
		switch {
		case outcome.Draw:
			return "0.0"
		case outcome.Winner == e.human:
			return "-1.0"
		default:
			return "1.0"
		}
	}
	if game.Position().Turn() != e.human {
		thought, err := e.agent(context.Background(), game)
		if err != nil {
			e.t.Fatal(err)
		}
		value := e.after(game, thought.move)
		if value != thought.value {
			e.t.Fatalf("%s says that %s is worth %s, but the game comes to %s",
				game.Position(), thought.move, thought.value, value)
		}
		return value
	}
	var values []string
	for _, m := range game.Rules().Moves(game.Position()) {
		values = append(values, e.after(game, m))
	}
	for _, value := range []string{"-1.0", "0.0"} {
		if slices.Contains(values, value) {
			return value
		}
	}
	return "1.0"
}

func (e *everyGame) after(game *variant.Game, m variant.Move) string {
	if err := game.Play(m); err != nil {
		e.t.Fatal(err)
	}
	defer game.Undo()
	return e.play(game)
}

func TestValue(t *testing.T) {
	for score, want := range map[int]string{
		0: "0.0", 29999: "1.0", 29801: "1.0", -29999: "-1.0", -29801: "-1.0",
		400: "0.762", -400: "-0.762", 2: "0.005", 20000: "0.999", -20000: "-0.999",
	} {
		if got := value(score); got != want {
			t.Errorf("value(%d) is %s, want %s", score, got, want)
		}
	}
}
