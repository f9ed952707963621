package robot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"draughtsman/arm"
)

// Guard looks for hands while the arm moves.
type Guard interface {
	// Begin says that the arm is about to move from its park point over a table
	// with nothing over it. It returns when it has seen that table.
	Begin(ctx context.Context) error
	// Along says what the arm is about to be asked for, from where its last steps,
	// or its park point, have left it.
	Along(steps []arm.Step)
	// Watch waits for the next picture, and tells what it shows. An error means
	// that there are no pictures any more.
	Watch(ctx context.Context) (Glimpse, error)
}

// Glimpse is what one picture of the arm in motion shows.
type Glimpse struct {
	At   time.Time // when it was taken, on the table's clock
	Hand bool      // something other than the arm is over the board or the tray
}

// How the arm waits for hands.
const (
	freeFor   = 500 * time.Millisecond // on the table's clock, before the arm goes on
	remind    = 10 * time.Second       // on the table's clock, after which a person is told again
	mostWait  = time.Minute            // on the table's clock, after which the game stops
	blindFor  = time.Second            // without a picture, after which the arm waits
	hangsFor  = 3 * time.Second        // after which it is stopped if nothing is looked at
	feedEvery = time.Second            // while it is held
)

// ErrInTheWay says that a hand did not go away.
var ErrInTheWay = errors.New("something stays over the board or the tray")

// moveArm has the arm make motions, and keeps it from hands: where a picture shows
// one, or no picture comes, the arm is held where it is, for every other way may
// lead into what is there. It goes on when the table has been free for a while.
func (g *game) moveArm(ctx context.Context, steps []arm.Step) error {
	if g.Guard == nil {
		return arm.Run(ctx, g.Arm, steps)
	}
	g.Guard.Along(steps)
	moving, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	watching, enough := context.WithCancel(ctx)
	defer enough()
	w := watchman{game: g, stop: stop, moved: make(chan error, 1), fed: func() {}}
	if stopper, ok := g.Arm.(arm.Stopper); ok {
		dog := arm.NewWatchdog(stopper, hangsFor)
		w.fed = dog.Feed
		ended := make(chan struct{})
		go func() {
			dog.Run(watching, func(error) {}) // the motion says that it was stopped
			close(ended)
		}()
		defer func() { enough(); <-ended }()
	}
	glimpses := w.glimpses(watching)
	defer func() {
		enough()
		for range glimpses { // until the guard is not used any more
		}
	}()
	go func() { w.moved <- arm.Run(moving, g.Arm, steps) }()
	return w.watch(ctx, glimpses)
}

// watchman holds the arm and lets it go.
type watchman struct {
	*game
	stop  context.CancelCauseFunc // the motions
	fed   func()                  // feeds the watchdog
	moved chan error              // what became of the motions

	done   bool // the motions have ended,
	result error
	held   bool
	broken bool      // it could not be held, and was stopped
	since  time.Time // when what is held for was seen first; zero: nothing was seen
	free   time.Time // since when the table is free; zero: it is not
	said   bool      // it was told twice
}

// look is a glimpse, or why there is none.
type look struct {
	Glimpse
	err error
}

// glimpses sends what the guard sees, and is closed after ctx has ended.
func (w *watchman) glimpses(ctx context.Context) <-chan look {
	list := make(chan look)
	go func() {
		defer close(list)
		for ctx.Err() == nil {
			g, err := w.Guard.Watch(ctx)
			select {
			case list <- look{g, err}:
			case <-ctx.Done():
			}
			if err != nil {
				return
			}
		}
	}()
	return list
}

// watch returns what became of the motions, when nothing is held any more.
func (w *watchman) watch(ctx context.Context, glimpses <-chan look) error {
	blind := time.NewTimer(blindFor)
	defer blind.Stop()
	feed := time.NewTicker(feedEvery)
	defer feed.Stop()
	w.fed()
	for !w.done || w.held && ctx.Err() == nil {
		select {
		case w.result = <-w.moved:
			w.done = true
		case l, ok := <-glimpses:
			if !ok || l.err != nil && ctx.Err() != nil {
				glimpses = nil
				continue
			}
			if l.err != nil {
				return w.givenUp(l.err)
			}
			blind.Reset(blindFor)
			w.fed()
			if err := w.see(ctx, l.Glimpse); err != nil {
				return w.givenUp(err)
			}
		case <-blind.C:
			if !w.held {
				w.hold(ctx, "The camera sends no pictures; the arm waits for them.")
			}
		case <-feed.C:
			if w.held {
				w.fed()
			}
		case <-ctx.Done():
			if !w.done {
				w.result, w.done = <-w.moved, true
			}
		}
	}
	return w.result
}

// givenUp stops the motions for good.
func (w *watchman) givenUp(why error) error {
	w.stop(why)
	if !w.done {
		w.result = <-w.moved // which says that it was stopped
	}
	return why
}

// see acts on a picture.
func (w *watchman) see(ctx context.Context, g Glimpse) error {
	switch {
	case !g.Hand && !w.held:
		return nil
	case !g.Hand && w.free.IsZero():
		w.free = g.At
		return nil
	case !g.Hand && g.At.Sub(w.free) < freeFor:
		return nil
	case !g.Hand:
		w.release(ctx)
		return nil
	}
	w.free = time.Time{}
	if !w.held {
		w.hold(ctx, "Something is over the board; the arm waits where it is until it is gone.")
	}
	if w.since.IsZero() {
		w.since = g.At
	}
	switch waits := g.At.Sub(w.since); {
	case waits >= mostWait:
		return fmt.Errorf("for %v %w; the arm was stopped where it is", mostWait, ErrInTheWay)
	case waits >= remind && !w.said:
		w.said = true
		w.Tell(Waiting{Message: fmt.Sprintf("Something is still over the board or the tray; in %v the game stops.", mostWait-remind)})
	}
	return nil
}

// hold brings the arm to rest. One that cannot be held is stopped.
func (w *watchman) hold(ctx context.Context, message string) {
	w.held, w.said, w.since, w.free = true, false, time.Time{}, time.Time{}
	var err error
	if holder, ok := w.Arm.(arm.Holder); !ok {
		err = errors.New("it cannot be held")
	} else {
		err = holder.Hold(ctx)
	}
	if err != nil {
		w.broken = true
		w.stop(fmt.Errorf("%w for what is over the board", arm.ErrStopped))
	}
	w.Tell(Waiting{Message: message}) // the arm comes first
}

// release lets the arm go on. Whoever asked for the motions homes one that was
// stopped.
func (w *watchman) release(ctx context.Context) {
	w.held = false
	if w.broken {
		return
	}
	w.Tell(Waiting{Message: "The board is free; the arm goes on."})
	if err := w.Arm.(arm.Holder).Resume(ctx); err != nil {
		w.stop(err)
	}
}
