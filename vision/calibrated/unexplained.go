package calibrated

import (
	"math"

	"draughtsman/calibration"
	"draughtsman/vision"
)

// What a pixel may differ from a look by and still show it. The three parts are taken together: a pixel at two thirds
// of two limits is past both.
const (
	deepestShadow = 0.75 // of Tone.Brightness: the board half as bright
	brightest     = 0.3
	darkestSide   = 1.2 // the side of a piece that the lamp does not reach
	brightestTop  = 0.6
	otherColour   = 0.12 // of Tone.Red and Tone.Blue
)

// clipped is the sample from which on a colour is not to be trusted: light that the sensor cannot show is missing
// from it.
const clipped = 250

// unexplainedFrom is the fraction of the pixels in the middle of a played square from which on something else is
// there.
const unexplainedFrom = 0.6

// sameTone reports whether two tones may be of the same thing in two pictures.
func sameTone(a, b tone) bool {
	for part, d := range a.minus(b) {
		if abs(d) > 2*sameSquareSpread[part] {
			return false
		}
	}
	return true
}

// limits are how far a pixel's brightness may be below and above a look.
type limits struct{ darker, brighter float32 }

// shows reports whether a pixel's difference to a look is within limits.
func (l limits) shows(difference tone, spread tone) bool {
	darker, brighter := noisy(l.darker, spread[0]), noisy(l.brighter, spread[0])
	brightness := difference[0] / brighter
	if difference[0] < 0 {
		brightness = difference[0] / darker
	}
	red := difference[1] / (otherColour + 2*spread[1])
	blue := difference[2] / (otherColour + 2*spread[2])
	return brightness*brightness+red*red+blue*blue < 1
}

// noisy widens a limit of brightness where the look itself is spread widely, by grain or noise.
func noisy(limit, spread float32) float32 {
	const deviations = 3
	return float32(math.Hypot(float64(limit), deviations*float64(spread)))
}

// unexplainedShare returns the fraction of pixels that show none of the looks, stated against the tone around, and
// are not clipped; grain is how widely those of one look are spread.
func (c contents) unexplainedShare(bytes []uint8, pixels []int, around, grain tone) float32 {
	var means, spreads [len(c)]tone
	for i, look := range c {
		means[i], spreads[i] = fromTone(look.Mean).plus(around), fromTone(look.Spread)
		for part := range grain {
			spreads[i][part] = float32(math.Hypot(float64(spreads[i][part]), float64(grain[part])))
		}
	}
	count := 0
pixels:
	for _, p := range pixels {
		sample := [3]uint8(bytes[3*p:])
		if max(sample[0], sample[1], sample[2]) >= clipped {
			continue
		}
		seen := toneOf(sample[0], sample[1], sample[2])
		for i := range means {
			if (limits{darkestSide, brightestTop}).shows(seen.minus(means[i]), spreads[i]) {
				continue pixels
			}
		}
		for i := range means {
			if glossy(sample, means[i]) {
				continue pixels
			}
		}
		count++
	}
	return float32(count) / float32(len(pixels))
}

// glossy reports whether a sample can be the look, in some shade, behind the reflection of a white lamp. Reflected
// light adds up before the sensor encodes it (as the power 1/2.2, about), so that the sample is shade·look + glare in
// all three channels. The look has some glare of its own, perhaps all that there is of its darkest channel, and the
// sample may have less of it.
func glossy(sample [3]uint8, look tone) bool {
	const (
		dark   = 0.003 // of full light: below, noise decides
		within = 1.3   // a factor, of the light in each channel
	)
	own := lightOf(look)
	var seen [3]float64
	// Least squares of the relative deviations.
	var oo, o, n, os, s float64
	for i, v := range sample {
		seen[i] = light01(float64(v))
		own := float64(own[i])
		w := 1 / ((seen[i] + dark) * (seen[i] + dark))
		oo += w * own * own
		o += w * own
		n += w
		os += w * own * seen[i]
		s += w * seen[i]
	}
	det := oo*n - o*o
	if det < 1e-9*oo*n { // a grey look is itself under any glare
		return false
	}
	shade, veil := (os*n-s*o)/det, (oo*s-o*os)/det
	if shade < .3 || shade > 2 || veil < -shade*float64(min(own[0], own[1], own[2])) || veil > .5 {
		return false
	}
	for i := range seen {
		if ratio := (shade*float64(own[i]) + veil + dark) / (seen[i] + dark); ratio > within || ratio < 1/within {
			return false
		}
	}
	return true
}

// light01 returns the light, 0 to 1, of a sample.
func light01(sample float64) float64 { return math.Pow(max(sample, 0)/255, 2.2) }

// isUnlike reports whether a tone is far from that of what a square seems to show, perhaps behind a reflection.
func (k contentModel) isUnlike(o vision.Odds, seen measurement) bool {
	const far = 16 // squared, in standard deviations
	is, _ := o.Best()
	mean, spread := fromTone(k.tones[is].Mean), fromTone(k.tones[is].Spread)
	d, veil := seen.man.minus(mean), glareOver(mean.plus(seen.around), seen.around)
	distance, along, length := float32(0), float32(0), float32(1)
	for part := range 3 {
		variance := spread[part]*spread[part] + pictureSpread[part]*pictureSpread[part]
		distance += d[part] * d[part] / variance
		along += d[part] * veil[part] / variance
		length += veil[part] * veil[part] / variance
	}
	along = max(along, 0)
	return distance-along*along/length > far
}

// tooDarkForGlare reports whether what a square seems to show is far too dark, in all its colours, to be overexposed.
func (k contentModel) tooDarkForGlare(o vision.Odds, around tone) bool {
	const bright = 200 // of 255
	is, _ := o.Best()
	look := fromTone(k.tones[is].Mean).plus(around)
	green := look[0] - (look[1]+look[2])/3
	return green+max(0, look[1], look[2]) < logarithms[bright]
}

// changedShare returns the fraction of an unplayed square's pixels that do not show it.
func changedShare(bytes []uint8, pixels []int, expected tone, look calibration.Look) float32 {
	spread := fromTone(look.Spread)
	count := 0
	for _, p := range pixels {
		sample := [3]uint8(bytes[3*p:])
		if max(sample[0], sample[1], sample[2]) < clipped &&
			!(limits{deepestShadow, brightest}).shows(toneOf(sample[0], sample[1], sample[2]).minus(expected), spread) {
			count++
		}
	}
	return float32(count) / float32(len(pixels))
}
