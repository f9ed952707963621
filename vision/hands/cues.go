package hands

import (
	"math"
	"slices"
	"time"

	"draughtsman/calibration"
)

// The cues of a hand. The first three are how far beyond the places where the arm may be something is seen, in cells.
// The others are areas, in cells.
const (
	beyondReach       = iota // than the arm can have moved since the last picture, or where it was ever seen
	beyondSilhouettes        // with the tool near the same position
	beyondModel              // by how the parts of the arm move with the tool
	unknownColours           // in which the arm was never seen
	beneathArm               // a blob beside the area that goes on beneath the arm
	hiddenArea               // beyond what the arm ever hid with the tool near the same position
	cueCount
)

// cueHistory is how strong a cue was in motions without a hand. To be believed it has to be clearly stronger.
type cueHistory struct{ strongest []float64 } // by motion

// limit returns the strength from which on a cue is believed; infinity: never.
func (d *Detector) limit(cue int) float64 {
	b, seen := cueLimits[cue], d.history[cue].strongest
	if len(seen) < b.motions {
		return math.Inf(1)
	}
	least := b.least + b.first*d.positionUncertainty()/float64(len(seen)+1)
	if cue >= unknownColours {
		least *= float64(d.largeCells)
	}
	if len(seen) == 0 {
		return least
	}
	return max(least, (b.margin+1/float64(len(seen)))*robustMax(seen)+b.plus)
}

// positionUncertainty is how uncertain the arm's position in a picture is, as a multiple of what is usual: the arm
// moves between two pictures and while the latency is not known exactly.
func (d *Detector) positionUncertainty() float64 {
	unknown := (d.latency.Most - d.latency.Least + 2*arrivalJitter + d.interval/2).Seconds()
	u := min(max(d.cellsPerMM*d.maxSpeed*unknown/usualUncertainty, minUncertainty), maxUncertainty)
	return u * max(u, 1) // above 1 its silhouettes are remembered at wrong positions as well
}

// robustMax returns the largest value, or of many values the second largest: the largest may come from a hand that
// was not seen.
func robustMax(list []float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	if len(sorted) >= robustMaxMotions {
		return sorted[len(sorted)-2]
	}
	return sorted[len(sorted)-1]
}

// learn records how strong the cue was in a motion without a hand.
func (t *cueHistory) learn(strongest float64) {
	t.strongest = append(t.strongest, strongest)
	t.strongest = t.strongest[max(0, len(t.strongest)-historyMotions):]
}

// strengths are the strengths of the cues in a picture.
type strengths [cueCount]float64

// weaken lowers the strength of a cue to what it is with the tool at another position, if that is less.
func (s *strengths) weaken(cue int, there func() float64) {
	if s[cue] > 0 {
		s[cue] = min(s[cue], there())
	}
}

// strengths returns how strong the cues are in a picture, given which of its cells have changed, their colours, where
// the tool may have been and how many cells the arm may have moved. It returns the envelope of the first cue as well.
func (d *Detector) strengths(at time.Time, seen []bool, now []logColour, tools []calibration.BoardPoint,
	reach float64) (s strengths, e envelope) {
	tools, spacing := thinned(tools)
	e = d.distances(d.armMask)
	for i := range e {
		e[i] -= float32(reach)
	}
	if len(d.silhouettes.list) == 0 || len(tools) == 0 {
		d.widenWhileUnknown(e, seen, at)
		s[beyondReach] = d.strength(seen, e)
		return s, e
	}
	for cue := beyondSilhouettes; cue < cueCount; cue++ {
		s[cue] = math.Inf(1)
	}
	hidden := 0 // cells of the area
	for i, is := range seen {
		if is && d.inArea[i] && !d.gripMask[i] {
			hidden++
		}
	}
	// A cue counts only if it is there wherever the tool may be; where it likely is comes first.
	for _, tool := range fromTheMiddle(tools) {
		arm := d.learntEnvelope(tool, spacing)
		e.widen(arm)
		moved := arm
		if d.model != nil {
			if parts, ok := d.warpedEnvelope(tool, spacing); ok {
				moved = parts
			}
		}
		s.weaken(beyondSilhouettes, func() float64 { return d.strength(seen, arm) })
		s.weaken(beyondModel, func() float64 { return d.strength(seen, moved) })
		s.weaken(unknownColours, func() float64 { return d.unknownColours(seen, now, arm) })
		s.weaken(beneathArm, func() float64 { return d.beneathArm(seen, moved) })
		s.weaken(hiddenArea, func() float64 { return d.extraHidden(hidden, tool) })
	}
	s[beyondReach] = d.strength(seen, e)
	return s, e
}

// fromTheMiddle orders positions by their distance from the middle of the list.
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

// thinned returns at most about maxTools of the positions, and the greatest distance between two that follow each
// other, mm.
func thinned(tools []calibration.BoardPoint) (few []calibration.BoardPoint, spacing float64) {
	step := (len(tools) + maxTools - 1) / maxTools
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

// strength returns how many cells beyond an envelope a hand is seen: the least of envelopeGrowths with which there is
// none.
func (d *Detector) strength(seen []bool, e envelope) float64 {
	low, high := 0, len(envelopeGrowths) // there is a hand below low, and none at high
	for low < high {
		k := (low + high) / 2
		if d.handBeyond(seen, e, envelopeGrowths[k]) {
			low = k + 1
		} else {
			high = k
		}
	}
	if low == len(envelopeGrowths) {
		return math.Inf(1)
	}
	return envelopeGrowths[low]
}

// handBeyond reports whether a hand is among the changed cells that lie beyond an envelope widened by so many cells.
func (d *Detector) handBeyond(seen []bool, e envelope, growth float64) bool {
	others, covered := make([]bool, len(seen)), make([]bool, len(seen))
	some := 0
	for i := range seen {
		covered[i] = float64(e[i]) <= growth
		if others[i] = seen[i] && !covered[i] && !d.gripMask[i]; others[i] {
			some++
		}
	}
	return some >= d.leastHandCells() && d.containsHand(others, covered)
}

// unknownColours counts cells of the area, within the envelope, that have a colour in which the arm was never seen.
func (d *Detector) unknownColours(seen []bool, now []logColour, e envelope) float64 {
	n := 0
	for i, is := range seen {
		if is && e[i] <= 0 && d.inArea[i] && !d.gripMask[i] && d.interior(seen, i) &&
			!d.armColours.knows(colourBinOf(now[i])) {
			n++
		}
	}
	return float64(n)
}

// extraHidden returns how many more cells of the area are hidden than ever were with the tool near a position.
// Something beside the arm, or over a part of it, adds to what the arm hides. It is 0 where the tool has not been
// near.
func (d *Detector) extraHidden(hidden int, tool calibration.BoardPoint) float64 {
	most := 0.0
	for _, s := range d.silhouettes.near(tool) {
		if s.offMM > armWidthDiscs*d.discMM {
			return 0
		}
		most = max(most, float64(s.areaCells)+armWidthDiscs*d.discMM*s.offMM*d.cellsPerMM*d.cellsPerMM)
	}
	return max(float64(hidden)-most, 0)
}

// beneathArm returns the size of the largest blob beside the area that goes on where the arm may be, in cells.
func (d *Detector) beneathArm(seen []bool, e envelope) float64 {
	others, covered := make([]bool, len(seen)), make([]bool, len(seen))
	for i := range seen {
		covered[i] = e[i] <= beneathMargin
		others[i] = seen[i] && !covered[i]
	}
	largest := 0
	for _, blob := range d.blobs(others) {
		if in, out := d.extent(blob); out && in < d.leastHandCells() && len(blob) > largest && d.touches(blob, covered) {
			largest = len(blob)
		}
	}
	return float64(largest)
}

// widenWhileUnknown widens an envelope while nothing is known of the arm's looks: for a while after the arm has come
// into view all that is seen may be the arm.
func (d *Detector) widenWhileUnknown(e envelope, seen []bool, at time.Time) {
	switch {
	case count(d.armMask) < d.largeCells:
		d.armInViewSince = time.Time{}
		if count(seen) >= d.largeCells {
			d.armInViewSince = at
		}
	case d.armInViewSince.IsZero():
		d.armInViewSince = at
	}
	if d.armInViewSince.IsZero() || at.Sub(d.armInViewSince) < armEntryTime {
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
