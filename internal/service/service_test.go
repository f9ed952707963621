package service_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/text/language"

	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/service"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/player"
	"draughtsman/planner"
)

// serve starts a service; what Run returns comes on the channel.
func serve(t *testing.T, change func(*service.Options)) (*player.Player, <-chan error) {
	p := player.New(change)
	ended := p.Serve(t)
	synctest.Wait()
	return p, ended
}

// Every command is obeyed or refused with a sentence in every state, and the snapshot says beforehand which.
func TestEveryCommandInEveryState(t *testing.T) {
	if len(player.Commands()) != len(service.Names()) {
		t.Fatalf("%d commands are tried of %d", len(player.Commands()), len(service.Names()))
	}
	for _, state := range service.States() {
		for _, c := range player.Commands() {
			name := service.NameOf(c)
			t.Run(string(state)+"/"+name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					p := player.Into(t, state)
					now := p.Snapshot()
					if now.State != state {
						t.Fatalf("it is %q", now.State)
					}
					wanted := player.Obeys(state, name)
					if slices.Contains(now.Commands, name) != wanted {
						t.Errorf("the snapshot says %v", now.Commands)
					}
					err := p.Do(t.Context(), c)
					var refusal *robot.Refusal
					if obeyed := err == nil; obeyed != wanted || !obeyed && !errors.As(err, &refusal) {
						t.Fatalf("obeyed: %t, %v", obeyed, err)
					}
					if err != nil && !whole(refusal.Why.String()) {
						t.Errorf("%q is no sentence", refusal.Why)
					}
					if _, order := c.(robot.Command); err == nil && order && !slices.Equal(p.Heard(), []string{name}) {
						t.Errorf("the player has heard %v", p.Heard())
					}
				})
			})
		}
	}
}

// A move is made by a hand where there is one, if it is legal; where there is none nobody is told that it can be.
func TestMoves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := player.Into(t, service.HumansTurn)
		for _, text := range []string{"", "11-18", "22-18", "11", "nonsense"} {
			err := p.Do(t.Context(), service.Move{Text: text})
			var refusal *robot.Refusal
			if !errors.As(err, &refusal) || !whole(err.Error()) {
				t.Errorf("%q: %v", text, err)
			}
		}
		if heard := p.Heard(); len(heard) > 0 {
			t.Errorf("the hand has heard %v", heard)
		}
		p.Hand = nil
		if now := p.Snapshot(); slices.Contains(now.Commands, "move") {
			t.Errorf("without a hand there are %v", now.Commands)
		}
		err := p.Do(t.Context(), service.Move{Text: "11-15"})
		if err == nil || err.Error() != "Nobody makes your move for you here: make it on the board, and the robot sees it." {
			t.Error(err)
		}
	})
}

// A pause is ended by going on, which is an order to the player then.
func TestPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := player.Into(t, service.HumansTurn)
		if err := p.Do(t.Context(), service.Continue{}); err == nil {
			t.Error("a game goes on that does not pause")
		}
		p.Tells <- robot.Event{Kind: robot.Paused}
		synctest.Wait()
		now := p.Snapshot()
		if !now.Paused || !slices.Contains(now.Commands, "continue") || slices.Contains(now.Commands, "pause") ||
			slices.Contains(now.Commands, "give up") {
			t.Errorf("paused: %t, commands %v", now.Paused, now.Commands)
		}
		if err := p.Do(t.Context(), robot.Pause{}); err == nil || err.Error() != "The game pauses already." {
			t.Error(err)
		}
		if err := p.Do(t.Context(), service.Continue{}); err != nil || !slices.Equal(p.Heard(), []string{"continue"}) {
			t.Errorf("heard %v: %v", p.Heard(), err)
		}
		p.Tells <- robot.Event{Kind: robot.TurnGoesOn, Position: checkers.Start()}
		synctest.Wait()
		if p.Snapshot().Paused {
			t.Error("it pauses still")
		}
	})
}

// Who stays when no more game begins by itself plays those that are asked for.
func TestStays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		left := 1
		p, _ := serve(t, func(o *service.Options) {
			o.Stays = true
			o.Next = func() (service.Command, bool) { left--; return service.NewGame{}, left >= 0 }
		})
		p.Ends <- nil
		synctest.Wait()
		if now := p.Snapshot(); now.State != service.Over {
			t.Fatalf("it is %q", now.State)
		}
		expect.OK(t, p.Do(t.Context(), service.NewGame{}))
		synctest.Wait()
		if want := []string{"home", "play", "play"}; !slices.Equal(p.Asked(), want) {
			t.Errorf("asked %v, want %v", p.Asked(), want)
		}
	})
}

// whole reports whether a text begins with a capital letter and ends with a full stop.
func whole(text string) bool {
	return text != "" && text[:1] == strings.ToUpper(text[:1]) && strings.HasSuffix(text, ".")
}

// A game that was stopped is gone on with after the arm has homed, or given up for another.
func TestStopAndGoOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := player.Into(t, service.Moving)
		for _, c := range []service.Command{service.Stop{}, service.Continue{}} {
			expect.OK(t, p.Do(t.Context(), c))
			synctest.Wait()
		}
		if want := []string{"home", "play", "home", "resume"}; !slices.Equal(p.Asked(), want) {
			t.Errorf("asked %v, want %v", p.Asked(), want)
		}
		expect.OK(t, p.Do(t.Context(), service.Stop{}))
		synctest.Wait()
		if now := p.Snapshot(); now.State != service.Stopped || !now.Interrupted {
			t.Errorf("it is %q, interrupted: %t", now.State, now.Interrupted)
		}
		for _, c := range []service.Command{service.NewGame{}, service.Show{}} {
			var refusal *robot.Refusal
			if err := p.Do(t.Context(), c); !errors.As(err, &refusal) {
				t.Errorf("a game is interrupted, and %T is answered by %v", c, err)
			}
		}
		expect.OK(t, p.Do(t.Context(), service.NewGame{GiveUp: true, AsItStands: true}))
		synctest.Wait()
		want := []string{"home", "play", "home", "resume", "home", "standing", "give up", "play"}
		if !slices.Equal(p.Asked(), want) {
			t.Errorf("asked %v, want %v", p.Asked(), want)
		}
	})
}

// A new game ends the one that is on, at any time, if it says so.
func TestNewGameInAGame(t *testing.T) {
	for _, state := range service.States() {
		if !state.Playing() {
			continue
		}
		t.Run(string(state), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := player.Into(t, state)
				var refusal *robot.Refusal
				if err := p.Do(t.Context(), service.NewGame{}); !errors.As(err, &refusal) || p.Snapshot().State != state {
					t.Fatalf("that the game is given up is not said, and the answer is %v", err)
				}
				expect.OK(t, p.Do(t.Context(), service.NewGame{Level: "club", GiveUp: true}))
				synctest.Wait()
				if want := []string{"home", "play", "home", "give up", "play"}; !slices.Equal(p.Asked(), want) {
					t.Errorf("asked %v, want %v", p.Asked(), want)
				}
				if now := p.Snapshot(); now.State != service.SettingUp || now.Level != "club" {
					t.Errorf("it is %q at level %q", now.State, now.Level)
				}
			})
		})
	}
}

// Whoever asks for a game says what is played, and the games after it are of the same, until somebody says otherwise. A
// position is one of that.
func TestRulesOfANewGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := player.New(func(o *service.Options) { o.Game = checkers.Czech })
		p.Serve(t)
		synctest.Wait()
		russian, international := checkers.Russian, checkers.International
		backwards, err := checkers.ParseFEN("B:W22,29,30:B25") // where English draughts have no move
		expect.OK(t, err)
		over, err := checkers.ParseFEN("B:W18:B")
		expect.OK(t, err)
		for i, c := range []struct {
			game service.NewGame
			want checkers.Position
		}{
			{service.NewGame{}, checkers.Czech.Start()},
			{service.NewGame{Rules: &russian}, checkers.Russian.Start()},
			{service.NewGame{}, checkers.Russian.Start()},
			{service.NewGame{Start: backwards}, checkers.Russian.Of(backwards)},
		} {
			c.game.GiveUp = i > 0
			expect.OK(t, p.Do(t.Context(), c.game))
			synctest.Wait()
			if got := p.Played()[i].Start; got != c.want || p.Snapshot().Rules != c.want.Set {
				t.Errorf("game %d begins at %v of %v, want %v of %v", i+1, got.PDN(), p.Snapshot().Rules, c.want.PDN(), c.want.Set)
			}
		}
		var wrong *service.WrongError
		if err := p.Do(t.Context(), service.NewGame{Start: over, GiveUp: true}); !errors.As(err, &wrong) {
			t.Errorf("a position without a move: %v", err)
		}
		for _, c := range []service.Command{service.NewGame{Rules: &international, GiveUp: true},
			service.Show{Start: international.Start(), GiveUp: true}} {
			if err := p.Do(t.Context(), c); !errors.As(err, &wrong) || !strings.Contains(err.Error(), "another board") {
				t.Errorf("%T of a game on another board: %v", c, err)
			}
		}
		if now := p.Snapshot(); now.Rules != checkers.Russian || !now.State.Playing() {
			t.Errorf("then %v is played: %+v", now.Rules, now)
		}
	})
}

// Where the tool may hold a disc when the arm is stopped, people are told that it may fall when the arm homes.
func TestStoppedWithADisc(t *testing.T) {
	for phase, told := range map[robot.Phase]bool{robot.Taking: true, robot.Setting: true, robot.Leaving: false} {
		synctest.Test(t, func(t *testing.T) {
			var said []string
			p, _ := serve(t, func(o *service.Options) {
				o.Says = func(text sentence.Text) { said = append(said, text.String()) }
			})
			expect.OK(t, p.Do(t.Context(), service.NewGame{}))
			synctest.Wait()
			for _, e := range []robot.Entry{
				{What: robot.Chose, Move: "11-15", Transfers: make([]planner.Transfer, 1), Stood: &robot.Stood{}},
				{What: robot.Run, Phase: phase, Transfer: &planner.Transfer{}},
			} {
				expect.OK(t, p.Log.Append(e))
			}
			for _, c := range []service.Command{service.Stop{}, service.Continue{}} {
				expect.OK(t, p.Do(t.Context(), c))
				synctest.Wait()
			}
			all := strings.Join(said, "\n")
			for _, text := range []string{"Going on homes it first, and a disc that it holds may fall",
				"The arm homes: keep clear of it. A disc that it holds may fall."} {
				if strings.Contains(all, text) != told {
					t.Errorf("in %q people are told:\n%s", phase, all)
				}
			}
		})
	}
}

// A recorded game that goes on to be shown is none that is played: nobody asks for its settings.
func TestShowGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		games := 0
		p, _ := serve(t, func(o *service.Options) {
			settings := o.Settings
			o.Settings = func(g service.NewGame) (robot.Settings, error) {
				games++
				return settings(g)
			}
		})
		show := service.Show{Recording: robot.Recording{Moves: []string{"11-15"}}, Start: checkers.Start()}
		for _, c := range []service.Command{show, service.Stop{}, service.Continue{}} {
			expect.OK(t, p.Do(t.Context(), c))
			synctest.Wait()
		}
		if asked := p.Asked(); asked[len(asked)-1] != "resume" || games != 0 || !p.Snapshot().Shows {
			t.Errorf("asked %v, and for the settings of %d games: %+v", asked, games, p.Snapshot())
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
		expect.OK(t, p.Do(t.Context(), service.NewGame{}))
		p.Ends <- minor
		synctest.Wait()
		if now := p.Snapshot(); now.State != service.Stopped || now.Problem.String() != "A hand stays there." {
			t.Errorf("it is %q: %q", now.State, now.Problem)
		}
		expect.OK(t, p.Do(t.Context(), service.Continue{}))
		p.Ends <- major
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
		p.Ends <- nil
		synctest.Wait()
		expect.OK(t, p.Do(t.Context(), service.Stop{}))
		synctest.Wait()
		if now := p.Snapshot(); now.State != service.Stopped {
			t.Errorf("it is %q", now.State)
		}
		expect.OK(t, p.Do(t.Context(), service.Continue{}))
		p.Ends <- nil
		p.Ends <- nil
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// A service that ends parks the arm if it is to.
func TestParks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := player.New(func(o *service.Options) { o.Parks = func(error) time.Duration { return time.Minute } })
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- p.Run(ctx) }()
		synctest.Wait()
		expect.OK(t, p.Do(ctx, service.NewGame{}))
		synctest.Wait()
		cancel()
		if err := <-ended; !errors.Is(err, service.ErrParked) || !slices.Equal(p.Asked(), []string{"home", "play", "home"}) {
			t.Errorf("%v, asked %v", err, p.Asked())
		}
	})
}

// A client that was away catches up; one that was away for too long is told to look again. Events are kept in bounds.
func TestEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := player.Into(t, service.HumansTurn)
		seen, _, more := p.Events(0)
		if len(seen) == 0 || seen[len(seen)-1].ID != p.Snapshot().Event {
			t.Fatalf("%d events", len(seen))
		}
		for i, e := range seen {
			if e.ID != seen[0].ID+int64(i) {
				t.Errorf("event %d has the ID %d, the first %d", i, e.ID, seen[0].ID)
			}
		}
		if _, missed, _ := p.Events(seen[0].ID - 1); missed {
			t.Error("who has none of the events has missed some")
		}
		last := seen[len(seen)-1].ID
		p.Tells <- robot.Event{Kind: robot.Watching, Text: sentence.Say("hello")}
		<-more
		next, missed, _ := p.Events(last)
		if len(next) != 1 || missed || next[0].Text.String() != "hello" || next[0].State != service.HumansTurn {
			t.Errorf("%+v, missed: %t", next, missed)
		}
		for range 3000 {
			p.Tells <- robot.Event{Kind: robot.Watching, Text: sentence.Say("again")}
		}
		synctest.Wait()
		if all, missed, _ := p.Events(last); !missed || len(all) > 2000 {
			t.Errorf("%d events, missed: %t", len(all), missed)
		}
		if none, missed, _ := p.Events(1 << 60); len(none) > 0 || !missed {
			t.Errorf("%d events from the future, missed: %t", len(none), missed)
		}
	})
}

// What a client remembers of a program that ran before is of another run, however many events either of them has had,
// and also where the clock was put back in between.
func TestEventsOfAnotherRun(t *testing.T) {
	began := time.Date(2026, 11, 26, 18, 30, 0, 0, time.UTC)
	for name, again := range map[string]time.Time{
		"the next second": began.Add(time.Second), "a day before": began.Add(-24 * time.Hour),
	} {
		for _, events := range []int{0, 1, 3000} {
			before := service.New(service.Options{Now: func() time.Time { return began }})
			for range 700 {
				before.Tell(robot.Event{Kind: robot.Watching})
			}
			last := before.Snapshot().Event
			after := service.New(service.Options{Now: func() time.Time { return again }})
			first := after.Snapshot().Event
			for range events {
				after.Tell(robot.Event{Kind: robot.Watching})
			}
			if _, missed, _ := after.Events(last); !missed {
				t.Errorf("%s, after %d events: %d is known after %d", name, events, last, first)
			}
			if _, missed, _ := after.Events(first); missed != (events > 2000) {
				t.Errorf("%s, after %d events: missed since the beginning: %t", name, events, missed)
			}
		}
	}
}

// An order that is given while the state changes is refused by the new one, and one that the player does not answer
// because it was stopped is, too.
func TestOrdersInPassing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := player.Into(t, service.HumansTurn)
		if err := p.Do(t.Context(), service.NewGame{Level: "godlike"}); err == nil {
			t.Error("a game begins within a game")
		}
		if err := p.Do(t.Context(), "nonsense"); err == nil {
			t.Error("nonsense is obeyed")
		}
		p.Ends <- nil
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

// What goes on, and why a command is refused, is said in any language.
func TestLanguages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _ := serve(t, nil)
		if got := p.Snapshot().Sentence.In(language.German); got != "Der Arm ist an seinem Platz." {
			t.Errorf("it is said that %s", got)
		}
		err := p.Do(t.Context(), robot.Hint{})
		if got := service.ErrorIn(err, language.Russian); got != "Партия не идёт: начните новую." {
			t.Errorf("it is refused: %s", got)
		}
		if got := service.ErrorIn(err, language.English); got != err.Error() {
			t.Errorf("in English it is refused: %s", got)
		}
		if got := service.ErrorIn(context.Canceled, language.Russian); got != context.Canceled.Error() {
			t.Errorf("another error is %s", got)
		}
	})
}

// The time of a simulated table goes faster when somebody asks for it, up to a bound; where it cannot, the snapshot has
// no speed, and asking is refused.
func TestSpeed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _ := serve(t, nil)
		expect.OK(t, p.Do(t.Context(), service.Speed{Times: 4}))
		if speed := p.Snapshot().Speed; speed == nil || *speed != (service.Pace{Times: 4, Most: 10}) {
			t.Errorf("the snapshot says %+v", speed)
		}
		for _, times := range []float64{0, 0.5, 10.5, -1, math.NaN()} {
			var wrong *service.WrongError
			if err := p.Do(t.Context(), service.Speed{Times: times}); !errors.As(err, &wrong) {
				t.Errorf("%g times: %v", times, err)
			}
		}
	})
	synctest.Test(t, func(t *testing.T) {
		p, _ := serve(t, func(o *service.Options) { o.Clock = nil })
		var refusal *robot.Refusal
		if err := p.Do(t.Context(), service.Speed{Times: 4}); !errors.As(err, &refusal) || p.Snapshot().Speed != nil {
			t.Errorf("a real table: %v, %+v", err, p.Snapshot().Speed)
		}
	})
}
