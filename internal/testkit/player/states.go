package player

import (
	"slices"
	"testing"
	"testing/synctest"

	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/internal/service"
)

// events bring a game that has begun to a state.
var events = map[service.State][]robot.Event{
	service.SettingUp:  {robot.Event{Kind: robot.WaitingForSetUp}},
	service.HumansTurn: {robot.Turn(checkers.Start(), false)},
	service.Thinking:   {robot.Turn(checkers.Start(), true)},
	service.Warned:     {robot.Event{Kind: robot.Warned}},
	service.Moving:     {robot.Event{Kind: robot.Carrying, Step: 1, Steps: 2}},
	service.Held:       {robot.Event{Kind: robot.Waiting, Held: true}},
	service.Showing:    {robot.Turn(checkers.Start(), true)},
}

// Into is a player whose service runs and has come to a state. It needs the bubble of time of a synctest.Test.
func Into(t testing.TB, state service.State) *Player {
	t.Helper()
	p := New(func(o *service.Options) {
		if state == service.NotCalibrated {
			o.Player = nil
		}
	})
	p.Serve(t)
	synctest.Wait()
	if state == service.NotCalibrated || state == service.Idle {
		return p
	}
	var begin service.Command = service.NewGame{Side: checkers.White}
	if state == service.Showing {
		begin = service.Show{Recording: robot.Recording{Moves: []string{"11-15"}}}
	}
	if err := p.Do(t.Context(), begin); err != nil {
		t.Fatal(err)
	}
	for _, e := range events[state] {
		p.Tells <- e
	}
	switch state {
	case service.Stopped:
		synctest.Wait()
		if err := p.Do(t.Context(), service.Stop{}); err != nil {
			t.Fatal(err)
		}
	case service.Over:
		p.Ends <- nil
	}
	synctest.Wait()
	return p
}

// Commands are one of each.
func Commands() []service.Command {
	return []service.Command{service.NewGame{GiveUp: true}, service.Show{GiveUp: true}, service.Continue{},
		service.GiveUp{}, service.Stop{}, service.Home{}, service.Move{Text: "11-15"},
		service.Correct{Ply: 1, Text: "11-15"}, robot.Tidy{}, robot.Straighten{}, robot.OwnArm{},
		robot.TurnOver{}, robot.Pause{}, robot.TakeBack{Plies: 1}, robot.Hint{},
		service.Teach{On: true}, robot.Resign{}, robot.OfferDraw{}, robot.NextMove{}, service.Speed{Times: 2}}
}

// Obeys reports whether a command is to be obeyed in a state, by its name.
func Obeys(in service.State, name string) bool {
	turn := []string{"tidy", "straighten", "move", "turn over", "pause", "take back", "hint", "resign", "offer draw"}
	between := []string{"home"}
	obeyed := map[service.State][]string{
		service.Idle:       between,
		service.HumansTurn: turn,
		service.Warned:     {"take back", "continue"},
		service.Held:       {"own arm"},
		service.Showing:    {"next move"},
		service.Stopped:    append([]string{"continue", "give up"}, between...),
		service.Over:       between,
	}
	begins := in != service.NotCalibrated && (name == "new game" || name == "show")
	return name == "stop" || name == "speed" || begins || name == "teach" && in != service.NotCalibrated ||
		slices.Contains(obeyed[in], name)
}
