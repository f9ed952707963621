package robot

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/planner"
)

// Interrupted is a game that did not end, as far as it had come.
type Interrupted struct {
	Robot checkers.Side
	Tags  []pdn.Tag
	Kept  int64      // bytes of the games' file before this game
	Moves []string   // that are complete
	Shows *Recording // a recorded game that was shown; nil: the game was played

	setUp bool // the robot was to set the game up
	start checkers.Position
	stood Stood // after them
	task  *task // what the robot was doing; nil: nothing

	earlier []Stood           // before each of the moves
	back    *TakeBack         // moves that were being taken back; nil: none
	clocks  clocks            // as they stood after those
	agreed  *checkers.Outcome // by the players; nil: nothing
	lost    *lost             // of its log; nil: nothing
}

// lost is what of a game is no longer known, because lines of its log are damaged.
type lost struct {
	line  int               // of the log, the first
	start checkers.Position // of the game
	moves []string          // that are known from before
	from  checkers.Position // that is known to have stood later; the zero value: nothing is
}

// follows reports whether an entry may come after those that made up a game so far; nil is no game.
func (e Entry) follows(now *Interrupted) bool {
	switch {
	case !e.whole():
		return false
	case e.What == Began:
		return now == nil
	case e.What == Ended:
		return true
	case now == nil || now.agreed != nil:
		return false
	case now.task != nil:
		return e.isOf(now.task) && (e.What != Moved || now.back == nil)
	case now.back != nil:
		return e.What == TookBack || e.What == Planned
	case e.What == GoingBack:
		return e.Plies > 0 && e.Plies <= len(now.Moves)
	}
	return slices.Contains([]What{Moved, Planned, Chose, Concluded}, e.What)
}

// whole reports whether an entry has what one of its kind needs.
func (e Entry) whole() bool {
	switch e.What {
	case Began:
		if e.Stood == nil {
			return false
		}
		_, err := e.begins()
		return err == nil
	case Planned:
		return e.Stood != nil && e.From != nil
	case Run:
		return e.Transfer != nil
	case Concluded:
		return e.Outcome != nil
	case Done, Ended:
		return true
	}
	return e.Stood != nil
}

// MayHold reports whether the tool may hold a disc. Where it holds by a vacuum, the disc falls when the controller is
// reset to home the arm. A game that is nil has none.
func (i *Interrupted) MayHold() bool { return i != nil && i.task != nil && i.task.run.mayHold() != nil }

// mover is the side whose move comes next.
func (i *Interrupted) mover() checkers.Side {
	if len(i.Moves)%2 == 1 {
		return i.start.Turn.Opponent()
	}
	return i.start.Turn
}

// begins is the position that the game of a Began starts from.
func (e Entry) begins() (checkers.Position, error) {
	if e.Start == "" {
		return e.Stood.Game.Start(), nil
	}
	return e.Stood.Game.ParseFEN(e.Start)
}

// startText is a position that a game starts from as the log has it.
func startText(p checkers.Position) string {
	if p.IsStart() {
		return ""
	}
	return p.FEN()
}

// isOf reports whether an entry belongs to a task that is under way.
func (e Entry) isOf(t *task) bool {
	switch e.What {
	case Run:
		fallthrough
	case Done:
		return e.Step >= 0 && e.Step < len(t.transfers) && t.progress[e.Step] != done
	case Settled, Moved: // of what puts the table in order, or of a move
		return (t.name != "") == (e.What == Settled)
	}
	return false
}

// after is the interrupted game with one more entry.
func (i *Interrupted) after(e Entry) *Interrupted {
	switch e.What {
	case Began:
		start, _ := e.begins() // which follows has found to be a position
		return &Interrupted{Robot: e.Robot, Tags: e.Tags, Kept: e.Kept, setUp: e.SetUp, start: start, Shows: e.Shows,
			clocks: clocks{Clock: e.Clock, left: e.Clock.begins()},
			stood:  *e.Stood}
	case Planned, Chose:
		i.task = &task{move: e.Move, name: e.Task, before: e.From, transfers: e.Transfers, after: *e.Stood,
			progress: make([]progress, len(e.Transfers))}
	case Settled:
		i.stood, i.task = *e.Stood, nil
	case Run:
		i.task.progress[e.Step] = begun
		i.task.run = &run{phase: e.Phase, step: e.Step, transfer: *e.Transfer, held: e.Held}
	case Done:
		i.task.progress[e.Step], i.task.run = done, nil
	case Moved:
		if e.Left != nil {
			if i.clocks.left = *e.Left; i.clocks.shown == nil {
				i.clocks.shown = map[int]time.Duration{}
			}
			i.clocks.shown[len(i.Moves)] = i.clocks.left[i.mover()]
		}
		i.earlier = append(i.earlier, i.stood)
		i.Moves, i.stood, i.task = append(i.Moves, e.Move), *e.Stood, nil
	case GoingBack:
		i.back, i.stood = &TakeBack{Plies: e.Plies, ByHand: e.ByHand}, *e.Stood
	case TookBack:
		left := len(i.Moves) - i.back.Plies
		i.Moves, i.earlier, i.stood, i.back = i.Moves[:left], i.earlier[:left], *e.Stood, nil
	case Concluded:
		i.agreed = e.Outcome
	case Ended:
		return nil
	}
	return i
}

// play is the game as far as it had come.
func (i *Interrupted) play() (*checkers.Game, error) {
	game := checkers.NewGame(i.start)
	for _, text := range i.Moves {
		move, err := game.Position().ParseMove(text)
		if err == nil {
			err = game.Play(move)
		}
		if err != nil {
			return nil, fmt.Errorf("the interrupted game cannot be gone on with: %w", err)
		}
	}
	return game, nil
}

// Game is the game as far as it had come, for its record.
func (i *Interrupted) Game() (pdn.Game, error) {
	game, err := i.play()
	if err != nil {
		return pdn.Game{}, err
	}
	return pdnGame(game, i.Tags, i.agreed, i.clocks.shown), nil
}

// table is the table, with a tray of these slots, after the transfers that came about, or were begun.
func (i *Interrupted) table(tray planner.Tray) (planner.Table, error) {
	task := i.task
	if task == nil {
		return i.stood.table(tray)
	}
	from := i.stood
	if task.before != nil {
		from = *task.before
	}
	t, err := from.table(tray)
	for step, transfer := range task.transfers {
		if err == nil && task.progress[step] != untouched {
			t, err = t.Apply(transfer)
		}
	}
	return t, err
}

// Left is what the game has left on a table with a tray of these slots, if it is not gone on with. A disc that may lie
// in the tray is taken to lie there: a tool that expects too high a stack grips nothing, one that expects too low a
// stack breaks it.
func (i *Interrupted) Left(tray planner.Tray) (*Stood, error) {
	t, err := i.table(tray)
	if err != nil {
		return nil, err
	}
	if i.task == nil {
		return stood(t), nil
	}
	for step, transfer := range i.task.transfers {
		if i.task.progress[step] == begun && transfer.To.Slot == 0 {
			if t, err = undone(t, transfer); err != nil {
				return nil, err
			}
		}
	}
	return stood(t), nil
}

// pdnGame is a game for its record, with what the players had left on their clocks, by ply.
func pdnGame(record *checkers.Game, tags []pdn.Tag, agreed *checkers.Outcome, left map[int]time.Duration) pdn.Game {
	game := pdn.Of(record, tags...)
	left = maps.Clone(left)
	maps.DeleteFunc(left, func(ply int, _ time.Duration) bool { return ply >= len(game.Moves) })
	game.Comments = pdn.PutClocks(nil, left)
	if agreed != nil {
		game.Result = pdn.ResultOf(*agreed)
		game.Tags = append(game.Tags[:len(game.Tags):len(game.Tags)], pdn.Tag{Name: pdn.TerminationTag, Value: agreed.Reason})
	}
	return game
}
