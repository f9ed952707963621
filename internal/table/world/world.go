package world

import (
	"io"
	"math"
	"math/rand/v2"
	"sync"
	"time"

	"draughtsman/engine/checkers"
)

// An Actor does something at the table as time passes: the gantry, the human. Both methods are called under the
// world's lock, so they must not call the world back.
type Actor interface {
	// Advance changes the state by what the actor does in dt, a tick or less. State.Now is the end of that time.
	Advance(s *State, dt time.Duration)
	// Busy reports whether the actor is in the middle of something.
	Busy() bool
}

// Options say how a world runs. The zero value of each is a usable default.
type Options struct {
	Layout        Layout        // the zero value: DefaultLayout
	Speed         float64       // simulated seconds in a second to begin with, or Max; 0 means 1
	FrameInterval time.Duration // simulated time between two frames at Max; 0 means 100 ms
	Seed          uint64        // of what happens by chance
	Latency       time.Duration // of the camera's pictures at most: no arm stands sooner for a hand that comes
	Truth         io.Writer     // where the truth log goes; nil: nowhere
}

// Max as a speed lets time pass as fast as it can be computed while a machine moves, and by one frame interval for
// each frame that the camera delivers otherwise; see [World.Run].
var Max = math.Inf(1)

// World is a table and everything that happens at it. Its methods may be called from any goroutine, but not by an
// actor that is being advanced.
type World struct {
	options Options
	frame   chan struct{} // a frame was delivered
	wake    chan struct{} // something was done to the state from outside

	mu       sync.Mutex
	speed    float64
	state    State
	actors   []Actor
	machines []Actor // those actors that are machines
	physics  physics
	referee  referee
	log      account
}

// New is a world in a given state, which it takes over. Nothing happens in it before Run. The first line of the truth
// log is written by New.
func New(s State, o Options) *World {
	if o.Layout.Square == 0 {
		o.Layout = DefaultLayout()
	}
	if o.Speed == 0 {
		o.Speed = 1
	}
	if o.FrameInterval == 0 {
		o.FrameInterval = 100 * time.Millisecond
	}
	w := &World{
		options: o,
		frame:   make(chan struct{}, 1),
		wake:    make(chan struct{}, 1),
		speed:   o.Speed,
		state:   s.clone(),
	}
	w.log = account{layout: o.Layout, state: &w.state, out: o.Truth}
	w.physics = newPhysics(o.Layout, &w.state, &w.log, o)
	w.log.record("setup")
	return w
}

// NewState is a table set up for a game, with nobody's hand near it and the tool up in a corner.
func NewState(l Layout, p checkers.Position, seed uint64) State {
	return State{
		Discs: l.Discs(p, rand.New(rand.NewPCG(seed, 0))),
		Tool:  Tool{At: Point{X: 290, Y: 230, Z: 70}, Held: NoDisc},
		Hand:  Hand{Held: NoDisc},
		Light: 1,
		Game:  p,
	}
}

// Layout is the table's furniture.
func (w *World) Layout() Layout { return w.options.Layout }

// AddActor adds somebody who acts at the table. Machines decide when time may run ahead of the camera at speed Max.
func (w *World) AddActor(a Actor, machine bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.actors = append(w.actors, a)
	if machine {
		w.machines = append(w.machines, a)
	}
}

// Do changes the state from outside, between two ticks. f must not call the world.
func (w *World) Do(f func(*State)) {
	w.mu.Lock()
	f(&w.state)
	w.look()
	w.mu.Unlock()
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// Speed is how many simulated seconds there are in a second, or Max.
func (w *World) Speed() float64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.speed
}

// SetSpeed has time go at another speed. One that began at Max stays there, and no other comes to it: what waits for
// pictures is not what is waited for.
func (w *World) SetSpeed(speed float64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !math.IsInf(w.speed, 1) && !math.IsInf(speed, 1) {
		w.speed = speed
	}
}

// Snapshot is a copy of the state.
func (w *World) Snapshot() State {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.state.clone()
}

// Position is what really stands on the board at this moment, with the side to move of the game; see
// [Layout.Position].
func (w *World) Position() checkers.Position {
	w.mu.Lock()
	defer w.mu.Unlock()
	p, _ := w.options.Layout.Position(&w.state)
	return p
}

// look lets the world notice what has changed: notes go to the truth log, and the referee has a look at the board.
func (w *World) look() {
	for _, note := range w.state.Notes {
		w.log.record(note)
	}
	w.state.Notes = w.state.Notes[:0]
	if move, ok := w.referee.look(w.options.Layout, &w.state); ok {
		w.log.counts.Moves++
		w.log.record("move " + move.String())
	}
}
