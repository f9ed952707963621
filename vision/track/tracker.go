package track

import (
	"errors"
	"fmt"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
)

// Kind is what a picture says of the board's pose.
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

// Status is what a picture says of the board's pose, and what follows from it.
type Status struct {
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

// Tracker keeps the pose of a board, picture by picture. It is for one goroutine at a time; Close gives its memory
// back.
type Tracker struct {
	options   Options
	cal       calibration.Calibration
	pose      calibration.Pose // of the camera over the board as it is taken to lie
	estimator *estimator

	candidate   candidatePose // where it is seen for a while
	unseenSince time.Time     // since when it is not seen where it should be; zero: it is
	retryAfter  time.Duration
	stabilised  gocv.Mat // what Stabilise has drawn
	hiddenEdges [4]bool  // edges that are hidden although the board is where it should be
}

// candidatePose is a pose in which a board is seen, since when and how often.
type candidatePose struct {
	pose  calibration.Pose
	since time.Time
	count int
}

// NewTracker tracks the board of a calibration that knows the colours.
func NewTracker(cal calibration.Calibration, o Options) (*Tracker, error) {
	if cal.Colours == nil {
		return nil, fmt.Errorf("the calibration knows no colours of the squares: learn them from a picture of the start " +
			"position")
	}
	if err := cal.Validate(); err != nil {
		return nil, err
	}
	t := &Tracker{options: o.withDefaults(), cal: cal, stabilised: gocv.NewMat()}
	t.setPose(cal.Camera.Pose)
	return t, nil
}

// Close gives the memory back.
func (t *Tracker) Close() error { return t.stabilised.Close() }

// Pose is the camera's pose over the board as it is taken to lie.
func (t *Tracker) Pose() calibration.Pose { return t.pose }

// camera is the calibrated camera in a pose.
func (t *Tracker) camera(pose calibration.Pose) calibration.Camera {
	return calibration.Camera{Lens: t.cal.Camera.Lens, Pose: pose}
}

// setPose takes the board to lie in a pose from now on.
func (t *Tracker) setPose(pose calibration.Pose) {
	t.pose = pose
	t.estimator = newEstimator(t.cal.Board, t.camera(pose), newSignal(*t.cal.Colours))
	t.candidate, t.unseenSince, t.retryAfter, t.hiddenEdges = candidatePose{}, time.Time{}, t.options.Patience, [4]bool{}
}

// Estimate is where one picture shows the board.
type Estimate struct {
	picture gocv.Mat
	samples []uint8 // of the picture: rows of blue, green and red
	at      time.Time
	measurement
	pose     calibration.Pose
	seen     float64 // fraction of the lines that are seen where the board is taken to be
	searched bool    // it was looked for around there
}

// Locate measures where a picture, taken at a time, shows the board. The picture is 8-bit BGR of the size the camera
// was calibrated with; it must stay open while the estimate is used.
func (t *Tracker) Locate(picture gocv.Mat, at time.Time) (Estimate, error) {
	if err := t.cal.Camera.Lens.Fits(picture.Cols(), picture.Rows()); err != nil {
		return Estimate{}, err
	}
	if picture.Type() != gocv.MatTypeCV8UC3 || !picture.IsContinuous() {
		return Estimate{}, errors.New("the picture is not in 8-bit colour: read it as blue, green and red")
	}
	samples, err := picture.DataPtrUint8()
	if err != nil {
		return Estimate{}, fmt.Errorf("looking for the board in the picture: %w", err)
	}
	p := Estimate{picture: picture, samples: samples, at: at, measurement: t.estimator.measure(samples)}
	p.pose, p.seen = p.motion.of(t.pose, t.cal.Board.Half()), p.agreeing()
	if t.options.Stabilised {
		t.searchNearby(&p)
	}
	return p, nil
}

// searchNearby looks around the pose for a board that is not plainly seen there: near by, where not all lines were
// within reach, and farther off.
func (t *Tracker) searchNearby(p *Estimate) {
	if p.searched || p.seen >= clearlySeen && !t.mayHaveSlipped(p.measurement) {
		return
	}
	p.searched = true
	half := t.cal.Board.Half()
	for _, begin := range []motion{p.motion, t.estimator.gridSearch(p.samples)} {
		if there, where := t.measureFrom(begin.of(t.pose, half), p.samples); there.certain &&
			(!p.certain || there.agree > p.agree) {
			p.measurement, p.pose = there, where
		}
	}
}

// measureFrom measures where the board is, beginning with a pose near by.
func (t *Tracker) measureFrom(pose calibration.Pose, samples []uint8) (measurement, calibration.Pose) {
	there := newEstimator(t.cal.Board, t.camera(pose), t.estimator.signal)
	m := there.measure(samples)
	return m, m.motion.of(pose, t.cal.Board.Half())
}

// Update takes in an estimate and returns what follows. still says that the picture shows what the one before it
// showed, and covered that something lies over a board that was stabilised: such a board is not followed yet, lest a
// hand be taken for the table. The error is a *Lost where the board has drifted too far.
func (t *Tracker) Update(p Estimate, still, covered bool) (v Status, err error) {
	if still {
		t.searchNearby(&p)
	}
	v = Status{Kind: Hidden}
	doubtful := !p.certain || t.mayHaveSlipped(p.measurement)
	if p.certain {
		v, err = t.judgePose(p.pose, p.at, covered)
	} else {
		t.candidate = candidatePose{}
	}
	switch {
	case !doubtful:
		t.unseenSince, t.retryAfter = time.Time{}, t.options.Patience
	case err == nil && still:
		v, err = t.searchPicture(p, v)
	}
	v.Seen = p.seen
	if v.Kind != Moving {
		v.Drift = t.cal.Board.Drift(t.cal.Camera.Pose, t.pose)
	}
	return v, err
}

// judgePose judges the pose in which a picture, taken at a time, shows the board.
func (t *Tracker) judgePose(pose calibration.Pose, at time.Time, covered bool) (Status, error) {
	side := t.cal.Board.SquareMM
	drift := t.cal.Board.Drift(t.pose, pose)
	if drift.WorstMM < leastDrift*side {
		t.candidate = candidatePose{}
		return Status{Kind: InPlace}, nil
	}
	if t.candidate.count == 0 || t.cal.Board.Drift(t.candidate.pose, pose).WorstMM > samePose*side {
		t.candidate = candidatePose{pose: pose, since: at}
	}
	t.candidate.count++
	rest := t.options.Still
	if t.options.Stabilised && drift.WorstMM < nearbyDrift*side {
		rest = t.options.Patience
	}
	if t.candidate.count >= 2 && at.Sub(t.candidate.since) >= rest && !covered {
		return t.follow(pose)
	}
	kind := InPlace
	if drift.WorstMM >= misreadDrift*side {
		kind = Moving
	}
	return Status{Kind: kind, Drift: t.cal.Board.Drift(t.cal.Camera.Pose, pose)}, nil
}

// follow takes the board to lie in another pose from now on, if it may have drifted that far.
func (t *Tracker) follow(pose calibration.Pose) (Status, error) {
	before := t.pose
	t.setPose(pose)
	drift := t.cal.Board.Drift(t.cal.Camera.Pose, pose)
	if t.options.MostMM > 0 && drift.WorstMM > t.options.MostMM {
		return Status{Kind: Followed}, &Lost{Drift: drift, Arm: t.options.Arm}
	}
	v := Status{Kind: Followed}
	if by := t.cal.Board.Drift(before, pose); by.WorstMM >= misreadDrift*t.cal.Board.SquareMM {
		v.Text = fmt.Sprintf("The board has been moved or the camera has turned, by %v; it is followed.", by)
	}
	return v, nil
}

// mayHaveSlipped reports whether a whole outermost line of squares is nowhere to be seen: the board may have slipped
// by whole squares.
func (t *Tracker) mayHaveSlipped(m measurement) bool {
	for e, part := range m.edges {
		if part < leastOfEdge && !t.hiddenEdges[e] {
			return true
		}
	}
	return false
}

// searchPicture looks for a board in the whole picture that is not seen where it should be. That takes long, so it
// is done after a while, and then ever more rarely. A pose that is found is believed where more of the lines are
// seen than in the one before: what lies over the board's edge may have it found a square off.
func (t *Tracker) searchPicture(p Estimate, v Status) (Status, error) {
	if t.unseenSince.IsZero() {
		t.unseenSince = p.at
	}
	if p.at.Sub(t.unseenSince) < t.retryAfter {
		return v, nil
	}
	t.retryAfter = min(2*t.retryAfter, longestRetry*t.options.Patience)
	t.unseenSince = p.at
	pose, there, err := redetect(p.picture, t.cal.Board, t.camera(t.pose))
	elsewhere := there && t.cal.Board.Drift(t.pose, pose).WorstMM > misreadDrift*t.cal.Board.SquareMM
	if elsewhere {
		here, found := t.estimator.measure(p.samples), newEstimator(t.cal.Board, t.camera(pose),
			t.estimator.signal).measure(p.samples)
		elsewhere = found.certain && (!here.certain || found.agree > here.agree)
		there = elsewhere
	}
	switch {
	case err != nil:
		return v, err
	case elsewhere:
		return t.follow(pose)
	case there || v.Kind == InPlace: // something lies over an edge
		t.hiddenEdges = [4]bool{true, true, true, true}
		return v, nil
	}
	return Status{Kind: Missing,
		Text: "The board is not seen where it was calibrated: take away what hides it, or repeat `draughtsman calibrate " +
			"board`."}, nil
}
