package csci561

import "time"

// budget is how much CPU time, counted from the start of the process, a move may take.
type budget struct {
	soft time.Duration // where thinking on must be worth it
	hard time.Duration // where thinking ends
}

const (
	// assumedSpeed and assumedOverhead stand in for a calibration, on the safe side of what machines do.
	assumedSpeed    = 1e6
	assumedOverhead = 3 * time.Millisecond

	// positionsBetweenLooks is the number of positions that a search looks at between two looks at the clock, with
	// some to spare.
	positionsBetweenLooks = 2048

	// A game of plannedMoves is planned for, and whenever fewer than movesInHand of them would be left, for so many:
	// the time never runs out, it only gets less.
	plannedMoves = 45
	movesInHand  = 18

	// hardDecisionFactor is how many times its share a hard decision may take.
	hardDecisionFactor = 3
)

// plan divides the time left. used is the CPU time that the process has used to get here, moves the number that the
// agent has made in this game.
func plan(in Input, used time.Duration, moves int, c Calibration) budget {
	last := in.Left - reserve(in.Left, used, c)
	if in.Mode == Single {
		return budget{soft: last, hard: last}
	}
	toCome := time.Duration(max(plannedMoves-moves, movesInHand))
	share := in.Left/toCome - c.overhead(used)
	return budget{
		soft: min(used+max(share, 0), last),
		hard: min(used+hardDecisionFactor*max(share, 0), last),
	}
}

// reserve is the time kept back for what comes after thinking: noticing that the time is up, writing the files, the
// end of the process, whose memory the system has to clear, and some doubt.
func reserve(left, used time.Duration, c Calibration) time.Duration {
	speed := c.Speed
	if speed == 0 {
		speed = assumedSpeed
	}
	notice := time.Duration(positionsBetweenLooks / speed * float64(time.Second))
	return c.overhead(used) + notice + min(left/100, 500*time.Millisecond)
}

// overhead is the CPU time that a move costs without any thinking. A slow start tells of a slow or a busy machine.
func (c Calibration) overhead(used time.Duration) time.Duration {
	if c.Overhead == 0 {
		return max(assumedOverhead, 2*used)
	}
	return max(c.Overhead, 2*used)
}

// tableMB is the size of a transposition table for so much thinking, in units of 2²⁰ bytes: room for what can be
// looked at, since memory costs time when it is first touched, and again when the process ends.
func tableMB(thinking time.Duration, c Calibration) int {
	const bytesPerPosition, maxTableMB = 8, 64
	speed := c.Speed
	if speed == 0 {
		speed = assumedSpeed
	}
	return int(min(max(speed*thinking.Seconds()*bytesPerPosition/(1<<20), 1), maxTableMB))
}
