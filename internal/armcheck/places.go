package armcheck

import (
	"fmt"
	"math"
	"time"

	"draughtsman/arm"
	"draughtsman/calibration"
	"draughtsman/internal/config"
	"draughtsman/planner"
)

// ringMarginMM is what is kept from either end of a ring that is stated in round numbers, as far as the arm is not
// parked there.
const ringMarginMM = 5 // mm

// room is where an arm may go without anything in its way.
func room(table config.Table) planner.Setup {
	s := table.Setup(calibration.ArmFrame{Scale: 1})
	if table.Arm.Driver != "feetech" {
		park := math.Hypot(s.Machine.Park.X, s.Machine.Park.Y)
		for i, edges := range s.Ring.Edges {
			s.Ring.Edges[i] = [2]float64{min(edges[0]+ringMarginMM, park), max(edges[1]-ringMarginMM, park)}
		}
	}
	return s
}

// corner is a corner of the reach at the height of the park point, or what of the way there is free.
type corner struct {
	at    arm.Point
	short bool // something is in the way
}

// minWayMM is how far from the park point a corner has to be to be worth going to.
const minWayMM = 30 // mm

// corners are those of a table's reach.
func corners(table config.Table) (all []corner) {
	s := room(table)
	park := s.Machine.Park
	for _, x := range []float64{s.Machine.Reach.Min.X, s.Machine.Reach.Max.X} {
		for _, y := range []float64{s.Machine.Reach.Min.Y, s.Machine.Reach.Max.Y} {
			end := calibration.ArmPoint{X: x, Y: y, Z: park.Z}
			const parts = 100
			for n := parts; n > 0; n-- {
				at := arm.Point(between(park, end, float64(n)/parts))
				if s.Free(park, calibration.ArmPoint(at)) != nil {
					continue
				}
				if at.Distance(arm.Point(park)) >= minWayMM {
					all = append(all, corner{at, n < parts})
				}
				break
			}
		}
	}
	return all
}

func between(from, to calibration.ArmPoint, share float64) calibration.ArmPoint {
	return calibration.ArmPoint{X: from.X + share*(to.X-from.X), Y: from.Y + share*(to.Y-from.Y),
		Z: from.Z + share*(to.Z-from.Z)}
}

// motionTakes is the time in which axes with a table's speeds and accelerations can make a straight level motion from
// rest to rest.
func motionTakes(m planner.Machine, way, speed float64) time.Duration {
	m.Overhead = 0
	return m.Takes(calibration.ArmPoint{}, calibration.ArmPoint{X: way}, speed)
}

// Plan says for a person what will happen, and where.
func Plan(table config.Table) string {
	m := table.Machine
	return fmt.Sprintf("The arm (driver %s) will home, move at up to %g mm/s over the whole of its reach, x %g to %g "+
		"and y %g to %g mm, "+
		"at the height of its park point (z %g mm), switch its tool, be held and stopped in mid-motion, and home again. "+
		"It takes a minute or two. Clear the table, and keep a hand on the supply's switch.",
		table.Arm.Driver, m.TravelSpeed, m.Reach.Min.X, m.Reach.Max.X, m.Reach.Min.Y, m.Reach.Max.Y, m.Park.Z)
}
