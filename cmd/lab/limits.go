package main

import (
	"draughtsman/arm"
	"draughtsman/internal/table/world"
)

// outsideReachMM is the distance beyond the arm's reach at which the tool has left it.
const outsideReachMM = 0.6

// limits counts how often the tool leaves the arm's reach.
type limits struct {
	mount  world.Mount
	reach  arm.Limits
	known  bool
	beyond bool
	times  int
}

func (l *limits) set(mount world.Mount, reach arm.Limits) {
	reach.Min.X, reach.Min.Y, reach.Min.Z = reach.Min.X-outsideReachMM, reach.Min.Y-outsideReachMM,
		reach.Min.Z-outsideReachMM
	reach.Max.X, reach.Max.Y, reach.Max.Z = reach.Max.X+outsideReachMM, reach.Max.Y+outsideReachMM,
		reach.Max.Z+outsideReachMM
	l.mount, l.reach, l.known = mount, reach, true
}

func (l *limits) look(s *world.State) {
	if !l.known {
		return
	}
	beyond := l.reach.Check(arm.Point(l.mount.ToArm(s.Tool.At)), l.reach.MaxSpeed) != nil
	if beyond && !l.beyond {
		l.times++
	}
	l.beyond = beyond
}
