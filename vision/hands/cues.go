package hands

import (
	"math"
	"slices"
	"time"

	"draughtsman/calibration"
)

// The cues are signs of a hand. The first three are that something is seen
// outside of where the arm may be: by how fast it moves and by where it was seen
// at all, by where it was seen with the tool near the same places, and by how its
// parts move with the tool. Then there is something in tones in which the arm was not
// seen, and something beside the area that goes on beneath the arm.
const (
	besideWay = iota
	besideArm
	besideParts
	strangeTones
	beneathArm
	largerThanArm
	cues
)

// trust is how far a cue can be believed on this table: it has to be plainly
// stronger than it ever was in motions without a hand.
type trust struct{ strongest []float64 } // in each of the last motions without a hand

// How a cue is believed. Strengths of the first three are cells outside of an
// envelope, of the others how many cells, in units of what is more than a disc.
var believed = [cues]struct {
	least  float64 // strength that is believed
	first  float64 // more than that in the first motion in which there is the cue, a half in the second, …
	after  int     // motions before which it is not believed at all
	margin float64 // times the strongest without a hand; 1 more of one motion, ½ of two, …
	plus   float64 // and so much more
}{
	besideWay:     {3, 9, 0, 1.5, 2},
	besideArm:     {3, 24, 0, 1.5, 2},
	besideParts:   {3, 16, 0, 1.5, 2},
	strangeTones:  {1, 3, 3, 1.5, 0},
	beneathArm:    {.7, 1, 3, 1.5, 0},
	largerThanArm: {.7, 1.2, 2, 1.5, 0},
}

const trustedMotions = 40 // that are remembered of a cue

// limit is the strength from which on a cue is believed.
func (w *Watch) limit(cue int) float64 {
	b, seen := believed[cue], w.trust[cue].strongest
	if len(seen) < b.after {
		return math.Inf(1)
	}
	least := b.least + b.first*w.blurred()/float64(len(seen)+1)
	if cue >= strangeTones {
		least *= float64(w.big)
	}
	if len(seen) == 0 {
		return least
	}
	return max(least, (b.margin+1/float64(len(seen)))*usual(seen)+b.plus)
}

// blurred is by how much more, or less, than usual the arm's place in a picture is not
// known: it moves while pictures are late by this much or that, and between them.
func (w *Watch) blurred() float64 {
	const usual = 12 // cells
	unsure := (w.latency.Most - w.latency.Least + 2*late + w.interval/2).Seconds()
	b := min(max(w.perMM*w.speed*unsure/usual, .3), 2)
	return b * max(b, 1) // what the arm has shown until then is sorted to wrong places, too
}

// usual is the strongest of some, or of more than a few the second: a hand that was
// not seen may be among them.
func usual(list []float64) float64 {
	const few = 4
	sorted := slices.Sorted(slices.Values(list))
	if len(sorted) >= few {
		return sorted[len(sorted)-2]
	}
	return sorted[len(sorted)-1]
}

// learn notes how strong a cue was in a motion without a hand.
func (t *trust) learn(strongest float64) {
	t.strongest = append(t.strongest, strongest)
	t.strongest = t.strongest[max(0, len(t.strongest)-trustedMotions):]
}

// strengths are those of the cues in a picture.
type strengths [cues]float64

// weaken lowers a cue's strength to what it is with the tool elsewhere, too.
func (s *strengths) weaken(cue int, there func() float64) {
	if s[cue] > 0 {
		s[cue] = min(s[cue], there())
	}
}

// strengths are the cues' in a picture in which something is seen, and the envelope
// of the first.
func (w *Watch) strengths(at time.Time, seen []bool, now []tone, tools []calibration.BoardPoint,
	reach float64) (s strengths, way envelope) {
	tools, spacing := thinned(tools)
	way = w.distances(w.arm)
	for i := range way {
		way[i] -= float32(reach)
	}
	if len(w.memory.list) == 0 || len(tools) == 0 {
		w.unlearnt(way, seen, at)
		s[besideWay] = w.strength(seen, way)
		return s, way
	}
	for cue := besideArm; cue < cues; cue++ {
		s[cue] = math.Inf(1)
	}
	hidden := 0 // cells of the area
	for i, is := range seen {
		if is && w.inside[i] && !w.touched[i] {
			hidden++
		}
	}
	// A cue counts that is there wherever the tool may be; where it likely is comes first.
	for _, tool := range fromTheMiddle(tools) {
		arm := w.remembered(tool, spacing)
		way.widen(arm)
		moved := arm
		if w.parts != nil {
			if parts, ok := w.carried(tool, spacing, w.parts); ok {
				moved = parts
			}
		}
		s.weaken(besideArm, func() float64 { return w.strength(seen, arm) })
		s.weaken(besideParts, func() float64 { return w.strength(seen, moved) })
		s.weaken(strangeTones, func() float64 { return w.strange(seen, now, arm) })
		s.weaken(beneathArm, func() float64 { return w.beneath(seen, moved) })
		s.weaken(largerThanArm, func() float64 { return w.larger(hidden, tool) })
	}
	s[besideWay] = w.strength(seen, way)
	return s, way
}

// fromTheMiddle are some places in the order of their distance from the middle one.
func fromTheMiddle(list []calibration.BoardPoint) []calibration.BoardPoint {
	order := make([]calibration.BoardPoint, 0, len(list))
	for low, high := len(list)/2, len(list)/2+1; low >= 0 || high < len(list); low, high = low-1, high+1 {
		if low >= 0 {
			order = append(order, list[low])
		}
		if high < len(list) {
			order = append(order, list[high])
		}
	}
	return order
}

// thinned are so many of the places on a way that they can be looked at, and how
// far apart they are.
func thinned(tools []calibration.BoardPoint) (few []calibration.BoardPoint, spacing float64) {
	const most = 12
	step := (len(tools) + most - 1) / most
	for i := 0; i < len(tools); i += max(step, 1) {
		few = append(few, tools[i])
	}
	if n := len(tools); step > 1 && (n-1)%step != 0 {
		few = append(few, tools[n-1])
	}
	for i := 1; i < len(few); i++ {
		spacing = max(spacing, distance(few[i-1], few[i]))
	}
	return few, spacing
}

// strength is how many cells a hand among what is seen lies outside of an envelope: the
// least growth of the envelope with which there is none. Growing is tried in
// steps.
func (w *Watch) strength(seen []bool, e envelope) float64 {
	steps := [...]float64{0, .5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 10, 12, 15, 18, 22, 27, 33, 40, 50, 70, 100}
	low, high := 0, len(steps) // there is a hand below low, and none at high
	for low < high {
		k := (low + high) / 2
		if w.foreignBeside(seen, e, steps[k]) {
			low = k + 1
		} else {
			high = k
		}
	}
	if low == len(steps) {
		return math.Inf(1)
	}
	return steps[low]
}

func (w *Watch) foreignBeside(seen []bool, e envelope, growth float64) bool {
	others, covered := make([]bool, len(seen)), make([]bool, len(seen))
	some := 0
	for i := range seen {
		covered[i] = float64(e[i]) <= growth
		if others[i] = seen[i] && !covered[i] && !w.touched[i]; others[i] {
			some++
		}
	}
	return some >= w.tip() && w.foreign(others, covered)
}

// strange counts cells of the area where the arm may be that show tones in which
// it was not seen.
func (w *Watch) strange(seen []bool, now []tone, e envelope) float64 {
	n := 0
	for i, is := range seen {
		if is && e[i] <= 0 && w.inside[i] && !w.touched[i] && w.within(seen, i) && !w.tints.near(tintOf(now[i])) {
			n++
		}
	}
	return float64(n)
}

// larger is how many more of the area's cells are hidden than ever were with the tool near a
// place: something beside the arm, or over a part of it, adds to what the arm hides. It is 0
// where no motion came near.
func (w *Watch) larger(hidden int, tool calibration.BoardPoint) float64 {
	const armWidth = 2 // discs; an arm that reaches farther over the area hides so much more
	most := 0.0
	for _, s := range w.memory.near(tool) {
		if s.off > armWidth*w.disc {
			return 0
		}
		most = max(most, float64(s.over)+armWidth*w.disc*s.off*w.perMM*w.perMM)
	}
	return max(float64(hidden)-most, 0)
}

// beneath is how many cells the largest piece of what is seen has that lies beside the area
// and goes on where the arm may be.
func (w *Watch) beneath(seen []bool, e envelope) float64 {
	const grown = 2 // cells
	others, covered := make([]bool, len(seen)), make([]bool, len(seen))
	for i := range seen {
		covered[i] = e[i] <= grown
		others[i] = seen[i] && !covered[i]
	}
	largest := 0
	w.pieces(others, func(piece []int) {
		if in, out := w.reaches(piece); out && in < w.tip() && len(piece) > largest && w.touches(piece, covered) {
			largest = len(piece)
		}
	})
	return float64(largest)
}

// unlearnt widens an envelope where nothing is known of the arm's looks: by all that is
// seen for a while after something of it has come into view.
func (w *Watch) unlearnt(e envelope, seen []bool, at time.Time) {
	switch {
	case count(w.arm) < w.big:
		w.inView = time.Time{}
		if count(seen) >= w.big {
			w.inView = at
		}
	case w.inView.IsZero():
		w.inView = at
	}
	if w.inView.IsZero() || at.Sub(w.inView) < entering {
		clear(e)
	}
}

func count(cells []bool) (n int) {
	for _, is := range cells {
		if is {
			n++
		}
	}
	return n
}
