package robot

import (
	"context"
	"time"

	"github.com/rs/zerolog"
	"golang.org/x/text/language"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/engine"
	"draughtsman/planner"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// Robot plays at one table.
type Robot struct {
	Eye     Eye
	Arm     Arm
	Guard   Guard // looks for hands while the arm moves; nil: nobody does
	Mind    Mind
	Journal Journal
	Log     Log           // what an interrupted game goes on from
	Setup   planner.Setup // board, arm and limits, for the planner
	Tray    planner.Tray  // as it is when a game begins
	Moves   moves.Options // what the pieces look like and how sure to be
	Tell    func(Event)   // what goes on, for people; called from the goroutine that plays
	Now     func() time.Time
	// Clock is the table's, at a time of Now; nil: Now is.
	Clock func(time.Time) time.Time
	// Pace is how many times as fast as Now the table's time goes, by which the robot thinks shorter; nil: once.
	Pace func() float64
	// Logger gets each look, decision, transfer and remedy, at the level of debugging; the zero value keeps nothing.
	Logger zerolog.Logger
	// AwaitTurnOver has what the table shows believed only after a TurnOver. Otherwise the follower ends the human's
	// turn by itself.
	AwaitTurnOver bool
	// ShowMotions has a person who carries out what is said, in place of an arm, shown the motions that an arm would
	// make: a dry run.
	ShowMotions bool
	// Language is that in which a person is told who carries out moves in place of an arm; the zero value is English.
	Language language.Tag
	// Orders are what the human asks for. They are received while it is its turn, and while the arm is held for
	// something that does not move; nil: nothing is asked for.
	Orders <-chan Order
	// Lost says what the human's last move has lost, where it is to be told before the robot answers; nil: it never is.
	Lost func(context.Context, *checkers.Game) (engine.Loss, error)
	// SendsBroken reports, once, that so many of the camera's pictures are broken that people should know. It is called
	// after each picture; nil: nobody knows.
	SendsBroken func() bool
	// Left is what the last game has left on the table, which a game that the robot sets up begins with; nil: the
	// tray is as when any game begins.
	Left *Stood

	guarding guarding
}

// Settings are those of one game.
type Settings struct {
	Side  checkers.Side // the robot's
	Think time.Duration // for a move, at most, on the table's clock
	// LeastThink is how much time passes at least, on the table's clock, from the picture that shows the human's move
	// to the robot's decision, so that a person can follow; 0: none.
	LeastThink time.Duration
	Tags       []pdn.Tag // for the record
	SetUp      bool      // the robot sets the game up, from whatever stands on the table
	// Start is the position that the game starts from, which says what game it is; the zero value is the usual one of
	// English draughts.
	Start checkers.Position
	// Shows is a recorded game, from Start, of which the robot makes the moves of both sides; nil: it plays. A game that
	// is shown is not recorded again.
	Shows *Recording
	Clock Clock // of the players
	// AwayAfter is how long nothing moves in the human's turn until it is taken to be away: the game pauses, and its
	// clock stands until something moves. 0: it never does.
	AwayAfter time.Duration
}

// opening is the position that a game starts from.
func (s Settings) opening() checkers.Position {
	if s.Start == (checkers.Position{}) {
		return checkers.Start()
	}
	return s.Start
}

// stands is the table before the game, as far as it is known, with a tray, or as the last game left it.
func (s Settings) stands(tray planner.Tray, left *Stood) planner.Table {
	start := s.opening()
	if !s.SetUp {
		return planner.Table{Position: start, Tray: tray}
	}
	if left != nil {
		// Of a tray that has other slots now, or of another board, nothing.
		if t, err := left.table(tray); err == nil && left.Game.Board() == start.Set.Board() {
			t.Position = start.Set.Of(t.Position)
			return t
		}
	}
	return planner.Table{Position: start.Set.NewPosition(start.Turn), Tray: tray}
}

// Home brings the arm to where it knows its position, and out of the picture. The arm homes upwards first, so nothing
// on the table is in its way. It does not begin, or is stopped, while a hand is seen over the table.
func (r *Robot) Home(ctx context.Context) error { return r.guarded().homed(ctx) }

// guarded is the robot's arm.
func (r *Robot) guarded() *guardedArm {
	return &guardedArm{Arm: r.Arm, guard: r.Guard, machine: r.Setup.Machine, tell: r.Tell, orders: r.Orders,
		complain: r.complain, now: r.tableTime, guarding: &r.guarding}
}

// tableTime is the time on the table's clock.
func (r *Robot) tableTime() time.Time {
	if r.Clock == nil {
		return r.Now()
	}
	return r.Clock(r.Now())
}

// eyes are the robot's, in a game.
func (r *Robot) eyes(game checkers.RuleSet) *eyes {
	options := r.Moves
	options.Game = game
	return &eyes{Eye: r.Eye, layout: layout{r.Setup, options}, logger: r.Logger, tell: r.Tell, complain: r.complain}
}

// complain tells people, once, that the camera sends broken pictures.
func (r *Robot) complain() {
	if r.SendsBroken != nil && r.SendsBroken() {
		r.Tell(Event{Kind: Waiting, Text: vision.BrokenPictures})
	}
}
