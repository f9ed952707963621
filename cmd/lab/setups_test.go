package main

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/app"
	"draughtsman/internal/robot"
	"draughtsman/internal/service"
	"draughtsman/internal/table"
	"draughtsman/internal/table/world"
)

// Flags of TestSetUpsInTrouble.
var (
	setUps     = flag.Int("setups", 0, "how many positions TestSetUpsInTrouble has the arm set up, one from the other")
	setUpsSeed = flag.Uint64("setups-seed", 1, "from which TestSetUpsInTrouble draws them, the table and what goes wrong")
)

// How positions are set up in trouble.
const (
	setUpFaults    = 500 // of the line, and as many mishaps at the table: more than come to pass
	mostSetUpKings = 8   // of both sides: for more the tray has not discs enough
)

// TestSetUpsInTrouble has the arm set up one position after the other, with men and kings anywhere, while its line
// fails and discs fall; between two of them somebody may have moved a piece. Each time there stands what was asked for,
// and nothing has collided.
func TestSetUpsInTrouble(t *testing.T) {
	if *setUps == 0 {
		t.Skip("takes half a minute for each: give -setups")
	}
	p := newPlacer(t)
	p.until(string(service.Idle))
	random := rand.New(rand.NewPCG(*setUpsSeed, 11))
	for n := range *setUps {
		want := anyPosition(random)
		p.do(service.NewGame{Side: want.Turn.Opponent(), SetUp: true, Start: want})
		p.until("new game")
		p.until(string(service.HumansTurn))
		state := p.Sim.Snapshot()
		stands, sound := p.layout.Position(&state)
		if !sound || stands.Black != want.Black || stands.White != want.White || stands.Kings != want.Kings {
			t.Errorf("set-up %d: the table shows %s, want %s", n+1, stands.FEN(), want.FEN())
		}
		if list := p.truth.touches(); len(list) > 0 {
			t.Errorf("set-up %d: collisions: %q", n+1, list)
		}
		p.do(robot.Resign{})
		p.until("game over")
		if moves := want.Moves(); !moves[0].IsCapture() && n%2 == 0 {
			p.moves(moves[random.IntN(len(moves))])
		}
	}
	t.Logf("%d set up, %d faults and mishaps, %d homings, %d discs put right, %d times helped", *setUps, p.truth.wrong,
		p.heard.homings, p.heard.repairs, p.heard.helped)
}

// placer is a simulated table where an arm sets positions up, and everything goes wrong.
type placer struct {
	*app.Table
	t      *testing.T
	layout world.Layout
	truth  *dayTruth
	heard  soaked
	seen   int64 // ID of the last event
}

func newPlacer(t *testing.T) *placer {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	p := &placer{t: t, truth: &dayTruth{}}
	play := app.Options{Time: dayThink, Games: 1, Side: "alternate", Level: "full",
		PDN: filepath.Join(t.TempDir(), "games.pdn"), SetUp: true, Options: woodenTable()}
	play.Seed = *setUpsSeed
	person := play.Person(func(int) checkers.Side { return checkers.Black })
	person.ArmSetsUp, person.Told = true, true
	person.Next = func(checkers.Position) (checkers.Move, bool) { return checkers.Move{}, false }
	trouble, help := newTrouble(*setUpsSeed, setUpFaults), &helper{}
	p.Table = layTable(ctx, t, play, table.Options{Human: &person, Truth: p.truth, FrameInterval: soakPictures,
		Watch: func(s *world.State) {
			if help.asked() {
				help.look(s)
			}
		},
		Arm: wired(trouble, filepath.Join(t.TempDir(), "port"))})
	p.Owner.Next = nil // games are asked for
	p.layout = p.Sim.Layout()
	listens := p.Owner.Listens
	p.Owner.Listens = func(e robot.Event) {
		listens(e)
		p.heard.hear(e)
		help.hear(e, p.Sim.Table)
		trouble.hear(e, p.Sim.Table)
	}
	ended := make(chan error, 1)
	go func() { ended <- p.Owner.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// moves has somebody make a move that captures nothing, and is not the robot's business.
func (p *placer) moves(move checkers.Move) {
	p.Sim.Do(func(s *world.State) {
		from, to := p.layout.Centre(move.From()), p.layout.Centre(move.To())
		for i, d := range s.Discs {
			if on, _ := p.layout.SquareAt(d.At); on == move.From() {
				s.Discs[i].At.X, s.Discs[i].At.Y = d.At.X+to.X-from.X, d.At.Y+to.Y-from.Y
			}
		}
	})
}

// do asks for something that is not to be refused.
func (p *placer) do(c service.Command) {
	p.t.Helper()
	if err := p.Owner.Do(p.t.Context(), c); err != nil {
		p.t.Fatalf("%s: %v", service.NameOf(c), err)
	}
}

// until waits for an event, or a state. What was stopped meanwhile goes on.
func (p *placer) until(wanted string) {
	p.t.Helper()
	for {
		events, _, more := p.Owner.Events(p.seen)
		for _, e := range events {
			p.seen = e.ID
			if e.Event == "problem" {
				p.t.Logf("stopped: %s", e.Text)
				p.do(service.Continue{})
			}
			if string(e.Event) == wanted || string(e.State) == wanted {
				return
			}
		}
		select {
		case <-more:
		case <-time.After(stuckTime):
			p.t.Fatalf("for long nothing has happened: %+v\n%s", p.Owner.Snapshot(), strings.Join(p.truth.last, "\n"))
		}
	}
}

// anyPosition is men and kings of either side on any squares, with something to move.
func anyPosition(random *rand.Rand) checkers.Position {
	for {
		p := checkers.NewPosition(checkers.Side(random.IntN(2)))
		squares := random.Perm(p.Set.Board().Squares())
		for side := range checkers.Side(2) {
			n := 1 + random.IntN(10)
			for _, index := range squares[:n] {
				piece := checkers.Man(side)
				if random.IntN(3) == 0 {
					piece = checkers.King(side)
				}
				p = p.Put(checkers.Square(index+1), piece)
			}
			squares = squares[n:]
		}
		if robot.Playable(p) == nil && p.Kings.Len() <= mostSetUpKings {
			return p
		}
	}
}
