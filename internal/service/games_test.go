package service_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/internal/service"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/testkit/player"
)

// must has commands obeyed, one after the other.
func must(t *testing.T, p *player.Player, commands ...service.Command) {
	t.Helper()
	for _, c := range commands {
		if err := p.Do(t.Context(), c); err != nil {
			t.Fatalf("%s: %v", service.NameOf(c), err)
		}
		synctest.Wait()
	}
}

// A game that is stopped and goes on is still the same one, and counts once; one that was interrupted before the
// program began counts once, too. A recorded game that is shown counts as none, and has an ID of its own.
func TestGamesAreCounted(t *testing.T) {
	for _, interrupted := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			begun := 0
			p := player.New(func(o *service.Options) { o.Begins = func() { begun++ } })
			if interrupted {
				expect.OK(t, p.Log.Append(robot.Entry{What: robot.Began, Stood: &robot.Stood{}}))
			}
			p.Serve(t)
			synctest.Wait()
			if !interrupted {
				must(t, p, service.NewGame{})
			}
			first := p.Snapshot().Game
			if begun != 1 || first == 0 || first > p.Snapshot().Event {
				t.Errorf("%d games have begun, the last one is %d at event %d", begun, first, p.Snapshot().Event)
			}
			must(t, p, service.Stop{}, service.Continue{}, service.Stop{}, service.Continue{})
			if now := p.Snapshot().Game; begun != 1 || now != first {
				t.Errorf("after two stops %d games have begun, the last one is %d, and was %d", begun, now, first)
			}
			p.Ends <- nil
			synctest.Wait()
			if now := p.Snapshot().Game; now != first {
				t.Errorf("the game that has ended is %d, and was %d", now, first)
			}
			must(t, p, service.Show{Recording: robot.Recording{Moves: []string{"11-15"}}}, service.Stop{}, service.Continue{})
			shown := p.Snapshot().Game
			if begun != 1 || shown <= first {
				t.Errorf("with one that is shown %d games have begun, and it is %d after %d", begun, shown, first)
			}
			must(t, p, service.Stop{}, service.NewGame{GiveUp: true})
			if now := p.Snapshot().Game; begun != 2 || now <= shown {
				t.Errorf("at last %d games have begun, the last one is %d after %d", begun, now, shown)
			}
		})
	}
}

// The position that is to be set up is known until it stands, and after a stop in between.
func TestWantedPosition(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _ := serve(t, nil)
		start, earlier := checkers.Start(), checkers.Start().Play(checkers.Start().Moves()[0])
		wants := func(when string, want checkers.Position) {
			t.Helper()
			synctest.Wait()
			fen := ""
			if want != (checkers.Position{}) {
				fen = want.FEN()
			}
			if got := p.Snapshot().Wanted; got != fen {
				t.Errorf("%s: %q is to be set up, want %q", when, got, fen)
			}
		}
		wants("at first", checkers.Position{})
		must(t, p, service.NewGame{})
		wants("when a game begins", start)
		p.Tells <- robot.Event{Kind: robot.WaitingForSetUp, Position: start, Text: sentence.Say("hello")}
		wants("while it is waited for", start)
		must(t, p, service.Stop{})
		wants("after a stop", start)
		must(t, p, service.Continue{})
		p.Tells <- robot.Event{Kind: robot.WaitingForSetUp, Position: start}
		p.Tells <- robot.Begins(checkers.White, "", start)
		wants("when it stands", checkers.Position{})
		p.Tells <- robot.Event{Kind: robot.TakingBack, Position: earlier, Moves: start.Moves()[:1], ByHand: true}
		wants("while moves are taken back", earlier)
		p.Tells <- robot.Event{Kind: robot.TakenBack, Position: earlier}
		wants("when they are", checkers.Position{})
		p.Tells <- robot.Event{Kind: robot.Asking, Position: start}
		wants("while discs are missing", start)
		must(t, p, service.Stop{}, service.GiveUp{})
		wants("when the game is given up", checkers.Position{})
	})
}

// Of two clients that ask for a game at the same time one is refused, and has changed nothing: neither the settings of
// the game that begins, nor what comes after it.
func TestTwoGamesAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		prepared := []string{}
		p, _ := serve(t, func(o *service.Options) {
			settings := o.Settings
			o.Settings = func(g service.NewGame) (robot.Settings, error) {
				prepared = append(prepared, g.Level)
				return settings(g)
			}
		})
		refused := 0
		for _, level := range []string{"casual", "club"} { // before the service has come to begin the first one
			if err := p.Do(t.Context(), service.NewGame{Level: level}); err != nil {
				if refused++; !strings.HasPrefix(err.Error(), "The robot has just been asked for something else") {
					t.Error(err)
				}
			}
		}
		synctest.Wait()
		p.Ends <- nil
		synctest.Wait()
		played := p.Played()
		if refused != 1 || len(prepared) != 1 || prepared[0] != "casual" || len(played) != 1 ||
			robot.LevelOf(played[0].Tags) != "casual" {
			t.Errorf("%d refused, prepared for %v, played %+v", refused, prepared, played)
		}
		if state := p.Snapshot().State; state != service.Over {
			t.Errorf("after the game it is %q", state)
		}
	})
}

// It is said whose turn it is, until something else goes on; what is told beside that takes no place of it.
func TestSentenceOfTheTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := player.Into(t, service.HumansTurn)
		for _, c := range []struct {
			e    robot.Event
			want string
		}{
			{robot.Event{Kind: robot.DrawNear, Text: sentence.Say("hello")}, "Your turn: Black to move."},
			{robot.Event{Kind: robot.Watching, Text: sentence.Say("hello")}, "hello"},
			{robot.Event{Kind: robot.Watching}, "hello"},
		} {
			p.Tells <- c.e
			synctest.Wait()
			if got := p.Snapshot().Sentence.String(); got != c.want {
				t.Errorf("it is said: %q, want %q", got, c.want)
			}
		}
	})
}

// Who asks for a game as soon as the last one is over is obeyed, although the player is not done with it.
func TestGameAskedForAsOneEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p *player.Player
		none := errors.New("nobody has asked")
		asked := none
		p, _ = serve(t, func(o *service.Options) {
			o.Listens = func(e robot.Event) {
				if e.Kind == robot.GameOver && errors.Is(asked, none) {
					asked = p.Do(t.Context(), service.NewGame{})
				}
			}
		})
		must(t, p, service.NewGame{})
		p.Tells <- robot.Event{Kind: robot.GameOver}
		synctest.Wait()
		p.Ends <- nil
		synctest.Wait()
		if played := len(p.Played()); asked != nil || played != 2 {
			t.Errorf("%v; %d games were played", asked, played)
		}
	})
}
