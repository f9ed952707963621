package hands

import (
	"errors"
	"fmt"
	"image"
	"math"
	"slices"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
)

// Area is a rectangle on the table, board mm.
type Area struct{ Min, Max calibration.BoardPoint }

// Detector looks for hands in the pictures of one camera over one table. It is for one goroutine at a time; Close
// gives its memory back.
type Detector struct {
	camera                calibration.Camera
	columns, rows         int
	cellWidth, cellHeight float64     // pixels
	cellsPerMM            float64     // in the middle of the board
	maxSpeed              float64     // of the tool, mm/s
	armOnly               bool        // see Options
	discMM                float64     // largest diameter of a disc
	inArea                []bool      // by cell: it belongs to the area
	fingertipCells        int         // that a fingertip hides
	largeCells            int         // more than a disc hides
	model                 motionModel // how the parts of the arm move with its tool; nil: not known
	cartesian             bool        // the model is that of a Cartesian machine, with modes to be fitted
	small                 gocv.Mat    // the last picture, a pixel a cell

	parkedTable []logColour // the background with the arm at its park point; nil: not known
	movingTable []logColour // the background with the arm elsewhere; nil: not known

	learnt

	// Since Begin:

	lastFree        time.Time      // arrival of the last picture without a hand
	lastFreeDelay   time.Duration  // how long that one may have been held up
	armMask         []bool         // by cell: the arm was seen there in it
	armInViewSince  time.Time      // when the arm, whose looks are not known, came into view; zero: it has not
	handSeen        bool           // in the last picture
	presence        presence       // of that hand
	previous        []logColour    // the last picture; nil: there was none
	previousArrival time.Time      // its arrival
	previousDelay   time.Duration  // how long it may have been held up
	changedAt       []time.Time    // by cell: when it was last seen to change
	votes           []majorityVote // by cell: its colour in most pictures without a hand
	observations    []observation  // one for each picture without a hand
	differences     []difference   // one for each two pictures
	timeline        timeline       // where the tool is when
	gripMask        []bool         // by cell: a disc is gripped or released there
	strongest       strengths      // in the pictures without a hand
	hadHand         bool           // a hand was seen
	suspected       bool           // a cue was above its limit in the last picture
	alarm           alarm          // the last one
}

// learnt is what a detector knows of its arm and its camera from motions without a hand. It stays good when the board
// slips a little in the picture.
type learnt struct {
	arrivals    arrivals
	interval    time.Duration // mean, between pictures
	latency     Latency
	latencies   []Latency            // of the last motions
	paces       []float64            // of the last motions, see timeline
	noise       channelNoise         // of the pictures
	flicker     flickerCells         // of the pictures
	silhouettes silhouetteStore      // what the arm looks like
	armColours  colourCounts         // which colours it has
	history     [cueCount]cueHistory // how strong the cues were
}

// observation is what one picture showed of the arm.
type observation struct {
	from, to time.Time   // between which it was taken, were the latency 0
	mask     []bool      // by cell: the arm is there
	colours  []colourBin // by cell, where the arm is
	doubtful bool        // what is seen may be something else
}

// alarm is what was last taken for a hand.
type alarm struct {
	strengths   strengths
	observation observation
}

// Options say what is watched.
type Options struct {
	Area    Area    // into which no hand may come
	Speed   float64 // of the tool at most, mm/s
	DiscMM  float64 // largest diameter of a disc
	Axes    Axes    // of a Cartesian machine; zero: it is none, or they are not known
	Links   Links   // of a jointed arm; nil: it is none, or they are not known
	Latency Latency // of the camera; zero: not known
	ArmOnly bool    // nothing but the arm comes over the area: all that is seen is the arm
}

// New prepares a detector for an area of the table in the pictures of a camera. It is an error when the camera is not
// valid, or when the arm's speed is not a positive number.
func New(camera calibration.Camera, o Options) (*Detector, error) {
	if err := camera.Validate(); err != nil {
		return nil, err
	}
	if !(o.Speed > 0) || math.IsInf(o.Speed, 0) {
		return nil, fmt.Errorf("the arm's greatest speed is %g mm/s; it must be more than 0", o.Speed)
	}
	lens := camera.Lens
	d := &Detector{camera: camera, columns: min(maxColumns, lens.Width), discMM: o.DiscMM, maxSpeed: o.Speed,
		armOnly: o.ArmOnly}
	d.rows = max(1, d.columns*lens.Height/lens.Width)
	d.cellWidth, d.cellHeight = float64(lens.Width)/float64(d.columns), float64(lens.Height)/float64(d.rows)
	d.inArea = make([]bool, d.columns*d.rows)
	for i := range d.inArea {
		at, err := camera.Locate(calibration.Pixel{
			X: (float64(i%d.columns)+.5)*d.cellWidth - .5, Y: (float64(i/d.columns)+.5)*d.cellHeight - .5,
		}, 0)
		d.inArea[i] = err == nil && at.X >= o.Area.Min.X && at.X <= o.Area.Max.X && at.Y >= o.Area.Min.Y &&
			at.Y <= o.Area.Max.Y
	}
	const span = 100 // mm
	a, b := camera.Project(calibration.BoardPoint{X: -span / 2}), camera.Project(calibration.BoardPoint{X: span / 2})
	d.cellsPerMM = math.Hypot(a.X-b.X, a.Y-b.Y) / span / d.cellWidth
	d.fingertipCells = max(minCells, int(fingertipMM2*d.cellsPerMM*d.cellsPerMM))
	d.largeCells = max(d.fingertipCells, int(largeFactor*o.DiscMM*o.DiscMM*d.cellsPerMM*d.cellsPerMM))
	switch {
	case o.Links != nil:
		d.model = jointedModel(o.Links)
	case o.Axes != Axes{}:
		d.model, d.cartesian = cartesianModel(o.Axes), true
	}
	d.latency, d.armColours = o.Latency, colourCounts{}
	if d.latency == (Latency{}) {
		d.latency = UnknownLatency
	}
	d.small = gocv.NewMat()
	return d, nil
}

// Inherit takes over what another detector has learnt of the same arm, as after the camera or the board has moved. It
// does nothing if their pictures differ in size.
func (d *Detector) Inherit(from *Detector) {
	if len(d.inArea) == len(from.inArea) {
		d.learnt = from.learnt
	}
}

// Latency returns how late the camera's pictures come, UnknownLatency before that was measured, and the mean interval
// between them.
func (d *Detector) Latency() (Latency, time.Duration) { return d.latency, d.interval }

// Close gives the detector's memory back.
func (d *Detector) Close() error { return d.small.Close() }

// Begin takes a picture of the table with nothing over it and the arm at its park point, about to move. What the
// motions before have shown is learnt. It is an error when the picture has another size than the camera's, or is not
// 8-bit BGR.
func (d *Detector) Begin(picture gocv.Mat) error {
	free, err := d.toCells(picture)
	if err != nil {
		return err
	}
	d.learn()
	d.parkedTable, d.armMask, d.previous = free, make([]bool, len(free)), nil
	d.lastFree, d.previousArrival, d.armInViewSince, d.handSeen = time.Time{}, time.Time{}, time.Time{}, false
	d.changedAt = make([]time.Time, len(free))
	d.votes, d.observations, d.differences = make([]majorityVote, len(free)), d.observations[:0], d.differences[:0]
	d.timeline, d.gripMask = timeline{paces: d.paces}, make([]bool, len(free))
	d.strongest, d.hadHand, d.suspected = strengths{}, false, false
	d.arrivals.pause() // nobody has asked for pictures meanwhile
	return nil
}

// MotionBegins says that the tool sets out on some legs at a time, by the clock by which pictures arrive. The motions
// before have ended by then.
func (d *Detector) MotionBegins(legs []Leg, at time.Time) {
	if len(legs) == 0 {
		return
	}
	d.timeline.begin(legs, at)
	for _, l := range legs {
		if !l.Touches || d.gripMask == nil {
			continue
		}
		ground := l.To // a disc there, low or high, hides this much of the table
		ground.Z = 0
		if s, ok := d.segment(ground, l.To); ok {
			d.markNear(d.gripMask, s, float32(d.discMM)/2*s.cellsPerMM+discMarginCells)
		}
	}
}

// MotionEnds says that the tool has come to the end of its way.
func (d *Detector) MotionEnds(at time.Time) { d.timeline.end(at) }

// PositionLost says that from a time on the tool moves and nobody knows where it is, as while the arm homes. The next
// MotionBegins ends that.
func (d *Detector) PositionLost(at time.Time) { d.timeline.lose(at) }

// Hold says that from a time on the arm is held, or that it goes on.
func (d *Detector) Hold(held bool, at time.Time) { d.timeline.hold(held, at) }

// Same reports whether a picture shows the table as it was at Begin. The errors are those of Begin.
func (d *Detector) Same(picture gocv.Mat) (bool, error) {
	now, err := d.toCells(picture)
	if err != nil {
		return false, err
	}
	d.compensateLight(now)
	return d.countChanged(now, d.parkedTable) < d.leastHandCells(), nil
}

// Detection is what one picture shows.
type Detection struct {
	Hand  bool // something that is not the arm is over the area
	Still bool // nothing has changed since the picture before
}

// Detect says what a picture shows that arrived at a time. A hand that was seen is reported until it is seen to have
// gone; the arm is taken to be held meanwhile. It is an error before Begin; the others are those of Begin.
func (d *Detector) Detect(picture gocv.Mat, at time.Time) (Detection, error) {
	if d.parkedTable == nil {
		return Detection{}, fmt.Errorf("looking for hands: it is not known what the free table looks like")
	}
	now, err := d.toCells(picture)
	if err != nil {
		return Detection{}, err
	}
	waited, interval := d.arrivals.add(at)
	d.interval = interval
	if d.lastFree.IsZero() {
		d.lastFree = at
	}
	d.compensateLight(now)
	still := d.compareWithPrevious(now, at, waited)
	seen := d.changedCells(now)
	tools := d.timeline.positions(at.Add(-waited-d.latency.Most-arrivalJitter), at.Add(arrivalJitter-d.latency.Least),
		toolStepMM)
	strengths, reach := d.strengths(at, seen, now, tools, d.armReach(at, waited))
	hand := !d.armOnly && d.isHand(strengths, still)
	if hand && d.absorbLying(seen, now, at) {
		strengths, reach = d.strengths(at, seen, now, tools, d.armReach(at, waited))
		hand = d.isHand(strengths, still)
	}
	others := d.outside(seen, reach)
	if hand {
		d.alarm = alarm{strengths, observation{at.Add(-waited), at, seen, colourBinsOf(now, seen), false}}
	}
	if d.handSeen {
		hand = d.handStays(now, at) || hand
	} else {
		d.presence = presence{came: at}
	}
	if d.handSeen = hand; hand {
		d.hadHand = true
		return Detection{Hand: true, Still: still}, nil
	}
	for cue, s := range strengths {
		d.strongest[cue] = max(d.strongest[cue], s)
	}
	for i := range seen {
		seen[i] = seen[i] && !others[i]
		d.votes[i].add(now[i])
	}
	d.armMask, d.lastFree, d.lastFreeDelay = seen, at, waited
	doubtful := strengths[beyondSilhouettes] > doubtfulCells || strengths[beyondModel] > doubtfulCells
	d.observations = append(d.observations, observation{at.Add(-waited), at, seen, colourBinsOf(now, seen), doubtful})
	return Detection{Still: still}, nil
}

// compareWithPrevious records which cells have changed since the picture before, and reports whether none has beyond
// noise.
func (d *Detector) compareWithPrevious(now []logColour, at time.Time, waited time.Duration) (still bool) {
	n := 0
	before, moves := d.previous, d.armReach(at, waited)
	if before == nil {
		before = d.parkedTable
	}
	changed := make([]bool, len(now))
	near := d.distances(d.armMask)
	for i := range now {
		if !d.isLight(now[i], before[i]) {
			d.changedAt[i] = at
			changed[i] = float64(near[i]) > moves
			n++
		}
	}
	d.flicker.update(d, changed)
	if d.previous != nil {
		if waited < maxArrivalDelay && d.previousDelay < maxArrivalDelay {
			d.differences = append(d.differences, difference{d.previousArrival, at, n})
		}
		still = n < d.leastHandCells()
	}
	d.previous, d.previousArrival, d.previousDelay = now, at, waited
	return still
}

// armReach returns how many cells the arm may have moved since the last picture without a hand.
func (d *Detector) armReach(at time.Time, waited time.Duration) float64 {
	moves := at.Sub(d.lastFree) + d.lastFreeDelay
	if d.handSeen {
		moves = min(moves, brakeTime)
	}
	return perspectiveGain*d.cellsPerMM*d.maxSpeed*(moves+arrivalJitter).Seconds() + envelopeSlackCells
}

// outside returns which of the changed cells are not where the arm may be.
func (d *Detector) outside(seen []bool, reach envelope) []bool {
	limit := float32(min(d.limit(beyondReach), armGrowthCells))
	others := make([]bool, len(seen))
	if d.armOnly {
		return others
	}
	for i := range seen {
		others[i] = seen[i] && reach[i] > limit
	}
	return others
}

// absorbLying makes blobs part of the table that lie within the area, have not moved for a while and are not much
// larger than a disc: a piece that somebody has moved, a disc that fell. It removes them from the changed cells, and
// reports whether there was one.
func (d *Detector) absorbLying(seen []bool, now []logColour, at time.Time) (any bool) {
	moved := func(i int) bool { return at.Sub(d.changedAt[i]) < lyingTime }
	for _, blob := range d.blobs(seen) {
		_, out := d.extent(blob)
		if out || len(blob) >= lyingDiscSizes*d.largeCells || slices.ContainsFunc(blob, moved) {
			continue
		}
		for _, i := range blob {
			d.parkedTable[i], seen[i], any = now[i], false, true
		}
	}
	return any
}

// isHand reports whether a cue is clearly stronger than the arm alone makes it: much stronger, or in the second
// picture in a row. Where nothing has changed since the picture before, the arm stands and hides what it did: a second
// picture says no more of that than the first.
func (d *Detector) isHand(strengths strengths, still bool) bool {
	most := 0.0
	for cue, s := range strengths {
		limit := d.limit(cue)
		if cue == hiddenArea && still {
			limit *= sureFactor
		}
		most = max(most, s/limit)
	}
	before := d.suspected
	d.suspected = most > 1
	return most > sureFactor || d.suspected && before
}

// toCells scales a picture down to cells.
func (d *Detector) toCells(picture gocv.Mat) ([]logColour, error) {
	if err := d.camera.Lens.Fits(picture.Cols(), picture.Rows()); err != nil {
		return nil, fmt.Errorf("looking for hands: %w", err)
	}
	if picture.Type() != gocv.MatTypeCV8UC3 {
		return nil, errors.New("looking for hands: the picture is not in 8-bit colour: read it as blue, green and red")
	}
	if err := gocv.Resize(picture, &d.small, image.Pt(d.columns, d.rows), 0, 0, gocv.InterpolationArea); err != nil {
		return nil, fmt.Errorf("looking for hands: %w", err)
	}
	bytes, err := d.small.DataPtrUint8()
	if err != nil {
		return nil, fmt.Errorf("looking for hands: %w", err)
	}
	return logColours(bytes), nil
}
