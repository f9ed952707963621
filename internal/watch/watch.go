// Package watch records games that two people play on a table.
//
// An Eye reads the pictures; a moves.Recorder follows the games in what was read; a Journal keeps them after every
// change.
package watch

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/internal/sentence"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// Reader reads pictures of the table.
type Reader interface {
	// Look returns what the next picture shows; the error is io.EOF when there are no more.
	Look(ctx context.Context) (vision.Sighting, error)
	// Kings returns the squares on which kings are seen in the last picture, before the first move.
	Kings() (checkers.Set, error)
}

// Journal keeps the record of the games.
type Journal interface {
	// Record keeps a game as far as it has come, in place of what was kept of it before. The game has moves.
	Record(game pdn.Game) error
	// Undo is Record after a person has taken moves off the record: perhaps none are left, and those that were there do
	// not stay.
	Undo(game pdn.Game) error
	// Next says that the next Record begins another game.
	Next()
}

// Watch records games.
type Watch struct {
	Eye     Reader
	Journal Journal
	Tags    func(round int) []pdn.Tag // of a game by its number, from 1
	Tell    func(Event)               // what goes on, for people; it must not ask the Session anything
	Options moves.Options
}

// Event is something that a person at the table may want to know: that the record has changed, or why it does not.
type Event struct {
	moves.Verdict
	At          time.Time         // of the picture
	Picture     int               // its number, from 1, of those that were read
	Round       int               // the game's number, from 1
	Moves       []checkers.Move   // all of the game
	Start       checkers.Position // that it began at
	Position    checkers.Position // after the moves
	Awaited     bool              // the position is to stand on the board before the game goes on
	Outcome     *checkers.Outcome // if the game has ended
	BlackPieces calibration.Shade // what Black's look like
}

// Changes reports whether the record has changed.
func (e Event) Changes() bool {
	switch e.Kind {
	case moves.Accepted, moves.TakenBack, moves.Corrected, moves.NewGame:
		return true
	}
	return false
}

// Run records until the pictures end, which is no error, or ctx does, which is one. What was recorded is in the
// journal by then.
func (w Watch) Run(ctx context.Context) error { return w.Session().Run(ctx) }

// Session is a recording that people may change while it goes on: byhand.go.
func (w Watch) Session() *Session {
	return &Session{Watch: w, round: 1, recorder: moves.NewRecorder(w.Options.Game.Start(), w.Options)}
}

// Run is Watch.Run.
func (l *Session) Run(ctx context.Context) error {
	for {
		sighting, err := l.Eye.Look(ctx)
		if errors.Is(err, io.EOF) {
			return l.finish()
		}
		if err != nil {
			return err
		}
		if err := l.observe(sighting); err != nil {
			return err
		}
	}
}

// Session is what has been recorded so far. Its methods may be called by several goroutines; none waits for a picture.
type Session struct {
	Watch
	mu       sync.Mutex
	recorder *moves.Recorder
	round    int
	written  bool // a move of this game is in the journal
	picture  int
	at       time.Time
	said     sentence.Text

	seen  vision.Sighting // the last one in which nothing was in the way
	mover *checkers.Side  // who moves in a position that is taken as it stands; nil: whoever moves first
}

func (l *Session) observe(s vision.Sighting) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.picture++
	l.at = s.Time
	if !s.Obstructed && !s.Moving {
		l.seen = s
	}
	said := l.recorder.Observe(s)
	if (said.Kind == moves.Waiting || said.Kind == moves.NewGame) && l.recorder.EitherMoves() {
		said = moves.Verdict{Kind: moves.Waiting, Text: sentence.Say("Waiting for a move of either side.")}
	}
	if l.recorder.Standing() {
		kings, err := l.Eye.Kings()
		if err != nil {
			return err
		}
		if l.recorder.GoOnAsItStands(kings, l.mover) {
			said = moves.Verdict{Kind: moves.NewGame, Text: sentence.Say("No start position: the record begins with the " +
				"position on the board, and with whoever moves.")}
			if l.mover != nil {
				said.Text = moves.GameBegins(l.recorder.Game().Position(), l.recorder.BlackPieces())
				l.mover = nil
			}
		}
	}
	return l.note(said)
}

func (l *Session) finish() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.note(l.recorder.Finish())
}

// note tells a verdict and keeps what it changes.
func (l *Session) note(v moves.Verdict) error {
	game := l.recorder.Game()
	e := l.event(v)
	if e.Changes() {
		switch {
		case len(game.Moves()) > 0:
			if err := l.Journal.Record(pdn.Of(game, l.Tags(l.round)...)); err != nil {
				return err
			}
			l.written = true
		case l.written && v.Kind == moves.TakenBack && len(v.Undone) == 1: // the game has only begun, and goes on
			if err := l.Journal.Undo(pdn.Of(game, l.Tags(l.round)...)); err != nil {
				return err
			}
			l.written = false
		case l.written: // what was recorded stays, also where all its moves were taken back
			l.next()
		}
	} else if v.Kind == moves.Settling || v.Text == l.said {
		return nil
	}
	l.tell(e)
	return nil
}

// next has the next move on record begin another game.
func (l *Session) next() {
	l.Journal.Next()
	l.round++
	l.written = false
}

func (l *Session) event(v moves.Verdict) Event {
	return Event{Verdict: v, At: l.at, Picture: l.picture, BlackPieces: l.recorder.BlackPieces()}
}

// tell tells an event of the game that is on.
func (l *Session) tell(e Event) {
	game := l.recorder.Game()
	l.said = e.Text
	e.Round, e.Moves, e.Start, e.Position = l.round, game.Moves(), game.Start(), game.Position()
	if outcome, over := game.Outcome(); over {
		e.Outcome = &outcome
	}
	e.Awaited = l.recorder.Awaits()
	l.Tell(e)
}
