package service

import (
	"errors"
	"slices"

	"golang.org/x/text/language"

	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
)

// Snapshot is the state of affairs at a table.
type Snapshot struct {
	State    State         `json:"state"`
	Event    int64         `json:"event"`    // ID of the last event that it includes
	Sentence sentence.Text `json:"sentence"` // in English: what goes on, or what is waited for

	Commands    []string      `json:"commands"`            // that would be obeyed now
	Spectates   bool          `json:"spectates,omitempty"` // who reads it may only watch
	Interrupted bool          `json:"interrupted"`         // there is a game that can be gone on with
	Problem     sentence.Text `json:"problem,omitzero"`

	Table   Kind     `json:"table,omitempty"` // "": a robot plays at it, in this program
	Game    int64    `json:"game,omitempty"`  // under way, or the last one: the ID of the event by which it began here
	Robot   string   `json:"robot,omitempty"` // its side: "Black" or "White"
	Level   string   `json:"level"`
	Shows   bool     `json:"shows,omitempty"` // a recorded game
	Start   string   `json:"start,omitempty"` // FEN of the position that the game began at
	FEN     string   `json:"fen,omitempty"`
	Wanted  string   `json:"wanted,omitempty"` // FEN of the position that is being set up, and does not stand yet
	Turn    string   `json:"turn,omitempty"`
	Moves   []string `json:"moves"`           // since the start
	Legal   []string `json:"legal,omitempty"` // moves of the side to move, in the human's turn
	Outcome string   `json:"outcome,omitempty"`

	Left   []float64 `json:"left,omitempty"`   // seconds on the clocks as the turn began: Black's, White's
	Paused bool      `json:"paused,omitempty"` // the human is away, or has asked for it: the clock stands

	Thought  *Thought  `json:"thought,omitempty"`  // the robot's last one
	Progress *Progress `json:"progress,omitempty"` // of what the arm does
}

// Thought is what the robot thinks of its chances.
type Thought struct {
	Depth int      `json:"depth"` // plies
	Score int      `json:"score"` // hundredths of a man, for the robot
	Line  []string `json:"line"`  // of play that it expects
}

// Progress is how far the arm has come.
type Progress struct {
	Step     int           `json:"step"` // from 1
	Steps    int           `json:"steps"`
	Transfer sentence.Text `json:"transfer"`
}

// SentenceIn is the sentence in a language: what goes on, or what is waited for.
func (s Snapshot) SentenceIn(tag language.Tag) string { return s.Sentence.In(tag) }

// ErrorIn is why a command was not obeyed, in a language where that was refused.
func ErrorIn(err error, tag language.Tag) string {
	var refusal *robot.Refusal
	if errors.As(err, &refusal) {
		return refusal.Why.In(tag)
	}
	return err.Error()
}

// clone is a copy that shares nothing that changes.
func (s Snapshot) clone() Snapshot {
	s.Moves, s.Legal, s.Commands = slices.Clone(s.Moves), slices.Clone(s.Legal), slices.Clone(s.Commands)
	return s
}

// pauses reports whether the game stands in the human's turn until it goes on.
func (s Snapshot) pauses() bool { return s.Paused && s.State == HumansTurn }

// at takes over a position that stands.
func (s *Snapshot) at(p checkers.Position) {
	s.FEN, s.Turn, s.Legal, s.Wanted = p.FEN(), p.Turn.String(), nil, ""
}

// wants takes over a position that is to be set up; the zero value is none.
func (s *Snapshot) wants(p checkers.Position) {
	if p != (checkers.Position{}) {
		s.Wanted = p.FEN()
	}
}

// take takes over what an event says.
func (s *Snapshot) take(e robot.Event) {
	switch e := e.(type) {
	case robot.WaitingForSetUp:
		s.State, s.Sentence = SettingUp, e.Problem
		s.wants(e.Position)
		if e.Problem == (sentence.Text{}) {
			s.Sentence = sentence.Say("Set up the position, please.")
		}
	case robot.Asking:
		s.State, s.Sentence = SettingUp, e.Message
		s.wants(e.Position)
	case robot.GameStarted:
		s.Start, s.Moves, s.Outcome, s.Thought = e.Position.FEN(), []string{}, "", nil
		s.Robot = e.Robot.String()
		s.at(e.Position)
	case robot.Resumed:
		s.Robot, s.Start, s.Moves = e.Robot.String(), e.Start.FEN(), checkers.Texts(e.Moves)
		s.at(e.Position)
	case robot.TurnStarted:
		s.Progress, s.Left, s.Paused = nil, robot.LineOf(e).Left, false
		s.at(e.Position)
		s.turn(e)
	case robot.Paused:
		s.Paused, s.Sentence = true, e.Text()
	case robot.TimeIsShort:
		s.Sentence = sentence.Say("%s has %v left.", robot.SideText(e.Side), e.Left)
	case robot.TurnGoesOn:
		s.Progress, s.Paused = nil, false
		s.turn(robot.TurnStarted{Position: e.Position})
	case robot.Watching:
		if s.Sentence = e.Message; e.Waits {
			s.Sentence = s.yourTurn()
		}
	case robot.Thinking:
		s.State = Thinking
		s.Thought = &Thought{e.Info.Depth, e.Info.Score, checkers.Texts(e.Info.PV)}
	case robot.Decided:
		s.State, s.Sentence = Moving, sentence.Say("The robot plays %s.", e.Result.Move)
	case robot.Carrying:
		s.State, s.Progress = Moving, &Progress{e.Step, e.Steps, robot.TransferText(e.Transfer)}
	case robot.Arranging:
		s.State, s.Sentence = Moving, sentence.Say("%s.", e.Task)
	case robot.Repairing:
		s.Sentence = e.Message
	case robot.Recovering:
		s.Sentence = sentence.Say("The arm was interrupted (%s). It homes and goes on.", robot.ProblemText(e.Err))
	case robot.Waiting:
		s.wait(e)
	case robot.TakingBack:
		s.State, s.Sentence = SettingUp, e.Text()
		s.wants(e.Position)
	case robot.TakenBack:
		s.Moves = s.Moves[:max(0, len(s.Moves)-len(e.Moves))]
		s.at(e.Position)
	case robot.Hinted:
		s.State, s.Sentence = Moving, sentence.Say("Hint: %s.", e.Move)
	case robot.DrawDeclined:
		s.Sentence = sentence.Say("The robot declines the draw. %s", e.Why)
	case robot.Played:
		s.Moves, s.Progress = append(s.Moves, e.Move.String()), nil
		s.at(e.Position)
	case robot.Commented:
		s.Sentence = sentence.Say("%s", e.Text)
	case robot.Shown:
		s.State, s.Sentence = Over, sentence.Say("That was the game.")
	case robot.GameOver:
		s.State, s.Outcome = Over, e.Outcome.String()
		s.Sentence = sentence.Say("%s.", robot.OutcomeText(e.Outcome))
	}
}

// turn takes over whose turn it is.
func (s *Snapshot) turn(e robot.TurnStarted) {
	side := robot.SideText(e.Position.Turn)
	switch {
	case s.Shows:
		s.State = Showing
	case e.Robots:
		s.State, s.Sentence = Thinking, sentence.Say("The robot (%s) thinks.", side)
	default:
		s.State, s.Sentence = HumansTurn, s.yourTurn()
		s.Legal = checkers.Texts(e.Position.Moves())
	}
}

// yourTurn says that the human is to move.
func (s *Snapshot) yourTurn() sentence.Text {
	side := checkers.Black
	if s.Turn == checkers.White.String() {
		side = checkers.White
	}
	return sentence.Say("Your turn: %s to move.", robot.SideText(side))
}

// wait takes over that the arm is held, or goes on.
func (s *Snapshot) wait(e robot.Waiting) {
	s.Sentence = e.Message
	if e.Held {
		s.State = Held
	} else if e.Free {
		s.State = Moving
	}
}
