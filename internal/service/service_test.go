package service_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/robot"
	"draughtsman/internal/service"
)

// player tells what it is given, and obeys every order that it hears in between.
type player struct {
	*service.Service
	log   *robot.MemoryLog
	tells chan robot.Event // what happens next
	ends  chan error       // how the game ends
	heard []string         // names of the orders
	asked []string         // methods that were called
	homes error
}

func (p *player) Home(ctx context.Context) error {
	p.asked = append(p.asked, "home")
	return errors.Join(p.homes, ctx.Err())
}

func (p *player) Standing(context.Context, checkers.Side) (checkers.Position, error) {
	p.asked = append(p.asked, "standing")
	return checkers.Start(), nil
}

func (p *player) GiveUp(*robot.Interrupted) error {
	p.asked = append(p.asked, "give up")
	return p.log.Append(robot.Entry{What: robot.Ended})
}

func (p *player) Play(ctx context.Context, s robot.Settings) (checkers.Outcome, error) {
	p.asked = append(p.asked, "play")
	began := robot.Entry{What: robot.Began, Stood: &robot.Stood{}, Robot: s.Side, Tags: s.Tags}
	if err := p.log.Append(began); err != nil {
		return checkers.Outcome{}, err
	}
	return p.play(ctx)
}

func (p *player) Resume(ctx context.Context, _ robot.Settings, _ *robot.Interrupted) (checkers.Outcome, error) {
	p.asked = append(p.asked, "resume")
	return p.play(ctx)
}

func (p *player) play(ctx context.Context) (checkers.Outcome, error) {
	for {
		select {
		case e := <-p.tells:
			p.Tell(e)
		case o := <-p.Orders():
			p.heard = append(p.heard, service.NameOf(o.Command))
			o.Answer(nil)
		case err := <-p.ends:
			if err != nil {
				return checkers.Outcome{}, err
			}
			p.Tell(robot.GameOver{Outcome: checkers.Outcome{Draw: true, Reason: "test"}})
			return checkers.Outcome{}, p.log.Append(robot.Entry{What: robot.Ended})
		case <-ctx.Done():
			return checkers.Outcome{}, ctx.Err()
		}
	}
}

// serve starts a service; what Run returns comes on the channel.
func serve(t *testing.T, change func(*service.Options)) (*player, <-chan error) {
	p := &player{log: &robot.MemoryLog{}, tells: make(chan robot.Event), ends: make(chan error)}
	o := service.Options{Player: p, Log: p.log, Journal: robot.NoJournal{}, Now: time.Now,
		Settings: func(g service.NewGame) (robot.Settings, error) {
			if g.Level == "godlike" {
				return robot.Settings{}, &robot.Refusal{Why: "There is no such level."}
			}
			return robot.Settings{Side: g.Side, Tags: []pdn.Tag{{Name: "Level", Value: g.Level}}}, nil
		}}
	if change != nil {
		change(&o)
	}
	p.Service = service.New(o)
	ended := make(chan error, 1)
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	go func() { ended <- p.Run(ctx) }()
	synctest.Wait()
	return p, ended
}

// Steps that bring a service from idle to each state.
var ways = map[service.State][]robot.Event{
	service.SettingUp:  {robot.WaitingForSetUp{}},
	service.HumansTurn: {robot.TurnStarted{Position: checkers.Start()}},
	service.Thinking:   {robot.TurnStarted{Position: checkers.Start(), Robots: true}},
	service.Moving:     {robot.Carrying{Step: 1, Steps: 2}},
	service.Held:       {robot.Waiting{Held: true}},
	service.Showing:    nil,
	service.Stopped:    nil,
	service.Over:       nil,
}

// into brings a service into a state.
func into(t *testing.T, state service.State) *player {
	t.Helper()
	if state == service.NotCalibrated {
		p, _ := serve(t, func(o *service.Options) { o.Player = nil })
		return p
	}
	p, _ := serve(t, nil)
	if state == service.Idle {
		return p
	}
	var begin service.Command = service.NewGame{Side: checkers.White}
	if state == service.Showing {
		begin = service.Show{Recording: robot.Recording{Moves: []string{"11-15"}}}
	}
	if err := p.Do(t.Context(), begin); err != nil {
		t.Fatal(err)
	}
	for _, e := range ways[state] {
		p.tells <- e
	}
	switch state {
	case service.Showing:
		p.tells <- robot.TurnStarted{Position: checkers.Start(), Robots: true}
	case service.Stopped:
		synctest.Wait()
		if err := p.Do(t.Context(), service.Stop{}); err != nil {
			t.Fatal(err)
		}
	case service.Over:
		p.ends <- nil
	}
	synctest.Wait()
	return p
}

// commands are one of each.
func commands() []service.Command {
	return []service.Command{service.NewGame{GiveUp: true}, service.Show{GiveUp: true}, service.Continue{},
		service.GiveUp{}, service.Stop{}, service.Home{}, robot.Tidy{}, robot.Straighten{}, robot.OwnArm{}, robot.TurnOver{},
		robot.TakeBack{Plies: 1}, robot.Hint{}, robot.Resign{}, robot.OfferDraw{}, robot.NextMove{}}
}

// Every command is obeyed or refused with a sentence in every state, and the snapshot says beforehand which.
func TestEveryCommandInEveryState(t *testing.T) {
	turn := []string{"tidy", "straighten", "turn over", "take back", "hint", "resign", "offer draw"}
	between := []string{"new game", "show", "home"}
	allowed := map[service.State][]string{
		service.NotCalibrated: {},
		service.Idle:          between,
		service.SettingUp:     {},
		service.HumansTurn:    turn,
		service.Thinking:      {},
		service.Moving:        {},
		service.Held:          {"own arm"},
		service.Showing:       {"next move"},
		service.Stopped:       append([]string{"continue", "give up"}, between...),
		service.Over:          between,
	}
	if len(commands()) != len(service.Names()) {
		t.Fatalf("%d commands are tried of %d", len(commands()), len(service.Names()))
	}
	for _, state := range service.States() {
		for _, c := range commands() {
			name := service.NameOf(c)
			t.Run(string(state)+"/"+name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					p := into(t, state)
					now := p.Snapshot()
					if now.State != state {
						t.Fatalf("it is %q", now.State)
					}
					wanted := name == "stop" || slices.Contains(allowed[state], name)
					if slices.Contains(now.Commands, name) != wanted {
						t.Errorf("the snapshot says %v", now.Commands)
					}
					err := p.Do(t.Context(), c)
					var refusal *robot.Refusal
					if obeyed := err == nil; obeyed != wanted || !obeyed && !errors.As(err, &refusal) {
						t.Fatalf("obeyed: %t, %v", obeyed, err)
					}
					if err != nil && !sentence(refusal.Why) {
						t.Errorf("%q is no sentence", refusal.Why)
					}
					if _, order := c.(robot.Command); err == nil && order && !slices.Equal(p.heard, []string{name}) {
						t.Errorf("the player has heard %v", p.heard)
					}
				})
			})
		}
	}
}

// sentence reports whether a text begins with a capital letter and ends with a full stop.
func sentence(text string) bool {
	return text != "" && text[:1] == strings.ToUpper(text[:1]) && strings.HasSuffix(text, ".")
}

// A game that was stopped is gone on with after the arm has homed, or given up for another.
func TestStopAndGoOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := into(t, service.Moving)
		for _, c := range []service.Command{service.Stop{}, service.Continue{}} {
			if err := p.Do(t.Context(), c); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		if want := []string{"home", "play", "home", "resume"}; !slices.Equal(p.asked, want) {
			t.Errorf("asked %v, want %v", p.asked, want)
		}
		if err := p.Do(t.Context(), service.Stop{}); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if now := p.Snapshot(); now.State != service.Stopped || !now.Interrupted {
			t.Errorf("it is %q, interrupted: %t", now.State, now.Interrupted)
		}
		for _, c := range []service.Command{service.NewGame{}, service.NewGame{GiveUp: true, AsItStands: true}} {
			if err := p.Do(t.Context(), c); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		want := []string{"home", "play", "home", "resume", "standing", "give up", "play"}
		if !slices.Equal(p.asked, want) {
			t.Errorf("asked %v, want %v", p.asked, want)
		}
	})
}

// What the service bears leaves the game stopped, with its reason; anything else ends it.
func TestTrouble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		minor, major := errors.New("a hand stays there"), errors.New("the camera is gone")
		p, ended := serve(t, func(o *service.Options) {
			o.Bears = func(err error) bool { return errors.Is(err, minor) }
		})
		if err := p.Do(t.Context(), service.NewGame{}); err != nil {
			t.Fatal(err)
		}
		p.ends <- minor
		synctest.Wait()
		if now := p.Snapshot(); now.State != service.Stopped || now.Problem != minor.Error() {
			t.Errorf("it is %q: %q", now.State, now.Problem)
		}
		if err := p.Do(t.Context(), service.Continue{}); err != nil {
			t.Fatal(err)
		}
		p.ends <- major
		if err := <-ended; !errors.Is(err, major) {
			t.Error(err)
		}
	})
}

// Games that follow each other by themselves do so until somebody stops one, and Run ends with the last.
func TestGamesByThemselves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		left := 3
		p, ended := serve(t, func(o *service.Options) {
			o.Next = func() (service.Command, bool) { left--; return service.NewGame{}, left >= 0 }
		})
		p.ends <- nil
		synctest.Wait()
		if err := p.Do(t.Context(), service.Stop{}); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if now := p.Snapshot(); now.State != service.Stopped {
			t.Errorf("it is %q", now.State)
		}
		if err := p.Do(t.Context(), service.Continue{}); err != nil {
			t.Fatal(err)
		}
		p.ends <- nil
		p.ends <- nil
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// A service that ends parks the arm if it is to.
func TestParks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &player{log: &robot.MemoryLog{}, tells: make(chan robot.Event), ends: make(chan error)}
		p.Service = service.New(service.Options{Player: p, Log: p.log, Journal: robot.NoJournal{}, Now: time.Now,
			Parks: time.Minute, Settings: func(service.NewGame) (robot.Settings, error) { return robot.Settings{}, nil }})
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- p.Run(ctx) }()
		synctest.Wait()
		if err := p.Do(ctx, service.NewGame{}); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) || !slices.Equal(p.asked, []string{"home", "play", "home"}) {
			t.Errorf("%v, asked %v", err, p.asked)
		}
	})
}

// A client that was away catches up; one that was away for too long is told to look again. Events are kept in bounds.
func TestEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := into(t, service.HumansTurn)
		seen, missed, more := p.Events(0)
		if len(seen) == 0 || missed || seen[0].ID != 1 || seen[len(seen)-1].ID != p.Snapshot().Event {
			t.Fatalf("%d events, missed: %t", len(seen), missed)
		}
		last := seen[len(seen)-1].ID
		p.tells <- robot.Watching{Message: "hello"}
		<-more
		next, missed, _ := p.Events(last)
		if len(next) != 1 || missed || next[0].Text != "hello" || next[0].State != service.HumansTurn {
			t.Errorf("%+v, missed: %t", next, missed)
		}
		for range 3000 {
			p.tells <- robot.Watching{Message: "again"}
		}
		synctest.Wait()
		if all, missed, _ := p.Events(last); !missed || len(all) > 2000 {
			t.Errorf("%d events, missed: %t", len(all), missed)
		}
		if none, missed, _ := p.Events(1 << 40); len(none) > 0 || missed {
			t.Errorf("%d events from the future, missed: %t", len(none), missed)
		}
	})
}

// An order that is given while the state changes is refused by the new one, and one that the player does not answer
// because it was stopped is, too.
func TestOrdersInPassing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := into(t, service.HumansTurn)
		if err := p.Do(t.Context(), service.NewGame{Level: "godlike"}); err == nil {
			t.Error("a game begins within a game")
		}
		if err := p.Do(t.Context(), "nonsense"); err == nil {
			t.Error("nonsense is obeyed")
		}
		p.ends <- nil
		synctest.Wait()
		err := p.Do(t.Context(), service.NewGame{Level: "godlike"})
		if err == nil || err.Error() != "There is no such level." {
			t.Error(err)
		}
		if err := p.Do(t.Context(), robot.Hint{}); err == nil || !strings.Contains(err.Error(), "No game is under way") {
			t.Error(err)
		}
	})
}
