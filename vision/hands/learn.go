package hands

import (
	"math"
	"slices"
	"time"
)

// Finish says that the motions since Begin have ended at the park point. What they have shown is learnt.
func (d *Detector) Finish() {
	d.learn()
	d.observations, d.differences = d.observations[:0], d.differences[:0]
}

// learn takes from the motions since Begin what the arm looks like, the latency, the strength of the cues without a
// hand, and the background without the arm's shadow. It learns only backgrounds and paces if there was a hand, and
// nothing while there is one.
func (d *Detector) learn() {
	if len(d.observations) == 0 || d.handSeen {
		return
	}
	d.movingTable = make([]logColour, len(d.votes))
	for i, b := range d.votes {
		d.movingTable[i] = b.colour
	}
	d.paces = d.timeline.paces
	if d.hadHand {
		return
	}
	d.learnLatency()
	for cue := range d.history {
		if len(d.silhouettes.list) > 0 || cue == beyondReach {
			d.history[cue].learn(d.strongest[cue])
		}
	}
	d.rememberArm(d.observations)
}

// learnLatency takes the camera's latency from the last motions.
func (d *Detector) learnLatency() {
	l, ok := d.latencyOf(d.observations, d.differences)
	if !ok {
		return
	}
	d.latencies = append(d.latencies, l)
	d.latencies = d.latencies[max(0, len(d.latencies)-latencyMotions):]
	var least, most []time.Duration
	for _, l := range d.latencies {
		least, most = append(least, l.Least), append(most, l.Most)
	}
	slices.Sort(least)
	slices.Sort(most)
	d.latency = Latency{Least: least[len(least)/2], Most: most[len(most)/2]} // of two in the middle the larger
}

// rememberArm stores the silhouettes and the colours of the arm from some observations.
func (d *Detector) rememberArm(observations []observation) {
	d.silhouettes.motions++
	known := len(d.silhouettes.list)
	for _, t := range observations {
		tools := d.timeline.positions(t.from.Add(-d.latency.Most), t.to.Add(-d.latency.Least), toolStepMM)
		if len(tools) == 0 || t.doubtful && d.silhouettes.motions > knownMotions {
			continue
		}
		mask := make([]bool, len(t.mask))
		for i, is := range t.mask {
			mask[i] = is && !d.gripMask[i]
		}
		for i := range mask {
			if mask[i] && d.interior(mask, i) {
				d.armColours[t.colours[i]]++
			}
		}
		s := d.silhouette(mask, tools)
		s.motion = d.silhouettes.motions
		d.silhouettes.add(s)
	}
	if d.cartesian {
		for i := min(known, len(d.silhouettes.list)); i < len(d.silhouettes.list); i++ {
			d.fitModes(&d.silhouettes.list[i])
		}
	}
}

// Mistaken says that what was last taken for a hand is the arm. It is learnt as the arm, and no hand is seen any more.
func (d *Detector) Mistaken() {
	if d.alarm.observation.mask == nil {
		return
	}
	for cue, s := range d.alarm.strengths {
		if !math.IsInf(s, 1) {
			d.history[cue].learn(s)
		}
	}
	d.rememberArm([]observation{d.alarm.observation})
	d.armMask, d.handSeen, d.hadHand = d.alarm.observation.mask, false, false
	d.alarm = alarm{}
}
