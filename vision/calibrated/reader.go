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

// Reader reads pictures of one calibrated table, one after the other. It is for
// one goroutine at a time; Close gives its memory back.
type Reader struct {
	known    calibration.Calibration
	view     *view
	lighting lighting
	knows    knowledge
	placer   *placer
	motion   motion
	hands    hands
	around   *around
	usual    backgrounds
	free     time.Time     // when the last picture was taken in which nothing lay over the board
	light    light         // of the last picture
	tones    []seenTones   // of its squares, by number
	strange  []cellOfBoard // those that show neither themselves nor a piece
	faces    []face        // of its squares, by number; nil: they were not looked at
	same     []bool        // by number: those that look as remembered
	memory   memory
}

// NewReader prepares the reading of pictures. The calibration holds learnt
// colours.
func NewReader(cal calibration.Calibration) (*Reader, error) {
	if cal.Colours == nil {
		return nil, fmt.Errorf("the calibration knows no colours of the pieces: learn them from a picture of the start " +
			"position")
	}
	if err := cal.Colours.Validate(cal.Board); err != nil {
		return nil, err
	}
	v, err := newView(cal)
	if err != nil {
		return nil, err
	}
	return &Reader{
		known:    cal,
		view:     v,
		lighting: newLighting(v.squares, cal.Colours.Bare),
		knows:    knowledgeOf(*cal.Colours),
		placer:   newPlacer(cal, v.grid, v.squares.played),
		hands:    newHands(cal, v),
		usual:    newBackgrounds(knowledgeOf(*cal.Colours), len(v.squares.played)),
		around:   newAround(cal),
	}, nil
}

// Aim has the reader look at the board in another pose, as after the board was
// moved or the camera nudged. The error says that the camera no longer sees all
// of it.
func (r *Reader) Aim(pose calibration.Pose) error {
	const near = 0.5 // squares: the same light still falls on the board
	cal := r.known
	cal.Camera.Pose = pose
	far := cal.Board.Drift(r.known.Camera.Pose, pose).WorstMM > near*cal.Board.SquareMM
	v, err := newView(cal)
	if err != nil {
		return err
	}
	r.view.close()
	r.view, r.known = v, cal
	r.lighting = newLighting(v.squares, r.lighting.looks)
	r.placer = newPlacer(cal, v.grid, v.squares.played)
	r.motion, r.hands, r.around = motion{}, newHands(cal, v), newAround(cal)
	if r.faces = nil; far {
		r.memory = memory{}
	}
	return nil
}

// Board is what one picture says of a board of any size. Squares are counted as
// calibration.Board counts them; index 0 is unused.
type Board struct {
	Odds       []vision.Odds
	Offset     [][2]float64 // mm, board x and y: from the square's centre to the piece's; 0 where empty
	Hidden     []bool       // something other than pieces seems to be over the square
	Moving     bool         // differs from the picture before it
	Obstructed bool         // something other than pieces is over the board
	Strange    float64      // fraction of the squares that show neither themselves nor a piece
}

// Read says what a picture of an 8×8 board shows; at is when it was received.
// The picture is 8-bit BGR of the size the camera was calibrated with. Moving
// compares it with the picture read before; the first one does not move.
func (r *Reader) Read(picture gocv.Mat, at time.Time) (vision.Sighting, error) {
	if n := r.view.squares.size; n != checkers.Size {
		return vision.Sighting{}, fmt.Errorf("no game is played on a board of %[1]d×%[1]d squares: only 8×8 is", n)
	}
	board, err := r.ReadBoard(picture)
	if err != nil {
		return vision.Sighting{}, err
	}
	reaching, err := r.around.reaches(picture, at, r.strange)
	if err != nil {
		return vision.Sighting{}, fmt.Errorf("looking beside the board: %w", err)
	}
	seen := vision.Sighting{Time: at, Moving: board.Moving, Obstructed: board.Obstructed || reaching}
	if !seen.Obstructed {
		lasted := at.Sub(r.free)
		r.lighting.keep(r.light, lasted)
		r.usual.keep(board.Odds, r.tones, lasted)
		r.free = at
	}
	copy(seen.Odds[:], board.Odds)
	copy(seen.Hidden[:], board.Hidden)
	copy(seen.Offset[:], board.Offset)
	return seen, nil
}

// ReadBoard is Read for a board of any size. Of what is beside the board it knows nothing, and it learns nothing.
func (r *Reader) ReadBoard(picture gocv.Mat) (Board, error) {
	if err := r.view.take(picture); err != nil {
		return Board{}, err
	}
	played := r.view.squares.played
	seen := Board{Odds: make([]vision.Odds, len(played)), Offset: make([][2]float64, len(played)),
		Hidden: make([]bool, len(played))}
	light := r.lighting.measure(r.view.lower.bytes)
	upper := r.view.upper.bytes
	tones := make([]seenTones, len(played))
	for number := 1; number < len(played); number++ {
		s, around := played[number], light.around[number]
		tones[number] = r.view.tones(s, around)
		seen.Odds[number] = r.knows.odds(tones[number], number)
	}
	r.recognise(light, seen.Odds)
	for number := 1; number < len(played); number++ {
		seen.Odds[number], seen.Offset[number] = r.place(number, seen.Odds[number], tones[number], light.around[number])
	}
	lines := r.hands.look(r.view, r.knows.tones, light, &seen)
	r.strange = light.strange(r.view.squares.bare)
	for number := 1; number < len(played); number++ {
		top := played[number].man[tones[number].place]
		isStrange := r.isStrange(number, top, seen.Odds[number], tones[number], light)
		if isStrange {
			r.strange = append(r.strange, cellOfBoard{played[number].row, played[number].column})
		}
		glares := isClipped(upper, top) && r.knows.glaring(seen.Odds[number], light.around[number])
		seen.Hidden[number] = glares || lines.lost[number] || r.hidden(number, seen.Odds[number], tones[number], light,
			lines.kept[number], isStrange)
		if isStrange {
			seen.Odds[number] = doubted(seen.Odds[number])
		}
	}
	seen.Obstructed = lines.covered > 0 || slices.ContainsFunc(r.strange,
		func(s cellOfBoard) bool { return lines.broken(s.row, s.column) })
	r.light, r.tones = light, tones
	seen.Strange = min(float64(len(r.strange)+lines.hidden)/float64(len(played)-1+len(light.covered)), 1)
	seen.Moving = r.motion.differs(upper, r.view.grid)
	return seen, nil
}

// isStrange reports whether the middle of a square looks like neither content, nor as that square usually does.
func (r *Reader) isStrange(number int, top []int, is vision.Odds, tones seenTones, light light) bool {
	fraction := r.knows.tones.strange(r.view.upper.bytes, top, light.around[number], fromTone(r.lighting.usual.Spread))
	return fraction >= strangeFrom && !r.usual.knows(number, is, tones) && !r.recognises(number)
}

// doubted are the odds of a square that looks strange: of what it seems to show little more than eight to
// one is believed.
func doubted(o vision.Odds) vision.Odds {
	const believed = 0.7
	for content := range o {
		o[content] = believed*o[content] + (1-believed)/float64(vision.Contents)
	}
	return o
}

// recognise adds to the odds what is remembered of the squares, if anything is.
func (r *Reader) recognise(light light, odds []vision.Odds) {
	r.faces, r.same = nil, nil
	if r.memory.squares != nil {
		r.faces = r.view.faces(light)
		r.same = r.memory.recognise(r.faces, odds)
	}
}

// recognises reports whether a square looks as is remembered.
func (r *Reader) recognises(number int) bool { return r.same != nil && r.same[number] }

// hidden reports whether what hides the bare squares beside a played one may hide
// that as well. What reflects light there, or shades it, leaves the lines
// between the squares.
func (r *Reader) hidden(number int, is vision.Odds, tones seenTones, light light, linesKept, isStrange bool) bool {
	covered := 0
	for _, bare := range r.lighting.beside[number] {
		if light.covered[bare] >= hiddenFrom {
			covered++
		}
	}
	switch {
	case covered > 0 && r.knows.unlike(is, tones):
		return true
	case linesKept && surely(is):
		return false
	default:
		// One strange square alone may hold a strange piece, or a reflection.
		return covered > 1 && !surely(is) || covered > 0 && isStrange
	}
}

// surely reports whether a square is read without doubt: beside a reflection or in a
// shadow, which hide the bare squares as a hand does.
func surely(o vision.Odds) bool {
	_, p := o.Best()
	return p > 0.99
}

// Close gives the reader's memory back.
func (r *Reader) Close() error {
	r.view.close()
	return nil
}
