// Package watch records games that two people play on a table.
//
// An Eye looks; a moves.Recorder makes a record of what it sees; the record is
// written down after every change.
package watch

import (
	"context"
	"errors"
	"io"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/engine/pdn"
	"draughtsman/vision"
	"draughtsman/vision/moves"
)

// Looker looks at the table.
type Looker interface {
	// Look is what the next picture shows; the error is io.EOF when there are
	// no more.
	Look(ctx context.Context) (vision.Sighting, error)
	// Remember says what some squares show in the last picture.
	Remember(shown map[checkers.Square]vision.Content)
}

// Journal keeps the record of the games.
type Journal interface {
	// Record keeps a game as far as it has come, in place of what was kept of
	// it before. The game has moves.
	Record(game pdn.Game) error
	// Next says that the next Record begins another game.
	Next()
}

// Watch records games.
type Watch struct {
	Eye     Looker
	Journal Journal
	Tags    func(round int) []pdn.Tag // of a game by its number, from 1
	Tell    func(Event)               // what goes on, for people
	Options moves.Options
	// SidesUnknown says that either side may be Black: whoever moves first is.
	// The sightings and Options.BlackPieces are then a guess.
	SidesUnknown bool
}

// Event is something that a person at the table may want to know: that the
// record has changed, or why it does not.
type Event struct {
	moves.Verdict
	At          time.Time         // of the picture
	Picture     int               // its number, from 1, of those that were read
	Round       int               // the game's number, from 1
	Moves       []checkers.Move   // all of the game
	Position    checkers.Position // after them
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

// Run records until the pictures end, which is no error, or ctx does, which is.
// What was recorded is in the journal by then.
func (w Watch) Run(ctx context.Context) error {
	l := log{Watch: w, round: 1, sides: w.sides()}
	for {
		sighting, err := w.Eye.Look(ctx)
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

// log is what has been recorded so far.
type log struct {
	Watch
	sides   []side // who may be Black; the likelier first
	round   int
	written bool // a move of this game is in the journal
	picture int
	at      time.Time
	said    string
}

// side is a recorder, and whether it sees the board from the other side.
type side struct {
	recorder *moves.Recorder
	black    calibration.Shade
	turned   bool
}

func (w Watch) sides() []side {
	black := w.Options.BlackPieces
	sides := []side{{moves.NewRecorder(checkers.Start(), w.Options), black, false}}
	if w.SidesUnknown {
		o := w.Options
		o.BlackPieces = black.Opposite()
		sides = append(sides, side{moves.NewRecorder(checkers.Start(), o), o.BlackPieces, true})
	}
	return sides
}

func (l *log) observe(s vision.Sighting) error {
	l.picture++
	l.at = s.Time
	err := l.each(func(side side) moves.Verdict { return side.recorder.Observe(side.sees(s)) })
	l.remember(s)
	return err
}

// remember has the eye know the squares by what they show in a sighting.
func (l *log) remember(s vision.Sighting) {
	side := l.sides[0]
	if shown := side.recorder.Shown(side.sees(s)); len(shown) > 0 {
		l.Eye.Remember(side.turn(shown))
	}
}

// sees is a sighting from where Black sits.
func (s side) sees(now vision.Sighting) vision.Sighting {
	if s.turned {
		return moves.Turned(now)
	}
	return now
}

// turn is what squares show by their numbers in the sightings.
func (s side) turn(shown map[checkers.Square]vision.Content) map[checkers.Square]vision.Content {
	if !s.turned {
		return shown
	}
	turned := make(map[checkers.Square]vision.Content, len(shown))
	for square, content := range shown {
		turned[checkers.Squares+1-square] = content
	}
	return turned
}

func (l *log) finish() error {
	return l.each(func(side side) moves.Verdict { return side.recorder.Finish() })
}

// each asks who may be Black. Whoever has made the first move is.
func (l *log) each(verdict func(side) moves.Verdict) error {
	var said moves.Verdict
	for i, side := range l.sides {
		v := verdict(side)
		if i == 0 {
			said = v
		}
		if v.Kind == moves.Accepted {
			l.sides, said = l.sides[i:i+1], v
			break
		}
	}
	return l.note(said)
}

// note tells a verdict and keeps what it changes.
func (l *log) note(v moves.Verdict) error {
	game := l.sides[0].recorder.Game()
	e := Event{Verdict: v, At: l.at, Picture: l.picture, BlackPieces: l.sides[0].black}
	if e.Changes() {
		switch {
		case len(game.Moves()) > 0:
			if err := l.Journal.Record(pdn.Of(game, l.Tags(l.round)...)); err != nil {
				return err
			}
			l.written = true
		case l.written: // what was recorded stays, also where all moves were taken back
			l.Journal.Next()
			l.round++
			l.written = false
		}
	} else if v.Kind == moves.Settling || v.Text == l.said {
		return nil
	}
	l.said = v.Text
	e.Round, e.Moves, e.Position = l.round, game.Moves(), game.Position()
	if outcome, over := game.Outcome(); over {
		e.Outcome = &outcome
	}
	l.Tell(e)
	return nil
}
