package hands

import (
	"errors"
	"fmt"
	"image"
	"math"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
)

// How the arm is told from a hand.
const (
	across    = 120                     // cells along the picture's width
	fingertip = 200.0                   // mm² of the table: what hides less is none
	entering  = 1500 * time.Millisecond // in which an arm of which nothing is known comes into view
	// times faster than its tool over the table a part may seem to move, for it is nearer to the camera
	nearer = 1.6
	late   = 30 * time.Millisecond // by which a picture may be older than it seems
	slack  = 2.0                   // cells by which what is seen of the arm jumps
	toolMM = 8.0                   // between places at which the tool is looked for
)

// Area is a rectangle of the table's plane, board mm.
type Area struct{ Min, Max calibration.BoardPoint }

// Watch looks at pictures of one table. It is for one goroutine at a time; Close
// gives its memory back.
type Watch struct {
	camera        calibration.Camera
	columns, rows int
	wide, high    float64 // of a cell, pixels
	perMM         float64 // cells a millimetre on the board
	speed         float64 // of the tool at most, mm/s
	armOnly       bool
	disc          float64 // the widest, mm
	inside        []bool  // by cell: it belongs to the area
	least, big    int     // cells that a fingertip hides, and more than a disc does
	parts         parts   // how the arm's move; nil: it is not known
	straight      bool    // and they move in some ways, of which it is learnt which
	small         gocv.Mat

	free []tone // the table, with the arm at its park point; nil: not known
	away []tone // the table, with the arm elsewhere; nil: not known

	learnt

	// Of the motions since Begin:
	began, last time.Time     // the first picture, and the last one without a hand
	inView      time.Time     // since when there is something of an arm whose looks are not known
	arm         []bool        // where the arm was seen in that
	waited      time.Duration // of that on its way
	hand        bool          // in the last picture
	stay        stay          // of that hand
	before      []tone        // the last picture
	arrived     time.Time     // when,
	queued      time.Duration // and how long it had waited
	changed     []time.Time   // by cell: when it was seen to change last
	votes       []ballot      // what the cells look like most of the time
	tracks      []track       // in the pictures without a hand
	changes     []change      // between pictures
	way         timeline      // of the tool
	touched     []bool        // where discs are taken up and let go
	strongest   strengths
	disturbed   bool  // there was a hand
	suspected   bool  // the last picture may have shown a hand
	alarm       alarm // of the last picture with a hand
}

// learnt is what a watch knows of its arm and its camera from motions without a
// hand. It does not depend on where the board lies in the picture by more than a
// little.
type learnt struct {
	arrivals  arrivals
	interval  time.Duration // between pictures, on average
	latency   Latency
	latencies []Latency // in the last motions
	paces     []float64
	grain     grain   // of the pictures
	speckle   speckle // likewise
	memory    memory  // what the arm looks like
	tints     tints   // in which it was seen
	trust     [cues]trust
}

// track is what was seen of the arm in a picture.
type track struct {
	from, to time.Time // when it was taken if the latency is 0
	arm      []bool
	tints    []tint // of the cells where it was
	doubtful bool   // it may show something else
}

// alarm is what was taken for a hand.
type alarm struct {
	strengths strengths
	track     track
}

// Options say what is watched.
type Options struct {
	Area    Area
	Speed   float64 // of the arm at most, mm/s
	DiscMM  float64 // diameter
	Axes    Axes    // of a machine with straight axes; zero: it is none, or not known
	Shape   Shape   // of an arm whose joints are known; nil: they are not
	Latency Latency // of the camera; zero: not known
	ArmOnly bool    // nothing but the arm comes over the area: all that is seen is the arm
}

// New prepares the watching of an area with a camera.
func New(camera calibration.Camera, o Options) (*Watch, error) {
	if err := camera.Validate(); err != nil {
		return nil, err
	}
	if !(o.Speed > 0) || math.IsInf(o.Speed, 0) {
		return nil, fmt.Errorf("the arm's greatest speed is %g mm/s; it must be more than 0", o.Speed)
	}
	lens := camera.Lens
	w := &Watch{camera: camera, columns: min(across, lens.Width), disc: o.DiscMM, speed: o.Speed, armOnly: o.ArmOnly}
	w.rows = max(1, w.columns*lens.Height/lens.Width)
	w.wide, w.high = float64(lens.Width)/float64(w.columns), float64(lens.Height)/float64(w.rows)
	w.inside = make([]bool, w.columns*w.rows)
	for i := range w.inside {
		at, err := camera.Locate(calibration.Pixel{
			X: (float64(i%w.columns)+.5)*w.wide - .5, Y: (float64(i/w.columns)+.5)*w.high - .5,
		}, 0)
		w.inside[i] = err == nil && at.X >= o.Area.Min.X && at.X <= o.Area.Max.X && at.Y >= o.Area.Min.Y &&
			at.Y <= o.Area.Max.Y
	}
	const span = 100 // mm
	a, b := camera.Project(calibration.BoardPoint{X: -span / 2}), camera.Project(calibration.BoardPoint{X: span / 2})
	w.perMM = math.Hypot(a.X-b.X, a.Y-b.Y) / span / w.wide
	w.least = max(2, int(fingertip*w.perMM*w.perMM))
	w.big = max(w.least, int(1.5*o.DiscMM*o.DiscMM*w.perMM*w.perMM))
	switch {
	case o.Shape != nil:
		w.parts = jointed(o.Shape)
	case o.Axes != Axes{}:
		w.parts, w.straight = straight(o.Axes), true
	}
	w.latency, w.tints = o.Latency, tints{}
	if w.latency == (Latency{}) {
		w.latency = UnknownLatency
	}
	w.small = gocv.NewMat()
	return w, nil
}

// Inherit takes over what a watch with another camera, or with the same one
// elsewhere, has learnt of the arm.
func (w *Watch) Inherit(from *Watch) {
	if len(w.inside) == len(from.inside) {
		w.learnt = from.learnt
	}
}

// Latency is how late the camera's pictures are, as far as that is known, and the
// mean interval between them.
func (w *Watch) Latency() (Latency, time.Duration) { return w.latency, w.interval }

// Close gives the watch's memory back.
func (w *Watch) Close() error { return w.small.Close() }

// Begin says that a picture shows the table with nothing over it and the arm at
// its park point, from where it is about to move.
func (w *Watch) Begin(picture gocv.Mat) error {
	free, err := w.cells(picture)
	if err != nil {
		return err
	}
	w.learn()
	w.free, w.arm, w.before = free, make([]bool, len(free)), nil
	w.began, w.last, w.arrived, w.inView, w.hand = time.Time{}, time.Time{}, time.Time{}, time.Time{}, false
	w.changed = make([]time.Time, len(free))
	w.votes, w.tracks, w.changes = make([]ballot, len(free)), w.tracks[:0], w.changes[:0]
	w.way, w.touched = timeline{paces: w.paces}, make([]bool, len(free))
	w.strongest, w.disturbed, w.suspected = strengths{}, false, false
	w.arrivals.pause() // nobody has asked for pictures meanwhile
	return nil
}

// Along says which way the tool takes from a time on, by the clock of the pictures'
// arrival. It is where the first leg begins, and has come to the end of what was
// said before.
func (w *Watch) Along(legs []Leg, at time.Time) {
	if len(legs) == 0 {
		return
	}
	w.way.begin(legs, at)
	for _, l := range legs {
		if !l.Touches || w.touched == nil {
			continue
		}
		ground := l.To // a disc there, low or high, hides this much of the table
		ground.Z = 0
		if s, ok := w.stick(ground, l.To); ok {
			w.mark(w.touched, s, float32(w.disc)/2*s.perMM+discSpare)
		}
	}
}

// discSpare is how many cells beside a disc change with it.
const discSpare = 1.5

// Ended says that the tool has come to the end of its way.
func (w *Watch) Ended(at time.Time) { w.way.end(at) }

// Lost says that the tool moves from a time on, and that it is not known where, until
// the next way is told.
func (w *Watch) Lost(at time.Time) { w.way.lose(at) }

// Rest says that the arm is held from a time on, or that it goes on.
func (w *Watch) Rest(held bool, at time.Time) { w.way.rest(held, at) }

// Same tells whether a picture shows the table as it was at Begin.
func (w *Watch) Same(picture gocv.Mat) (bool, error) {
	now, err := w.cells(picture)
	if err != nil {
		return false, err
	}
	w.level(now)
	return w.unlike(now, w.free) < w.tip(), nil
}

// Sight is what a picture shows.
type Sight struct {
	Hand  bool // something over the area that is not the arm
	Still bool // nothing has changed since the picture before
}

// Look tells what a picture shows that has arrived at a time. A hand is seen until it
// was seen to go; the arm is taken to stand still meanwhile.
func (w *Watch) Look(picture gocv.Mat, at time.Time) (Sight, error) {
	if w.free == nil {
		return Sight{}, fmt.Errorf("looking for hands: it is not known what the free table looks like")
	}
	now, err := w.cells(picture)
	if err != nil {
		return Sight{}, err
	}
	waited, interval := w.arrivals.add(at)
	w.interval = interval
	if w.began.IsZero() {
		w.began, w.last = at, at
	}
	w.level(now)
	still := w.compare(now, at, waited)
	seen := w.differs(now)
	tools := w.way.span(at.Add(-waited-w.latency.Most-late), at.Add(late-w.latency.Least), toolMM)
	strengths, way := w.strengths(at, seen, now, tools, w.reach(at, waited))
	hand := !w.armOnly && w.believe(strengths)
	if hand && w.absorb(seen, now, at) {
		strengths, way = w.strengths(at, seen, now, tools, w.reach(at, waited))
		hand = w.believe(strengths)
	}
	others := w.outside(seen, way)
	if hand {
		w.alarm = alarm{strengths, track{at.Add(-waited), at, seen, tintsOf(now, seen), false}}
	}
	if w.hand {
		hand = w.stays(now, at) || hand
	} else {
		w.stay = stay{came: at}
	}
	if w.hand = hand; hand {
		w.disturbed = true
		return Sight{Hand: true, Still: still}, nil
	}
	for cue, s := range strengths {
		w.strongest[cue] = max(w.strongest[cue], s)
	}
	for i := range seen {
		seen[i] = seen[i] && !others[i]
		w.votes[i].add(now[i])
	}
	w.arm, w.last, w.waited = seen, at, waited
	doubtful := strengths[besideArm] > doubtCells || strengths[besideParts] > doubtCells
	w.tracks = append(w.tracks, track{at.Add(-waited), at, seen, tintsOf(now, seen), doubtful})
	return Sight{Still: still}, nil
}

// compare notes what has changed since the picture before, and tells whether
// that is nothing.
func (w *Watch) compare(now []tone, at time.Time, waited time.Duration) (still bool) {
	n := 0
	before, moves := w.before, w.reach(at, waited)
	if before == nil {
		before = w.free
	}
	changed := make([]bool, len(now))
	near := w.distances(w.arm)
	for i := range now {
		if !w.isLight(now[i], before[i]) {
			w.changed[i] = at
			changed[i] = float64(near[i]) > moves
			n++
		}
	}
	w.speckle.see(w, changed)
	if w.before != nil {
		if waited < mostWaited && w.queued < mostWaited {
			w.changes = append(w.changes, change{w.arrived, at, n})
		}
		still = n < w.tip()
	}
	w.before, w.arrived, w.queued = now, at, waited
	return still
}

// reach is how many cells the arm can have moved since the last picture without a
// hand.
func (w *Watch) reach(at time.Time, waited time.Duration) float64 {
	moves := at.Sub(w.last) + w.waited
	if w.hand {
		moves = min(moves, brakeTime)
	}
	return nearer*w.perMM*w.speed*(moves+late).Seconds() + slack
}

// outside are the cells of what is seen that are not where the arm may be.
func (w *Watch) outside(seen []bool, way envelope) []bool {
	limit := float32(min(w.limit(besideWay), mostGrowth))
	others := make([]bool, len(seen))
	if w.armOnly {
		return others
	}
	for i := range seen {
		others[i] = seen[i] && way[i] > limit
	}
	return others
}

const (
	mostGrowth = 12          // cells, by which what is taken for the arm may be seen outside of its envelope
	doubtCells = 1.5         // outside of the envelopes, with which a picture is not remembered as the arm's
	lyingDiscs = 2           // that may lie beside each other
	lyingTime  = time.Second // for which a thing has not moved that lies on the table
)

// absorb takes for a part of the table what lies there by itself, unmoved, and is not
// much larger than a disc: a piece that somebody has moved, a disc that fell. It is taken
// out of what is seen, and the answer is whether there was any.
func (w *Watch) absorb(seen []bool, now []tone, at time.Time) (any bool) {
	w.pieces(seen, func(piece []int) {
		if _, out := w.reaches(piece); out || len(piece) >= lyingDiscs*w.big {
			return
		}
		for _, i := range piece {
			if at.Sub(w.changed[i]) < lyingTime {
				return
			}
		}
		for _, i := range piece {
			w.free[i], seen[i], any = now[i], false, true
		}
	})
	return any
}

// believe reports whether a cue is stronger than the arm alone makes it: much stronger, or
// for the second picture in a row.
func (w *Watch) believe(strengths strengths) bool {
	const much = 2
	most := 0.0
	for cue, s := range strengths {
		most = max(most, s/w.limit(cue))
	}
	before := w.suspected
	w.suspected = most > 1
	return most > much || w.suspected && before
}

// cells is a picture in cells.
func (w *Watch) cells(picture gocv.Mat) ([]tone, error) {
	if err := w.camera.Lens.Fits(picture.Cols(), picture.Rows()); err != nil {
		return nil, fmt.Errorf("looking for hands: %w", err)
	}
	if picture.Type() != gocv.MatTypeCV8UC3 {
		return nil, errors.New("looking for hands: the picture is not in 8-bit colour: read it as blue, green and red")
	}
	if err := gocv.Resize(picture, &w.small, image.Pt(w.columns, w.rows), 0, 0, gocv.InterpolationArea); err != nil {
		return nil, fmt.Errorf("looking for hands: %w", err)
	}
	bytes, err := w.small.DataPtrUint8()
	if err != nil {
		return nil, fmt.Errorf("looking for hands: %w", err)
	}
	return tones(bytes), nil
}
