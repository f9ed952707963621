package main

import (
	"math/rand/v2"
	"time"

	"draughtsman/internal/robot"
	"draughtsman/internal/table"
	"draughtsman/internal/table/firmware"
	"draughtsman/internal/table/world"
)

// trouble is what goes wrong in a game.
type trouble struct {
	line   []firmware.Fault
	world  []world.Mishap
	steps  int // of the arm until the next of world
	random *rand.Rand
}

// newTrouble draws so many things that go wrong on the line, and as many at the table.
func newTrouble(seed uint64, each int) *trouble {
	t := &trouble{random: rand.New(rand.NewPCG(seed, 0x50a6))}
	kinds := []string{firmware.LoseAnswer, firmware.GarbleAnswer, firmware.LateAnswer, firmware.LoseLine,
		firmware.GarbleLine, firmware.Reset, firmware.Halt, firmware.Unplug, firmware.BrownOut}
	at := 60
	for range each {
		at += 1 + t.random.IntN(2*soakLines)
		// What has a time to wait, however short, is noted in the truth file.
		f := firmware.Fault{Lines: at, Wait: time.Millisecond, What: kinds[t.random.IntN(len(kinds))]}
		switch f.What {
		case firmware.LateAnswer:
			f.For = 1500 * time.Millisecond
		case firmware.Unplug:
			f.For = 3 * time.Second
		case firmware.BrownOut:
			f.For = time.Second
		}
		switch f.What {
		case firmware.Unplug, firmware.Reset, firmware.Halt, firmware.BrownOut:
			f.Wait = time.Duration(t.random.IntN(1000)) * time.Millisecond
		}
		t.line = append(t.line, f)
	}
	for range each {
		t.world = append(t.world, world.Mishaps()[t.random.IntN(len(world.Mishaps()))])
	}
	t.draw()
	return t
}

func (t *trouble) draw() { t.steps = 1 + t.random.IntN(2*soakSteps) }

// hear makes the next mishap happen after so many of the arm's steps.
func (t *trouble) hear(e robot.Event, at *table.Table) {
	if e.Kind != robot.Carrying || len(t.world) == 0 {
		return
	}
	if t.steps--; t.steps > 0 {
		return
	}
	next := t.world[0]
	t.world = t.world[1:]
	t.draw()
	at.Do(func(s *world.State) { s.Mishaps = append(s.Mishaps, next) })
}
