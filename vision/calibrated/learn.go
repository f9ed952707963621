package calibrated

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/vision"
	"draughtsman/vision/imaging"
	"draughtsman/vision/squares"
)

// leastExamples is how many empty squares pieces are learnt with.
const leastExamples = 2

// Known is what is known to stand on a square.
type Known struct {
	Content vision.Content
	King    bool
	Unknown bool // nothing is known
}

// letter is that of squares.Reading.Grid.
func (k Known) letter() byte {
	switch {
	case k.Unknown:
		return '?'
	case k.King:
		return ".LD"[k.Content]
	}
	return ".ld"[k.Content]
}

// KnownOf returns what a position shows, by square number; index 0 is unused.
func KnownOf(position checkers.Position, black calibration.Shade) []Known {
	board := position.Set.Board()
	known := make([]Known, board.Squares()+1)
	for s := range board.All().All() {
		known[s] = Known{Content: contentOf(position.At(s), black), King: position.At(s).IsKing()}
	}
	return known
}

// Unlike is a square that does not look like what was said to stand on it, whether told what stands on all the others
// or not.
type Unlike struct {
	Number int
	Looks  vision.Content
	Odds   float64 // the probability of what was said to stand there
}

// Learn returns a calibration that knows what the squares and pieces of a table look like, from a picture of a board
// whose content is known, by square number (index 0 is unused). Of the calibration it uses the board, the disc, the
// camera and which side plays the darker pieces. The picture is 8-bit BGR of the size the camera was calibrated with.
// It is an error when there are too few empty squares. Squares that look like something else are returned: whoever said
// what stands there may have been mistaken.
func Learn(picture gocv.Mat, cal calibration.Calibration, known []Known) (made calibration.Calibration, unlike []Unlike,
	err error) {
	v, err := newBoardView(cal)
	if err != nil {
		return cal, nil, err
	}
	defer v.close()
	if err := v.take(picture); err != nil {
		return cal, nil, err
	}
	tones, err := v.learn(known)
	if err != nil {
		return cal, nil, err
	}
	cal.Colours = &calibration.Colours{Tones: tones}
	board, _ := squares.BoardOf(cal)
	r, err := squares.NewReader(board, picture.Cols(), picture.Rows(), nil)
	if err != nil {
		return cal, nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	if _, err := r.Look(picture); err != nil {
		return cal, nil, err
	}
	grid, untold := v.squares.gridOf(known), r.Evidence()
	cal.Examples = r.Describe(grid)
	compared := r.Compared(grid)
	for number := 1; number < len(known); number++ {
		is, at := known[number], v.squares.index(v.squares.played[number].cellOfBoard)
		odds := compared[at].Odds
		best, _ := odds.Best()
		if first, _ := untold[at].Best(); !is.Unknown && best != is.Content && first != is.Content {
			unlike = append(unlike, Unlike{number, best, odds[is.Content]})
		}
	}
	return cal, unlike, nil
}

// gridOf is what is known of the squares that are played on, as a grid has it as seen.
func (s layout) gridOf(known []Known) (grid []string) {
	letters := slices.Repeat([]byte{'?'}, s.size*s.size)
	for number := 1; number < len(s.played); number++ {
		letters[s.index(s.played[number].cellOfBoard)] = known[number].letter()
	}
	for row := range slices.Chunk(letters, s.size) {
		grid = append(grid, string(row))
	}
	return grid
}

// learn learns how things look against the squares that are not played on, in the picture that was taken.
func (v *boardView) learn(known []Known) (calibration.Looks, error) {
	if len(known) != len(v.squares.played) {
		return calibration.Looks{}, fmt.Errorf("the contents of %d squares are known and the board has %d that "+
			"are played on", len(known)-1, len(v.squares.played)-1)
	}
	// What hides a square of which nothing is known may lie over those beside it as well.
	found := newLightModel(v.squares).measure(v.lower.bytes, func(c cellOfBoard) bool {
		return v.squares.besideUnknown(c, known)
	})
	var examples [vision.Contents][]tone
	for number := 1; number < len(known); number++ {
		if is := known[number]; !is.Unknown {
			seen := medianTone(v.upper.bytes, v.squares.played[number].top).minus(found.around[number])
			examples[is.Content] = append(examples[is.Content], seen)
		}
	}
	if len(examples[vision.Nothing]) < leastExamples {
		return calibration.Looks{}, errors.New("there are too few empty squares to learn from: two at least must be in view")
	}
	return calibration.Looks{Empty: lookOf(examples[vision.Nothing]), Light: lookOf(examples[vision.LightPiece]),
		Dark: lookOf(examples[vision.DarkPiece])}, nil
}

// besideUnknown reports whether nothing is known of a square that has an edge in common with another.
func (s layout) besideUnknown(c cellOfBoard, known []Known) bool {
	for number := 1; number < len(s.played); number++ {
		row, column := s.played[number].row-c.row, s.played[number].column-c.column
		if row*row+column*column == 1 && known[number].Unknown {
			return true
		}
	}
	return false
}

// looks are the tones of what a square can show, by vision.Content.
type looks [vision.Contents]tone

func looksOf(l calibration.Looks) looks {
	return looks{vision.Nothing: fromTone(l.Empty.Mean), vision.LightPiece: fromTone(l.Light.Mean),
		vision.DarkPiece: fromTone(l.Dark.Mean)}
}

// lookOf returns the median of some examples and their standard deviation from it. Of none nothing is known, and of one
// little.
func lookOf(examples []tone) calibration.Look {
	const (
		least  = 0.02 // of few examples that happen to be alike
		single = 0.1  // of one example
	)
	// Against unplayed squares, of anything that a piece may be made of.
	anything := calibration.Tone{Brightness: 1, Red: 0.4, Blue: 0.4}
	switch len(examples) {
	case 0:
		return calibration.Look{Spread: anything}
	case 1:
		return calibration.Look{Mean: examples[0].stored(), Spread: tone{single, single, single}.stored()}
	}
	var mean, spread tone
	for part := range 3 {
		values := make([]float32, 0, len(examples))
		for _, e := range examples {
			values = append(values, e[part])
		}
		mean[part] = imaging.Median(values)
		for i, v := range values {
			values[i] = (v - mean[part]) * (v - mean[part])
		}
		slices.Sort(values)
		values = values[:len(values)-1] // one example may be a mistake
		sum := 0.0
		for _, v := range values {
			sum += float64(v)
		}
		spread[part] = max(float32(math.Sqrt(sum/float64(len(values)))), least)
	}
	return calibration.Look{Mean: mean.stored(), Spread: spread.stored()}
}

// contentOf returns what a square with a piece shows.
func contentOf(p checkers.Piece, black calibration.Shade) vision.Content {
	switch {
	case p == checkers.Empty:
		return vision.Nothing
	case (p.Side() == checkers.Black) == (black == calibration.Dark):
		return vision.DarkPiece
	}
	return vision.LightPiece
}
