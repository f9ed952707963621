package service

import (
	"sync"
	"time"

	"draughtsman/internal/robot"
)

// mostEvents is how many of the last events are kept for clients that were away.
const mostEvents = 2000

// Event is something that has happened, or a state that the table has come to.
type Event struct {
	ID   int64     `json:"id"` // without gaps, from the milliseconds since 1970 at which the program began
	Time time.Time `json:"time"`
	robot.Line
	State State `json:"state"` // after it
}

// events keeps the last events for any number of readers, of which none makes the one that writes wait.
type events struct {
	mu     sync.Mutex
	before int64 // the ID before the first that is kept
	list   []Event
	more   chan struct{} // closed when there is another event
}

// newEvents counts events from the time at which a program begins: what a client remembers of one that ran before is
// then known to be of another. No program has a thousand events a second for as long as it runs.
func newEvents(began time.Time) *events {
	return &events{before: began.UnixMilli(), more: make(chan struct{})}
}

// last is the ID of the last event; before the first one, that before it.
func (e *events) last() int64 { return e.before + int64(len(e.list)) }

func (e *events) add(told robot.Event, state State, now time.Time) Event {
	e.mu.Lock()
	defer e.mu.Unlock()
	next := Event{ID: e.last() + 1, Time: now, Line: robot.LineOf(told), State: state}
	if len(e.list) == mostEvents {
		copy(e.list, e.list[1:])
		e.list, e.before = e.list[:mostEvents-1], e.before+1
	}
	e.list = append(e.list, next)
	close(e.more)
	e.more = make(chan struct{})
	return next
}

// after returns the events after the one with an ID, and a channel that is closed when there are more. missed reports
// that some of them are no longer kept, or that the ID is of another run of the program.
func (e *events) after(id int64) (list []Event, missed bool, more <-chan struct{}) {
	e.mu.Lock()
	defer e.mu.Unlock()
	skip := min(max(id-e.before, 0), int64(len(e.list)))
	return append(list, e.list[skip:]...), id < e.before || id > e.last(), e.more
}
