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
	Hand        bool          `json:"hand,omitempty"`      // nobody sits there: a hand does what people are asked for
	Speed       *Pace         `json:"speed,omitempty"`     // of the table's time; nil: it cannot be changed
	Interrupted bool          `json:"interrupted"`         // there is a game that can be gone on with
	Problem     sentence.Text `json:"problem,omitzero"`

	Table   Kind             `json:"table,omitempty"`   // "": a robot plays at it, in this program
	Rules   checkers.RuleSet `json:"rules,omitempty"`   // the game that is played
	Game    int64            `json:"game,omitempty"`    // under way, or the last one: the ID of the event by which it began here
	Teaches bool             `json:"teaches,omitempty"` // the human is told what a move loses before the robot answers
	Robot   string           `json:"robot,omitempty"`   // its side: "Black" or "White"
	Level   string           `json:"level"`
	Shows   bool             `json:"shows,omitempty"` // a recorded game
	Start   string           `json:"start,omitempty"` // FEN of the position that the game began at
	FEN     string           `json:"fen,omitempty"`
	Wanted  string           `json:"wanted,omitempty"` // FEN of the position that is being set up, and does not stand yet
	Turn    string           `json:"turn,omitempty"`
	Moves   []string         `json:"moves"`           // since the start
	Legal   []string         `json:"legal,omitempty"` // moves of the side to move, in the human's turn
	Outcome string           `json:"outcome,omitempty"`
	Arrow   Arrow            `json:"arrow,omitempty"`  // what is pointed out on the board; "": nothing
	Arrows  []string         `json:"arrows,omitempty"` // the moves that it is about

	Left   []float64 `json:"left,omitempty"`   // seconds on the clocks as the turn began: Black's, White's
	Paused bool      `json:"paused,omitempty"` // the human is away, or has asked for it: the clock stands

	Thought  *Thought  `json:"thought,omitempty"`  // the robot's last one
	Progress *Progress `json:"progress,omitempty"` // of what the arm does
}

// Pace is how many times as fast as ours the time of a simulated table goes, and may go at most.
type Pace struct {
	Times float64 `json:"times"`
	Most  float64 `json:"most"`
}

// Arrow is what is pointed out on the board.
type Arrow string

// What there is to point out.
const (
	NextMove      Arrow = "move"        // the robot's, from when it is decided
	HintedMove    Arrow = "hint"        // the robot's for the human
	MovesBack     Arrow = "taking back" // as they were made
	ThreatOf      Arrow = "threat"      // the robot's answer to a move that loses something
	DrawIsOffered Arrow = "draw"        // by the human, and not answered yet
)

// Thought is what the robot thinks of its chances.
type Thought struct {
	Depth int           `json:"depth"`           // plies
	Score int           `json:"score"`           // hundredths of a man, for the robot
	Line  []string      `json:"line"`            // of play that it expects
	Why   sentence.Text `json:"why,omitzero"`    // it has chosen its move, as the end of a sentence
	Spent *Spent        `json:"spent,omitempty"` // nil until the move is made
}

// Spent is what the time of the robot's last move went into, in seconds on the table's clock.
type Spent struct {
	Deciding float64 `json:"deciding"`
	Moving   float64 `json:"moving"`
	Looking  float64 `json:"looking"`
}

// Progress is how far the arm has come.
type Progress struct {
	Step     int           `json:"step"` // from 1
	Steps    int           `json:"steps"`
	Transfer sentence.Text `json:"transfer"`
}

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

// pauses reports whether the game stands until the human goes on.
func (s Snapshot) pauses() bool { return s.Paused && s.State == HumansTurn || s.State == Warned }

// at takes over a position that stands.
func (s *Snapshot) at(p checkers.Position) {
	s.Rules, s.FEN, s.Turn, s.Legal, s.Wanted = p.Set, p.FEN(), p.Turn.String(), nil, ""
}

// wants takes over a position that is to be set up; the zero value is none.
func (s *Snapshot) wants(p checkers.Position) {
	if p != (checkers.Position{}) {
		s.Rules, s.Wanted = p.Set, p.FEN()
	}
}

// points takes over what is to be pointed out. A hint stays until the human has moved.
func (s *Snapshot) points(e robot.Event) {
	moves := e.Moves
	switch e.Kind {
	case robot.Decided:
		s.Arrow, moves = NextMove, []checkers.Move{e.Move}
	case robot.Hinted:
		s.Arrow, moves = HintedMove, []checkers.Move{e.Move}
	case robot.Warned:
		s.Arrow, moves = ThreatOf, []checkers.Move{e.Move}
	case robot.TakingBack:
		s.Arrow = MovesBack
	case robot.DrawOffered:
		s.Arrow = DrawIsOffered
	case robot.TurnStarted, robot.TurnGoesOn, robot.Played, robot.TakenBack, robot.GameOver:
		if s.Arrow == HintedMove && e.Kind == robot.TurnGoesOn {
			return
		}
		if s.Arrow, moves = "", nil; e.Kind == robot.TurnStarted && e.Move != (checkers.Move{}) {
			s.Arrow, moves = NextMove, []checkers.Move{e.Move}
		}
	default:
		return
	}
	s.Arrows = checkers.Texts(moves)
}

// states are what the table is in the middle of after an event; after the others it is what it was.
var states = map[robot.Kind]State{
	robot.WaitingForSetUp: SettingUp, robot.Asking: SettingUp, robot.TakingBack: SettingUp,
	robot.TurnStarted: HumansTurn, robot.TurnGoesOn: HumansTurn, robot.Thinking: Thinking,
	robot.Decided: Moving, robot.Carrying: Moving, robot.Arranging: Moving, robot.Hinted: Moving,
	robot.DrawOffered: Thinking, robot.Warned: Warned, robot.Shown: Over, robot.GameOver: Over,
}

// after is what the table is in the middle of after an event.
func (s *Snapshot) after(e robot.Event) State {
	state, new := states[e.Kind]
	switch {
	case e.Held:
		return Held
	case e.Free:
		return Moving
	case state == HumansTurn && s.Shows:
		return Showing
	case state == HumansTurn && e.Robots:
		return Thinking
	case !new:
		return s.State
	}
	return state
}

// take takes over what an event says.
func (s *Snapshot) take(e robot.Event) {
	s.State = s.after(e)
	s.points(e)
	if e.Text != (sentence.Text{}) && !e.Kind.Is(robot.Beside) {
		s.Sentence = e.Text
	}
	switch none := (checkers.Position{}); {
	case states[e.Kind] == SettingUp:
		s.wants(e.Position)
	case e.Position != none:
		s.at(e.Position)
	}
	if e.Step > 0 {
		s.Progress = &Progress{e.Step, e.Steps, e.Text}
	}
	switch e.Kind {
	case robot.GameStarted, robot.Resumed:
		s.Start, s.Moves, s.Outcome, s.Thought = e.Start.FEN(), checkers.Texts(e.Moves), "", nil
		s.Robot = e.Side.String()
	case robot.TurnStarted, robot.TurnGoesOn:
		s.Progress, s.Paused = nil, false
		if s.State == HumansTurn {
			s.Legal = checkers.Texts(e.Position.Moves())
		}
		if e.Kind == robot.TurnStarted {
			s.Left = robot.LineOf(e).Left
		}
	case robot.Paused:
		s.Paused = true
	case robot.Thinking, robot.Decided:
		if t := e.Thought; t != nil && (len(t.PV) > 0 || e.Kind == robot.Thinking) { // of a recorded game there is none
			s.Thought = &Thought{Depth: t.Depth, Score: t.Score, Line: checkers.Texts(t.PV), Why: t.Why}
		}
	case robot.Played:
		s.Moves, s.Progress = append(s.Moves, e.Move.String()), nil
		if spent := e.Spent; spent != nil && s.Thought != nil {
			thought := *s.Thought // which others may be reading
			thought.Spent = &Spent{spent.Deciding.Seconds(), spent.Moving.Seconds(), spent.Looking.Seconds()}
			s.Thought = &thought
		}
	case robot.TakenBack:
		s.Moves = s.Moves[:max(0, len(s.Moves)-len(e.Moves))]
	case robot.GameOver:
		s.Outcome = e.Outcome.String()
	}
}
