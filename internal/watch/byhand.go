package watch

import (
	"slices"

	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/robot"
	"draughtsman/internal/sentence"
	"draughtsman/vision/moves"
)

// Correct puts a move in the place of the one with a number, which counts from 1; one more than there are adds it.
// What came after is kept as far as it is legal still. The error is a *robot.Refusal, or that of the journal.
func (l *Session) Correct(ply int, text string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if made := len(l.game().Moves()); ply < 1 || ply > made+1 {
		return &robot.Refusal{Why: sentence.Say("There is no move %d: the record has %d.", ply, made)}
	}
	move, err := l.recorder.Parse(ply, text)
	if err != nil {
		return &robot.Refusal{Why: sentence.Say("The move cannot be made: %s.", err.Error())}
	}
	before := l.game().Moves()
	after := replaced(l.game().Start(), before, ply-1, move)
	if err := l.recorder.Amend(after, ply, false); err != nil {
		return err
	}
	v := moves.Verdict{Kind: moves.Accepted, Moves: after[ply-1:],
		Text: sentence.Say("%s is put on record by hand.", move)}
	if ply <= len(before) {
		v.Kind, v.Undone = moves.Corrected, before[ply-1:]
		v.Text = sentence.Say("The record is corrected: %s instead of %s.", move.String(), before[ply-1].String())
		if kept := len(after); kept < len(before) {
			v.Text = sentence.Say("The record is corrected: %s instead of %s; it ends before %s.", move, before[ply-1],
				before[kept])
		}
	}
	return l.amended(v)
}

// Add puts a move on record after the others.
func (l *Session) Add(text string) error { return l.Correct(l.plies()+1, text) }

// TakeBack takes the last moves off the record, which goes on once the board shows what stands there. The error is a
// *robot.Refusal, or that of the journal.
func (l *Session) TakeBack(plies int) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	made := l.game().Moves()
	switch {
	case len(made) == 0:
		return &robot.Refusal{Why: sentence.Say("No move has been made that could be taken back.")}
	case plies < 1 || plies > len(made):
		return &robot.Refusal{Why: sentence.Say("1 to %d moves can be taken back, not %d.", len(made), plies)}
	}
	left := len(made) - plies
	if err := l.recorder.Amend(made[:left], left, true); err != nil {
		return err
	}
	return l.amended(moves.Verdict{Kind: moves.TakenBack, Undone: made[left:],
		Text: sentence.Say("Put the pieces back as they stood before %s.", made[left])})
}

// NewGame begins a record with a position, once the board shows it; the zero value is the usual start. The game before
// stays as far as it came.
func (l *Session) NewGame(start checkers.Position) error {
	if start == (checkers.Position{}) {
		start = l.Options.Game.Start()
	}
	start = l.Options.Game.Of(start)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.begin(start)
	l.recorder.Await()
	return l.amended(moves.Verdict{Kind: moves.NewGame, Text: sentence.Say("Set up the position, please.")})
}

// GoOnAsItStands begins a record with what stands on the board, where a side is to move.
func (l *Session) GoOnAsItStands(turn checkers.Side) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.begin(l.Options.Game.Start())
	l.mover = &turn
	return l.amended(moves.Verdict{Kind: moves.NewGame, Text: sentence.Say("Looking at the table.")})
}

// begin has whoever may be Black begin anew.
func (l *Session) begin(start checkers.Position) {
	l.recorder.Begin(start)
	l.mover = nil
}

// amended keeps what a person has changed, and tells of it.
func (l *Session) amended(v moves.Verdict) error {
	switch game := l.game(); {
	case v.Kind == moves.NewGame && l.written:
		l.next()
	case v.Kind == moves.NewGame:
	case l.written || len(game.Moves()) > 0:
		if err := l.Journal.Undo(pdn.Of(game, l.Tags(l.round)...)); err != nil {
			return err
		}
		l.written = len(game.Moves()) > 0
	}
	if differs := l.recorder.ToRecord(l.seen); differs != (sentence.Text{}) {
		v.Text = sentence.Say("%s %s", v.Text, differs)
	}
	l.tell(l.event(v))
	return nil
}

// game is the one that is on record.
func (l *Session) game() *checkers.Game { return l.recorder.Game() }

// plies is how many moves the game has.
func (l *Session) plies() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.game().Moves())
}

// replaced is moves with another one in the place of one of them, and after it as many as are legal in a row.
func replaced(start checkers.Position, list []checkers.Move, at int, move checkers.Move) []checkers.Move {
	p := start
	for _, m := range list[:at] {
		p = p.Play(m)
	}
	after := append(slices.Clone(list[:at]), move)
	p = p.Play(move)
	for _, m := range list[min(at+1, len(list)):] {
		if !slices.Contains(p.Moves(), m) {
			break
		}
		after, p = append(after, m), p.Play(m)
	}
	return after
}
