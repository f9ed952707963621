package calibrated

import (
	"slices"

	"gocv.io/x/gocv"

	"draughtsman/calibration"
	"draughtsman/vision/imaging"
)

// unplayedLooks returns the looks of the squares that are not played on. Where nothing is known of the square beside
// one, what hides that may lie over it as well: it is taken to look like the others, as far as these tell.
func (v *boardView) unplayedLooks(known []Known) []calibration.Look {
	const enough = 0.5 // of the unplayed squares
	looks, tones := make([]calibration.Look, len(v.squares.unplayed)), make([]tone, len(v.squares.unplayed))
	seen := illuminationModel{half: float64(v.squares.size-1) / 2, squares: slices.Clone(v.squares.unplayed)}
	var doubted []int
	for i, b := range v.squares.unplayed {
		looks[i] = unplayedLook(v.lower.bytes, b)
		tones[i] = fromTone(looks[i].Mean)
		if v.squares.besideUnknown(b, known) {
			doubted = append(doubted, i)
			seen.squares[i].visible = nil
		}
	}
	if len(doubted) == 0 || float64(len(doubted)) > (1-enough)*float64(len(looks)) {
		return looks
	}
	spread := usualSpread(looks, doubted)
	light := seen.fit(tones)
	for _, i := range doubted {
		b := v.squares.unplayed[i]
		looks[i] = calibration.Look{Mean: light.at(b.row, b.column).stored(), Spread: spread}
	}
	return looks
}

// Unevenness returns by how much the squares that are not played on differ from lying in one even light: the median
// over them, in natural logarithms of samples. It is large if they are the squares that are played on, for pieces
// stand on those. Of the calibration it uses the board, the disc and the camera; the picture is 8-bit BGR of the size
// the camera was calibrated with.
func Unevenness(picture gocv.Mat, cal calibration.Calibration) (float64, error) {
	cal.Colours = nil
	v, err := newBoardView(cal)
	if err != nil {
		return 0, err
	}
	defer v.close()
	if err := v.take(picture); err != nil {
		return 0, err
	}
	seen := illuminationModel{half: float64(v.squares.size-1) / 2, squares: v.squares.unplayed}
	tones := make([]tone, len(v.squares.unplayed))
	for i, b := range v.squares.unplayed {
		tones[i] = fromTone(unplayedLook(v.lower.bytes, b).Mean)
	}
	light := seen.fit(tones)
	var off []float32
	for i, b := range v.squares.unplayed {
		if len(b.visible) > 0 {
			d := tones[i].minus(light.at(b.row, b.column))
			off = append(off, abs(d[0])+abs(d[1])+abs(d[2]))
		}
	}
	return float64(imaging.Median(off)), nil
}

// besideUnknown reports whether nothing is known of a square that has an edge in common with one that is not played
// on.
func (s layout) besideUnknown(b unplayedSquare, known []Known) bool {
	for number := 1; number < len(s.played); number++ {
		row, column := s.played[number].row-b.row, s.played[number].column-b.column
		if row*row+column*column == 1 && known[number].Unknown {
			return true
		}
	}
	return false
}

// usualSpread returns the median spread of some looks, those that are doubted left out.
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

// unplayedLook returns the tone of a square that is not played on and how much it varies within.
func unplayedLook(bytes []uint8, b unplayedSquare) calibration.Look {
	const (
		least = 0.01
		tail  = 95 // in a hundred pixels lie within two standard deviations
	)
	if len(b.visible) == 0 {
		return calibration.Look{Spread: calibration.Tone{Brightness: least, Red: least, Blue: least}}
	}
	mean := medianTone(bytes, b.visible)
	var spread tone
	for part := range 3 {
		values := make([]float32, 0, len(b.visible))
		for _, p := range b.visible {
			values = append(values, abs(sampleAt(bytes, p).minus(mean)[part]))
		}
		middle := imaging.Median(values) // which has sorted them
		spread[part] = max(1.48*middle, values[len(values)*tail/100]/2, least)
	}
	return calibration.Look{Mean: mean.stored(), Spread: spread.stored()}
}
