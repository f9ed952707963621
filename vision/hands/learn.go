package hands

import (
	"math"
	"slices"
	"time"
)

// surelyLearnt is from how many motions the arm is known well enough to doubt pictures.
const surelyLearnt = 3

// latelyMotions is from how many motions the latency is known.
const latelyMotions = 5

// Finish says that the motions since Begin have ended at the park point, and nothing else
// is to be seen of them.
func (w *Watch) Finish() {
	w.learn()
	w.tracks, w.changes = w.tracks[:0], w.changes[:0]
}

// learn remembers what the motions since Begin have shown, which ended at the park
// point: what the arm looks like, how late the pictures are, how far the cues can be
// believed, and the table without the arm's shadow. A hand was not among it.
func (w *Watch) learn() {
	if len(w.tracks) == 0 || w.hand {
		return
	}
	w.away = make([]tone, len(w.votes))
	for i, b := range w.votes {
		w.away[i] = b.tone
	}
	w.paces = w.way.paces
	if w.disturbed {
		return
	}
	w.learnLatency()
	for cue := range w.trust {
		if len(w.memory.list) > 0 || cue == besideWay {
			w.trust[cue].learn(w.strongest[cue])
		}
	}
	w.rememberArm(w.tracks)
}

// learnLatency takes the camera's latency from the last motions.
func (w *Watch) learnLatency() {
	l, ok := w.latencyOf(w.tracks, w.changes)
	if !ok {
		return
	}
	w.latencies = append(w.latencies, l)
	w.latencies = w.latencies[max(0, len(w.latencies)-latelyMotions):]
	var least, most []time.Duration
	for _, l := range w.latencies {
		least, most = append(least, l.Least), append(most, l.Most)
	}
	slices.Sort(least)
	slices.Sort(most)
	w.latency = Latency{Least: least[len(least)/2], Most: most[len(most)/2]} // of two in the middle the later
}

// rememberArm remembers what the arm looked like in some pictures.
func (w *Watch) rememberArm(tracks []track) {
	w.memory.motions++
	known := len(w.memory.list)
	for _, t := range tracks {
		tools := w.way.span(t.from.Add(-w.latency.Most), t.to.Add(-w.latency.Least), toolMM)
		if len(tools) == 0 || t.doubtful && w.memory.motions > surelyLearnt {
			continue
		}
		mask := make([]bool, len(t.arm))
		for i, is := range t.arm {
			mask[i] = is && !w.touched[i]
		}
		for i := range mask {
			if mask[i] && w.within(mask, i) {
				w.tints[t.tints[i]]++
			}
		}
		s := w.silhouette(mask, tools)
		s.motion = w.memory.motions
		w.memory.add(s)
	}
	if w.straight {
		for i := min(known, len(w.memory.list)); i < len(w.memory.list); i++ {
			w.sort(&w.memory.list[i])
		}
	}
}

// Mistaken says that what was taken for a hand is the arm: it is known by that from
// now on.
func (w *Watch) Mistaken() {
	if w.alarm.track.arm == nil {
		return
	}
	for cue, s := range w.alarm.strengths {
		if !math.IsInf(s, 1) {
			w.trust[cue].learn(s)
		}
	}
	w.rememberArm([]track{w.alarm.track})
	w.arm, w.hand, w.disturbed = w.alarm.track.arm, false, false
	w.alarm = alarm{}
}
