package robot

import (
	"context"
	"fmt"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
	"draughtsman/internal/sentence"
	"draughtsman/planner"
	"draughtsman/vision"
)

// game is a game on its way: what is on record of it, and what the robot does at the table.
type game struct {
	*Robot
	Settings
	record *record
	work   *work

	humanMoved time.Time // of the picture that showed the human's last move; zero: nobody has seen one
	decided    time.Time // in the robot's turn, on the table's clock; its beginning until then
}

// game is a game as far as it has come.
func (r *Robot) game(s Settings, from *Interrupted) (*game, error) {
	s.Side, s.Tags, s.Shows = from.Robot, from.Tags, from.Shows
	record, err := newRecord(*from, r.Journal, r.Log)
	if err != nil {
		return nil, err
	}
	table, err := from.table(r.Tray)
	if err != nil {
		return nil, fmt.Errorf("the interrupted game cannot be gone on with: %w", err)
	}
	eyes := r.eyes(from.start.Set)
	return &game{Robot: r, Settings: s, record: record, work: &work{
		layout: eyes.layout, eyes: eyes, tell: r.Tell, arm: r.guarded(), record: record, tray: r.Tray,
		table: table, language: r.Language, rehearse: r.ShowMotions}}, nil
}

// robotMove chooses a move, plans it to the end, and carries it out; or it goes on with the one that was interrupted.
func (g *game) robotMove(ctx context.Context) (checkers.Move, error) {
	position := g.record.game.Position()
	if g.record.task == nil {
		if err := g.choose(ctx, position); err != nil {
			return checkers.Move{}, err
		}
	}
	move, err := position.ParseMove(g.record.task.move)
	if err != nil {
		return checkers.Move{}, err
	}
	g.record.task.ends = g.record.endsWith(move)
	if err := g.work.carryOut(ctx, nil); err != nil {
		return checkers.Move{}, fmt.Errorf("%s, %w", move, err)
	}
	return move, nil
}

// decide is the mind's choice, or the next move of a recorded game when it is due.
func (g *game) decide(ctx context.Context) (Thought, error) {
	if g.Shows == nil {
		result, took, err := g.think(ctx, g.record.clocks.thinks(g.Side, g.Think))
		if g.record.clocks.runs() {
			g.record.clocks.left[g.Side] = max(0, g.record.clocks.left[g.Side]-took)
		}
		return result, err
	}
	move, err := g.record.toShow()
	if err != nil {
		return Thought{}, err
	}
	return Thought{Result: search.Result{Move: move}}, g.awaitNext(ctx)
}

// think has the mind choose a move within a time on the table's clock, and reports how much of that has passed.
func (g *game) think(ctx context.Context, limit time.Duration) (Thought, time.Duration, error) {
	began := g.Now()
	result, err := g.Mind.Think(ctx, g.record.game, time.Duration(float64(limit)/g.pace()), g.thinking)
	return result, time.Duration(float64(g.Now().Sub(began)) * g.pace()), err
}

// pace is how many times as fast as ours the table's time goes.
func (r *Robot) pace() float64 {
	if r.Pace == nil {
		return 1
	}
	return r.Pace()
}

// choose has the mind choose a move, plans all of it, and puts that on record.
func (g *game) choose(ctx context.Context, position checkers.Position) error {
	result, err := g.decide(ctx)
	if err != nil {
		return err
	}
	if err := g.awaitLeast(ctx); err != nil {
		return err
	}
	plan, err := planner.New(g.Setup, g.work.table, result.Move, planner.LookAfterEach)
	if err != nil {
		return fmt.Errorf("%s cannot be carried out: %w", result.Move, err)
	}
	if err := g.record.Append(Entry{What: Chose, Move: result.Move.String(), Effort: result.effort(),
		Stood: stood(plan.After), Transfers: transfers(plan)}); err != nil {
		return err
	}
	g.Logger.Debug().Stringer("move", result.Move).Int("score", result.Score).Int("depth", result.Depth).
		Uint64("nodes", result.Nodes).Int("threads", result.Threads).Int("tables", result.Tables).
		Int("transfers", len(plan.Steps)).Dur("takes", plan.Takes).Msg("decision")
	g.decided = g.tableTime()
	said := sentence.Say("The robot plays %s.", result.Move)
	if result.Why != (sentence.Text{}) {
		said = sentence.Say("The robot plays %s: %s.", result.Move, result.Why)
	}
	g.Tell(Event{Kind: Decided, Text: said, Position: position, Move: result.Move, Thought: &result, Plan: &plan})
	return nil
}

// awaitLeast goes on looking at the table until LeastThink has passed since the human's move.
func (g *game) awaitLeast(ctx context.Context) error {
	if g.LeastThink <= 0 || g.humanMoved.IsZero() {
		return nil
	}
	_, err := g.work.eyes.until(ctx, func(s vision.Sighting) bool { return s.Time.Sub(g.humanMoved) >= g.LeastThink })
	return err
}

// comment says what is to be said of the position that stands in a recorded game.
func (g *game) comment() {
	ply := len(g.record.game.Moves())
	if ply < len(g.Shows.Comments) && g.Shows.Comments[ply] != "" {
		g.Tell(Event{Kind: Commented, Text: sentence.Say("%s", g.Shows.Comments[ply])})
	}
}

// awaitNext waits until the next move of a recorded game is due.
func (g *game) awaitNext(ctx context.Context) error {
	g.comment()
	var since time.Time
	for {
		select {
		case order := <-g.Orders:
			if (order.Command == NextMove{}) {
				order.accepted()
				return nil
			}
			order.refused(sentence.Say("A recorded game is shown: it can go on to the next move, or be stopped."))
		default:
		}
		sighting, err := g.work.eyes.look(ctx)
		if err != nil {
			return err
		}
		if since.IsZero() {
			since = sighting.Time
		}
		if g.Shows.Pace > 0 && sighting.Time.Sub(since) >= g.Shows.Pace {
			return nil
		}
	}
}

// thinking passes on what the engine reports.
func (g *game) thinking(info search.Info) {
	g.Tell(Event{Kind: Thinking, Thought: &Thought{Result: info}})
}
