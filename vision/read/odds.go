package read

import (
	"math"

	"draughtsman/calibration"
	"draughtsman/vision"
)

// contents are the looks of what a square can show, by vision.Content.
type contents [vision.Contents]calibration.Look

func contentsOf(l calibration.Looks) contents {
	return contents{vision.Nothing: l.Empty, vision.LightPiece: l.Light, vision.DarkPiece: l.Dark}
}

func (c contents) stored() calibration.Looks {
	return calibration.Looks{Empty: c[vision.Nothing], Light: c[vision.LightPiece], Dark: c[vision.DarkPiece]}
}

// knowledge is what is known of the contents.
type knowledge struct{ tones, contrasts contents }

func knowledgeOf(c calibration.Colours) knowledge {
	return knowledge{contentsOf(c.Tones), contentsOf(c.Contrasts)}
}

// Pictures differ by more than what one of them shows: these standard
// deviations, of the parts of a tone, are added to the learnt ones. The side of
// a piece may in addition be in its own shade.
var (
	betweenPictures = tone{0.10, 0.05, 0.05}
	ownShade        = tone{0.5, 0.05, 0.05}
)

const (
	tails   = 4.0  // degrees of freedom of Student's t: how readily a stray reading is believed
	misread = 1e-4 // the least probability of any content
	unsaid  = -4.0 // logarithm of the likelihood of a tone that nothing is said about
)

// seenTones are the tones of a square against the bare squares around it:
// where the top of a man would be seen, and where that of a king.
type seenTones struct {
	man, king tone
	contrast  tone // of the first to the corners of the square
	corners   bool // some are in view
}

// odds are the probabilities of what shows some tones, all contents being
// equally likely beforehand. An empty square shows itself in both places; a man
// is seen in the first; a king in the second, and its side in the first.
func (k knowledge) odds(seen seenTones) vision.Odds {
	var o vision.Odds
	best := math.Inf(-1)
	for content, look := range k.tones {
		o[content] = likelihood(seen.man, look, betweenPictures) + max(likelihood(seen.king, look, betweenPictures), unsaid)
		if vision.Content(content) != vision.Nothing {
			o[content] = max(o[content], likelihood(seen.man, look, ownShade)+likelihood(seen.king, look, betweenPictures))
		}
		if seen.corners {
			o[content] += likelihood(seen.contrast, k.contrasts[content], betweenPictures)
		}
		best = max(best, o[content])
	}
	sum := 0.0
	for content := range o {
		o[content] = math.Exp(o[content] - best)
		sum += o[content]
	}
	for content := range o {
		o[content] = (o[content]/sum + misread) / (1 + misread*float64(vision.Contents))
	}
	return o
}

// likelihood is the logarithm of the density of a tone (Student's t, but for a
// constant) where a look is expected.
func likelihood(seen tone, look calibration.Look, more tone) float64 {
	d := seen.minus(fromTone(look.Mean))
	spread := fromTone(look.Spread)
	logarithm, distance := 0.0, 0.0
	for part := range 3 {
		variance := float64(spread[part]*spread[part] + more[part]*more[part])
		distance += float64(d[part]*d[part]) / variance
		logarithm -= .5 * math.Log(variance)
	}
	return logarithm - (tails+3)/2*math.Log1p(distance/tails)
}
