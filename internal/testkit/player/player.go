// Package player plays at no table: tests have it bring a service into every state, and see what it hears.
package player

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/service"
)

// Player tells its service what it is given, and obeys every order that it hears in between.
type Player struct {
	*service.Service
	Log   *robot.MemoryLog
	Tells chan robot.Event // what happens next
	Ends  chan error       // how the game ends

	mu     sync.Mutex
	asked  []string         // methods that were called
	heard  []string         // names of the orders
	played []robot.Settings // of the games that began
	paces  []float64        // that the table's time was set to
}

// New is a player of a service that does not run yet. The options may be changed before the service is made of them.
func New(change func(*service.Options)) *Player {
	p := &Player{Log: &robot.MemoryLog{}, Tells: make(chan robot.Event), Ends: make(chan error)}
	o := service.Options{Player: p, Log: p.Log, Journal: robot.NoJournal{}, Now: time.Now, Settings: settings}
	o.Hand, o.Clock = p, p
	if change != nil {
		change(&o)
	}
	p.Service = service.New(o)
	return p
}

// settings are those of a game that is asked for. There is no level "godlike".
func settings(g service.NewGame) (robot.Settings, error) {
	if g.Level == "godlike" {
		return robot.Settings{}, &service.WrongError{Refusal: &robot.Refusal{Why: sentence.Say("There is no such level.")}}
	}
	return robot.Settings{Side: g.Side, Think: g.Think, SetUp: g.SetUp, Start: g.Start,
		Tags: []pdn.Tag{{Name: pdn.LevelTag, Value: g.Level}}}, nil
}

// Serve runs the service until the test ends; what Run returns comes on the channel.
func (p *Player) Serve(t testing.TB) <-chan error {
	ended := make(chan error, 1)
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	go func() { ended <- p.Run(ctx) }()
	return ended
}

// Asked are the methods that were called.
func (p *Player) Asked() []string { return read(p, &p.asked) }

// Heard are the names of the orders that were obeyed.
func (p *Player) Heard() []string { return read(p, &p.heard) }

// Played are the settings of the games that began.
func (p *Player) Played() []robot.Settings { return read(p, &p.played) }

func read[T any](p *Player, list *[]T) []T {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(*list)
}

func note[T any](p *Player, list *[]T, what T) {
	p.mu.Lock()
	defer p.mu.Unlock()
	*list = append(*list, what)
}

// Move implements service.Hand: it counts as an order that is heard.
func (p *Player) Move(checkers.Position, checkers.Move) error {
	note(p, &p.heard, service.NameOf(service.Move{}))
	return nil
}

// Paces implements service.Clock: up to ten times as fast.
func (p *Player) Paces() (times, most float64) {
	set := append([]float64{1}, read(p, &p.paces)...)
	return set[len(set)-1], 10
}

// SetPace implements service.Clock.
func (p *Player) SetPace(times float64, _ time.Time) { note(p, &p.paces, times) }

// Home implements service.Player.
func (p *Player) Home(ctx context.Context) error {
	note(p, &p.asked, "home")
	return ctx.Err()
}

// Standing implements service.Player: the start position stands.
func (p *Player) Standing(context.Context, checkers.Position) (checkers.Position, error) {
	note(p, &p.asked, "standing")
	return checkers.Start(), nil
}

// GiveUp implements service.Player.
func (p *Player) GiveUp(*robot.Interrupted) error {
	note(p, &p.asked, "give up")
	return p.Log.Append(robot.Entry{What: robot.Ended})
}

// Play implements service.Player.
func (p *Player) Play(ctx context.Context, s robot.Settings) (checkers.Outcome, error) {
	note(p, &p.asked, "play")
	note(p, &p.played, s)
	began := robot.Entry{What: robot.Began, Stood: &robot.Stood{}, Robot: s.Side, Tags: s.Tags, Shows: s.Shows}
	if err := p.Log.Append(began); err != nil {
		return checkers.Outcome{}, err
	}
	return p.play(ctx)
}

// Resume implements service.Player.
func (p *Player) Resume(ctx context.Context, _ robot.Settings, _ *robot.Interrupted) (checkers.Outcome, error) {
	note(p, &p.asked, "resume")
	return p.play(ctx)
}

func (p *Player) play(ctx context.Context) (checkers.Outcome, error) {
	for {
		select {
		case e := <-p.Tells:
			p.Tell(e)
		case o := <-p.Orders():
			note(p, &p.heard, service.NameOf(o.Command))
			o.Answer(nil)
		case err := <-p.Ends:
			if err != nil {
				return checkers.Outcome{}, err
			}
			p.Tell(robot.Event{Kind: robot.GameOver, Outcome: checkers.Outcome{Draw: true, Reason: "test"}})
			return checkers.Outcome{}, p.Log.Append(robot.Entry{What: robot.Ended})
		case <-ctx.Done():
			return checkers.Outcome{}, ctx.Err()
		}
	}
}
