package main

import (
	"encoding/json"
	"io"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
)

// eventLine is an event of a game as JSON. What an event does not know is left out.
type eventLine struct {
	Event string `json:"event"`
	Text  string `json:"text,omitempty"`
	FEN   string `json:"fen,omitempty"`

	Robot *bool  `json:"robot,omitempty"` // whether the robot moves or has moved
	Side  string `json:"side,omitempty"`  // whose turn it is, who has moved; the robot's, of a game that begins
	Move  string `json:"move,omitempty"`

	Depth     int      `json:"depth,omitempty"` // plies
	Score     *int     `json:"score,omitempty"` // hundredths of a man, for the robot
	Line      []string `json:"line,omitempty"`  // that is expected
	Positions uint64   `json:"positions,omitempty"`

	Step    int     `json:"step,omitempty"` // from 1
	Steps   int     `json:"steps,omitempty"`
	Moves   int     `json:"moves,omitempty"`   // on record
	Missing []int   `json:"missing,omitempty"` // discs: black ones, white ones
	Seconds float64 `json:"seconds,omitempty"` // that it took, or will take
	Outcome string  `json:"outcome,omitempty"`
}

// eventOf is an event's line.
func eventOf(e robot.Event) eventLine {
	switch e := e.(type) {
	case robot.WaitingForSetUp:
		return eventLine{Event: "waiting for the position", Text: e.Problem}
	case robot.GameStarted:
		return eventLine{Event: "new game", Side: e.Robot.String(), FEN: e.Position.FEN()}
	case robot.TurnStarted:
		return eventLine{Event: "turn", Side: e.Position.Turn.String(), Robot: &e.Robots, FEN: e.Position.FEN()}
	case robot.Watching:
		return eventLine{Event: "watching", Text: e.Message}
	case robot.Thinking:
		return searchLine("thinking", e.Info.Depth, e.Info.Score, e.Info.Nodes, e.Info.PV, e.Info.Elapsed)
	case robot.Decided:
		line := searchLine("decided", e.Result.Depth, e.Result.Score, e.Result.Nodes, e.Result.PV, e.Plan.Takes)
		line.Move, line.FEN, line.Steps = e.Result.Move.String(), e.Position.FEN(), len(e.Plan.Steps)
		return line
	case robot.Carrying:
		return eventLine{Event: "transfer", Text: e.Transfer.String(), Step: e.Step, Steps: e.Steps}
	case robot.Repairing:
		return eventLine{Event: "repairing", Text: e.Message}
	case robot.Recovering:
		return eventLine{Event: "recovering", Text: e.Err.Error()}
	case robot.Waiting:
		return eventLine{Event: "waiting", Text: e.Message}
	case robot.Resumed:
		return eventLine{Event: "resumed", Side: e.Robot.String(), FEN: e.Position.FEN(), Moves: e.Moves}
	case robot.Arranging:
		return eventLine{Event: "arranging", Text: e.Plan.Task, Steps: len(e.Plan.Steps), Seconds: e.Plan.Takes.Seconds()}
	case robot.Arranged:
		return eventLine{Event: "arranged", Text: e.Task}
	case robot.Asking:
		return eventLine{Event: "asking", Text: e.Message, Missing: e.Missing[:]}
	case robot.Played:
		return eventLine{Event: "played", Side: e.By.String(), Robot: &e.Robots, Move: e.Move.String(),
			FEN: e.Position.FEN(), Seconds: e.Took.Seconds()}
	case robot.TakingBack:
		return eventLine{Event: "taking back", Line: texts(e.Moves), FEN: e.Position.FEN(), Text: takingBack(e)}
	case robot.TakenBack:
		return eventLine{Event: "taken back", Line: texts(e.Moves), FEN: e.Position.FEN()}
	case robot.Hinted:
		return eventLine{Event: "hint", Move: e.Move.String(), FEN: e.Position.FEN()}
	case robot.DrawDeclined:
		return eventLine{Event: "draw declined", Text: e.Why}
	case robot.DrawNear:
		return eventLine{Event: "draw near", Text: e.Message}
	case robot.Commented:
		return eventLine{Event: "comment", Text: e.Text}
	case robot.Shown:
		return eventLine{Event: "shown", FEN: e.Position.FEN()}
	case robot.GameOver:
		return eventLine{Event: "game over", Outcome: e.Outcome.String()}
	}
	return eventLine{}
}

func searchLine(event string, depth, score int, nodes uint64, line []checkers.Move, took time.Duration) eventLine {
	return eventLine{Event: event, Depth: depth, Score: &score, Positions: nodes, Line: texts(line),
		Seconds: took.Seconds()}
}

// telling shows events to a person, and as lines of JSON to another program, for which standard output is then kept
// free.
func (t *terminal) telling(results io.Writer) func(robot.Event) {
	encoder := json.NewEncoder(results)
	return func(e robot.Event) {
		t.tell(e)
		_ = encoder.Encode(eventOf(e)) // as Fprintln: what cannot be written fails the command at its end
	}
}
