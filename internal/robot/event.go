package robot

import (
	"maps"
	"slices"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/engine/search"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
)

// Event is something that a person at the table may want to know: its kind, the sentence that people are told, and what
// else programs go by. What an event does not set is not known of it.
type Event struct {
	Kind Kind
	// Text is what goes on or what is asked, in the same words for screen, page and voice: a sentence, but for a
	// comment as it stands on record, and a transfer, which is part of one. The zero value: there is nothing to say.
	Text sentence.Text
	Asks bool // something of the human, which is said aloud: TurnStarted, Watching

	// Side is whose turn (TurnStarted), clock (TimeIsShort) or move (Played) it is; the robot's: GameStarted, Resumed.
	Side   *checkers.Side
	Robots bool   // the robot moves, or has: TurnStarted, Played
	Level  string // the robot's, by the tags of the record; "" where they name none: GameStarted
	// Position stands on the table. It is to be set up in WaitingForSetUp, Asking and TakingBack.
	Position checkers.Position
	Start    checkers.Position // of the game: GameStarted, Resumed
	Move     checkers.Move     // Decided, Played, Hinted, Warned; that the robot has begun before: TurnStarted
	Moves    []checkers.Move   // on record: Resumed, Corrected; that are taken back, as played: TakingBack, TakenBack
	ByHand   bool              // the human puts the pieces back: TakingBack

	Thought     *Thought          // how far the engine has come: Thinking, Decided
	Plan        *planner.Plan     // that is carried out from now on: Decided, Arranging
	Step, Steps int               // the transfer that begins, from 1, and how many there are: Carrying
	Transfer    *planner.Transfer // Carrying
	Want        *planner.Table    // that the human is asked to make; nil: the robot puts it right: Repairing
	Missing     [2]int            // discs to lay on empty squares, by side; none: the arm cannot do it anyway: Asking
	Held, Free  bool              // the arm is held from now on, or goes on: Waiting

	Left    *[2]time.Duration // on the clocks, by side; nil: there are none: TurnStarted
	Time    time.Duration     // from the start of the turn (Played), or left on the clock (TimeIsShort)
	Spent   *Spent            // what the time of the robot's turn went into: Played
	Outcome checkers.Outcome  // GameOver
	Agreed  bool              // by the players, or their clocks: the rules would have it go on: GameOver
}

// Thought is what a mind thinks of a position, so far or when it has chosen.
type Thought struct {
	search.Result
	Threads int // that have searched; 0: none has
	Tables  int // with so many pieces they knew how a position ends
	// Why the move is chosen, as the end of a sentence; the zero value where there is nothing to stand for. Not yet
	// while the mind thinks.
	Why sentence.Text
}

// Spent is what the time of a turn of the robot went into, on the table's clock.
type Spent struct {
	Deciding time.Duration // with what a person is given to follow: Settings.LeastThink
	Moving   time.Duration // the arm, or held
	Looking  time.Duration // before, between and after
}

// ByBook reports whether it is a move of the opening book, for which nothing was searched.
func (t Thought) ByBook() bool { return t.Nodes == 0 && len(t.PV) > 0 }

// Kind is what kind of a thing happens, by its name for programs.
type Kind string

// The kinds of events that a robot tells.
const (
	WaitingForSetUp Kind = "waiting for the position" // the table does not show the position that the game goes on from
	GameStarted     Kind = "new game"                 // the table shows the first position of a game
	Resumed         Kind = "resumed"                  // a game that was interrupted goes on
	TurnStarted     Kind = "turn"
	TurnGoesOn      Kind = "turn goes on"  // after the robot has done what it was asked for; the robot's, after a warning
	TimeIsShort     Kind = "time is short" // a side has no more than so much left on its clock
	Paused          Kind = "paused"        // the clock stands until something moves on the board, or the human goes on
	Watching        Kind = "watching"      // what is made of the table while the human moves, when it changes
	Thinking        Kind = "thinking"      // many times a second
	Decided         Kind = "decided"       // the robot's choice, and how it will be carried out
	Carrying        Kind = "transfer"
	Repairing       Kind = "repairing"  // a transfer did not do what it should have
	Recovering      Kind = "recovering" // the arm did not do what it was asked: it homes, and the robot looks at the table
	Waiting         Kind = "waiting"    // the arm waits in the middle of a motion, or goes on
	Arranging       Kind = "arranging"  // a task begins that is no move of the game, but puts the table in order
	Arranged        Kind = "arranged"   // it is complete
	Asking          Kind = "asking"     // what the robot needs of the human before it can put the table in order
	Played          Kind = "played"     // a move is complete and on record
	TakingBack      Kind = "taking back"
	TakenBack       Kind = "taken back"
	Warned          Kind = "warned"       // of what the human's move has lost: the robot waits until it goes on
	Hinted          Kind = "hint"         // what the robot would play in the human's place
	DrawOffered     Kind = "draw offered" // by the human; the robot thinks about it
	DrawDeclined    Kind = "draw declined"
	DrawNear        Kind = "draw near" // the next moves may bring one by the rules
	Keeping         Kind = "keeping"   // what becomes of the files in which the game is kept
	Commented       Kind = "comment"   // on the position that stands in a recorded game
	Shown           Kind = "shown"     // a recorded game, to its end
	GameOver        Kind = "game over"
)

// The kinds of events that others add where clients look on.
const (
	Changed   Kind = "state"     // what the table is in the middle of
	Stopped   Kind = "problem"   // something has stopped the game
	Corrected Kind = "corrected" // people have put other moves on record
)

// Manner is how people are told of something.
type Manner uint8

// Where nothing is said of the manner, the sentence is the state of affairs until the next.
const (
	Aloud  Manner = 1 << iota // matters to who does not look at a screen
	Stays                     // on the screen
	Drawn                     // stays with the position below it
	Beside                    // does not take the place of the state of affairs
)

// manners are those of all kinds.
var manners = map[Kind]Manner{
	WaitingForSetUp: Aloud, GameStarted: Aloud | Drawn | Beside, Resumed: Aloud | Drawn | Beside,
	TurnStarted: 0, TurnGoesOn: 0, TimeIsShort: Aloud | Stays, Paused: Aloud | Stays, Watching: 0,
	Thinking: 0, Decided: Aloud, Carrying: Beside,
	Repairing: Aloud | Stays, Recovering: Aloud | Stays, Waiting: Aloud | Stays,
	Arranging: Stays, Arranged: Beside, Asking: Aloud | Stays,
	Played: Drawn | Beside, TakingBack: Aloud | Stays, TakenBack: Drawn | Beside,
	Warned: Aloud | Stays, Hinted: Aloud | Stays, DrawOffered: 0, DrawDeclined: Aloud | Stays,
	DrawNear: Aloud | Stays | Beside,
	Keeping:  Aloud | Stays | Beside, Commented: Aloud | Stays, Shown: Aloud | Stays, GameOver: Aloud | Stays,
	Changed: 0, Stopped: 0, Corrected: 0,
}

// Kinds are all of them.
func Kinds() []Kind { return slices.Sorted(maps.Keys(manners)) }

// Is reports whether people are told of such things in a manner.
func (k Kind) Is(m Manner) bool { return manners[k]&m != 0 }

// Begins is the event that a game begins in which the robot has a side.
func Begins(robots checkers.Side, level string, p checkers.Position) Event {
	return Event{Kind: GameStarted, Side: &robots, Level: level, Position: p, Start: p, Text: sentence.Say(
		"A new game: the robot plays %s, the human %s.", SideText(robots), SideText(robots.Opponent()))}
}

// LevelOf is the robot's level in a game, by the tags of its record; "" where they name none.
func LevelOf(tags []pdn.Tag) string { return pdn.Game{Tags: tags}.Tag(pdn.LevelTag) }

// Turn is the event that a turn begins.
func Turn(p checkers.Position, robots bool) Event {
	e := Event{Kind: TurnStarted, Text: YourTurn(p.Turn), Asks: !robots, Side: &p.Turn, Robots: robots, Position: p}
	if robots {
		e.Text = sentence.Say("The robot (%s) thinks.", SideText(p.Turn))
	}
	return e
}

// YourTurn says that the human is to move.
func YourTurn(side checkers.Side) sentence.Text {
	return sentence.Say("Your turn: %s to move.", SideText(side))
}

// goesOn is the event that the human's turn goes on.
func goesOn(p checkers.Position) Event {
	return Event{Kind: TurnGoesOn, Text: YourTurn(p.Turn), Position: p}
}
