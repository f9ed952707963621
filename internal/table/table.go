// Package table is a simulated table to play on: a board with its pieces and tray, a camera that streams pictures of
// it over HTTP, a gantry whose controller speaks GRBL on a pseudo-terminal, and somebody who plays against the robot.
// A program that knows the camera's address and the port's path cannot tell it from a real one.
//
// The rooms below do the work: world is what is true and how time passes, gantry the arm, scene and stream the camera,
// human the player. Whoever starts a table may plug another arm in: firmware and servos have some.
package table

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"draughtsman/engine/checkers"
	"draughtsman/internal/table/gantry"
	"draughtsman/internal/table/human"
	"draughtsman/internal/table/scene"
	"draughtsman/internal/table/stream"
	"draughtsman/internal/table/world"
)

// Options say what table it is. The zero value is a table in real time with the start position on it and nobody there.
type Options struct {
	Seed     uint64             // of everything that happens by chance
	Speed    float64            // simulated seconds in a second, or world.Max; 0 means 1
	Position checkers.Position  // what stands on the board; the zero value: the start position
	Layout   world.Layout       // the zero value: world.LayoutOf the game's board, its mount varied by the seed
	Camera   *scene.Options     // nil: scene.DefaultOptions; Layout and Seed are filled in
	Listen   string             // address for the camera's server; "": a free port of this machine only
	Arm      Arm                // nil: a gantry with GRBL
	Human    *human.Options     // nil: nobody; Layout is filled in, and so is a Seed of 0
	Watch    func(*world.State) // looks on at every tick, under the world's lock; nil: nobody
	Truth    io.Writer          // where the truth log goes; nil: nowhere
	Log      zerolog.Logger

	FrameInterval time.Duration // between two pictures, at the speed Max; 0 means 100 ms
	// of the camera in a simulated second, at other speeds; 0 means 10, at most 30 in real time
	FPS  float64
	Late stream.Late // how the camera's pictures come late; Seed is filled in; not at the speed Max

	Broken stream.Broken // how many of the camera's pictures are broken; Seed is filled in
}

// Table is a simulated table that is running.
type Table struct {
	world  *world.World
	arm    Port
	scene  *scene.Scene
	camera string
	still  string
	seed   uint64

	cancel  context.CancelFunc
	running sync.WaitGroup
	mu      sync.Mutex
	failed  error // what ended it early
	close   sync.Once
	closed  error
}

// Arm switches an arm on over a table, whose time drives it. What happens by chance comes of the seed.
type Arm func(w *world.World, seed uint64) (Port, error)

// Port is where an arm is reached.
type Port interface {
	Path() string // of its serial port, or its address in the network
	Close() error // takes the port away
}

// Start sets a table up and switches everything on. It runs until ctx ends or Close is called; Close has to be called
// in any case.
func Start(ctx context.Context, o Options) (*Table, error) {
	o = o.withDefaults()
	if math.IsInf(o.Speed, 1) && (o.FPS != 0 || o.Late != stream.Late{Seed: o.Late.Seed}) {
		return nil, errors.New("the simulated table cannot be set up: at full speed its time waits for the camera, whose " +
			"pictures cannot be late or few there")
	}
	state := world.NewState(o.Layout, o.Position, o.Seed)
	if o.Human != nil {
		state.Discs = append(state.Discs, human.Reserve(o.Layout, len(state.Discs))...)
	}
	t := &Table{seed: o.Seed}
	t.world = world.New(state, world.Options{Layout: o.Layout, Speed: o.Speed, Seed: o.Seed, Truth: o.Truth,
		FrameInterval: o.FrameInterval, Latency: o.Late.Delay + o.Late.Spread + o.Late.Bursts})
	ctx, t.cancel = context.WithCancel(ctx)
	if err := t.start(ctx, o); err != nil {
		return nil, errors.Join(fmt.Errorf("the simulated table cannot be set up: %w", err), t.Close())
	}
	return t, nil
}

func (o Options) withDefaults() Options {
	if o.Position == (checkers.Position{}) {
		o.Position = checkers.Start()
	}
	if o.Layout.Square == 0 {
		o.Layout = world.LayoutOf(o.Position.Set.Board())
		o.Layout.Mount = o.Layout.Mount.Varied(o.Seed)
	}
	if o.Speed == 0 {
		o.Speed = 1
	}
	if o.Listen == "" {
		o.Listen = "127.0.0.1:0"
	}
	if o.Arm == nil {
		o.Arm = func(w *world.World, seed uint64) (Port, error) { return gantry.Start(w, gantry.Options{Seed: seed}) }
	}
	o.Late.Seed, o.Broken.Seed = o.Seed, o.Seed
	camera := scene.DefaultOptions()
	if o.Camera != nil {
		camera = *o.Camera
	}
	camera.Layout, camera.Seed = o.Layout, o.Seed
	o.Camera = &camera
	if o.Human != nil {
		player := *o.Human
		player.Layout = o.Layout
		if player.Seed == 0 {
			player.Seed = o.Seed
		}
		o.Human = &player
	}
	return o
}

func (t *Table) start(ctx context.Context, o Options) (err error) {
	arm, err := o.Arm(t.world, o.Seed)
	if err != nil {
		return err
	}
	t.arm = arm
	if t.scene, err = scene.New(*o.Camera); err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", o.Listen)
	if err != nil {
		return fmt.Errorf("the camera cannot be served: %w", err)
	}
	t.camera, t.still = stream.URL(listener), stream.StillURL(listener)
	if math.IsInf(o.Speed, 1) { // then time does not pass by pictures that nobody looks at
		t.camera = t.still
	}
	if o.Human != nil {
		t.world.AddActor(human.New(*o.Human), false)
	}
	if o.Watch != nil {
		t.world.AddActor(onlooker(o.Watch), false)
	}
	t.run(func() error { return t.world.Run(ctx) })
	t.run(func() error {
		return stream.Serve(ctx, listener, t.world, t.scene, stream.Options{FPS: o.framesPerSecond, Late: o.Late,
			Broken: o.Broken, Log: o.Log})
	})
	return nil
}

// onlooker is somebody who does nothing.
type onlooker func(*world.State)

// Advance is part of world.Actor.
func (o onlooker) Advance(s *world.State, _ time.Duration) { o(s) }

// Busy is part of world.Actor.
func (onlooker) Busy() bool { return false }

// framesPerSecond is how often the camera takes a picture, in real time: ten times a simulated second, but no more
// often than a camera would, unless the options say otherwise; at full speed as often as it can, for time waits for
// it.
func (o Options) framesPerSecond(speed float64) float64 {
	switch {
	case math.IsInf(speed, 1):
		return 0
	case o.FPS > 0:
		return o.FPS * speed
	}
	return min(10*speed, 30)
}

// run does something until it ends, which ends the table if it is an error.
func (t *Table) run(f func() error) {
	t.running.Go(func() {
		if err := f(); err != nil {
			t.mu.Lock()
			t.failed = errors.Join(t.failed, err)
			t.mu.Unlock()
			t.cancel()
		}
	})
}

// CameraURL is the address of the camera's film, MJPEG over HTTP; at the speed Max of single pictures, which are taken
// when they are asked for.
func (t *Table) CameraURL() string { return t.camera }

// StillURL is the address of the camera's single pictures.
func (t *Table) StillURL() string { return t.still }

// PortPath is the serial port of the arm, or its address in the network.
func (t *Table) PortPath() string { return t.arm.Path() }

// Layout is the table's furniture, and the truth about where the arm stands.
func (t *Table) Layout() world.Layout { return t.world.Layout() }

// Snapshot is everything that is true at this moment.
func (t *Table) Snapshot() world.State { return t.world.Snapshot() }

// Position is what really stands on the board at this moment, with the side to move of the game.
func (t *Table) Position() checkers.Position { return t.world.Position() }

// Counts are what has happened so far: collisions, missed picks, moves.
func (t *Table) Counts() world.Counts { return t.world.Counts() }

// Speed is how many seconds of its time there are in one of ours; infinite: as many as can be.
func (t *Table) Speed() float64 { return t.world.Speed() }

// SetSpeed has the table's time go at another speed, unless that is, or is to be, infinite.
func (t *Table) SetSpeed(speed float64) { t.world.SetSpeed(speed) }

// Do changes what is true, as a hand that nobody sees: for tests and for whoever wants to play tricks. f must not
// call the table.
func (t *Table) Do(f func(*world.State)) { t.world.Do(f) }

// Wait returns when the table has ended: nil after ctx or Close ended it, otherwise what went wrong.
func (t *Table) Wait() error {
	t.running.Wait()
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.failed
}

// Close ends the table and takes the port away. It may be called twice. Its error is that of Wait, and of closing.
func (t *Table) Close() error {
	t.close.Do(func() {
		t.cancel()
		err := t.Wait()
		if t.arm != nil {
			err = errors.Join(err, t.arm.Close())
		}
		if t.scene != nil {
			err = errors.Join(err, t.scene.Close())
		}
		t.closed = err
	})
	return t.closed
}
