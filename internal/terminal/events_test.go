package terminal

import (
	"strings"
	"testing"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
)

// Each event is a line of JSON with what it knows, beside what is shown to people.
func TestEventsAsJSON(t *testing.T) {
	start := checkers.Start()
	move, fen := start.Moves()[0], `"fen":"`+start.FEN()+`"`
	short := robot.Turn(start, false)
	short.Left = &[2]time.Duration{time.Minute, 2 * time.Minute}
	plan := planner.Plan{Steps: make([]planner.Step, 2), Takes: 12 * time.Second}
	for _, c := range []struct {
		event robot.Event
		want  string
	}{
		{robot.Begins(checkers.White, "club", start), `"event":"new game","text":"A new game: the robot plays White, the ` +
			`human Black.",` + fen + `,"side":"White","level":"club"`},
		{short, `"event":"turn","text":"Your turn: Black to move.",` + fen + `,"robot":false,"side":"Black","left":[60,120]`},
		{robot.Turn(start, true), `"event":"turn","text":"The robot (Black) thinks.",` + fen + `,"robot":true,"side":"Black"`},
		{robot.Event{Kind: robot.Thinking, Thought: &robot.Thought{Result: search.Info{Depth: 3, Nodes: 5,
			Elapsed: time.Second, PV: []checkers.Move{move}}}},
			`"event":"thinking","depth":3,"score":0,"line":["9-13"],"positions":5,"seconds":1`},
		{robot.Event{Kind: robot.Decided, Position: start, Move: move, Plan: &plan,
			Thought: &robot.Thought{Result: search.Result{Score: -7}}},
			`"event":"decided",` + fen + `,"move":"9-13","score":-7,"steps":2,"seconds":12`},
		{robot.Event{Kind: robot.Carrying, Step: 1, Steps: 2, Text: sentence.Say("a disc")},
			`"event":"transfer","text":"a disc","step":1,"steps":2`},
		{robot.Event{Kind: robot.TakenBack, Moves: []checkers.Move{move}, Position: start},
			`"event":"taken back",` + fen + `,"line":["9-13"],"moves":1`},
		{robot.Event{Kind: robot.Asking}, `"event":"asking","missing":[0,0]`},
		{robot.Event{Kind: robot.GameOver, Outcome: checkers.Outcome{Draw: true, Reason: "by agreement"}},
			`"event":"game over","outcome":"Draw: by agreement"`},
	} {
		var out, shown strings.Builder
		(&Screen{Out: &shown, Status: &shown}).Telling(&out)(c.event)
		if got := out.String(); got != "{"+c.want+"}\n" {
			t.Errorf("told %s, want\n{%s}", got, c.want)
		}
		if said := c.event.Text.String(); !strings.Contains(shown.String(), said) {
			t.Errorf("shown %q, want %q", &shown, said)
		}
	}
}
