package calibrated

import (
	"slices"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/imaging"
)

// bareLooks are the looks of the bare squares. Where nothing is known of the square
// beside one, what hides that may lie over it as well: it is taken to look like the
// others, as far as these tell.
func (v *view) bareLooks(known []Known) []calibration.Look {
	const enough = 0.5 // of the bare squares
	looks, tones := make([]calibration.Look, len(v.squares.bare)), make([]tone, len(v.squares.bare))
	seen := lighting{half: float64(v.squares.size-1) / 2, squares: slices.Clone(v.squares.bare)}
	var doubted []int
	for i, b := range v.squares.bare {
		looks[i] = bareLook(v.lower.bytes, b)
		tones[i] = fromTone(looks[i].Mean)
		if v.squares.besideUntold(b, known) {
			doubted = append(doubted, i)
			seen.squares[i].seen = nil
		}
	}
	if len(doubted) == 0 || float64(len(doubted)) > (1-enough)*float64(len(looks)) {
		return looks
	}
	spread := usualSpread(looks, doubted)
	light := seen.fit(tones)
	for _, i := range doubted {
		b := v.squares.bare[i]
		looks[i] = calibration.Look{Mean: light.at(b.row, b.column).stored(), Spread: spread}
	}
	return looks
}

// Unevenness is by how much the squares of the colour that is not played on differ from lying in one even
// light: the median
// of them, in logarithms of samples. Were it the other colour, pieces would stand on them. Of the
// calibration it uses the board, the disc and
// the camera; the picture is 8-bit BGR of the size the camera was calibrated with.
func Unevenness(picture gocv.Mat, cal calibration.Calibration) (float64, error) {
	cal.Colours = nil
	v, err := newView(cal)
	if err != nil {
		return 0, err
	}
	defer v.close()
	if err := v.take(picture); err != nil {
		return 0, err
	}
	seen := lighting{half: float64(v.squares.size-1) / 2, squares: v.squares.bare}
	tones := make([]tone, len(v.squares.bare))
	for i, b := range v.squares.bare {
		tones[i] = fromTone(bareLook(v.lower.bytes, b).Mean)
	}
	light := seen.fit(tones)
	var off []float32
	for i, b := range v.squares.bare {
		if len(b.seen) > 0 {
			d := tones[i].minus(light.at(b.row, b.column))
			off = append(off, abs(d[0])+abs(d[1])+abs(d[2]))
		}
	}
	return float64(imaging.Median(off)), nil
}

// besideUntold reports whether nothing is known of a square that has an edge in
// common with a bare one.
func (s squares) besideUntold(b bareSquare, known []Known) bool {
	for number := 1; number < len(s.played); number++ {
		row, column := s.played[number].row-b.row, s.played[number].column-b.column
		if row*row+column*column == 1 && known[number].Untold {
			return true
		}
	}
	return false
}

// usualSpread is the median spread of some looks but for those doubted.
func usualSpread(looks []calibration.Look, doubted []int) calibration.Tone {
	var parts [3][]float32
	for i, look := range looks {
		if !slices.Contains(doubted, i) {
			for part, v := range fromTone(look.Spread) {
				parts[part] = append(parts[part], v)
			}
		}
	}
	return tone{imaging.Median(parts[0]), imaging.Median(parts[1]), imaging.Median(parts[2])}.stored()
}

// bareLook is the tone of a bare square and how much it varies within.
func bareLook(bytes []uint8, b bareSquare) calibration.Look {
	const (
		least = 0.01
		tail  = 95 // in a hundred pixels lie within two standard deviations
	)
	if len(b.seen) == 0 {
		return calibration.Look{Spread: calibration.Tone{Brightness: least, Red: least, Blue: least}}
	}
	mean := middle(bytes, b.seen)
	var spread tone
	for part := range 3 {
		values := make([]float32, 0, len(b.seen))
		for _, p := range b.seen {
			values = append(values, abs(sampleAt(bytes, p).minus(mean)[part]))
		}
		middle := imaging.Median(values) // which has sorted them
		spread[part] = max(1.48*middle, values[len(values)*tail/100]/2, least)
	}
	return calibration.Look{Mean: mean.stored(), Spread: spread.stored()}
}
