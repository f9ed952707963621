package robot

import (
	"fmt"
	"slices"
	"time"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
)

// Interruption is how far the last game of a log had come; nil if it has ended. Where lines are missing, or do not
// follow from those before, it goes on from the next whole state of the table. One that stands there twice counts once.
// That the beginning of the game is missing is an error.
func Interruption(entries []Entry) (*Interrupted, error) {
	var now *Interrupted
	line, number, damaged := 0, 0, 0 // damaged: the first line since the last state that is known
	for _, e := range entries {
		if e.Line == 0 {
			e.Line = line + 1
		}
		doubled := e.N != 0 && e.N <= number
		if gap := e.Line > line+1 || number != 0 && e.N > number+1; gap && damaged == 0 {
			damaged = line + 1
		}
		if line = e.Line; doubled {
			continue
		}
		number = max(number, e.N)
		if damaged == 0 && !e.follows(now) {
			damaged = e.Line
		}
		now, damaged = now.next(e, damaged)
	}
	if damaged != 0 && now == nil {
		return nil, fmt.Errorf("line %d of the log is damaged, and nothing behind it says what game it was: move the log "+
			"away, and set up a new game", damaged)
	}
	if damaged != 0 { // nothing is known of what the arm did since, and the table shows it
		now.lost = &lost{line: damaged, start: now.start, moves: now.Moves}
		now.task, now.back = nil, nil
	}
	return now, nil
}

// next is the game with one more entry, and the first line that is damaged since the last state that is known.
func (i *Interrupted) next(e Entry, damaged int) (*Interrupted, int) {
	switch {
	case damaged == 0:
		return i.after(e), 0
	case e.What == Ended, e.What == Began && e.follows(nil):
		return (*Interrupted)(nil).after(e), 0
	case i != nil && i.Shows == nil && (e.What == Moved || e.What == TookBack):
		if again := i.from(e, damaged); again != nil {
			return again, 0
		}
	}
	return i, damaged
}

// Damaged is the first line of the log that is damaged, 0 where all are whole; whole reports whether the game is known
// to its last state all the same.
func (i *Interrupted) Damaged() (line int, whole bool) {
	if i.lost == nil {
		return 0, true
	}
	return i.lost.line, i.lost.from != checkers.Position{}
}

// from is the game from the state that an entry has, before which lines are missing; nil where that is no position. The
// moves up to it are not known.
func (i *Interrupted) from(e Entry, line int) *Interrupted {
	if e.Stood == nil {
		return nil
	}
	at, err := e.Stood.position()
	if err != nil || Playable(at) != nil {
		return nil
	}
	n := &Interrupted{Robot: i.Robot, Tags: i.Tags, Kept: i.Kept, start: at, stood: *e.Stood, clocks: i.clocks,
		lost: &lost{line: line, start: i.start, moves: i.Moves, from: at}}
	if i.lost != nil {
		n.lost.line, n.lost.start, n.lost.moves = i.lost.line, i.lost.start, i.lost.moves
	}
	if n.clocks.shown = nil; e.Left != nil {
		n.clocks.left = *e.Left
	}
	return n
}

// recover takes the moves that the log has lost from the record of the game, if that leads to the state that is known.
func (i *Interrupted) recover(record pdn.Game) {
	game := checkers.NewGame(record.Start)
	for n := 0; ; n++ {
		if n >= len(i.lost.moves) && game.Position() == i.lost.from {
			history := game.History()
			var earlier []Stood
			for _, before := range history[:n] {
				then := i.stood // where its discs lay in the tray is not known
				then.Turn, then.Board = before.Turn, board(before)
				earlier = append(earlier, then)
			}
			i.start = record.Start
			i.Moves = append(checkers.Texts(record.Moves[:n]), i.Moves...)
			i.earlier = append(earlier, i.earlier...)
			left, _ := pdn.TakeClocks(record.Comments)
			shown := map[int]time.Duration{}
			for ply, time := range left {
				if ply < n {
					shown[ply] = time
				}
			}
			for ply, time := range i.clocks.shown {
				shown[ply+n] = time
			}
			i.clocks.shown = shown
			return
		}
		if n == len(record.Moves) || game.Play(record.Moves[n]) != nil {
			return
		}
	}
}

// entries are the game in a log of its own, without what the robot was about to do.
func (i *Interrupted) entries() []Entry {
	states := append(slices.Clone(i.earlier), i.stood)
	began := Entry{What: Began, Robot: i.Robot, Tags: i.Tags, Kept: i.Kept, Start: startText(i.start), Shows: i.Shows,
		Clock: i.clocks.Clock, Stood: &states[0]}
	list := []Entry{began}
	for ply, move := range i.Moves {
		e := Entry{What: Moved, Move: move, Stood: &states[ply+1]}
		if ply == len(i.Moves)-1 && i.clocks.runs() {
			e.Left = &i.clocks.left
		}
		list = append(list, e)
	}
	return list
}
