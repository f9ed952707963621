package robot

import (
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
)

// Line is an event as JSON. What an event does not know is left out.
type Line struct {
	Event string        `json:"event"`
	Text  sentence.Text `json:"text,omitzero"` // in English
	FEN   string        `json:"fen,omitempty"`

	Robot *bool  `json:"robot,omitempty"` // whether the robot moves or has moved
	Side  string `json:"side,omitempty"`  // whose turn it is, who has moved; the robot's, of a game that begins
	Level string `json:"level,omitempty"` // the robot's, of a game that begins
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

	Left []float64 `json:"left,omitempty"` // seconds on the clocks: Black's, White's
}

// LineOf is an event's line.
//
//nolint:gocyclo // a case for each event
func LineOf(e Event) Line {
	switch e := e.(type) {
	case WaitingForSetUp:
		return Line{Event: "waiting for the position", Text: e.Problem}
	case GameStarted:
		return Line{Event: "new game", Side: e.Robot.String(), Level: e.Level, FEN: e.Position.FEN()}
	case TurnStarted:
		return Line{Event: "turn", Side: e.Position.Turn.String(), Robot: &e.Robots, FEN: e.Position.FEN(),
			Left: seconds(e.Left)}
	case TimeIsShort:
		return Line{Event: "time is short", Side: e.Side.String(), Seconds: e.Left.Seconds()}
	case Paused:
		return Line{Event: "paused", Text: e.Text()}
	case TurnGoesOn:
		return Line{Event: "turn goes on", FEN: e.Position.FEN()}
	case Watching:
		return Line{Event: "watching", Text: e.Message}
	case Thinking:
		return searchLine("thinking", e.Info.Depth, e.Info.Score, e.Info.Nodes, e.Info.PV, e.Info.Elapsed)
	case Decided:
		line := searchLine("decided", e.Result.Depth, e.Result.Score, e.Result.Nodes, e.Result.PV, e.Plan.Takes)
		line.Move, line.FEN, line.Steps = e.Result.Move.String(), e.Position.FEN(), len(e.Plan.Steps)
		return line
	case Carrying:
		return Line{Event: "transfer", Text: TransferText(e.Transfer), Step: e.Step, Steps: e.Steps}
	case Repairing:
		return Line{Event: "repairing", Text: e.Message}
	case Recovering:
		return Line{Event: "recovering", Text: ProblemText(e.Err)}
	case Waiting:
		return Line{Event: "waiting", Text: e.Message}
	case Resumed:
		return Line{Event: "resumed", Side: e.Robot.String(), FEN: e.Position.FEN(), Moves: len(e.Moves)}
	case Arranging:
		return Line{Event: "arranging", Text: e.Task, Steps: len(e.Plan.Steps), Seconds: e.Plan.Takes.Seconds()}
	case Arranged:
		return Line{Event: "arranged", Text: sentence.Say("%s", e.Task)}
	case Asking:
		return Line{Event: "asking", Text: e.Message, Missing: e.Missing[:]}
	case Played:
		return Line{Event: "played", Side: e.By.String(), Robot: &e.Robots, Move: e.Move.String(),
			FEN: e.Position.FEN(), Seconds: e.Took.Seconds()}
	case TakingBack:
		return Line{Event: "taking back", Line: checkers.Texts(e.Moves), FEN: e.Position.FEN(), Text: e.Text()}
	case TakenBack:
		return Line{Event: "taken back", Line: checkers.Texts(e.Moves), FEN: e.Position.FEN()}
	case Hinted:
		return Line{Event: "hint", Move: e.Move.String(), FEN: e.Position.FEN()}
	case DrawDeclined:
		return Line{Event: "draw declined", Text: e.Why}
	case DrawNear:
		return Line{Event: "draw near", Text: e.Message}
	case Keeping:
		return Line{Event: "keeping", Text: e.Message}
	case Commented:
		return Line{Event: "comment", Text: sentence.Say("%s", e.Text)}
	case Shown:
		return Line{Event: "shown", FEN: e.Position.FEN()}
	case GameOver:
		return Line{Event: "game over", Outcome: e.Outcome.String()}
	}
	return Line{}
}

func searchLine(event string, depth, score int, nodes uint64, line []checkers.Move, took time.Duration) Line {
	return Line{Event: event, Depth: depth, Score: &score, Positions: nodes, Line: checkers.Texts(line),
		Seconds: took.Seconds()}
}

// seconds are what is left on the clocks, for JSON.
func seconds(left *[2]time.Duration) (list []float64) {
	if left == nil {
		return nil
	}
	return []float64{left[checkers.Black].Seconds(), left[checkers.White].Seconds()}
}

// Text says who takes which moves back.
func (e TakingBack) Text() sentence.Text {
	if e.ByHand {
		return sentence.Say("Put the pieces back as they stood before %s; what the robot has captured since lies in the "+
			"tray.", e.Moves[0])
	}
	return sentence.Say("The arm puts the pieces back as they stood before %s.", e.Moves[0])
}
