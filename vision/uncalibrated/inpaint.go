package uncalibrated

import (
	"math"
	"slices"

	"draughtsman/vision/imaging"
)

// Of the way in which a shadow goes on where something may stand.
const (
	flatShade   = 0.3  // parts of the light: where it changes by less over a square there is no edge
	surelyShade = 0.2  // from nothing or all of it: there it is not asked of what stands there
	groundFits  = 0.9  // of a square's pixels, that must look like ground in the shadow or out of it, for it to be empty
	farOff      = 0.6  // parts of the light that a pixel of the ground may be from what goes on
	topRadius   = 0.33 // squares
	fewPixels   = 12   // of a top, that tell its colour
	topNoise    = 0.25 // of a step: how widely a top's pixels scatter about its colour
	mostSaid    = 4.0  // logarithm of the odds by one pixel
	sharpening  = 5    // times that neighbours are asked
)

// inpaint fills in what is not known from what is around it, as smoothly as possible: the solution of Laplace's
// equation.
func inpaint(values []float64, known []bool, side int) {
	const rounds, over = 20, 1.7 // successive over-relaxation
	done := slices.Clone(known)
	var open []int
	for i := range values {
		if !known[i] {
			open = append(open, i)
		}
	}
	// The nearest first, so that few rounds are enough.
	for left := open; len(left) > 0; {
		var now, later []int
		for _, i := range left {
			sum, n := 0.0, 0.0
			for _, k := range neighbours(i, side) {
				if done[k] {
					sum, n = sum+values[k], n+1
				}
			}
			if n == 0 {
				later = append(later, i)
				continue
			}
			values[i] = sum / n
			now = append(now, i)
		}
		if len(now) == 0 {
			return // nothing is known
		}
		for _, i := range now {
			done[i] = true
		}
		left = later
	}
	for range rounds {
		for _, i := range open {
			around := neighbours(i, side)
			mean := (values[around[0]] + values[around[1]] + values[around[2]] + values[around[3]]) / 4
			values[i] = min(max(values[i]+over*(mean-values[i]), 0), 1)
		}
	}
}

// neighbours returns the pixels beside one; at an edge it stands for the one beyond.
func neighbours(i, side int) (of [4]int) {
	of = [4]int{i - 1, i + 1, i - side, i + side}
	x, y := i%side, i/side
	for k, beyond := range [4]bool{x == 0, x == side-1, y == 0, y == side-1} {
		if beyond {
			of[k] = i
		}
	}
	return of
}

// extendOver finds where on a square the edge of the shadow runs, if it does: from the background where the square is
// empty, from the top of a piece where that is of one colour, and else not at all, but for how much of the top it
// covers.
func (s *shadow) extendOver(v *boardView, row, column int, ground *levels, offset [2]float64) {
	var open, top []int
	low, high := 1.0, 0.0
	for k := range squarePX * squarePX {
		i := (row*squarePX+k/squarePX)*v.Width + column*squarePX + k%squarePX
		low, high = min(low, s.part[i]), max(high, s.part[i])
		if s.known[i] {
			continue
		}
		open = append(open, i)
		if math.Hypot((float64(k%squarePX)+0.5)/squarePX-0.5-offset[0], (float64(k/squarePX)+0.5)/squarePX-0.5-offset[1]) <
			topRadius {
			top = append(top, i)
		}
	}
	if high-low < flatShade || s.onGround(v, open, ground) || s.onTop(v, top) {
		return
	}
	mean := 0.0
	for _, i := range top {
		mean += s.part[i] / float64(len(top))
	}
	for _, i := range top {
		s.part[i] = mean
	}
}

// onGround takes the shadow on an empty square from its background; ok is false where the pixels do not look like it.
func (s *shadow) onGround(v *boardView, open []int, ground *levels) (ok bool) {
	parts := make([]float64, len(open))
	strange := strangeLook * ground.step.Length()
	fit, all := 0, 0
	for k, i := range open {
		x, y := i%v.Width, i/v.Width
		part, off := ground.shade(v.terms(i), v.At(x, y))
		parts[k] = part
		if atLine(x, y) {
			continue
		}
		all++
		if off < strange && math.Abs(part-s.part[i]) < farOff {
			fit++
		}
	}
	if float64(fit) <= groundFits*float64(all) {
		return false
	}
	for k, i := range open {
		s.part[i] = parts[k]
	}
	return true
}

// onTop takes the edge of the shadow on the top of a piece from its pixels; ok is false where they are not of one
// colour.
func (s *shadow) onTop(v *boardView, top []int) (ok bool) {
	look := func(i int) imaging.Colour { return v.At(i%v.Width, i/v.Width) }
	var lit, dark []imaging.Colour
	before := make([]float64, len(top))
	for k, i := range top {
		switch before[k] = s.part[i]; {
		case before[k] < surelyShade:
			lit = append(lit, look(i))
		case before[k] > 1-surelyShade:
			dark = append(dark, look(i))
		}
	}
	var own, step imaging.Colour
	switch {
	case len(lit) >= fewPixels && len(lit) >= len(dark):
		own = imaging.MedianColour(lit)
		step = s.takes(own.Mean())
	case len(dark) >= fewPixels:
		own = imaging.MedianColour(dark)
		step = s.takesFrom(own.Mean(), 1)
		own = own.Plus(step)
	default:
		return false
	}
	if min(len(lit), len(dark)) >= fewPixels {
		const least, most = 0.5, 1.5 // of the step
		seen := imaging.MedianColour(lit).Minus(imaging.MedianColour(dark)).Dot(step) / step.Dot(step)
		if seen < least || seen > most {
			return false
		}
	}
	scatter := 2 * topNoise * topNoise * step.Dot(step)
	for range sharpening {
		for k, i := range top {
			if before[k] < surelyShade || before[k] > 1-surelyShade {
				continue
			}
			off := look(i).Minus(own)
			in := off.Plus(step)
			odds := math.Log(before[k]/(1-before[k])) + min(off.Dot(off)/scatter, mostSaid) - min(in.Dot(in)/scatter, mostSaid)
			for _, b := range neighbours(i, v.Width) {
				odds += 2*s.part[b] - 1
			}
			s.part[i] = 1 / (1 + math.Exp(-odds))
		}
	}
	return true
}
