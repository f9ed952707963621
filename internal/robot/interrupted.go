package robot

import (
	"fmt"
	"os"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/planner"
)

// Interrupted is how far a game had come that did not end.
type Interrupted struct {
	Robot checkers.Side
	Tags  []pdn.Tag
	Kept  int64    // bytes of the games' file before this game
	Moves []string // that are complete

	setUp bool  // the robot was to set the game up
	stood Stood // after them
	chose *work // the robot's move that was being made, or its task; nil: none
}

// work is a move of the robot's on its way, or a task, which is no move.
type work struct {
	move      string // "" of a task
	task      string
	before    *Stood // nil: as it stands
	transfers []planner.Transfer
	after     Stood
	step      int    // transfers that came about
	doing     *doing // what the arm was about to do when it was interrupted; nil: nothing yet
}

// doing is a phase of a transfer.
type doing struct {
	phase    Phase
	transfer planner.Transfer
	held     bool // the disc, if the tool had it, was only to be set down
}

// mayHold reports whether the tool may have the disc, or may never have had it.
func (d *doing) mayHold() bool { return d.phase != Leaving || d.held }

// Interruption makes out how far the last game of a log had come; nil if it has
// ended.
func Interruption(entries []Entry) (*Interrupted, error) {
	var now *Interrupted
	for i, e := range entries {
		wrong := func() error {
			return fmt.Errorf("entry %d of the log, %q, does not follow from those before", i+1, e.What)
		}
		if now == nil && e.What != Began && e.What != Ended || now != nil && e.What == Began {
			return nil, wrong()
		}
		switch e.What {
		case Began:
			if e.Stood == nil {
				return nil, wrong()
			}
			now = &Interrupted{Robot: e.Robot, Tags: e.Tags, Kept: e.Kept, setUp: e.SetUp, stood: *e.Stood}
		case Planned:
			if e.Stood == nil || e.From == nil || now.chose != nil {
				return nil, wrong()
			}
			now.chose = &work{task: e.Task, before: e.From, transfers: e.Transfers, after: *e.Stood}
		case Settled:
			if e.Stood == nil || now.chose == nil || now.chose.task == "" {
				return nil, wrong()
			}
			now.stood, now.chose = *e.Stood, nil
		case Chose:
			if e.Stood == nil || now.chose != nil {
				return nil, wrong()
			}
			now.chose = &work{move: e.Move, transfers: e.Transfers, after: *e.Stood}
		case Run:
			if now.chose == nil || e.Transfer == nil || e.Step != now.chose.step {
				return nil, wrong()
			}
			now.chose.doing = &doing{e.Phase, *e.Transfer, e.Held}
		case Done:
			if now.chose == nil || e.Step != now.chose.step || e.Step >= len(now.chose.transfers) {
				return nil, wrong()
			}
			now.chose.step, now.chose.doing = e.Step+1, nil
		case Moved:
			if e.Stood == nil || now.chose != nil && now.chose.task != "" {
				return nil, wrong()
			}
			now.Moves, now.stood, now.chose = append(now.Moves, e.Move), *e.Stood, nil
		case Ended:
			now = nil
		default:
			return nil, wrong()
		}
	}
	return now, nil
}

// InterruptedIn is how far the last game of a log had come, which is only read; nil if it has ended. That
// there is no log
// is an error that errors.Is(err, fs.ErrNotExist) recognises.
func InterruptedIn(path string) (*Interrupted, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("the log of the game cannot be opened: %w", err)
	}
	defer file.Close() //nolint:errcheck // it is only read
	entries, _, err := ReadLog(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	now, err := Interruption(entries)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return now, nil
}

// play is the game as far as it had come.
func (i *Interrupted) play() (*checkers.Game, error) {
	game := checkers.NewGame(checkers.Start())
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
	return pdn.Of(game, i.Tags...), nil
}

// resume is the game as it was when it was interrupted.
func (r *Robot) resume(s Settings, from *Interrupted) (*game, error) {
	g := &game{Robot: r, Settings: s}
	g.Side, g.Tags = from.Robot, from.Tags
	var err error
	if g.record, err = from.play(); err != nil {
		return nil, err
	}
	if g.table, err = from.table(r.Tray); err != nil {
		return nil, fmt.Errorf("the interrupted game cannot be gone on with: %w", err)
	}
	if from.chose != nil {
		w := *from.chose
		g.work = &w
	}
	return g, nil
}

// table is the table, with a tray of these slots, after the transfers that came
// about.
func (i *Interrupted) table(tray planner.Tray) (planner.Table, error) {
	w := i.chose
	if w == nil {
		return i.stood.table(tray)
	}
	from := i.stood
	if w.before != nil {
		from = *w.before
	}
	t, err := from.table(tray)
	for _, transfer := range w.transfers[:w.step] {
		if err != nil {
			break
		}
		t, err = t.Apply(transfer)
	}
	return t, err
}

// Left is what the game has left on a table with a tray of these slots, if it is
// not gone on with. A disc that was on its way to the tray is taken to lie there:
// a tool that expects too high a stack grips nothing, one that expects too low a
// stack breaks it.
func (i *Interrupted) Left(tray planner.Tray) (*Stood, error) {
	t, err := i.table(tray)
	if err != nil {
		return nil, err
	}
	if w := i.chose; w != nil && w.doing != nil && w.doing.phase != Taking && w.doing.transfer.To.Slot != 0 {
		if after, err := t.Apply(w.doing.transfer); err == nil {
			t = after
		}
	}
	return stood(t), nil
}
