package intruder

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
	across    = 120                    // cells along the picture's width
	fingertip = 200.0                  // mm² of the table: what hides less is none
	entering  = time.Second            // in which the arm has come in from its park point, or has gone back there
	braking   = 400 * time.Millisecond // for which an arm that is told to stand still may move on
	nearer    = 1.6                    // times faster than over the table the arm may seem to move, for it is nearer to the camera
	late      = 50 * time.Millisecond  // by which a picture may come later than another after it was taken
	slack     = 2.0                    // cells by which what is seen of the arm jumps
)

// Area is a rectangle of the table's plane, board mm.
type Area struct{ Min, Max calibration.BoardPoint }

// Watch looks at pictures of one table. It is for one goroutine at a time; Close
// gives its memory back.
type Watch struct {
	camera        calibration.Camera
	columns, rows int
	wide, high    float64 // of a cell, pixels
	disc          float64 // the widest, mm
	inside        []bool  // by cell: it belongs to the area
	least, big    int     // cells that a fingertip hides, and more than a disc does
	pace          float64 // cells that the arm seems to move in a second, at most
	small         gocv.Mat

	free  []tone // the table, with the arm at its park point; nil: not known
	away  []tone // the table, with the arm elsewhere; nil: not known
	entry []bool // where the arm is seen near its park point; nil: not known

	shapes  []Shape   // that the arm may have
	body    *body     // the one that it has; nil: not known
	keeps   pace      // how it keeps to its times
	timings []timing  // in the motions from which it was learnt
	proven  [cues]int // motions, from which it was not learnt yet, in which a cue was rightly silent

	// Of the motions since Begin:
	began, last time.Time  // the first picture, and the last one without a hand
	arm         []bool     // where the arm was seen in that
	hand        bool       // in the last picture
	stay        stay       // of that hand
	votes       []ballot   // what the cells look like most of the time
	tracks      []track    // in the pictures without a hand
	ways        []way      // of the tool; the last is the one that it is on
	touched     []bool     // where discs are taken up and let go
	doubts      [cues]bool // cues that there were
	disturbed   bool       // there was a hand
}

// track is where the arm was seen at a time.
type track struct {
	at    time.Time
	arm   []bool
	tints []tint // of the cells where it was
	way   int    // among the tool's, on which it was; -1: on an unknown one
}

// Options say what is watched.
type Options struct {
	Area   Area
	Speed  float64 // of the arm at most, mm/s
	DiscMM float64 // diameter
	Shapes []Shape // one of which the arm has; none: its shape is not known
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
	w := &Watch{camera: camera, columns: min(across, lens.Width), disc: o.DiscMM, shapes: o.Shapes, keeps: unsure}
	w.rows = max(1, w.columns*lens.Height/lens.Width)
	w.wide, w.high = float64(lens.Width)/float64(w.columns), float64(lens.Height)/float64(w.rows)
	w.inside = make([]bool, w.columns*w.rows)
	for i := range w.inside {
		at, err := camera.Locate(calibration.Pixel{
			X: (float64(i%w.columns)+.5)*w.wide - .5, Y: (float64(i/w.columns)+.5)*w.high - .5,
		}, 0)
		w.inside[i] = err == nil && at.X >= o.Area.Min.X && at.X <= o.Area.Max.X && at.Y >= o.Area.Min.Y && at.Y <= o.Area.Max.Y
	}
	const span = 100 // mm
	a, b := camera.Project(calibration.BoardPoint{X: -span / 2}), camera.Project(calibration.BoardPoint{X: span / 2})
	perMM := math.Hypot(a.X-b.X, a.Y-b.Y) / span / w.wide
	w.least = max(2, int(fingertip*perMM*perMM))
	w.big = max(w.least, int(1.5*o.DiscMM*o.DiscMM*perMM*perMM))
	w.pace = nearer * o.Speed * perMM
	w.small = gocv.NewMat()
	return w, nil
}

// Inherit takes over what a watch with another camera, or with the same one
// elsewhere, has learnt of the arm.
func (w *Watch) Inherit(from *Watch) {
	w.body, w.timings, w.keeps, w.proven = from.body, from.timings, from.keeps, from.proven
}

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
	w.free, w.arm = free, make([]bool, len(free))
	w.began, w.last, w.hand = time.Time{}, time.Time{}, false
	w.votes, w.tracks = make([]ballot, len(free)), w.tracks[:0]
	w.ways, w.touched = nil, make([]bool, len(free))
	w.doubts, w.disturbed = [cues]bool{}, false
	return nil
}

// Same tells whether a picture shows the table as it was at Begin.
func (w *Watch) Same(picture gocv.Mat) (bool, error) {
	now, err := w.cells(picture)
	if err != nil {
		return false, err
	}
	w.level(now)
	return unlike(now, w.free) < w.least, nil
}

// learn remembers what the motions since Begin have shown, which ended at the
// park point: what the arm looks like near it, and the table without the arm's
// shadow.
func (w *Watch) learn() {
	if len(w.tracks) == 0 || w.hand {
		return
	}
	w.entry = make([]bool, len(w.inside))
	for _, t := range w.tracks {
		if t.at.Sub(w.began) >= entering && w.last.Sub(t.at) >= entering {
			continue
		}
		for i, is := range t.arm {
			w.entry[i] = w.entry[i] || is
		}
	}
	w.away = make([]tone, len(w.votes))
	for i, b := range w.votes {
		w.away[i] = b.tone
	}
	w.learnShape()
}

// Look tells whether a picture that was taken at a time shows something over the
// area that is not the arm. A hand is seen until it was seen to go; the arm is taken to
// stand still meanwhile.
func (w *Watch) Look(picture gocv.Mat, at time.Time) (hand bool, err error) {
	if w.free == nil {
		return false, fmt.Errorf("looking for hands: it is not known what the free table looks like")
	}
	now, err := w.cells(picture)
	if err != nil {
		return false, err
	}
	if w.began.IsZero() {
		w.began, w.last = at, at
	}
	w.level(now)
	seen := w.differs(now)
	others := w.others(seen, at)
	hand = w.comesIn(others)
	if n := len(w.ways); !hand && n > 0 {
		for cue, is := range w.unexplained(seen, now, w.ways[n-1].tools(at, w.keeps)) {
			w.doubts[cue] = w.doubts[cue] || is
			hand = hand || is && w.proven[cue] >= enough[cue]
		}
	}
	if w.hand {
		hand = w.stays(now, at) || hand
	} else {
		w.stay = stay{came: at}
	}
	if w.hand = hand; hand {
		w.disturb()
		return true, nil
	}
	for i := range seen {
		seen[i] = seen[i] && !others[i]
		w.votes[i].add(now[i])
	}
	w.arm, w.last = seen, at
	w.tracks = append(w.tracks, track{at, seen, tintsOf(now, seen), len(w.ways) - 1})
	return false, nil
}

// disturb notes that there is a hand. Until the end of its way it is not known then
// how long the arm is held.
func (w *Watch) disturb() {
	w.disturbed = true
	if n := len(w.ways); n > 0 {
		w.ways[n-1].held = true
	}
}

// others is what is seen and cannot be the arm. Before anything is known of where
// the arm comes in from, all that is seen in the beginning is the arm.
func (w *Watch) others(seen []bool, at time.Time) []bool {
	others := make([]bool, len(seen))
	early := at.Sub(w.began) < entering
	if early && w.entry == nil {
		return others
	}
	from := w.arm
	if early {
		from = make([]bool, len(seen))
		for i := range from {
			from[i] = w.arm[i] || w.entry[i]
		}
	}
	moves := at.Sub(w.last)
	if w.hand {
		moves = min(moves, braking)
	}
	reach := float32(w.pace*(moves+late).Seconds() + slack)
	for i, d := range w.distances(from) {
		others[i] = seen[i] && d > reach
	}
	return others
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
