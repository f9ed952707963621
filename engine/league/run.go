package league

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"draughtsman/engine/variant"
)

// Options are how a league is played, which changes nothing about it.
type Options struct {
	Jobs     int              // games at once, at least 1
	Now      func() time.Time // nil means time.Now
	Terminal *Terminal        // for people; with them there is one game at a time
	Observer Observer         // who is told what happens
}

// Observer is told what happens. Several games may call at once.
type Observer interface {
	// Stands is a position of a game, the first and the last included. It may take its time.
	Stands(context.Context, Standing)
	// Forfeited is a move that a player did not make.
	Forfeited(game int, f Forfeit)
	// Ended is a game that has been played, on record already; calls of Ended come one after the other.
	Ended(Record)
}

// Standing is how a game stands.
type Standing struct {
	Game          int
	First, Second string
	Position      variant.Position
	Moves         []string     // so far
	Last          variant.Move // of them, if there is one
}

// Run plays the games that are not among those played before, and has keep put each on record as it ends, one after
// the other. It returns when all have been played, or with an error when ctx ends, the person leaves or a record
// cannot be kept; games under way are then given up.
func (l *League) Run(ctx context.Context, before []Record, keep func(Record) error, o Options) error {
	if o.Now == nil {
		o.Now = time.Now
	}
	if l.People() {
		o.Jobs = 1
	}
	records := slices.Clone(before)
	for !l.decided(records) {
		todo := l.schedule(records).unplayed()
		if len(todo) == 0 {
			break
		}
		undecided, decide := context.WithCancelCause(ctx)
		err := l.playAll(undecided, todo, o, func(r Record) error {
			records = append(records, r)
			if err := keep(r); err != nil {
				return err
			}
			if l.decided(records) {
				decide(errDecided)
			}
			return nil
		})
		decide(nil)
		if err != nil && !errors.Is(err, errDecided) {
			return err
		}
	}
	return ctx.Err()
}

// errDecided says that the games left need not be played.
var errDecided = errors.New("the SPRT is decided")

// playAll plays games, as many at once as there may be. Calls of keep come one after the other.
func (l *League) playAll(ctx context.Context, games []fixture, o Options, keep func(Record) error) error {
	todo := make(chan fixture)
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go func() {
		defer close(todo)
		for _, f := range games {
			select {
			case todo <- f:
			case <-ctx.Done():
				return
			}
		}
	}()
	var keeping sync.Mutex
	var jobs sync.WaitGroup
	for range max(1, o.Jobs) {
		jobs.Go(func() {
			for f := range todo {
				r, err := l.play(ctx, f, o)
				if err == nil {
					keeping.Lock()
					if err = keep(r); err == nil {
						o.Observer.Ended(r)
					}
					keeping.Unlock()
				}
				if err != nil {
					stop(err)
					return
				}
			}
		})
	}
	jobs.Wait()
	return context.Cause(ctx)
}

// Interrupted reports whether an error of Run means that the league may go on another time.
func Interrupted(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, ErrLeft)
}
