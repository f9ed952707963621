package robot

import (
	"cmp"
	"context"
	"errors"

	"draughtsman/engine/checkers"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
)

// Standing is what stands on the board, as a position of the game and with the side to move of an empty one: pieces
// that are two discs high, and men on their king row, are kings. A *Refusal says why no game can be played from it.
func (r *Robot) Standing(ctx context.Context, empty checkers.Position) (checkers.Position, error) {
	eyes := r.eyes(empty.Set)
	_, picture, err := eyes.still(ctx)
	if err != nil {
		return checkers.Position{}, err
	}
	survey, err := eyes.survey(ctx, r.Tray, r.Tray, true)
	if err != nil {
		return checkers.Position{}, err
	}
	position := standing(eyes.layout, planner.Table{Position: empty, Tray: r.Tray}, picture, survey).Position
	for _, side := range []checkers.Side{checkers.Black, checkers.White} {
		position.Kings |= position.Of(side) & empty.Set.Board().KingRow(side)
	}
	return position, Playable(position)
}

// Play plays one game, from when the table shows the start position, which it sets up if it is to, until the game is
// over. An error ends the game early; what was played is on record, and the log is what Resume goes on from.
func (r *Robot) Play(ctx context.Context, s Settings) (checkers.Outcome, error) {
	if err := Playable(s.opening()); err != nil {
		return checkers.Outcome{}, err
	}
	if err := s.Clock.Validate(); err != nil {
		return checkers.Outcome{}, err
	}
	began := Entry{What: Began, Robot: s.Side, Tags: s.Tags, SetUp: s.SetUp, Start: startText(s.opening()), Shows: s.Shows,
		Clock: s.Clock, Stood: stood(s.stands(r.Tray, r.Left))}
	g, err := r.game(s, (*Interrupted)(nil).after(began))
	if err != nil {
		return checkers.Outcome{}, err
	}
	begin := func() error {
		began.Kept = r.Journal.Kept()
		return r.Log.Append(began)
	}
	if s.SetUp { // it may be interrupted like the game
		if err := begin(); err != nil {
			return checkers.Outcome{}, err
		}
	}
	if err := g.putTableInOrder(ctx, &r.Tray); err != nil {
		return checkers.Outcome{}, err
	}
	if !s.SetUp {
		if err := begin(); err != nil {
			return checkers.Outcome{}, err
		}
	}
	if err := g.record.write(); err != nil {
		return checkers.Outcome{}, err
	}
	begins := Begins(g.Side, LevelOf(g.Tags), g.record.game.Position())
	if g.Shows != nil { // nobody plays
		begins.Text = sentence.Say("A recorded game is shown: %s to move.", SideText(begins.Position.Turn))
	}
	g.Tell(begins)
	return g.play(ctx)
}

// Resume goes on with a game that was interrupted, after the arm was homed: it looks how far the robot's move has
// come, and finishes it from there. Side and tags are those that the game began with.
func (r *Robot) Resume(ctx context.Context, s Settings, from *Interrupted) (checkers.Outcome, error) {
	g, err := r.game(s, from)
	if err != nil {
		return checkers.Outcome{}, err
	}
	if err := g.record.write(); err != nil { // the record may be a move behind the log
		return checkers.Outcome{}, err
	}
	made := g.record.game.Moves()
	said := sentence.Say("The game goes on after %d moves: the robot plays %s.", len(made), SideText(g.Side))
	if g.record.task != nil {
		said = sentence.Say("%s The robot's move is finished first.", said)
	}
	g.Tell(Event{Kind: Resumed, Text: said, Side: &g.Side, Start: g.record.start, Position: g.record.game.Position(),
		Moves: made})
	if err := g.putTableInOrder(ctx, nil); err != nil {
		return checkers.Outcome{}, err
	}
	return g.play(ctx)
}

// putTableInOrder finishes what was being done to the table when the game was interrupted, and waits until its pieces
// stand as they should. Where they do before the arm has set them up, the tray is as given, or else as it was left.
func (g *game) putTableInOrder(ctx context.Context, given *planner.Tray) error {
	back, settingUp := g.record.back, g.record.setUp && len(g.record.Moves) == 0
	if g.record.task != nil && g.record.task.name != "" {
		g.record.task.anew = settingUp || back != nil && !back.ByHand
		if err := g.work.settle(ctx, nil); err != nil && !errors.Is(err, errChanged) {
			return err
		}
	}
	if back != nil {
		if err := g.finishTakingBack(ctx, *back); !errors.Is(err, errOtherTurn) {
			return err
		}
	}
	if settingUp && g.record.task == nil {
		tray := *cmp.Or(given, &g.work.table.Tray)
		if err := g.work.setUp(ctx, opening(g.record.start), tray); err != nil {
			return err
		}
	}
	if _, over := g.record.outcome(); g.record.task == nil && !over {
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
	defer func() { g.Left = stood(g.work.table) }()
	for {
		if g.record.shown() {
			g.comment()
			g.Tell(Event{Kind: Shown, Text: sentence.Say("That was the game."), Position: g.record.game.Position()})
			return checkers.Outcome{}, g.Log.Append(Entry{What: Ended, Stood: stood(g.work.table)})
		}
		if outcome, over := g.record.outcome(); over && g.Shows == nil {
			g.Tell(Event{Kind: GameOver, Text: sentence.Say("%s.", EndText(outcome, g.Side)), Outcome: outcome,
				Agreed: g.record.agreed != nil})
			return outcome, g.Log.Append(Entry{What: Ended, Stood: stood(g.work.table)})
		}
		if err := g.turn(ctx); err != nil && !errors.Is(err, errOtherTurn) {
			return checkers.Outcome{}, err
		}
	}
}

// turn plays one move of either side and writes it down.
func (g *game) turn(ctx context.Context) error {
	began, worked := g.tableTime(), g.guarding.worked
	g.decided = began
	position := g.record.game.Position()
	robots := position.Turn == g.Side || g.Shows != nil
	before := *stood(g.work.table)
	g.record.clocks.turn(position.Turn)
	begins := Turn(position, robots)
	if begins.Left = g.record.timeLeft(); g.Shows != nil {
		begins.Text = sentence.Text{} // what is said of the position stays
	}
	if task := g.record.task; robots && task != nil {
		var err error
		if begins.Move, err = position.ParseMove(task.move); err != nil {
			return err
		}
	}
	g.Tell(begins)
	if near := drawNear(g.record.game); near != (sentence.Text{}) && g.Shows == nil {
		g.Tell(Event{Kind: DrawNear, Text: near})
	}
	play := (&humanTurn{g: g, w: g.work, record: g.record, position: position}).move
	if robots {
		if err := g.teach(ctx, position); err != nil {
			return err
		}
		play = g.robotMove
	}
	move, err := play(ctx)
	if err != nil {
		return err
	}
	if err := g.record.moved(move, before, g.work.table); err != nil {
		return err
	}
	said := sentence.Say("%s (human) plays %s.", SideText(position.Turn), move)
	if robots {
		said = sentence.Say("%s (robot) plays %s.", SideText(position.Turn), move)
	}
	played := Event{Kind: Played, Text: said, Side: &position.Turn, Robots: robots, Move: move,
		Position: g.record.game.Position(), Time: g.tableTime().Sub(began)}
	if robots {
		played.Spent = &Spent{Deciding: g.decided.Sub(began), Moving: g.guarding.worked - worked}
		played.Spent.Looking = played.Time - played.Spent.Deciding - played.Spent.Moving
	}
	g.Tell(played)
	return nil
}
