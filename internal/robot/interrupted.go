package robot

import (
	"fmt"

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

	stood Stood // after them
	chose *work // the robot's move that was being made; nil: none
}

// work is a move of the robot's on its way.
type work struct {
	move      string
	transfers []planner.Transfer
	after     Stood
	step      int    // transfers that came about
	doing     *doing // what the arm was about to do when it was interrupted; nil: nothing yet
}

// doing is a phase of a transfer.
type doing struct {
	phase    Phase
	transfer planner.Transfer
}

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
			now = &Interrupted{Robot: e.Robot, Tags: e.Tags, Kept: e.Kept, stood: *e.Stood}
		case Chose:
			if e.Stood == nil || now.chose != nil {
				return nil, wrong()
			}
			now.chose = &work{move: e.Move, transfers: e.Transfers, after: *e.Stood}
		case Run:
			if now.chose == nil || e.Transfer == nil || e.Step != now.chose.step {
				return nil, wrong()
			}
			now.chose.doing = &doing{e.Phase, *e.Transfer}
		case Done:
			if now.chose == nil || e.Step != now.chose.step || e.Step >= len(now.chose.transfers) {
				return nil, wrong()
			}
			now.chose.step, now.chose.doing = e.Step+1, nil
		case Moved:
			if e.Stood == nil {
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

// resume is the game as it was when it was interrupted.
func (r *Robot) resume(s Settings, from *Interrupted) (*game, error) {
	g := &game{Robot: r, Settings: s, record: checkers.NewGame(checkers.Start())}
	g.Side, g.Tags = from.Robot, from.Tags
	for _, text := range from.Moves {
		move, err := g.record.Position().ParseMove(text)
		if err == nil {
			err = g.record.Play(move)
		}
		if err != nil {
			return nil, fmt.Errorf("the interrupted game cannot be gone on with: %w", err)
		}
	}
	var err error
	if g.table, err = from.stood.table(r.Tray); err != nil {
		return nil, fmt.Errorf("the interrupted game cannot be gone on with: %w", err)
	}
	if from.chose == nil {
		return g, nil
	}
	w := *from.chose
	g.work = &w
	for _, t := range w.transfers[:w.step] {
		if g.table, err = g.table.Apply(t); err != nil {
			return nil, fmt.Errorf("the interrupted game cannot be gone on with: %w", err)
		}
	}
	return g, nil
}
