package league

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"draughtsman/engine/variant"
)

func sit(t *testing.T, text string, rules variant.Rules, size int, side variant.Player, seed uint64) Player {
	t.Helper()
	spec, err := ParsePlayer(text, "")
	if err != nil {
		t.Fatal(err)
	}
	p, err := spec.Sit(context.Background(), Seat{Rules: rules, Size: size, Side: side, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func newGame(t *testing.T, rules variant.Rules, size int) *variant.Game {
	t.Helper()
	p, err := rules.Start(size)
	if err != nil {
		t.Fatal(err)
	}
	return variant.NewGame(rules, p)
}

// playOut plays a game, at most so many plies of it, and gives its moves.
func playOut(t *testing.T, game *variant.Game, first, second Player, limit time.Duration, plies int) []variant.Move {
	t.Helper()
	for range plies {
		if _, over := game.Outcome(); over {
			break
		}
		p := first
		if game.Position().Turn() == variant.Second {
			p = second
		}
		m, err := p.Choose(context.Background(), game, limit)
		if err == nil {
			err = game.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return game.Moves()
}

// TestBuiltInPlayersPlayAnyGame has each play some of every rule set on boards of several sizes.
func TestBuiltInPlayersPlayAnyGame(t *testing.T) {
	for _, rules := range variant.All() {
		for _, size := range []int{4, 6, 8, 10} {
			for _, text := range []string{"random", "minimax:2", "alphabeta:3", "simpleai", "engine", "engine:3",
				"engine:nodes=500", "engine:beginner"} {
				t.Run(fmt.Sprint(rules.Name, size, text), func(t *testing.T) {
					first := sit(t, text, rules, size, variant.First, 1)
					playOut(t, newGame(t, rules, size), first, sit(t, "random", rules, size, variant.Second, 1), 4*time.Millisecond,
						60)
					if err := first.Close(); err != nil {
						t.Error(err)
					}
				})
			}
		}
	}
}

// TestSeedsDecide plays games twice from one seed, and once from another.
func TestSeedsDecide(t *testing.T) {
	for _, text := range []string{"random", "minimax:2", "alphabeta:2", "engine:4", "engine:nodes=2000"} {
		play := func(seed uint64) []variant.Move {
			rules := variant.League()
			return playOut(t, newGame(t, rules, 8), sit(t, text, rules, 8, variant.First, seed),
				sit(t, text, rules, 8, variant.Second, seed), time.Hour, 40)
		}
		once, again, other := play(1), play(1), play(2)
		if !slices.Equal(once, again) {
			t.Errorf("%s: %v and %v from one seed", text, once, again)
		}
		if !strings.HasPrefix(text, "engine") && slices.Equal(once, other) {
			t.Errorf("%s: another seed gives the same game", text)
		}
	}
}

// TestPruningChangesNothing plays minimax and alpha-beta with the same seed.
func TestPruningChangesNothing(t *testing.T) {
	rules := variant.English()
	opponent := sit(t, "random", rules, 8, variant.Second, 5)
	plain := playOut(t, newGame(t, rules, 8), sit(t, "minimax:4", rules, 8, variant.First, 7), opponent, 0, 30)
	opponent = sit(t, "random", rules, 8, variant.Second, 5)
	pruned := playOut(t, newGame(t, rules, 8), sit(t, "alphabeta:4", rules, 8, variant.First, 7), opponent, 0, 30)
	if !slices.Equal(plain, pruned) {
		t.Errorf("minimax %v\nalpha-beta %v", plain, pruned)
	}
}

func TestMinimaxIsLateRatherThanShallow(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
	defer cancel()
	rules := variant.League()
	if _, err := sit(t, "minimax:50", rules, 8, variant.First, 1).Choose(ctx, newGame(t, rules, 8), 0); !errors.Is(err,
		ErrLate) {
		t.Errorf("%v, want %v", err, ErrLate)
	}
}

// TestSimpleAIUsesItsTime asks for 85 % of it, and for an end: how soon after that it comes is up to how busy the
// machine is.
func TestSimpleAIUsesItsTime(t *testing.T) {
	rules := variant.League()
	game := newGame(t, rules, 10)
	p := sit(t, "simpleai", rules, 10, variant.First, 1)
	const limit = 200 * time.Millisecond
	began := time.Now()
	if _, err := p.Choose(context.Background(), game, limit); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took < limit*simpleShare/100 || took > 50*limit {
		t.Errorf("it took %v of %v", took, limit)
	}
}

func TestBudget(t *testing.T) {
	for limit, want := range map[time.Duration]time.Duration{
		0: 0, 10 * time.Millisecond: 5 * time.Millisecond, 100 * time.Millisecond: 90 * time.Millisecond,
		time.Second: 950 * time.Millisecond,
	} {
		if got := budget(limit); got != want {
			t.Errorf("%v of %v, want %v", got, limit, want)
		}
	}
}
