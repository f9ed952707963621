package hands

import (
	"fmt"
	"math"
	"slices"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
)

// How much a hand shows. Areas are those that it hides of the playing surface. Set on drawn tables with the arms that
// the network was trained with.
const (
	handMM2     = 350.0 // less is no hand: a fingertip and a half
	sureFactor  = 3.0   // times that, from which on a hand is believed in a single picture; less in two that follow
	likelyHand  = 0.8   // from which on a block is taken for a hand that comes from beside the area,
	surelyHand  = 0.965 // or for one of which nothing is seen beside it,
	stillLikely = 0.4   // or for one that was seen before,
	likelyArm   = 0.5   // and for the arm,
	perhapsArm  = 0.2   // or for a part of it where a hand was before
	changedLog  = 0.25  // by which a block's colour changes, natural logarithms, that is another thing there
	hueLog      = 0.15  // by which its channels change differently, likewise
	discSizes   = 1.5   // times the square around a disc: what is larger is no disc off its place,
	leftSizes   = 4.0   // and not one that the arm has taken and lost when it homed
	maxEarlier  = 2     // pictures of the free table, besides the last one, with which it is compared
	toolStepMM  = 8.0   // mm between positions at which the tool is looked for
	maxTools    = 12    // such positions
	slack       = 30 * time.Millisecond
	lightStep   = 0.04 // natural logarithms: the resolution of changes of light,
	lightSteps  = 15   // and the greatest
)

// Options say what is watched.
type Options struct {
	Area    Area    // into which no hand may come
	DiscMM  float64 // largest diameter of a disc
	Latency Latency // of the camera; zero: not known
	ArmOnly bool    // nothing but the arm comes over the area: all that is seen is the arm
}

// Detector looks for hands in the pictures of one camera over one table. It is for one goroutine at a time.
type Detector struct {
	*view
	network *network
	o       Options

	learnt

	// Since Begin:

	free     []logColour   // the table; nil: not known
	earlier  [][]logColour // at the Begins before, the last one first: a hand that nobody saw may be in one of them
	previous []logColour   // the last picture, block by block; nil: there was none
	before   exposure      // of that one
	arrivals arrivals
	timeline timeline
	shown    []observation // the pictures without a hand
	changes  []difference  // between each two pictures
	hadHand  bool
	suspect  bool // the last picture showed what may be a hand
	hand     presence
	left     []bool // what a hand hid that was there when the arm homed, by block; nil: none was
	alarms   alarms
}

// learnt is what a detector knows of its arm and its camera from motions without a hand. It stays good when the board
// slips a little in the picture.
type learnt struct {
	interval  time.Duration // mean, between pictures
	latency   Latency
	latencies []Latency // of the last motions
	paces     []float64 // likewise, see timeline
	poses     poses
}

// exposure is when a picture arrived, and how long it may have been held up.
type exposure struct {
	arrived time.Time
	waited  time.Duration
}

// observation is a picture of the arm.
type observation struct {
	exposure
	now       []logColour
	hand, arm []bool                   // by block
	tools     []calibration.BoardPoint // where the tool may have been, as far as that was known when it arrived
	likely    bool                     // what is taken for a hand was likely one, there or before
}

// presence is a hand that was seen and was not seen to go.
type presence struct {
	there bool
	hid   []bool // by block: it was seen there since it came
}

// New prepares a detector for an area of the table in the pictures of a camera. It is an error when the camera is not
// valid or does not show the area.
func New(camera calibration.Camera, o Options) (*Detector, error) {
	v, err := newView(camera, o.Area)
	if err != nil {
		return nil, err
	}
	n, err := trained()
	if err != nil {
		return nil, err
	}
	d := &Detector{view: v, network: n, o: o}
	if d.latency = o.Latency; d.latency == (Latency{}) {
		d.latency = UnknownLatency
	}
	return d, nil
}

// Inherit takes over what another detector has learnt of the same arm, as after the camera or the board has moved.
func (d *Detector) Inherit(from *Detector) { d.learnt = from.learnt }

// Latency returns how late the camera's pictures come, UnknownLatency before that was measured, and the mean interval
// between them.
func (d *Detector) Latency() (Latency, time.Duration) { return d.latency, d.interval }

// Begin takes a picture of the table with nothing over it and the arm at its park point, about to move. What the
// motions before have shown is learnt. If a hand lies there that did not when the arm moved last, nor the times before,
// the table is taken for what it was then. What is still there where one was seen when the arm homed is one. It is an
// error when the picture has another size than the camera's, or is not 8-bit BGR.
func (d *Detector) Begin(picture gocv.Mat) (hand bool, err error) {
	samples, err := d.samples(picture)
	if err != nil {
		return false, err
	}
	d.Finish()
	now := logColours(samples)
	if d.free != nil && !d.o.ArmOnly && !d.alarms.belongs {
		alarm, freeBefore := d.lies(now, d.free), func(table []logColour) bool { return d.lies(now, table) == nil }
		if alarm != nil && !slices.ContainsFunc(d.earlier, freeBefore) {
			d.alarms.last = alarm
			return true, nil
		}
	}
	if d.free != nil {
		d.earlier = append([][]logColour{d.free}, d.earlier[:min(len(d.earlier), maxEarlier-1)]...)
	}
	d.free = now
	d.previous, d.timeline = nil, timeline{paces: d.paces}
	d.arrivals.pause() // nobody has asked for pictures meanwhile
	d.hadHand, d.suspect, d.hand, d.left = false, false, presence{}, nil
	d.alarms.begin()
	return false, nil
}

// lies is what a picture without the arm shows that does not belong to a free table; nil if nothing is.
func (d *Detector) lies(now, free []logColour) *observation {
	o := observation{now: compensated(slices.Clone(now), free), arm: make([]bool, blocks)}
	likelihood, _ := d.network.answer(d.told(o.now, free, free, make([]float32, cells), make([]float32, cells)))
	o.hand = d.hands(likelihood, make([]bool, blocks))
	if mm2, _ := d.hidden(o.hand); mm2 >= handMM2 || d.remains(d.left, o.now, free, o.arm) > leftSizes*d.o.disc() {
		return &o
	}
	return nil
}

// Begun reports whether it is known what the free table looks like.
func (d *Detector) Begun() bool { return d.free != nil }

// Settled reports whether a picture, before Begin, shows what the one before it did. The errors are those of Begin.
func (d *Detector) Settled(picture gocv.Mat) (bool, error) {
	samples, err := d.samples(picture)
	if err != nil {
		return false, err
	}
	now, before := inBlocks(logColours(samples)), d.previous
	d.previous = now
	return before != nil && d.largest(changed(now, before), false) < handMM2, nil
}

// MotionBegins says that the tool sets out on some legs at a time, by the clock by which pictures arrive. The motions
// before have ended by then.
func (d *Detector) MotionBegins(legs []Leg, at time.Time) {
	d.alarms.gone = nil
	if len(legs) > 0 {
		d.timeline.begin(legs, at)
	}
}

// MotionEnds says that the tool has come to the end of its way.
func (d *Detector) MotionEnds(at time.Time) { d.timeline.end(at) }

// PositionLost says that from a time on the tool moves and nobody knows where it is, as while the arm homes. The next
// MotionBegins ends that.
func (d *Detector) PositionLost(at time.Time) {
	d.timeline.lose(at)
	d.left = d.hand.hid
}

// Hold says that from a time on the arm is held, or that it goes on.
func (d *Detector) Hold(held bool, at time.Time) { d.timeline.hold(held, at) }

// Detection is what one picture shows.
type Detection struct {
	Hand   bool    // something that is not the arm is over the area
	Likely bool    // it is surer and larger than what is believed to be one has to be
	Still  bool    // nothing has changed since the picture before
	MM2    float64 // how much of the area the hand hides
	At     calibration.BoardPoint
}

// Detect says what a picture shows that arrived at a time. A hand that was seen is reported until what it hid is seen
// again. It is an error before Begin; the others are those of Begin.
func (d *Detector) Detect(picture gocv.Mat, at time.Time) (Detection, error) {
	if d.free == nil {
		return Detection{}, fmt.Errorf("looking for hands: it is not known what the free table looks like")
	}
	samples, err := d.samples(picture)
	if err != nil {
		return Detection{}, err
	}
	o := observation{exposure: exposure{arrived: at}, now: compensated(logColours(samples), d.free)}
	o.waited, d.interval = d.arrivals.add(at)
	found := Detection{Still: d.compare(o)}
	o.tools = d.tools(o.exposure)
	hand, arm, mistaken := d.judge(o.now, o.tools)
	o.arm = above(arm, likelyArm)
	if d.o.ArmOnly {
		for b, v := range hand {
			o.arm[b] = o.arm[b] || v > stillLikely
		}
		d.shown = append(d.shown, o)
		return found, nil
	}
	o.hand = d.hands(hand, mistaken)
	found.MM2, found.At = d.hidden(o.hand)
	switch {
	case d.hand.there:
		weak := without(above(hand, stillLikely), mistaken)
		stays := d.remains(d.hand.hid, o.now, d.free, above(arm, perhapsArm)) > discSizes*d.o.disc()
		found.Hand = stays || d.largest(weak, true) >= handMM2
	default:
		found.Hand = found.MM2 >= sureFactor*handMM2 || found.MM2 >= handMM2 && d.suspect
	}
	d.suspect = found.MM2 >= handMM2
	if !found.Hand {
		d.hand = presence{}
		if !d.suspect {
			d.shown = append(d.shown, o)
		}
		return found, nil
	}
	if !d.hand.there {
		d.hand = presence{there: true, hid: make([]bool, blocks)}
		if n := len(d.shown); n > 0 { // the arm stands still soon, near to where it was without the hand
			d.poses.remember(d.shown[n-1], nil)
		}
	}
	for b, is := range o.hand {
		d.hand.hid[b] = d.hand.hid[b] || is
	}
	sure, _ := d.hidden(without(above(hand, surelyHand), mistaken))
	found.Likely = sure >= sureFactor*handMM2
	o.likely = found.Likely
	d.hadHand = true
	d.alarms.add(&o)
	return found, nil
}

// hands are the blocks that show a hand, by how likely they do, without those that were mistaken before. It has to be
// the surer while nothing is remembered of the arm, and where nothing beside the area is likely one: a hand comes from
// there.
func (d *Detector) hands(likelihood []float32, mistaken []bool) []bool {
	limit := float32(surelyHand)
	for b, v := range likelihood {
		if len(d.poses) > 0 && v > stillLikely && !mistaken[b] && !d.inArea[cellsOf(b)[0]] {
			limit = likelyHand
		}
	}
	return without(above(likelihood, limit), mistaken)
}

// remains is the size, in mm², of the largest thing in blocks where a hand was seen that is neither the table nor the
// arm.
func (v *view) remains(hid []bool, now, free []logColour, arm []bool) float64 {
	if hid == nil {
		return 0
	}
	there := without(changed(inBlocks(now), inBlocks(free)), arm)
	for b := range there {
		there[b] = there[b] && hid[b]
	}
	return v.largest(there, true)
}

// disc is the square around a disc, mm².
func (o Options) disc() float64 { return o.DiscMM * o.DiscMM }

// tools are places where the tool may have been when a picture was taken, in the order of its way.
func (d *Detector) tools(e exposure) []calibration.BoardPoint {
	list := d.timeline.positions(e.arrived.Add(-e.waited-d.latency.Most-slack), e.arrived.Add(slack-d.latency.Least),
		toolStepMM)
	if len(list) <= maxTools {
		return list
	}
	few := make([]calibration.BoardPoint, maxTools)
	for i := range few {
		few[i] = list[i*(len(list)-1)/(maxTools-1)]
	}
	return few
}

// judge tells how likely each block of a picture shows a hand and how likely the arm, and the blocks that may look like
// a hand without one. A hand is what no look of the arm explains that is remembered from near there: more than the
// nearest are asked for only where that one explains too little.
func (d *Detector) judge(now []logColour, tools []calibration.BoardPoint) (hand, arm []float32, mistaken []bool) {
	unknown := make([]float32, cells)
	if len(tools) == 0 {
		hand, arm = d.network.answer(d.told(now, d.free, d.free, unknown, unknown))
		return hand, arm, make([]bool, blocks)
	}
	tool, _ := middle(tools)
	mistaken = d.poses.mistaken(tool, d.perMM)
	heat, near := d.heat(tools), d.poses.near(tool)
	if len(near) == 0 {
		hand, arm = d.network.answer(d.told(now, d.free, d.free, heat, unknown))
		return hand, arm, mistaken
	}
	for k, p := range near {
		h, a := d.network.answer(d.told(now, d.free, p.over(d.free), heat, d.heat([]calibration.BoardPoint{p.Tool})))
		if k == 0 {
			hand, arm = h, a
		}
		for b := range hand {
			hand[b], arm[b] = min(hand[b], h[b]), max(arm[b], a[b])
		}
		if d.largest(without(above(hand, stillLikely), mistaken), true) < handMM2 {
			break
		}
	}
	return hand, arm, mistaken
}

// compare records how much has changed since the picture before, and reports whether nothing has.
func (d *Detector) compare(o observation) (still bool) {
	now := inBlocks(o.now)
	if d.previous != nil {
		differs := changed(now, d.previous)
		still = d.largest(differs, false) < handMM2
		if o.waited < maxArrivalDelay && d.before.waited < maxArrivalDelay {
			d.changes = append(d.changes, difference{d.before.arrived, o.arrived, count(differs)})
		}
	}
	d.previous, d.before = now, o.exposure
	return still
}

// compensated removes from a picture what has changed everywhere since the table was free, as lamps and exposure do,
// channel by channel: the commonest change of its cells. What has come over the table changes in many ways.
func compensated(now, free []logColour) []logColour {
	for c := range 3 {
		var counts [2*lightSteps + 1]float64
		for i := range now {
			if k := math.RoundToEven(float64(now[i][c]-free[i][c]) / lightStep); math.Abs(k) < lightSteps {
				counts[lightSteps+int(k)]++
			}
		}
		most, change := 0.0, 0.0
		for k := 1; k < len(counts)-1; k++ {
			if near := counts[k-1] + counts[k] + counts[k+1]; near > most {
				most, change = near, float64(k-lightSteps)+(counts[k+1]-counts[k-1])/near
			}
		}
		for i := range now {
			now[i][c] -= float32(change * lightStep)
		}
	}
	return now
}

// inBlocks are the mean colours of blocks.
func inBlocks(of []logColour) []logColour {
	list := make([]logColour, blocks)
	for b := range list {
		for _, i := range cellsOf(b) {
			for c := range 3 {
				list[b][c] += of[i][c] / 4
			}
		}
	}
	return list
}

// changed returns which blocks show another thing. A shadow changes the brightness of a place and hardly its hue.
func changed(now, was []logColour) []bool {
	list := make([]bool, len(now))
	for b := range now {
		least, most := now[b][0]-was[b][0], now[b][0]-was[b][0]
		for c := 1; c < 3; c++ {
			least, most = min(least, now[b][c]-was[b][c]), max(most, now[b][c]-was[b][c])
		}
		list[b] = most-least > hueLog || most > changedLog || least < -3*changedLog
	}
	return list
}

func above(of []float32, limit float32) []bool {
	list := make([]bool, len(of))
	for i, v := range of {
		list[i] = v > limit
	}
	return list
}

func without(of, others []bool) []bool {
	for i := range of {
		of[i] = of[i] && !others[i]
	}
	return of
}

func count(of []bool) (n int) {
	for _, is := range of {
		if is {
			n++
		}
	}
	return n
}

// Finish says that the motions since Begin have ended at the park point. What they have shown is learnt: the arm's
// pace, and without a hand what it looks like and the camera's latency.
func (d *Detector) Finish() {
	shown, changes := d.shown, d.changes
	d.shown, d.changes = nil, nil
	if len(shown) == 0 || d.hand.there {
		return
	}
	d.paces = d.timeline.paces
	if d.hadHand {
		return
	}
	d.learnLatency(shown, changes)
	for _, o := range shown {
		o.tools = d.tools(o.exposure) // by what is known of the camera by now
		d.poses.remember(o, nil)
	}
}

// Mistaken says that what was last taken for a hand is the arm, also where the table was looked at without it since. It
// is learnt as the arm, and no hand is seen any more. What was likely a hand, and was only gone with the arm, may have
// left by chance: it is learnt when that has happened twice at a place. It reports whether something was learnt.
func (d *Detector) Mistaken() (learns bool) {
	o := d.alarms.mistaken()
	if o == nil {
		return false
	}
	for b, is := range o.hand {
		o.arm[b] = o.arm[b] || is
	}
	d.poses.remember(*o, o.hand)
	d.hand, d.hadHand, d.suspect, d.left = presence{}, false, false, nil
	return true
}
