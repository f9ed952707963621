package stream

import (
	"math/rand/v2"
	"time"
)

// Late is how a camera's pictures come late. Times are simulated ones. The zero value is a camera whose pictures come
// at once.
type Late struct {
	Delay  time.Duration // from when a picture shows the table until it comes
	Spread time.Duration // by up to so much more, drawn by lot for each
	// Bursts: now and then no picture comes for up to so long, and then all at once.
	Bursts time.Duration
	Seed   uint64
}

// picture is one that was taken and has not been sent.
type picture struct {
	jpeg []byte
	due  time.Duration // on the table's clock
}

// lateness is when one client gets its pictures.
type lateness struct {
	Late
	random  *rand.Rand
	last    time.Duration // the last picture is due
	blocked time.Duration // until when none comes
	next    time.Duration // when none will come again
}

func newLateness(l Late) *lateness {
	return &lateness{Late: l, random: rand.New(rand.NewPCG(l.Seed, 11))}
}

// due is when a picture comes that is taken at a time; pictures come in the order in which they were taken.
func (l *lateness) due(taken time.Duration) time.Duration {
	some := func(most time.Duration) time.Duration { return time.Duration(l.random.Float64() * float64(most)) }
	due := taken + l.Delay + some(l.Spread)
	if l.Bursts > 0 && due >= l.next {
		if l.next > 0 {
			l.blocked = due + l.Bursts/4 + some(l.Bursts*3/4)
		}
		l.next = max(due, l.blocked) + l.Bursts + some(3*l.Bursts)
	}
	l.last = max(l.last, due, l.blocked)
	return l.last
}
