package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/app"
	"draughtsman/internal/robot"
	"draughtsman/internal/service"
	"draughtsman/internal/simulation"
	"draughtsman/internal/table"
	"draughtsman/internal/table/world"
)

var people = flag.Int("people", 0,
	"how many whole games TestGamesForPeople plays with moves taken back, beside one that is resigned, one that is set "+
		"up with kings and drawn, a problem and a recorded game of 60 moves; with 0 it plays little of each")

// guest is somebody at the simulated table who asks for more than a move.
type guest struct {
	t      *testing.T
	sim    *simulation.Table
	owner  *service.Service
	ended  chan error // what its Run returns
	record string     // the games' file
	truth  *dayTruth
	layout world.Layout
	random *rand.Rand

	// What the human at the table reads, under the world's lock. Who holds mu asks nothing of the table, or each might
	// wait for the other.
	mu    sync.Mutex
	lot   *rand.Rand
	moves bool           // it may move now
	next  *checkers.Move // the move that it makes; nil: any

	stood map[int][]world.Disc // the discs before each ply
	plies int                  // on record
	asks  func(position checkers.Position) service.Command

	backs, hands, hints, captures, crowns, deepest, checks int
}

// choose is the move of the guest, which a human at the table makes.
func (g *guest) choose(p checkers.Position) (checkers.Move, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.moves {
		return checkers.Move{}, false
	}
	legal := p.Moves()
	move := legal[g.lot.IntN(len(legal))]
	if g.next != nil && slices.Contains(legal, *g.next) {
		move = *g.next
	}
	g.moves, g.next = false, nil
	return move, true
}

// hear lets the guest act on what goes on, and holds that against the table. It is called by the goroutine that plays.
func (g *guest) hear(e robot.Event) {
	switch e.Kind {
	case robot.GameStarted:
		g.check("the start", e.Position, true)
		g.plies, g.stood = 0, map[int][]world.Disc{}
		g.sim.Do(func(s *world.State) { s.Game, s.GivenUp = e.Position, false })
	case robot.TurnStarted:
		g.stood[g.plies] = slices.Clone(g.sim.Snapshot().Discs)
		if e.Robots {
			return
		}
		if command := g.asks(e.Position); command != nil {
			go g.do(command)
			return
		}
		g.mayMove()
	case robot.TurnGoesOn:
		g.mayMove()
	case robot.Hinted:
		g.hints++
		g.prefers(e.Move)
	case robot.TakingBack:
		g.backs++
		g.deepest = max(g.deepest, len(e.Moves))
		for _, m := range e.Moves {
			g.captures += m.Captured().Len()
		}
		if e.ByHand {
			g.hands++
			was := g.stood[g.plies-len(e.Moves)]
			g.sim.Do(func(s *world.State) { s.Discs, s.Game = slices.Clone(was), e.Position })
		}
	case robot.TakenBack:
		g.plies -= len(e.Moves)
		g.check("moves taken back", e.Position, true)
		g.sim.Do(func(s *world.State) { s.Game = e.Position })
	case robot.Played:
		g.plies++
		if e.Position.Kings.Len() > 0 {
			g.crowns++
		}
		g.check(e.Move.String(), e.Position, e.Robots)
	case robot.Asking:
		g.sim.Do(func(s *world.State) {
			for i, at := range simulation.LaidPlaces(s, g.layout, e.Missing, e.Position) {
				s.Discs[i].At = at
			}
		})
	case robot.Repairing:
		g.t.Logf("repairing: %s", e.Text)
	}
}

// mayMove has the human at the table move.
func (g *guest) mayMove() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.moves = true
}

// prefers is the move that the human makes when it may.
func (g *guest) prefers(move checkers.Move) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.next = &move
}

// do asks for something that is not to be refused.
func (g *guest) do(c service.Command) {
	if err := g.owner.Do(context.Background(), c); err != nil {
		g.t.Errorf("%s: %v", service.NameOf(c), err)
	}
}

// check holds a position that the robot believes in against the table. A human may be late with a crown.
func (g *guest) check(what string, want checkers.Position, crowned bool) {
	g.checks++
	state := g.sim.Snapshot()
	p, sound := g.layout.Position(&state)
	if !sound || p.Black != want.Black || p.White != want.White || p.Kings&^want.Kings != 0 ||
		crowned && p.Kings != want.Kings {
		g.t.Errorf("after %s the robot believes in %s, the table has %s", what, want.FEN(), p.FEN())
	}
}

// TestGamesForPeople plays games in which moves are taken back, hints asked for, draws offered and games resigned, sets
// positions up and shows a recorded game, on a simulated table; nothing that the robot believes differs from the truth.
func TestGamesForPeople(t *testing.T) {
	if testing.Short() {
		t.Skip("plays whole games")
	}
	g := newGuest(t)
	resignAt, showPlies := 12, 60
	if *people == 0 {
		resignAt, showPlies = 6, 6
	}
	for range *people {
		left := 8
		g.asks = func(checkers.Position) service.Command {
			if left == 0 || g.plies < 2 || g.random.IntN(4) > 0 {
				return nil
			}
			left--
			if g.random.IntN(4) == 0 {
				return robot.Hint{}
			}
			return robot.TakeBack{Plies: 1 + g.random.IntN(min(6, g.plies)), ByHand: g.random.IntN(2) == 0}
		}
		g.until(service.NewGame{Side: checkers.White, SetUp: true})
	}
	byArm := true
	g.asks = func(checkers.Position) service.Command {
		switch {
		case g.plies >= resignAt:
			return robot.Resign{}
		case g.plies == 2 && byArm:
			byArm = false
			return robot.TakeBack{Plies: 2}
		case g.plies == 4 && g.hands == 0:
			return robot.TakeBack{Plies: 3, ByHand: true}
		}
		return nil
	}
	g.until(service.NewGame{Side: checkers.White, SetUp: true})
	g.asks = func(checkers.Position) service.Command { return robot.OfferDraw{} }
	g.until(service.NewGame{Side: checkers.White, SetUp: true, Start: position(t, "B:W32,K31,K27:B5,K6,K2")})
	g.asks = func(checkers.Position) service.Command { return robot.Hint{} }
	if *people > 0 { // Black is to win
		g.until(service.NewGame{Side: checkers.White, SetUp: true, Start: position(t, "B:W31,24:BK10,15,7")})
	}
	shown, end := gameByLot(t, showPlies)
	g.sim.Do(func(s *world.State) { s.Watched = true })
	g.until(service.Show{Recording: shown, SetUp: true})
	g.check("the game that was shown", end, true)
	counts := g.sim.Counts()
	t.Logf("%d positions held against the table; %d times moves taken back, %d by hand, %d at most, %d captures with "+
		"them; %d hints", g.checks, g.backs, g.hands, g.deepest, g.captures, g.hints)
	if counts.Collisions > 0 || counts.HandHits > 0 {
		t.Errorf("%d times the tool moved where a hand was; collisions: %q", counts.HandHits, g.truth.collisions)
	}
	results := []string{}
	games, err := gamesIn(g.record)
	if err != nil {
		t.Fatal(err)
	}
	for _, game := range games {
		results = append(results, fmt.Sprint(game.Result, " ", game.Tag("Termination")))
	}
	want := []string{"0-1 Black resigns", "1/2-1/2 by agreement", pdn.BlackWins.String() + " "}
	if *people == 0 {
		want = want[:2]
	}
	if n := *people; len(results) < n || !slices.Equal(results[n:], want) {
		t.Errorf("on record: %q", results)
	}
}

// position is that of a FEN.
func position(t *testing.T, fen string) checkers.Position {
	t.Helper()
	p, err := checkers.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// newGuest is a guest at a simulated table that a service owns, whose arm has homed.
func newGuest(t *testing.T) *guest {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	g := &guest{t: t, random: rand.New(rand.NewPCG(1, 2)), lot: rand.New(rand.NewPCG(3, 4)),
		stood: map[int][]world.Disc{}, ended: make(chan error, 1),
		record: filepath.Join(t.TempDir(), "games.pdn"), truth: &dayTruth{}}
	play := app.Options{Time: 50 * time.Millisecond, Games: 1, Side: "white", Level: "full", PDN: g.record,
		Options: woodenTable()}
	person := play.Person(func(int) checkers.Side { return checkers.Black })
	person.Games, person.Next = 1, g.choose
	at := layTable(ctx, t, play, table.Options{Human: &person, Truth: g.truth})
	at.Owner.Next = nil // games are asked for
	g.sim, g.owner, g.layout = at.Sim, at.Owner, at.Sim.Layout()
	g.owner.Listens = g.hear
	go func() { g.ended <- g.owner.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-g.ended; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if err := at.Close(); err != nil {
			t.Error(err)
		}
	})
	g.await(0, func(e service.Event) bool { return e.State == service.Idle })
	return g
}

// until plays a game, or shows one, to its end.
func (g *guest) until(c service.Command) {
	g.t.Helper()
	began, before := time.Now(), g.owner.Snapshot().Event
	if err := g.owner.Do(g.t.Context(), c); err != nil {
		g.t.Fatal(err)
	}
	g.await(before, func(e service.Event) bool { return e.Event == "game over" || e.Event == "shown" })
	now := g.owner.Snapshot()
	g.t.Logf("%s: %d moves, %s; %.0f s", service.NameOf(c), len(now.Moves), now.Outcome, time.Since(began).Seconds())
}

// await waits for an event after the one with an ID.
func (g *guest) await(after int64, wanted func(service.Event) bool) {
	g.t.Helper()
	for {
		events, _, more := g.owner.Events(after)
		for _, e := range events {
			if after = e.ID; wanted(e) {
				return
			}
		}
		select {
		case <-more:
		case err := <-g.ended:
			g.ended <- err
			g.t.Fatalf("the service has ended: %v", err)
		case <-time.After(5 * time.Minute):
			g.t.Fatalf("for long nothing has happened: %+v", g.owner.Snapshot())
		}
	}
}

// gameByLot is a game of so many plies.
func gameByLot(t *testing.T, plies int) (robot.Recording, checkers.Position) {
	t.Helper()
	for seed := uint64(0); ; seed++ {
		random, game := rand.New(rand.NewPCG(seed, 9)), checkers.NewGame(checkers.Start())
		r := robot.Recording{Pace: 100 * time.Millisecond}
		for _, over := game.Outcome(); !over && len(r.Moves) < plies; _, over = game.Outcome() {
			legal := game.Position().Moves()
			move := legal[random.IntN(len(legal))]
			if err := game.Play(move); err != nil {
				t.Fatal(err)
			}
			r.Moves = append(r.Moves, move.String())
		}
		if len(r.Moves) == plies {
			return r, game.Position()
		}
	}
}
