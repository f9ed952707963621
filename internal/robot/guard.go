package robot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"draughtsman/arm"
	"draughtsman/internal/sentence"
)

// Guard looks for hands while the arm moves.
type Guard interface {
	// Begin says that the arm is about to move from its park point over a table with nothing over it. It returns when
	// it has seen that table, with the speed, in mm/s, up to which what comes over the table is seen in time.
	Begin(ctx context.Context) (fastest float64, err error)
	// Along says what the arm does from now on. It is called from other goroutines than the rest, and does not wait.
	Along(arm.Motion)
	// Watch waits for the next picture, and tells what it shows. An error means that there are no pictures any more.
	Watch(ctx context.Context) (Glimpse, error)
	// Mistaken says that what was taken for a hand last was the arm itself. The guard learns from that.
	Mistaken()
}

// Glimpse is what one picture of the arm in motion shows.
type Glimpse struct {
	At    time.Time // when it arrived, on the table's clock
	Hand  bool      // something other than the arm is over the board or the tray
	Still bool      // nothing has changed since the picture before
}

// Times after which the arm, or the game, goes on. They are those of pictures, on the table's clock.
const (
	freeBeforeGoingOn = 500 * time.Millisecond // for which nothing is seen
	stillBeforeAsking = 8 * time.Second        // for which nothing moves, until a person is asked what it is
	stillBeforeSaying = 45 * time.Second       // for which nothing moves, until it is said that the arm
	stillBeforeHoming = time.Minute            // gets out of the way to look
	handBeforeAgain   = 10 * time.Second       // until a person is told again
	handBeforeEnd     = time.Minute            // of something that moves, until the game stops
	blindBeforeHold   = 2500 * time.Millisecond
	hangBeforeStop    = 3 * time.Second
	feedInterval      = time.Second // of the watchdog while the arm is held
)

// ErrInTheWay ends a game in which a hand did not go away.
var ErrInTheWay = errors.New("something stays over the board or the tray")

// errUnmoved says that what was taken for a hand has not moved for long. The arm is brought out of the picture by
// homing it, as after any stop; then it is seen whether it was the arm.
var errUnmoved = fmt.Errorf("%w: what is taken for a hand does not move; it is looked at without the arm",
	arm.ErrStopped)

// moveArm has the arm make motions, and holds it where it is while a picture shows a hand, or no picture comes: any
// other way might lead into what is there. It goes on when the table has been free for a while.
func (g *game) moveArm(ctx context.Context, steps []arm.Step) error {
	if g.Guard == nil {
		return arm.Run(ctx, g.Arm, steps)
	}
	steps = noFaster(steps, g.fastest)
	moving, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	watching, enough := context.WithCancel(ctx)
	defer enough()
	w := watchman{game: g, stop: stop, moved: make(chan error, 1), fed: func() {}}
	if stopper, ok := g.Arm.(arm.Stopper); ok {
		dog := arm.NewWatchdog(stopper, hangBeforeStop)
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
	go func() { w.moved <- arm.Run(arm.WithTracer(moving, g.Guard.Along), g.Arm, steps) }()
	return w.watch(ctx, glimpses)
}

// noFaster are the steps with no motion faster than a speed in mm/s; 0 is no bound.
func noFaster(steps []arm.Step, fastest float64) []arm.Step {
	if fastest <= 0 {
		return steps
	}
	steps = slices.Clone(steps)
	for i := range steps {
		steps[i].Speed = min(steps[i].Speed, fastest)
	}
	return steps
}

// watchman holds the arm of one call of moveArm, and lets it go on.
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
	still  time.Time // since when nothing has moved; zero: something has
	free   time.Time // since when the table is free; zero: it is not
	again  bool      // it was told again
	asked  bool      // a person was asked what it is
	warned bool      // and told that the arm is going to move
	stale  bool      // the next picture is of before the program was stopped
}

// watched is what the guard has seen in a picture, or why there are no more.
type watched struct {
	Glimpse
	err error
}

// glimpses sends what the guard sees, and is closed after ctx has ended.
func (w *watchman) glimpses(ctx context.Context) <-chan watched {
	list := make(chan watched)
	go func() {
		defer close(list)
		for ctx.Err() == nil {
			g, err := w.Guard.Watch(ctx)
			select {
			case list <- watched{g, err}:
			case <-ctx.Done():
			}
			if err != nil {
				return
			}
		}
	}()
	return list
}

// watch waits until the motions have ended and the arm is not held, and returns their error.
func (w *watchman) watch(ctx context.Context, glimpses <-chan watched) error {
	w.looked = cmp.Or(w.looked, time.Now())
	blind := time.NewTimer(blindBeforeHold - time.Since(w.looked))
	defer blind.Stop()
	feed := time.NewTicker(feedInterval)
	defer feed.Stop()
	pauses, enough := arm.JobOf(ctx).Watch()
	defer enough()
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
			blind.Reset(blindBeforeHold)
			if err := w.glimpsed(ctx, l); err != nil {
				return w.givenUp(err)
			}
		case order := <-w.answers():
			w.answered(ctx, order)
		case rested := <-pauses:
			w.paused(ctx, rested)
			blind.Reset(blindBeforeHold)
		case <-blind.C:
			w.blinded(ctx)
		case <-feed.C:
			w.feedHeld()
		case <-ctx.Done():
			w.end()
		}
	}
	return w.result
}

// feedHeld feeds the watchdog while the arm is held.
func (w *watchman) feedHeld() {
	if w.held {
		w.fed()
	}
}

// end waits until the motions have ended.
func (w *watchman) end() {
	if !w.done {
		w.result, w.done = <-w.moved, true
	}
}

// paused holds the arm while the program is stopped. It goes on as after a hand: when the table has been seen free for
// a while.
func (w *watchman) paused(ctx context.Context, rested func()) {
	if !w.held {
		w.hold(ctx, sentence.Say("The program is stopped; the arm waits where it is until it goes on."))
	}
	rested()
	w.free, w.since, w.still, w.stale = time.Time{}, time.Time{}, time.Time{}, true
	w.fed()
}

// blinded holds the arm where no picture comes.
func (w *watchman) blinded(ctx context.Context) {
	w.fed()
	if !w.held {
		w.hold(ctx, sentence.Say("The camera sends no pictures; the arm waits for them."))
	}
}

// answered lets the arm go on where the person has said that what was taken for a hand is the arm.
func (w *watchman) answered(ctx context.Context, o Order) {
	if (o.Command == OwnArm{}) {
		o.accepted()
		w.mistaken()
		w.release(ctx)
	} else {
		o.refused(sentence.Say("The arm waits for what is over the board: take it away, or say that it is the robot's " +
			"own arm."))
	}
}

// answers are the orders that answer the question what lies there; nil as long as nobody was asked.
func (w *watchman) answers() <-chan Order {
	if !w.asked {
		return nil
	}
	return w.Orders
}

// glimpsed acts on a picture; where there are no more its error is the guard's.
func (w *watchman) glimpsed(ctx context.Context, l watched) error {
	if l.err != nil {
		return l.err
	}
	w.looked = time.Now()
	w.fed()
	if w.stale {
		w.stale = false
		return nil
	}
	return w.see(ctx, l.Glimpse)
}

// givenUp stops the motions, waits until they have ended, and returns the reason.
func (w *watchman) givenUp(why error) error {
	w.stop(why)
	w.end() // which says that it was stopped
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
	case !g.Hand && g.At.Sub(w.free) < freeBeforeGoingOn:
		return nil
	case !g.Hand:
		w.release(ctx)
		return nil
	}
	w.free = time.Time{}
	if !w.held {
		w.hold(ctx, sentence.Say("Something is over the board; the arm waits where it is until it is gone."))
	}
	if w.since.IsZero() {
		w.since = g.At
	}
	if !g.Still || w.still.IsZero() {
		w.still = g.At
	}
	return w.wait(g.At)
}

// wait tells people what the arm waits for, and is an error when that has lasted too long.
func (w *watchman) wait(now time.Time) error {
	waits, still := now.Sub(w.since), now.Sub(w.still)
	switch {
	case still >= stillBeforeHoming:
		return errUnmoved
	case waits >= handBeforeEnd && still < stillBeforeAsking:
		return fmt.Errorf("for %v %w; the arm was stopped where it is", handBeforeEnd, ErrInTheWay)
	case still >= stillBeforeAsking && !w.asked:
		w.asked = true
		w.Tell(Waiting{Message: sentence.Say("What is taken for a hand over the board has not moved for %v. If it is the "+
			"robot's own arm, type m and Enter; "+
			"if it is something else, take it away.", stillBeforeAsking)})
	case still >= stillBeforeSaying && !w.warned:
		w.warned = true
		w.Tell(Waiting{Message: sentence.Say("In %v the arm goes up and home, to look at the board without it. Keep clear "+
			"of it.",
			stillBeforeHoming-stillBeforeSaying)})
	case waits >= handBeforeAgain && !w.again && !w.asked:
		w.again = true
		w.Tell(Waiting{Message: sentence.Say("Something is still over the board or the tray; in %v the game stops.",
			handBeforeEnd-handBeforeAgain)})
	}
	return nil
}

// hold brings the arm to rest. One that cannot be held is stopped.
func (w *watchman) hold(ctx context.Context, message sentence.Text) {
	w.held, w.again, w.asked, w.warned = true, false, false, false
	w.since, w.still, w.free = time.Time{}, time.Time{}, time.Time{}
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
	w.Guard.Along(arm.Motion{Held: true})
	w.Tell(Waiting{Message: message, Held: true}) // the arm comes first
}

// release lets the arm go on. One that was stopped stays so: whoever asked for the motions homes it.
func (w *watchman) release(ctx context.Context) {
	w.held = false
	if w.broken {
		return
	}
	w.Tell(Waiting{Message: sentence.Say("The board is free; the arm goes on."), Free: true})
	w.Guard.Along(arm.Motion{})
	if err := w.Arm.(arm.Holder).Resume(ctx); err != nil {
		w.stop(err)
	}
}

// mistaken tells the guard that it took the arm for a hand.
func (g *game) mistaken() {
	g.Guard.Mistaken()
	g.mistakes++
	if g.mistakes == mistakesToTell {
		g.Tell(Waiting{Message: sentence.Say("The robot has taken its own arm for a hand twice on this table. It learns " +
			"from that; if it goes on, run `draughtsman calibrate check` to see how late the camera is, or play with " +
			"--no-guard and keep your hands off while the arm moves.")})
	}
}

// mistakesToTell is after how many mistakes people are told how to go on without the guard.
const mistakesToTell = 2
