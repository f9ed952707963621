package world

import (
	"context"
	"math"
	"slices"
	"time"
)

// Tick is the time in which actors and physics advance together.
const Tick = 5 * time.Millisecond

// Run lets time pass until ctx ends, and returns nil then; it returns early only when the truth log cannot be written.
//
// At a finite speed s, simulated time is s × real time. At Max, ticks follow each other without waiting while a
// machine is busy, so that its motions cost no real time; otherwise simulated time advances by one frame interval
// each time the camera has delivered a frame, so that hands are paced by pictures and are really seen.
func (w *World) Run(ctx context.Context) error {
	if math.IsInf(w.options.Speed, 1) {
		return w.runFree(ctx)
	}
	return w.runPaced(ctx)
}

// Advance lets a length of simulated time pass at once, in whole ticks. It is for whoever keeps time in place of Run.
func (w *World) Advance(d time.Duration) error {
	_, err := w.advance(int(d/Tick), nil)
	return err
}

// FrameTaken tells the world that the camera has delivered a frame.
func (w *World) FrameTaken() {
	select {
	case w.frame <- struct{}{}:
	default: // one frame is owed already: the camera is ahead of the clock
	}
}

// ticksPerTurn is how many ticks run before others get a turn at the lock.
const ticksPerTurn = 20

func (w *World) runFree(ctx context.Context) error {
	for ctx.Err() == nil {
		busy, err := w.advance(ticksPerTurn, w.machineBusy)
		if err != nil {
			return err
		}
		if busy {
			continue
		}
		select {
		case <-ctx.Done():
		case <-w.wake:
		case <-w.frame:
			if err := w.Advance(w.options.FrameInterval); err != nil {
				return err
			}
		}
	}
	return nil
}

// runPaced wakes once a tick of simulated time, but not more often than the operating system can deliver, and makes
// up for what has passed. What it cannot make up within maxLag is forgotten: after the computer slept, the table goes
// on where it was.
func (w *World) runPaced(ctx context.Context) error {
	const maxLag = 250 * time.Millisecond
	timer := time.NewTimer(0)
	defer timer.Stop()
	last, owed := time.Now(), time.Duration(0) // owed: real time not yet lived
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-timer.C:
			now, tick := time.Now(), time.Duration(float64(Tick)/w.Speed())
			timer.Reset(max(tick, time.Millisecond))
			owed = min(owed+now.Sub(last), maxLag)
			last = now
			n := int(owed / tick)
			owed -= time.Duration(n) * tick
			if _, err := w.advance(n, nil); err != nil {
				return err
			}
		}
	}
}

// advance lets up to n ticks pass, as long as goes, unless that is nil, answers true; it reports whether one passed.
func (w *World) advance(n int, goes func() bool) (passed bool, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for ; n > 0 && (goes == nil || goes()); n-- {
		w.tick()
		passed = true
	}
	return passed, w.log.failed
}

// machineBusy reports whether a machine is in the middle of something, the vacuum included: it builds up and leaks
// whatever the camera does.
func (w *World) machineBusy() bool {
	return w.physics.settling() || slices.ContainsFunc(w.machines, Actor.Busy)
}

func (w *World) tick() {
	w.state.Now += Tick
	for _, a := range w.actors {
		a.Advance(&w.state, Tick)
	}
	w.physics.follow(Tick)
	w.physics.shake()
	w.look()
}
