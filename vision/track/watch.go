package track

import (
	"errors"
	"fmt"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
)

// Kind is what a picture says of the board's place.
type Kind uint8

// The kinds.
const (
	InPlace  Kind = iota // where it is taken to be
	Hidden               // too little of it is seen to tell
	Moving               // elsewhere, and not yet at rest there
	Followed             // elsewhere: from now on it is taken to be there
	Missing              // not seen for a while, and not found elsewhere
)

// String is the kind's name: "in place".
func (k Kind) String() string {
	if k > Missing {
		return "unknown"
	}
	return [...]string{"in place", "hidden", "moving", "followed", "missing"}[k]
}

// Verdict is what a picture says of the board's place.
type Verdict struct {
	Kind  Kind
	Drift calibration.Drift // since the calibration, as far as it is known
	Seen  float64           // fraction of the lines between the squares that are seen where the board is taken to be
	Text  string            // a sentence for people where there is something to say
}

// Lost is the error for a board that has drifted too far to go on.
type Lost struct {
	Drift calibration.Drift
	Arm   bool // an arm plays on the board
}

// Error says what happened and which session to repeat.
func (l *Lost) Error() string {
	text := fmt.Sprintf("the board has been moved or the camera has turned (by %v): repeat `draughtsman calibrate board`",
		l.Drift)
	if l.Arm {
		return text + ", and unless it was the camera alone `draughtsman calibrate arm`, before the arm moves again"
	}
	return text
}

// Watch watches over the place of a board, picture by picture. It is for one
// goroutine at a time; Close gives its memory back.
type Watch struct {
	options Options
	cal     calibration.Calibration
	pose    calibration.Pose // where the board is taken to be
	tracker *tracker

	elsewhere stay      // where it is seen since a while
	unseen    time.Time // since when it is not seen where it should be; zero: it is
	wait      time.Duration
	steady    gocv.Mat // what Steady has drawn
	known     [4]bool  // edges that are hidden although the board is where it should be
}

// stay is a pose in which a board is seen, and since when.
type stay struct {
	pose  calibration.Pose
	since time.Time
	count int
}

// NewWatch watches over the board of a calibration that knows the colours.
func NewWatch(cal calibration.Calibration, o Options) (*Watch, error) {
	if cal.Colours == nil {
		return nil, fmt.Errorf("the calibration knows no colours of the squares: learn them from a picture of the start " +
			"position")
	}
	if err := cal.Validate(); err != nil {
		return nil, err
	}
	w := &Watch{options: o.withDefaults(), cal: cal, steady: gocv.NewMat()}
	w.aim(cal.Camera.Pose)
	return w, nil
}

// Close gives the memory back.
func (w *Watch) Close() error { return w.steady.Close() }

// Pose is where the board is taken to be.
func (w *Watch) Pose() calibration.Pose { return w.pose }

func (w *Watch) camera(pose calibration.Pose) calibration.Camera {
	return calibration.Camera{Lens: w.cal.Camera.Lens, Pose: pose}
}

// aim takes the board to be somewhere.
func (w *Watch) aim(pose calibration.Pose) {
	w.pose = pose
	w.tracker = newTracker(w.cal.Board, w.camera(pose), newSignal(*w.cal.Colours))
	w.elsewhere, w.unseen, w.wait, w.known = stay{}, time.Time{}, w.options.Patience, [4]bool{}
}

// Place is where one picture shows the board.
type Place struct {
	picture gocv.Mat
	samples []uint8 // of the picture: rows of blue, green and red
	at      time.Time
	measurement
	pose   calibration.Pose
	seen   float64 // fraction of the lines that are seen where the board is taken to be
	widely bool    // it was looked for around there
}

// Locate measures where a picture, taken at a time, shows the board. The picture is 8-bit BGR of the size
// the camera was
// calibrated with; it must stay open while the place is used.
func (w *Watch) Locate(picture gocv.Mat, at time.Time) (Place, error) {
	if err := w.cal.Camera.Lens.Fits(picture.Cols(), picture.Rows()); err != nil {
		return Place{}, err
	}
	if picture.Type() != gocv.MatTypeCV8UC3 || !picture.IsContinuous() {
		return Place{}, errors.New("the picture is not in 8-bit colour: read it as blue, green and red")
	}
	samples, err := picture.DataPtrUint8()
	if err != nil {
		return Place{}, fmt.Errorf("looking for the board in the picture: %w", err)
	}
	p := Place{picture: picture, samples: samples, at: at, measurement: w.tracker.measure(samples)}
	p.pose, p.seen = p.motion.of(w.pose, w.cal.Board.Half()), p.agreeing()
	if w.options.Steadied {
		w.lookAround(&p)
	}
	return p, nil
}

// lookAround looks for a board that is not seen where it is taken to be near by, so that not all lines were within
// reach, and farther off.
func (w *Watch) lookAround(p *Place) {
	if p.widely || p.seen >= plain && !w.doubtful(p.measurement) {
		return
	}
	p.widely = true
	half := w.cal.Board.Half()
	for _, begin := range []motion{p.motion, w.tracker.search(p.samples)} {
		if there, where := w.measureFrom(begin.of(w.pose, half), p.samples); there.certain &&
			(!p.certain || there.agree > p.agree) {
			p.measurement, p.pose = there, where
		}
	}
}

// measureFrom measures where the board is, beginning with a pose near by.
func (w *Watch) measureFrom(pose calibration.Pose, samples []uint8) (measurement, calibration.Pose) {
	there := newTracker(w.cal.Board, w.camera(pose), w.tracker.signal)
	m := there.measure(samples)
	return m, m.motion.of(pose, w.cal.Board.Half())
}

// Look says what a picture says of the board's place; still says that it shows what the one before it
// showed, and covered that something
// lies over a board that was steadied: such a board is not followed yet, so that nobody takes the hand for
// the table. The error is *Lost where
// the board has drifted too far.
func (w *Watch) Look(p Place, still, covered bool) (v Verdict, err error) {
	if still {
		w.lookAround(&p)
	}
	v = Verdict{Kind: Hidden}
	doubtful := !p.certain || w.doubtful(p.measurement)
	if p.certain {
		v, err = w.located(p.pose, p.at, covered)
	} else {
		w.elsewhere = stay{}
	}
	switch {
	case !doubtful:
		w.unseen, w.wait = time.Time{}, w.options.Patience
	case err == nil && still:
		v, err = w.lookAgain(p, v)
	}
	v.Seen = p.seen
	if v.Kind != Moving {
		v.Drift = w.cal.Board.Drift(w.cal.Camera.Pose, w.pose)
	}
	return v, err
}

// located judges the pose in which a picture shows the board.
func (w *Watch) located(pose calibration.Pose, at time.Time, covered bool) (Verdict, error) {
	side := w.cal.Board.SquareMM
	drift := w.cal.Board.Drift(w.pose, pose)
	if drift.WorstMM < noticed*side {
		w.elsewhere = stay{}
		return Verdict{Kind: InPlace}, nil
	}
	if w.elsewhere.count == 0 || w.cal.Board.Drift(w.elsewhere.pose, pose).WorstMM > same*side {
		w.elsewhere = stay{pose: pose, since: at}
	}
	w.elsewhere.count++
	rest := w.options.Still
	if w.options.Steadied && drift.WorstMM < within*side {
		rest = w.options.Patience
	}
	if w.elsewhere.count >= 2 && at.Sub(w.elsewhere.since) >= rest && !covered {
		return w.follow(pose)
	}
	kind := InPlace
	if drift.WorstMM >= unsettle*side {
		kind = Moving
	}
	return Verdict{Kind: kind, Drift: w.cal.Board.Drift(w.cal.Camera.Pose, pose)}, nil
}

// follow takes the board to be in another pose from now on, if it may have
// drifted that far.
func (w *Watch) follow(pose calibration.Pose) (Verdict, error) {
	before := w.pose
	w.aim(pose)
	drift := w.cal.Board.Drift(w.cal.Camera.Pose, pose)
	if w.options.MostMM > 0 && drift.WorstMM > w.options.MostMM {
		return Verdict{Kind: Followed}, &Lost{Drift: drift, Arm: w.options.Arm}
	}
	v := Verdict{Kind: Followed}
	if by := w.cal.Board.Drift(before, pose); by.WorstMM >= unsettle*w.cal.Board.SquareMM {
		v.Text = fmt.Sprintf("The board has been moved or the camera has turned, by %v; it is followed.", by)
	}
	return v, nil
}

// doubtful reports whether a whole outermost line of squares is nowhere to be
// seen: the board may have slipped by whole squares.
func (w *Watch) doubtful(m measurement) bool {
	const least = 0.08
	for e, part := range m.edges {
		if part < least && !w.known[e] {
			return true
		}
	}
	return false
}

// lookAgain looks for a board that is not seen where it should be in the whole
// picture: that takes long, so it is done after a while, and then ever more
// rarely. A place that is found is believed where more of the lines are seen than
// where the board was: what lies over its edge may have it found a square off.
func (w *Watch) lookAgain(p Place, v Verdict) (Verdict, error) {
	const rarest = 8 // times the patience
	if w.unseen.IsZero() {
		w.unseen = p.at
	}
	if p.at.Sub(w.unseen) < w.wait {
		return v, nil
	}
	w.wait = min(2*w.wait, rarest*w.options.Patience)
	w.unseen = p.at
	pose, there, err := again(p.picture, w.cal.Board, w.camera(w.pose))
	elsewhere := there && w.cal.Board.Drift(w.pose, pose).WorstMM > unsettle*w.cal.Board.SquareMM
	if elsewhere {
		here, found := w.tracker.measure(p.samples), newTracker(w.cal.Board, w.camera(pose),
			w.tracker.signal).measure(p.samples)
		elsewhere = found.certain && (!here.certain || found.agree > here.agree)
		there = elsewhere
	}
	switch {
	case err != nil:
		return v, err
	case elsewhere:
		return w.follow(pose)
	case there || v.Kind == InPlace: // something lies over an edge
		w.known = [4]bool{true, true, true, true}
		return v, nil
	}
	return Verdict{Kind: Missing,
		Text: "The board is not seen where it was calibrated: take away what hides it, or repeat `draughtsman calibrate " +
			"board`."}, nil
}
