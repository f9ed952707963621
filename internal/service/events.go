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
	ID   int64     `json:"id"` // counted from 1, without gaps
	Time time.Time `json:"time"`
	robot.Line
	State State `json:"state"` // after it
}

// events keeps the last events for any number of readers, of which none makes the one that writes wait.
type events struct {
	mu   sync.Mutex
	list []Event
	more chan struct{} // closed when there is another event
}

func newEvents() *events { return &events{more: make(chan struct{})} }

func (e *events) add(line robot.Line, state State, now time.Time) Event {
	e.mu.Lock()
	defer e.mu.Unlock()
	next := Event{ID: 1, Time: now, Line: line, State: state}
	if n := len(e.list); n > 0 {
		next.ID = e.list[n-1].ID + 1
	}
	if len(e.list) == mostEvents {
		copy(e.list, e.list[1:])
		e.list = e.list[:mostEvents-1]
	}
	e.list = append(e.list, next)
	close(e.more)
	e.more = make(chan struct{})
	return next
}

// after returns the events after the one with an ID, and a channel that is closed when there are more. missed reports
// that some of them are no longer kept.
func (e *events) after(id int64) (list []Event, missed bool, more <-chan struct{}) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if n := len(e.list); n > 0 {
		first := e.list[0].ID
		skip := min(max(id+1-first, 0), int64(n))
		list, missed = append(list, e.list[skip:]...), id+1 < first
	}
	return list, missed, e.more
}
