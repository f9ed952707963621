package arm

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Job is a program that may be stopped and continued (Ctrl-Z and fg), or killed, and the arm that it moves. A nil Job
// is a program of which nobody does that.
type Job struct {
	Say func(text string) // tells a person what the arm does; nil: nobody is told

	mu    sync.Mutex
	arm   Closer
	watch *watch
}

// Closer is an arm that can be stopped. Close ends the connection to it; in motion it is stopped without waiting.
type Closer interface {
	Stopper
	Close() error
}

// watch is somebody who holds the arm in the course of its motions, and knows when it may go on.
type watch struct {
	pauses chan func()
	over   chan struct{}
}

type jobKey struct{}

// WithJob has what is done with a context be part of a job.
func WithJob(ctx context.Context, j *Job) context.Context { return context.WithValue(ctx, jobKey{}, j) }

// JobOf is the job of a context; nil: there is none.
func JobOf(ctx context.Context) *Job {
	j, _ := ctx.Value(jobKey{}).(*Job)
	return j
}

// Keep takes over the arm that was opened last: a job has one at a time.
func (j *Job) Keep(a Closer) {
	if j == nil {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.arm = a
}

// Watch has the arm be held by who receives from pauses, and not go on before that allows it. What is received is
// called when the arm is held, and returns when the program goes on. End ends the watch.
func (j *Job) Watch() (pauses <-chan func(), end func()) {
	if j == nil {
		return nil, func() {}
	}
	w := &watch{make(chan func()), make(chan struct{})}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.watch = w
	return w.pauses, func() {
		j.mu.Lock()
		defer j.mu.Unlock()
		j.watch = nil
		close(w.over)
	}
}

// mostRest is how long an arm may take to come to rest before the program is stopped all the same.
const mostRest = 10 * time.Second

// Suspend brings the arm to rest, calls stop, which stops the program and returns when it goes on, and lets the arm go
// on: when whoever watches the table allows it, or at once where nobody does. An arm that cannot be held, as while it
// homes, is stopped, and whoever moves it hears that.
func (j *Job) Suspend(stop func()) {
	ctx, cancel := context.WithTimeout(context.Background(), mostRest)
	defer cancel()
	j.mu.Lock()
	watch, held := j.watch, j.arm
	j.mu.Unlock()
	goOn := j.rest(ctx, watch, held)
	standStill(stop)
	goOn()
}

// rest brings the arm to rest, by who watches it if somebody does.
func (j *Job) rest(ctx context.Context, w *watch, a Stopper) (goOn func()) {
	goOn = func() {}
	if w != nil {
		rested, goes := make(chan struct{}), make(chan struct{})
		select {
		case w.pauses <- func() { close(rested); <-goes }:
			select {
			case <-rested:
			case <-ctx.Done():
			}
			return func() { close(goes) }
		case <-w.over:
		case <-ctx.Done():
		}
	}
	if a == nil {
		return goOn
	}
	err := errors.ErrUnsupported
	holder, ok := a.(Holder)
	if ok {
		err = holder.Hold(ctx)
	}
	switch {
	case err == nil:
		j.say("The arm is held where it is.")
		return func() {
			j.say("The arm goes on where it was held: keep clear of it.")
			if err := holder.Resume(context.Background()); err != nil { // whoever moves it hears that, too
				j.say("The arm does not go on: " + err.Error() + ".")
			}
		}
	case errors.Is(err, ErrDisconnected):
		return goOn
	}
	if err := a.Stop(ctx); err != nil {
		j.say("The arm could not be stopped, and may move: " + err.Error() + ".")
		return goOn
	}
	j.say("The arm is stopped: it cannot be held now. It may home when the program goes on: keep clear of it then.")
	return goOn
}

// Abort stops the arm without waiting until it stands, for a program that dies.
func (j *Job) Abort() {
	j.mu.Lock()
	a := j.arm
	j.mu.Unlock()
	if a != nil {
		_ = a.Close() // nobody is left who could do something about it
	}
}

func (j *Job) say(text string) {
	if j.Say != nil {
		j.Say(text)
	}
}
