package robot

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"draughtsman/arm"
	"draughtsman/internal/sentence"
)

// watchman holds the arm while it makes some motions, and lets it go on.
type watchman struct {
	arm      *guardedArm
	sureOnly bool                    // only what surely is a hand counts
	stop     context.CancelCauseFunc // the motions
	fed      func()                  // feeds the watchdog
	moved    chan error              // what became of the motions

	done   bool // the motions have ended,
	result error
	held   bool
	broken bool      // it could not be held, and was stopped
	told   time.Time // when it was told last
	free   freeTime
	waits  patience
	asked  bool // a person was asked what it is,
	again  bool // or told that it is still there
	stale  bool // the next picture is of before the program was stopped
}

// watched makes motions while every picture is looked at. If sureOnly is set, only what surely is a hand holds them.
func (a *guardedArm) watched(ctx context.Context, sureOnly bool, motions func(context.Context) error) error {
	if a.guard == nil {
		return motions(ctx)
	}
	moving, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	watching, enough := context.WithCancel(ctx)
	defer enough()
	w := watchman{arm: a, sureOnly: sureOnly, stop: stop, moved: make(chan error, 1), fed: func() {}}
	if stopper, ok := a.Arm.(arm.Stopper); ok {
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
	go func() { w.moved <- motions(arm.WithTracer(moving, a.guard.Along)) }()
	return w.watch(ctx, glimpses)
}

// glimpse is what the guard has seen in a picture, or why there are no more.
type glimpse struct {
	Glimpse
	err error
}

// glimpses sends what the guard sees, and is closed after ctx has ended.
func (w *watchman) glimpses(ctx context.Context) <-chan glimpse {
	list := make(chan glimpse)
	go func() {
		defer close(list)
		for ctx.Err() == nil {
			g, err := w.arm.guard.Watch(ctx)
			select {
			case list <- glimpse{g, err}:
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
func (w *watchman) watch(ctx context.Context, glimpses <-chan glimpse) error {
	w.arm.looked = cmp.Or(w.arm.looked, time.Now())
	blind := time.NewTimer(blindBeforeHold - time.Since(w.arm.looked))
	defer blind.Stop()
	feed := time.NewTicker(feedInterval)
	defer feed.Stop()
	pauses, enough := arm.JobOf(ctx).Watch()
	defer enough()
	w.fed()
	for !w.over(ctx) {
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
				w.stop(err)
				w.end() // which says that it was stopped
				return err
			}
		case order := <-w.answers():
			if w.arm.answered(order) {
				w.release(ctx)
			}
		case rested := <-pauses:
			w.paused(ctx, rested)
			blind.Reset(blindBeforeHold)
		case <-blind.C:
			w.blinded(ctx)
		case <-feed.C:
			if w.held {
				w.fed()
			}
		case <-ctx.Done():
			w.end()
		}
	}
	return w.ended(ctx)
}

// over reports whether nothing is left to be watched: the motions have ended, and the arm does not wait to go on.
func (w *watchman) over(ctx context.Context) bool {
	return w.done && (!w.held || w.broken || ctx.Err() != nil)
}

// ended is what became of the motions. Those of an arm that could not be held were stopped for a hand, also where they
// had ended before.
func (w *watchman) ended(ctx context.Context) error {
	if w.broken && (w.result == nil || errors.Is(w.result, arm.ErrStopped)) && ctx.Err() == nil {
		return errHand
	}
	return w.result
}

// glimpsed acts on a picture; where there are no more its error is the guard's.
func (w *watchman) glimpsed(ctx context.Context, l glimpse) error {
	if l.err != nil {
		return l.err
	}
	w.arm.looked = time.Now()
	w.arm.complain()
	w.fed()
	if w.stale {
		w.stale = false
		return nil
	}
	return w.see(ctx, l.Glimpse)
}

// paused holds the arm while the program is stopped. It goes on as after a hand: when the table has been seen free for
// a while.
func (w *watchman) paused(ctx context.Context, rested func()) {
	if !w.held {
		w.hold(ctx, sentence.Say("The program is stopped; the arm waits where it is until it goes on."))
	}
	if w.broken {
		w.end()
	}
	rested()
	w.waits, w.free, w.stale = patience{}, freeTime{}, true
	w.fed()
}

// blinded holds the arm where no picture comes.
func (w *watchman) blinded(ctx context.Context) {
	w.fed()
	if !w.held {
		w.hold(ctx, sentence.Say("The camera sends no pictures; the arm waits for them."))
	}
}

// end waits until the motions have ended.
func (w *watchman) end() {
	if !w.done {
		w.result, w.done = <-w.moved, true
	}
}

// answers are the orders that answer the question what lies there; nil as long as nobody was asked.
func (w *watchman) answers() <-chan Order {
	if !w.asked && !w.again {
		return nil
	}
	return w.arm.orders
}

// see acts on a picture.
func (w *watchman) see(ctx context.Context, g Glimpse) error {
	g.Hand = g.Sure || g.Hand && !w.sureOnly
	switch {
	case g.Hand && !w.held:
		w.hold(ctx, sentence.Say("Something is over the board; the arm waits where it is until it is gone."))
	case !w.held:
		return nil
	}
	if w.free.since(g) {
		w.release(ctx)
		return nil
	}
	return w.wait(g)
}

// wait tells people what the arm waits for, and is an error when it is to be looked at without the arm: when hardly
// anything has moved for long, and it does not look like a hand.
func (w *watchman) wait(g Glimpse) error {
	still, most := w.waits.unmoved(g)
	if w.waits.since.IsZero() {
		return nil // it waits for pictures
	}
	if w.told.IsZero() {
		w.told = g.At
	}
	switch {
	case w.sureOnly: // it waits for a hand
	case still >= most:
		return errUnmoved
	case still >= most-timeToAnswer && !w.asked:
		w.asked, w.told = true, g.At
		w.arm.tell(Event{Kind: Waiting, Held: true, Text: sentence.Say("What is taken for a hand over the board has not "+
			"moved for %v. If it is the robot's own arm, type m and Enter; if it is something else, take it away.",
			still.Truncate(time.Second))})
		w.arm.tell(Event{Kind: Waiting, Held: true, Text: sentence.Say("In %v the arm goes up and home, to look at the "+
			"board without it. Keep clear of it.", timeToAnswer)})
		return nil
	}
	if g.At.Sub(w.told) >= handBeforeAgain {
		w.again, w.told = true, g.At.Add(handAgain-handBeforeAgain)
		w.arm.tell(Event{Kind: Waiting, Text: stillThere, Held: true})
	}
	return nil
}

// hold brings the arm to rest. One that cannot be held is stopped.
func (w *watchman) hold(ctx context.Context, message sentence.Text) {
	w.held, w.asked, w.again, w.told, w.waits, w.free = true, false, false, time.Time{}, patience{}, freeTime{}
	var err error
	if holder, ok := w.arm.Arm.(arm.Holder); !ok {
		err = errors.New("it cannot be held")
	} else {
		err = holder.Hold(ctx)
	}
	if err != nil {
		w.broken = true
		w.stop(errHand)
	}
	w.arm.guard.Along(arm.Motion{Held: true})
	w.arm.tell(Event{Kind: Waiting, Text: message, Held: true}) // the arm comes first
}

// release lets the arm go on. One that was stopped stays so: whoever asked for the motions homes it.
func (w *watchman) release(ctx context.Context) {
	w.held = false
	if w.broken {
		return
	}
	w.arm.tell(Event{Kind: Waiting, Text: boardFree, Free: true})
	w.arm.guard.Along(arm.Motion{})
	if err := w.arm.Arm.(arm.Holder).Resume(ctx); err != nil {
		w.stop(err)
	}
}

// homed is Robot.Home.
func (a *guardedArm) homed(ctx context.Context) error {
	for {
		sureOnly, err := a.awaitHandGone(ctx)
		if err != nil {
			return err
		}
		if err := a.watched(ctx, sureOnly, a.home); !errors.Is(err, errHand) || ctx.Err() != nil {
			return err
		}
	}
}

func (a *guardedArm) home(ctx context.Context) error {
	if err := a.Home(ctx); err != nil {
		return err
	}
	return a.Move(ctx, arm.Point(a.machine.Park), a.machine.VerticalSpeed)
}

// recover homes the arm after an error for which Recoverable is true. One that is in the way of what may be a hand gets
// out of it first, upwards and slowly; if nothing lies on the table then, it was the arm.
func (a *guardedArm) recover(ctx context.Context, err error) error {
	if !errors.Is(err, errUnmoved) {
		return a.homed(ctx)
	}
	if err := a.watched(ctx, true, a.home); err != nil {
		return err
	}
	_, hand, err := a.guard.Begin(ctx)
	if err == nil && !hand {
		a.mistaken()
	}
	return err
}

// move has the arm make motions, and holds it where it is while a picture shows a hand, or no picture comes: any
// other way might lead into what is there. It goes on when the table has been free for a while.
func (a *guardedArm) move(ctx context.Context, steps []arm.Step) error {
	began := a.now()
	defer func() { a.worked += a.now().Sub(began) }()
	steps = noFaster(steps, a.fastest)
	return a.watched(ctx, false, func(ctx context.Context) error { return arm.Run(ctx, a.Arm, steps) })
}

// holds reports whether the tool holds something; one that cannot tell is taken to.
func (a *guardedArm) holds(ctx context.Context) (bool, error) {
	feeler, ok := a.Arm.(arm.Feeler)
	if !ok {
		return true, nil
	}
	return feeler.Holding(ctx)
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
