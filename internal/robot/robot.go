package robot

import (
	"context"
	"errors"
	"time"

	"github.com/rs/zerolog"
	"golang.org/x/text/language"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
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
	// SendsBroken reports, once, that so many of the camera's pictures are broken that people should know. It is called
	// after each picture; nil: nobody knows.
	SendsBroken func() bool
	// Left is what the last game has left on the table, which a game that the robot sets up begins with; nil: the
	// tray is as when any game begins.
	Left *Stood

	guarding
}

// Settings are those of one game.
type Settings struct {
	Side  checkers.Side // the robot's
	Think time.Duration // for a move, at most
	// LeastThink is how much time passes at least, on the table's clock, from the picture that shows the human's move
	// to the robot's decision, so that a person can follow; 0: none.
	LeastThink time.Duration
	Tags       []pdn.Tag // for the record
	SetUp      bool      // the robot sets the game up, from whatever stands on the table
	// Start is the position that the game starts from; the zero value is the usual one.
	Start checkers.Position
	// Shows is a recorded game, from Start, of which the robot makes the moves of both sides; nil: it plays. A game that
	// is shown is not recorded again.
	Shows *Recording
	Clock Clock // of the players
	// AwayAfter is how long nothing moves in the human's turn until it is taken to be away: the game pauses, and its
	// clock stands until something moves. 0: it never does.
	AwayAfter time.Duration
}

// game is a game on its way.
type game struct {
	*Robot
	Settings
	layout
	record *checkers.Game
	table  planner.Table
	task   *task // what the robot does; nil: nothing

	clocks  clocks
	human   presence
	earlier []Stood           // the table before each move on record
	agreed  *checkers.Outcome // by the players; nil: nothing

	humanMoved time.Time // of the picture that showed the human's last move; zero: nobody has seen one
}

// Play plays one game, from when the table shows the start position, which it sets up if it is to, until the game is
// over. An error ends the game early; what was played is on record, and the log is what Resume goes on from.
func (r *Robot) Play(ctx context.Context, s Settings) (checkers.Outcome, error) {
	g := &game{
		Robot: r, Settings: s, layout: layout{r.Setup, r.Moves},
		record: checkers.NewGame(s.opening()),
		table:  planner.Table{Position: s.opening(), Tray: r.Tray},
		clocks: clocks{Clock: s.Clock, left: s.Clock.begins()},
	}
	if err := Playable(s.opening()); err != nil {
		return checkers.Outcome{}, err
	}
	if err := s.Clock.Validate(); err != nil {
		return checkers.Outcome{}, err
	}
	if s.SetUp {
		g.table.Position = checkers.Position{} // nothing is known of what stands there
		if r.Left != nil {
			if left, err := r.Left.table(r.Tray); err == nil { // of a tray that has other slots now, neither
				g.table = left
			}
		}
	}
	begin := func() error {
		return g.Log.Append(Entry{What: Began, Robot: s.Side, Tags: s.Tags, Kept: g.Journal.Kept(), SetUp: s.SetUp,
			Start: s.startText(), Shows: s.Shows, Clock: s.Clock,
			Stood: stood(g.table)})
	}
	if s.SetUp { // it may be interrupted like the game
		if err := begin(); err != nil {
			return checkers.Outcome{}, err
		}
		if err := g.setUp(ctx, opening(s.opening()), r.Tray); err != nil {
			return checkers.Outcome{}, err
		}
	}
	if err := g.awaitTable(ctx); err != nil {
		return checkers.Outcome{}, err
	}
	if !s.SetUp {
		if err := begin(); err != nil {
			return checkers.Outcome{}, err
		}
	}
	return g.start(ctx)
}

// start begins the game that stands on the table.
func (g *game) start(ctx context.Context) (checkers.Outcome, error) {
	if err := g.write(); err != nil {
		return checkers.Outcome{}, err
	}
	g.Tell(Begins(g.Side, LevelOf(g.Tags), g.record.Position()))
	return g.play(ctx)
}

// Resume goes on with a game that was interrupted, after the arm was homed: it looks how far the robot's move has
// come, and finishes it from there. Side and tags are those that the game began with.
func (r *Robot) Resume(ctx context.Context, s Settings, from *Interrupted) (checkers.Outcome, error) {
	g, err := r.resume(s, from)
	if err != nil {
		return checkers.Outcome{}, err
	}
	if err := g.write(); err != nil { // the record may be a move behind the log
		return checkers.Outcome{}, err
	}
	made := g.record.Moves()
	said := sentence.Say("The game goes on after %d moves: the robot plays %s.", len(made), SideText(g.Side))
	if g.task != nil {
		said = sentence.Say("%s The robot's move is finished first.", said)
	}
	g.Tell(Event{Kind: Resumed, Text: said, Side: &g.Side, Start: g.record.Start(), Position: g.record.Position(),
		Moves: made})
	if err := g.putTableInOrder(ctx, from); err != nil {
		return checkers.Outcome{}, err
	}
	return g.play(ctx)
}

// putTableInOrder finishes what was being done to the table when the game was interrupted, and waits until its pieces
// stand as they should.
func (g *game) putTableInOrder(ctx context.Context, from *Interrupted) error {
	settingUp := from.setUp && len(from.Moves) == 0
	if g.task != nil && g.task.name != "" {
		g.task.anew = settingUp || from.back != nil && !from.back.ByHand
		if err := g.settle(ctx, nil); err != nil && !errors.Is(err, errChanged) {
			return err
		}
	}
	if from.back != nil {
		if err := g.finishTakingBack(ctx, *from.back); !errors.Is(err, errOtherTurn) {
			return err
		}
	}
	if settingUp && g.task == nil {
		if err := g.setUp(ctx, opening(g.record.Start()), g.table.Tray); err != nil {
			return err
		}
	}
	if _, over := g.outcome(); g.task == nil && !over {
		return g.awaitTable(ctx)
	}
	return nil
}

// GiveUp ends a game that was interrupted, without a result. What was played stays on record.
func (r *Robot) GiveUp(from *Interrupted) error {
	left, err := from.Left(r.Tray)
	if err != nil {
		left = nil // of a tray that has other slots now
	}
	if err := r.Log.Append(Entry{What: Ended, Stood: left}); err != nil {
		return err
	}
	if r.Journal.Again(); len(from.Moves) > 0 {
		r.Journal.Next()
	}
	r.Left = left
	return nil
}

// play plays on until the game is over.
func (g *game) play(ctx context.Context) (checkers.Outcome, error) {
	defer g.Journal.Next() // however it ends: what was played stays on record
	defer func() { g.Left = stood(g.table) }()
	for {
		if g.shown() {
			g.comment()
			g.Tell(Event{Kind: Shown, Text: sentence.Say("That was the game."), Position: g.record.Position()})
			return checkers.Outcome{}, g.Log.Append(Entry{What: Ended, Stood: stood(g.table)})
		}
		if outcome, over := g.outcome(); over && g.Shows == nil {
			g.Tell(Event{Kind: GameOver, Text: sentence.Say("%s.", OutcomeText(outcome)), Outcome: outcome,
				Agreed: g.agreed != nil})
			return outcome, g.Log.Append(Entry{What: Ended, Stood: stood(g.table)})
		}
		if err := g.turn(ctx); err != nil && !errors.Is(err, errOtherTurn) {
			return checkers.Outcome{}, err
		}
	}
}

// turn plays one move of either side and writes it down.
func (g *game) turn(ctx context.Context) error {
	began := g.Now()
	position := g.record.Position()
	robots := position.Turn == g.Side || g.Shows != nil
	before := *stood(g.table)
	g.human = presence{}
	g.clocks.turn(position.Turn)
	begins := Turn(position, robots)
	if begins.Left = g.timeLeft(); g.Shows != nil {
		begins.Text = sentence.Text{} // what is said of the position stays
	}
	g.Tell(begins)
	if near := g.drawNear(); near != (sentence.Text{}) && g.Shows == nil {
		g.Tell(Event{Kind: DrawNear, Text: near})
	}
	play := g.humanMove
	if robots {
		play = g.robotMove
	}
	move, err := play(ctx, position)
	if err != nil {
		return err
	}
	if err := g.record.Play(move); err != nil {
		return err
	}
	g.clocks.moved(position.Turn, len(g.earlier))
	g.earlier = append(g.earlier, before)
	moved := Entry{What: Moved, Move: move.String(), Stood: stood(g.table), Left: g.timeLeft()}
	if err := g.Log.Append(moved); err != nil {
		return err
	}
	if err := g.write(); err != nil {
		return err
	}
	said := sentence.Say("%s (human) plays %s.", SideText(position.Turn), move)
	if robots {
		said = sentence.Say("%s (robot) plays %s.", SideText(position.Turn), move)
	}
	g.Tell(Event{Kind: Played, Text: said, Side: &position.Turn, Robots: robots, Move: move, Position: g.record.Position(),
		Time: g.Now().Sub(began)})
	return nil
}

// write keeps the game as far as it has come.
func (g *game) write() error {
	if g.Shows != nil {
		return nil
	}
	return g.Journal.Record(g.paper())
}
