package main

import (
	"bytes"
	"sync"

	"draughtsman/internal/robot"
	"draughtsman/planner"
	"draughtsman/planner/picture"
)

// shownPlan is the plan that the arm carries out, for whoever wants to see it.
type shownPlan struct {
	setup planner.Setup
	mu    sync.Mutex
	plan  *planner.Plan // nil: none
}

// hear takes in which plan is carried out.
func (s *shownPlan) hear(e robot.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch e := e.(type) {
	case robot.Decided:
		s.plan = &e.Plan
	case robot.Arranging:
		s.plan = &e.Plan
	case robot.TurnStarted, robot.TurnGoesOn, robot.Arranged, robot.Played, robot.Hinted, robot.GameStarted, robot.Resumed,
		robot.GameOver:
		s.plan = nil
	}
}

// draw is the plan as an SVG; nil: there is none.
func (s *shownPlan) draw() []byte {
	s.mu.Lock()
	plan := s.plan
	s.mu.Unlock()
	var drawn bytes.Buffer
	if plan == nil || picture.Draw(&drawn, s.setup, *plan) != nil { // which writes into memory
		return nil
	}
	return drawn.Bytes()
}
