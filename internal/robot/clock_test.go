package robot_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/robot"
)

// timed plays with a clock; White, the human, takes so long for each of its moves.
func timed(t *testing.T, clock robot.Clock, takes time.Duration, s robot.Settings) (*match, checkers.Outcome, error) {
	m := newMatch(t, calibration.Dark, scripted(t, "11-15", "22-18", "15x22", "25x18", "12-16"))
	m.told = func(e robot.Event) {
		if e.Kind == robot.TurnStarted && !e.Robots {
			moves := m.table.script
			m.table.script = nil
			m.table.wait(int(takes / (100 * time.Millisecond)))
			m.table.later(moves...)
		}
	}
	s.Side, s.Think, s.Clock = checkers.Black, time.Second, clock
	outcome, err := m.Play(t.Context(), s)
	return m, outcome, err
}

// shownTimes is what stands in the record of what was left after each move.
func shownTimes(m *match) (list []time.Duration) {
	left, _ := pdn.TakeClocks(m.kept.games[0].Comments)
	for i := range m.kept.games[0].Moves {
		list = append(list, left[i])
	}
	return list
}

// The human's time passes while it is its turn, and stands on record.
func TestClockOfAGame(t *testing.T) {
	m, _, err := timed(t, robot.Clock{Game: 5 * time.Minute, Increment: 3 * time.Second}, 20*time.Second, robot.Settings{})
	if !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	got := shownTimes(m)
	if len(got) != 5 {
		t.Fatal(got)
	}
	for i, want := range []time.Duration{303 * time.Second, 282 * time.Second, 306 * time.Second, 264 * time.Second} {
		if off := (got[i] - want).Abs(); off > 3*time.Second {
			t.Errorf("after move %d %v are left, want about %v", i+1, got[i], want)
		}
	}
}

// Who has no time left has lost, and is told before.
func TestTimeIsUp(t *testing.T) {
	for _, clock := range []robot.Clock{{Game: 90 * time.Second}, {Move: 90 * time.Second}} {
		m, outcome, err := timed(t, clock, 2*time.Minute, robot.Settings{})
		want := checkers.Outcome{Winner: checkers.Black, Reason: "White's time is up"}
		if err != nil || outcome != want || m.kept.games[0].Result != pdn.BlackWins {
			t.Errorf("%+v: %v, %v", clock, outcome, err)
		}
		var told []time.Duration
		for _, e := range m.events {
			if e.Kind == robot.TimeIsShort {
				told = append(told, e.Time)
			}
		}
		if clock.Game > 0 && !slices.Equal(told, []time.Duration{time.Minute, 30 * time.Second, 10 * time.Second}) {
			t.Errorf("told %v", told)
		}
	}
}

// With time for each move it does not add up.
func TestClockOfAMove(t *testing.T) {
	m, _, err := timed(t, robot.Clock{Move: 30 * time.Second}, 20*time.Second, robot.Settings{})
	if got := shownTimes(m); !errors.Is(err, io.EOF) || len(got) != 5 || got[3] < 5*time.Second {
		t.Errorf("%v, %v", got, err)
	}
}

// The clock stands while the human is away, and it is told that the game pauses.
func TestPause(t *testing.T) {
	m, _, err := timed(t, robot.Clock{Game: 2 * time.Minute}, 5*time.Minute, robot.Settings{AwayAfter: 30 * time.Second})
	if !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	pauses, goesOn := 0, 0
	for _, e := range m.events {
		switch e.Kind {
		case robot.Paused:
			pauses++
		case robot.TurnGoesOn:
			goesOn++
		}
	}
	if pauses != 3 || goesOn != 2 {
		t.Errorf("paused %d times, went on %d times", pauses, goesOn)
	}
}

// A pause that the human asks for has the clock stand until it goes on, or until something moves.
func TestPauseThatIsAskedFor(t *testing.T) {
	for _, goesOn := range []bool{false, true} {
		m := newMatch(t, calibration.Dark, scripted(t, "11-15", "22-18", "15x22", "25x18", "12-16"))
		orders := m.commanding()
		asked := 0
		m.told = func(e robot.Event) {
			switch e.Kind {
			case robot.TurnStarted:
				if e.Robots {
					return
				}
				moves := m.table.script
				m.table.script = []func(){func() { orders <- robot.Order{Command: robot.Pause{}} }}
				m.table.wait(600)
				if goesOn {
					m.table.later(func() { orders <- robot.Order{Command: robot.GoOn{}} })
					m.table.wait(200)
				}
				m.table.later(moves...)
			case robot.Paused:
				if strings.Contains(e.Text.String(), "until you go on") {
					asked++
				}
			}
		}
		_, err := m.Play(t.Context(), robot.Settings{Side: checkers.Black, Think: time.Second,
			Clock: robot.Clock{Game: 2 * time.Minute}})
		if !errors.Is(err, io.EOF) || asked < 2 {
			t.Fatalf("paused %d times: %v", asked, err)
		}
		want := 2 * time.Minute
		if goesOn {
			want -= 20 * time.Second
		}
		if got := shownTimes(m); (got[1] - want).Abs() > 4*time.Second {
			t.Errorf("goes on: %t; %v are left, want about %v", goesOn, got[1], want)
		}
	}
}

// Clocks that make no sense are refused.
func TestClockValidate(t *testing.T) {
	for _, c := range []robot.Clock{{Game: -1}, {Increment: time.Second}, {Move: 1, Game: 1}} {
		if c.Validate() == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
}

func TestParseClock(t *testing.T) {
	for text, want := range map[string]robot.Clock{
		"": {}, "none": {}, "10m": {Game: 10 * time.Minute}, "30s/move": {Move: 30 * time.Second},
		"5m+3s": {Game: 5 * time.Minute, Increment: 3 * time.Second},
	} {
		if got, err := robot.ParseClock(text); err != nil || got != want {
			t.Errorf("%q is %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"0s", "-1m", "5m+", "5m+-3s", "+3s", "soon", "30s/turn", "0s/move", "5m+3s/move"} {
		if got, err := robot.ParseClock(text); err == nil {
			t.Errorf("%q is %+v", text, got)
		}
	}
}

// Where the human says that its turn is over, its time passes until then, but for a pause that it asks for.
func TestTimeUntilTurnOver(t *testing.T) {
	lost := checkers.Outcome{Winner: checkers.Black, Reason: "White's time is up"}
	for _, test := range []struct {
		takes, pauses time.Duration
		want          checkers.Outcome
	}{
		{takes: 20 * time.Second}, {takes: 20 * time.Second, pauses: 5 * time.Minute}, {takes: 2 * time.Minute, want: lost},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			var human sync.WaitGroup
			defer human.Wait()
			defer cancel()
			m := newMatch(t, calibration.Dark, scripted(t, "11-15", "22-18"))
			orders := make(chan robot.Order)
			m.Orders, m.AwaitTurnOver, m.Now = orders, true, time.Now
			give := func(after time.Duration, c robot.Command) {
				select {
				case <-time.After(after):
				case <-ctx.Done():
					return
				}
				select {
				case orders <- robot.Order{Command: c}:
				case <-ctx.Done():
				}
			}
			m.told = func(e robot.Event) {
				if e.Kind == robot.TurnStarted && !e.Robots {
					human.Go(func() {
						if test.pauses > 0 {
							give(test.takes/2, robot.Pause{})
							give(test.pauses, robot.GoOn{})
							test.takes /= 2
						}
						give(test.takes, robot.TurnOver{})
					})
				}
			}
			outcome, err := m.Play(ctx, robot.Settings{Side: checkers.Black, Think: time.Second,
				Clock: robot.Clock{Game: time.Minute}})
			if outcome != test.want || test.want != lost && !errors.Is(err, errNoIdea) {
				t.Fatalf("%+v: %v, %v", test, outcome, err)
			}
			if got := shownTimes(m); test.want != lost && (got[1] < 38*time.Second || got[1] > 41*time.Second) {
				t.Errorf("%+v: %v are left", test, got[1])
			}
		})
	}
}
