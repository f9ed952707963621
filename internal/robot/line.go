package robot

import (
	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
)

// Line is an event as JSON. What an event does not know is left out.
type Line struct {
	Event Kind          `json:"event"`
	Text  sentence.Text `json:"text,omitzero"` // in English
	FEN   string        `json:"fen,omitempty"`

	Robot *bool  `json:"robot,omitempty"` // whether the robot moves or has moved
	Side  string `json:"side,omitempty"`  // whose turn it is, who has moved; the robot's, of a game that begins
	Level string `json:"level,omitempty"` // the robot's, of a game that begins
	Move  string `json:"move,omitempty"`

	Depth     int      `json:"depth,omitempty"` // plies
	Score     *int     `json:"score,omitempty"` // hundredths of a man, for the robot
	Line      []string `json:"line,omitempty"`  // that is expected, on record, or taken back
	Positions uint64   `json:"positions,omitempty"`

	Step    int     `json:"step,omitempty"` // from 1
	Steps   int     `json:"steps,omitempty"`
	Moves   int     `json:"moves,omitempty"`   // on record, or taken back
	Missing []int   `json:"missing,omitempty"` // discs: black ones, white ones
	Seconds float64 `json:"seconds,omitempty"` // that it took, or will take
	Outcome string  `json:"outcome,omitempty"`

	Left []float64 `json:"left,omitempty"` // seconds on the clocks: Black's, White's
}

// LineOf is an event's line.
func LineOf(e Event) Line {
	l := Line{Event: e.Kind, Text: e.Text, Level: e.Level, Line: checkers.Texts(e.Moves), Moves: len(e.Moves),
		Step: e.Step, Steps: e.Steps, Seconds: e.Time.Seconds()}
	if e.Position != (checkers.Position{}) {
		l.FEN = e.Position.FEN()
	}
	if e.Kind == TurnStarted || e.Kind == Played {
		robots := e.Robots // its own: the event need not outlive this
		l.Robot = &robots
	}
	if e.Side != nil {
		l.Side = e.Side.String()
	}
	if e.Move != (checkers.Move{}) {
		l.Move = e.Move.String()
	}
	if t := e.Thought; t != nil {
		l.Depth, l.Score, l.Positions, l.Seconds = t.Depth, &t.Score, t.Nodes, t.Elapsed.Seconds()
		l.Line = checkers.Texts(t.PV)
	}
	if e.Plan != nil {
		l.Steps, l.Seconds = len(e.Plan.Steps), e.Plan.Takes.Seconds()
	}
	if e.Kind == Asking {
		l.Missing = []int{e.Missing[checkers.Black], e.Missing[checkers.White]}
	}
	if e.Outcome != (checkers.Outcome{}) {
		l.Outcome = e.Outcome.String()
	}
	if e.Left != nil {
		l.Left = []float64{e.Left[checkers.Black].Seconds(), e.Left[checkers.White].Seconds()}
	}
	return l
}
