package app

import (
	"bytes"
	"sync"

	"draughtsman/engine/checkers"
	"draughtsman/internal/robot"
	"draughtsman/planner"
)

// shownPlan is the plan that the arm carries out, for whoever wants to see it.
type shownPlan struct {
	setup planner.Setup
	game  func() int64 // the ID of the one under way

	mu   sync.Mutex
	plan *planner.Plan // nil: none
	of   int64         // the game
}

// hear takes in which plan is carried out.
func (s *shownPlan) hear(e robot.Event) {
	game := s.game()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.of = game
	if none := (checkers.Position{}); e.Plan != nil || e.Kind == robot.Arranged || e.Position != none {
		s.plan = e.Plan // what stands, or is waited for, is not being made
	}
}

// draw is the plan as an SVG, turned or with White's side below, and the ID of its game; nil: there is none.
func (s *shownPlan) draw(turned bool) (svg []byte, game int64) {
	s.mu.Lock()
	plan, game := s.plan, s.of
	s.mu.Unlock()
	var drawn bytes.Buffer
	if plan == nil || planner.Draw(&drawn, s.setup, *plan, turned) != nil { // which writes into memory
		return nil, 0
	}
	return drawn.Bytes(), game
}
