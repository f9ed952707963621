package calibrated

import (
	"fmt"
	"slices"
	"time"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/vision"
)

// Reader reads pictures of one calibrated table, one after the other. It is for one goroutine at a time; Close gives
// its memory back.
type Reader struct {
	cal              calibration.Calibration
	view             *boardView
	illumination     illuminationModel
	contents         contentModel
	locator          *locator
	motion           motion
	occlusion        occlusionDetector
	surroundings     *surroundings
	backgrounds      backgrounds
	lastFree         time.Time     // when the last picture was taken in which nothing lay over the board
	lastIllumination illumination  // of the last picture
	tones            []measurement // of its squares, by number
	unexplained      []cellOfBoard // those that show neither themselves nor a piece
	patches          []patch       // of its squares, by number; nil: they were not looked at
	recognised       []bool        // by number: those that look as remembered
	appearances      appearances
}

// NewReader prepares the reading of pictures. It is an error when the calibration has no learnt colours, is not
// valid, or has a corner of the board out of the picture.
func NewReader(cal calibration.Calibration) (*Reader, error) {
	if cal.Colours == nil {
		return nil, fmt.Errorf("the calibration knows no colours of the pieces: learn them from a picture of the start " +
			"position")
	}
	if err := cal.Colours.Validate(cal.Board); err != nil {
		return nil, err
	}
	v, err := newBoardView(cal)
	if err != nil {
		return nil, err
	}
	return &Reader{
		cal:          cal,
		view:         v,
		illumination: newIlluminationModel(v.squares, cal.Colours.Bare),
		contents:     contentModelOf(*cal.Colours),
		locator:      newLocator(cal, v.grid, v.squares.played),
		occlusion:    newOcclusionDetector(cal, v),
		backgrounds:  newBackgrounds(contentModelOf(*cal.Colours), len(v.squares.played)),
		surroundings: newSurroundings(cal),
	}, nil
}

// Aim has the reader look at the board in another pose, as after the board was moved or the camera nudged. The error
// says that the camera no longer sees all of it.
func (r *Reader) Aim(pose calibration.Pose) error {
	const near = 0.5 // squares: the same light still falls on the board
	cal := r.cal
	cal.Camera.Pose = pose
	far := cal.Board.Drift(r.cal.Camera.Pose, pose).WorstMM > near*cal.Board.SquareMM
	v, err := newBoardView(cal)
	if err != nil {
		return err
	}
	r.view.close()
	r.view, r.cal = v, cal
	r.illumination = newIlluminationModel(v.squares, r.illumination.looks)
	r.locator = newLocator(cal, v.grid, v.squares.played)
	r.motion, r.occlusion, r.surroundings = motion{}, newOcclusionDetector(cal, v), newSurroundings(cal)
	if r.patches = nil; far {
		r.appearances = appearances{}
	}
	return nil
}

// BoardReading is what one picture says of a board of any size. Squares are counted as calibration.Board counts them;
// index 0 is unused.
type BoardReading struct {
	Odds       []vision.Odds
	Offset     [][2]float64 // mm, board x and y: from the square's centre to the piece's; 0 where empty
	Hidden     []bool       // something other than pieces seems to be over the square
	Moving     bool         // differs from the picture before it
	Obstructed bool         // something other than pieces is over the board
	Strange    float64      // fraction of the squares that show neither themselves nor a piece
}

// Read says what a picture of an 8×8 board shows; at is when it was received. The picture is 8-bit BGR of the size
// the camera was calibrated with. Moving compares it with the picture read before; the first one does not move.
func (r *Reader) Read(picture gocv.Mat, at time.Time) (vision.Sighting, error) {
	if n := r.view.squares.size; n != checkers.Size {
		return vision.Sighting{}, fmt.Errorf("no game is played on a board of %[1]d×%[1]d squares: only 8×8 is", n)
	}
	board, err := r.ReadBoard(picture)
	if err != nil {
		return vision.Sighting{}, err
	}
	reaching, err := r.surroundings.reachedInto(picture, at, r.unexplained)
	if err != nil {
		return vision.Sighting{}, fmt.Errorf("looking beside the board: %w", err)
	}
	seen := vision.Sighting{Time: at, Moving: board.Moving, Obstructed: board.Obstructed || reaching}
	if !seen.Obstructed {
		lasted := at.Sub(r.lastFree)
		r.illumination.keep(r.lastIllumination, lasted)
		r.backgrounds.keep(board.Odds, r.tones, lasted)
		r.lastFree = at
	}
	copy(seen.Odds[:], board.Odds)
	copy(seen.Hidden[:], board.Hidden)
	copy(seen.Offset[:], board.Offset)
	return seen, nil
}

// ReadBoard is Read for a board of any size. It does not look beside the board, and it learns nothing.
func (r *Reader) ReadBoard(picture gocv.Mat) (BoardReading, error) {
	if err := r.view.take(picture); err != nil {
		return BoardReading{}, err
	}
	played := r.view.squares.played
	seen := BoardReading{Odds: make([]vision.Odds, len(played)), Offset: make([][2]float64, len(played)),
		Hidden: make([]bool, len(played))}
	light := r.illumination.measure(r.view.lower.bytes)
	upper := r.view.upper.bytes
	tones := make([]measurement, len(played))
	for number := 1; number < len(played); number++ {
		s, around := played[number], light.around[number]
		tones[number] = r.view.tones(s, around)
		seen.Odds[number] = r.contents.odds(tones[number], number)
	}
	r.recognise(light, seen.Odds)
	for number := 1; number < len(played); number++ {
		seen.Odds[number], seen.Offset[number] = r.refine(number, seen.Odds[number], tones[number], light.around[number])
	}
	lines := r.occlusion.detect(r.view, r.contents.tones, light, &seen)
	r.unexplained = light.changedSquares(r.view.squares.unplayed)
	for number := 1; number < len(played); number++ {
		top := played[number].man[tones[number].place]
		isStrange := r.isUnexplained(number, top, seen.Odds[number], tones[number], light)
		if isStrange {
			r.unexplained = append(r.unexplained, cellOfBoard{played[number].row, played[number].column})
		}
		glares := isClipped(upper, top) && r.contents.tooDarkForGlare(seen.Odds[number], light.around[number])
		seen.Hidden[number] = glares || lines.coveredCorner[number] ||
			r.hidden(number, seen.Odds[number], tones[number], light,
				lines.open[number], isStrange)
		if isStrange {
			seen.Odds[number] = discounted(seen.Odds[number])
		}
	}
	seen.Obstructed = lines.covered > 0 || slices.ContainsFunc(r.unexplained,
		func(s cellOfBoard) bool { return lines.coveredNear(s.row, s.column) })
	r.lastIllumination, r.tones = light, tones
	seen.Strange = min(float64(len(r.unexplained)+lines.hidden)/float64(len(played)-1+len(light.covered)), 1)
	seen.Moving = r.motion.differs(upper, r.view.grid)
	return seen, nil
}

// isUnexplained reports whether the middle of a square looks like none of the contents, nor as that square usually
// does.
func (r *Reader) isUnexplained(number int, top []int, is vision.Odds, tones measurement, light illumination) bool {
	fraction := r.contents.tones.unexplainedShare(r.view.upper.bytes, top, light.around[number],
		fromTone(r.illumination.usual.Spread))
	return fraction >= unexplainedFrom && !r.backgrounds.knows(number, is, tones) && !r.recognises(number)
}

// discounted returns the odds of a square that is unexplained: of what it seems to show little more than eight to one
// is believed.
func discounted(o vision.Odds) vision.Odds {
	const believed = 0.7
	for content := range o {
		o[content] = believed*o[content] + (1-believed)/float64(vision.Contents)
	}
	return o
}

// recognise adds to the odds what is remembered of the squares, if anything is.
func (r *Reader) recognise(light illumination, odds []vision.Odds) {
	r.patches, r.recognised = nil, nil
	if r.appearances.squares != nil {
		r.patches = r.view.patches(light)
		r.recognised = r.appearances.recognise(r.patches, odds)
	}
}

// recognises reports whether a square looks as is remembered.
func (r *Reader) recognises(number int) bool { return r.recognised != nil && r.recognised[number] }

// hidden reports whether what hides the unplayed squares beside a played one may hide that as well. What reflects
// light there, or shades it, leaves the lines between the squares.
func (r *Reader) hidden(number int, is vision.Odds, tones measurement, light illumination, linesKept,
	isStrange bool) bool {
	covered := 0
	for _, bare := range r.illumination.beside[number] {
		if light.covered[bare] >= hiddenShare {
			covered++
		}
	}
	switch {
	case covered > 0 && r.contents.isUnlike(is, tones):
		return true
	case linesKept && surely(is):
		return false
	default:
		// One unexplained square alone may hold an unexplained piece, or a reflection.
		return covered > 1 && !surely(is) || covered > 0 && isStrange
	}
}

// surely reports whether a square is read without doubt, also beside a reflection or in a shadow, which hide the
// unplayed squares as a hand does.
func surely(o vision.Odds) bool {
	_, p := o.Best()
	return p > 0.99
}

// Close gives the reader's memory back.
func (r *Reader) Close() error {
	r.view.close()
	return nil
}
