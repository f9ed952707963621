package service

import (
	"sync"
	"time"

	"draughtsman/internal/robot"
)

// Bulletin is the state of affairs at a table, and what has happened there.
type Bulletin struct {
	clock   func() time.Time
	events  *events
	mu      sync.Mutex
	now     Snapshot
	changed chan struct{} // closed when the state changes
}

// NewBulletin begins with a state of affairs.
func NewBulletin(now Snapshot, clock func() time.Time) *Bulletin {
	events := newEvents(clock())
	now.Event = events.last()
	return &Bulletin{clock: clock, events: events, now: now, changed: make(chan struct{})}
}

// Snapshot is the state of affairs.
func (b *Bulletin) Snapshot() Snapshot {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.now.clone()
}

// Events returns what has happened after the event with an ID, and a channel that is closed when there is more.
// missed reports that some of it is no longer known, or that the ID is of a program that ran before: a client reads the
// Snapshot again.
func (b *Bulletin) Events(id int64) (list []Event, missed bool, more <-chan struct{}) {
	return b.events.after(id)
}

// Post changes the state of affairs, and makes an event of it.
func (b *Bulletin) Post(e robot.Event, change func(*Snapshot)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	before := b.now.State
	change(&b.now)
	b.now.Event = b.events.add(e, b.now.State, b.clock()).ID
	if b.now.State != before {
		close(b.changed)
		b.changed = make(chan struct{})
	}
}
