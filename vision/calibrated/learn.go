package calibrated

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/vision"
	"draughtsman/vision/imaging"
)

// leastExamples is how many squares of each content colours are learnt from.
const leastExamples = 2

// Known is what is known to stand on a square.
type Known struct {
	Content vision.Content
	King    bool
	Unknown bool // nothing is known
}

// KnownOf returns what a position shows, by square number; index 0 is unused.
func KnownOf(position checkers.Position, black calibration.Shade) []Known {
	known := make([]Known, checkers.Squares+1)
	for s := checkers.Square(1); s <= checkers.Squares; s++ {
		known[s] = Known{Content: contentOf(position.At(s), black), King: position.At(s).IsKing()}
	}
	return known
}

// LearnColours learns what the squares and pieces of a table look like from a picture of a known position, usually the
// start position. Of the calibration it uses the board, the disc, the camera and which side plays the darker pieces.
// The picture is 8-bit BGR of the size the camera was calibrated with. It is an error when the position leaves out the
// light pieces, the dark ones or empty squares, when they look alike, or when the picture shows another position.
func LearnColours(picture gocv.Mat, cal calibration.Calibration, position checkers.Position) (calibration.Colours,
	error) {
	if n := cal.Board.Squares; n != checkers.Size {
		return calibration.Colours{}, fmt.Errorf("no game is played on a board of %[1]d×%[1]d squares: only 8×8 is", n)
	}
	known := KnownOf(position, cal.BlackPieces)
	for content, name := range [vision.Contents]string{"empty squares", "light pieces", "dark pieces"} {
		if count(known, vision.Content(content)) < leastExamples {
			return calibration.Colours{}, fmt.Errorf("the position has too few %s to learn from: set up the start position",
				name)
		}
	}
	return LearnBoard(picture, cal, known)
}

// LearnBoard is LearnColours for a board of any size and any content, by square number (index 0 is unused). Contents
// that the picture does not show are not learnt; they are later told only from those that it shows. There must be
// empty squares.
func LearnBoard(picture gocv.Mat, cal calibration.Calibration, known []Known) (calibration.Colours, error) {
	cal.Colours = nil
	v, err := newBoardView(cal)
	if err != nil {
		return calibration.Colours{}, err
	}
	defer v.close()
	if err := v.take(picture); err != nil {
		return calibration.Colours{}, err
	}
	learnt, seen, err := v.learn(known)
	if err != nil {
		return calibration.Colours{}, err
	}
	return learnt, checkLearnt(learnt, known, seen)
}

// learn learns from the picture that was taken; it returns as well what was measured of each square.
func (v *boardView) learn(known []Known) (calibration.Colours, []measurement, error) {
	if len(known) != len(v.squares.played) {
		return calibration.Colours{}, nil,
			fmt.Errorf("the contents of %d squares are known and the board has %d that are played on", len(known)-1,
				len(v.squares.played)-1)
	}
	if count(known, vision.Nothing) < leastExamples {
		return calibration.Colours{}, nil,
			fmt.Errorf("there are too few empty squares to learn from: two at least must be in view")
	}
	learnt := calibration.Colours{Bare: v.unplayedLooks(known)}
	around := newIlluminationModel(v.squares, learnt.Bare).measure(v.lower.bytes).around
	seen := make([]measurement, len(known))
	var overexposed [vision.Contents]int
	var examples, contrasts [vision.Contents][]tone
	for number := 1; number < len(known); number++ {
		s, is := v.squares.played[number], known[number]
		seen[number] = v.tones(s, around[number])
		if is.Unknown {
			continue
		}
		examples[is.Content] = append(examples[is.Content], seen[number].of(is))
		if seen[number].corners {
			contrasts[is.Content] = append(contrasts[is.Content], seen[number].contrast)
		}
		if isClipped(v.upper.bytes, s.man[seen[number].place]) {
			overexposed[is.Content]++
		}
	}
	var tones, differences contents
	for content := range tones {
		overexposed := 2*overexposed[content] > len(examples[content])
		tones[content] = lookOf(examples[content], overexposed)
		differences[content] = lookOf(contrasts[content], overexposed)
	}
	learnt.Tones, learnt.Contrasts = tones.stored(), differences.stored()
	learnt.Textures = texturesOf(known, seen)
	for number := 1; number < len(known); number++ {
		own := calibration.OwnLook{Rough: rounded(float32(seen[number].roughness)),
			Tone:     seen[number].of(known[number]).stored(),
			Contrast: seen[number].contrast.stored()}
		if !known[number].Unknown && !known[number].King {
			own.Shows = contentWords[known[number].Content]
		}
		learnt.Own = append(learnt.Own, own)
	}
	return learnt, seen, nil
}

// texturesOf learns how rough things look. A side that is not shown is taken to be about as rough as the other;
// without either, or without empty squares, it returns nil.
func texturesOf(known []Known, seen []measurement) *calibration.Textures {
	const (
		least      = 0.1 // of few examples that happen to be alike
		otherPiece = 0.5 // between the sides
	)
	var of [vision.Contents]calibration.Texture
	var shown [vision.Contents]bool
	for content := range of {
		var values []float64
		for number := 1; number < len(known); number++ {
			if !known[number].Unknown && known[number].Content == vision.Content(content) {
				values = append(values, seen[number].roughness)
			}
		}
		if shown[content] = len(values) > 0; !shown[content] {
			continue
		}
		slices.Sort(values)
		mean := values[len(values)/2] // a texture that was seen, and not the mean of two
		for i, v := range values {
			values[i] = math.Abs(v - mean)
		}
		slices.Sort(values)
		of[content] = calibration.Texture{Mean: rounded(float32(mean)),
			Spread: rounded(float32(max(1.48*values[len(values)/2], least)))}
	}
	for _, side := range [...][2]vision.Content{{vision.LightPiece, vision.DarkPiece},
		{vision.DarkPiece, vision.LightPiece}} {
		if other := side[1]; !shown[side[0]] && shown[other] {
			of[side[0]], shown[side[0]] = calibration.Texture{Mean: of[other].Mean, Spread: max(of[other].Spread, otherPiece)},
				true
		}
	}
	if shown != [vision.Contents]bool{true, true, true} {
		return nil
	}
	return &calibration.Textures{Empty: of[vision.Nothing], Light: of[vision.LightPiece], Dark: of[vision.DarkPiece]}
}

// contentWords are those of calibration.OwnLook.
var contentWords = [vision.Contents]string{"empty", "light", "dark"}

// count returns how many squares show a content.
func count(known []Known, content vision.Content) (n int) {
	for _, k := range known[min(1, len(known)):] {
		if !k.Unknown && k.Content == content {
			n++
		}
	}
	return n
}

// checkLearnt returns an error where the looks do not explain the picture from which they were learnt: squares that
// surely show something else, or many that may as well show something else, as where pieces and squares look alike.
func checkLearnt(learnt calibration.Colours, known []Known, seen []measurement) error {
	const (
		impossible = 0.02
		most       = 0.125 // of the squares, perhaps something else
	)
	knows := contentModelOf(learnt)
	var sure, wrong []int
	for number, is := range known {
		if number == 0 || is.Unknown {
			continue
		}
		odds := knows.odds(seen[number], 0) // without what the square itself showed
		if odds[is.Content] < .5 {
			wrong = append(wrong, number)
		}
		if odds[is.Content] < impossible {
			sure = append(sure, number)
		}
	}
	if float64(len(wrong)) > most*float64(len(known)-1) {
		sure = wrong
	}
	if len(sure) < 2 { // one may be a piece unlike the others
		return nil
	}
	list := strings.Trim(strings.ReplaceAll(fmt.Sprint(sure), " ", ", "), "[]")
	if !slices.ContainsFunc(sure, func(number int) bool { return !seen[number].washedOut() }) {
		return fmt.Errorf("a lamp's reflection lies over squares %s: move the lamp or the camera until it does not", list)
	}
	return fmt.Errorf("the colours learnt from the picture do not explain it on squares %s: does it show the position, "+
		"and is the board where the calibration says?", list)
}

// washedOut reports whether a square is nearly as bright as can be.
func (t measurement) washedOut() bool {
	const bright = 235 // of 255, on average
	return t.man.plus(t.around)[0] > logarithms[bright]
}

// of returns the tone of a piece's top, or of the empty square.
func (t measurement) of(k Known) tone {
	if k.King {
		return t.king
	}
	return t.man
}

// lookOf returns the median of some examples and their standard deviation from it. Of overexposed examples the true
// tone is not known, and of none nothing.
func lookOf(examples []tone, overexposed bool) calibration.Look {
	const (
		least  = 0.02 // of few examples that happen to be alike
		lost   = 0.1  // by overexposure
		single = 0.1  // of one example
	)
	// Against unplayed squares and corners, of anything that a piece may be made of.
	anything := calibration.Tone{Brightness: 1, Red: 0.4, Blue: 0.4}
	switch len(examples) {
	case 0:
		return calibration.Look{Spread: anything}
	case 1:
		return calibration.Look{Mean: examples[0].stored(), Spread: calibration.Tone{Brightness: single, Red: single,
			Blue: single}}
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
		if overexposed {
			spread[part] += lost
		}
	}
	return calibration.Look{Mean: mean.stored(), Spread: spread.stored()}
}

// isClipped reports whether most of some pixels are too bright for the sensor.
func isClipped(bytes []uint8, pixels []int) bool {
	count := 0
	for _, p := range pixels {
		if max(bytes[3*p], bytes[3*p+1], bytes[3*p+2]) >= clipped {
			count++
		}
	}
	return 2*count > len(pixels)
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
