package calibrated

import (
	"math"

	"draughtsman/calibration"
	"draughtsman/vision"
	"draughtsman/vision/imaging"
)

// contents are the looks of what a square can show, by vision.Content.
type contents [vision.Contents]calibration.Look

func contentsOf(l calibration.Looks) contents {
	return contents{vision.Nothing: l.Empty, vision.LightPiece: l.Light, vision.DarkPiece: l.Dark}
}

func (c contents) stored() calibration.Looks {
	return calibration.Looks{Empty: c[vision.Nothing], Light: c[vision.LightPiece], Dark: c[vision.DarkPiece]}
}

// contentModel is what is known of the contents.
type contentModel struct {
	tones, contrasts contents
	own              []calibration.OwnLook // by number from 1, if known
	textures         *calibration.Textures // nil where they were not learnt
}

// ownOf returns what a square looked like when the colours were learnt, if it had that content.
func (k contentModel) ownOf(number int, content vision.Content) (own calibration.OwnLook, is bool) {
	if number < 1 || number > len(k.own) || k.own[number-1].Shows != contentWords[content] {
		return own, false
	}
	return k.own[number-1], true
}

func contentModelOf(c calibration.Colours) contentModel {
	return contentModel{contentsOf(c.Tones), contentsOf(c.Contrasts), c.Own, c.Textures}
}

// Pictures differ by more than what one of them shows: these standard deviations, of the parts of a tone, are added
// to the learnt ones. The side of a piece may in addition be in its own shade.
var (
	pictureSpread   = tone{0.10, 0.05, 0.05}
	ownShadowSpread = tone{0.5, 0.05, 0.05}
)

// sameSquareSpread is how far a square that shows what it showed before is from it.
var sameSquareSpread = tone{0.08, 0.04, 0.04}

const (
	degreesOfFreedom = 4.0  // degrees of freedom of Student's t: how readily a stray reading is believed
	minProbability   = 1e-4 // the least probability of any content
	maxSurprise      = -4.0 // logarithm of the likelihood of a tone that nothing is said about
)

// What the likelihoods count. The tones of a square are mostly of the same pixels, and err together; its texture
// stands alone.
const (
	toneWeight    = 0.5 // each of three
	textureWeight = 1.5
)

// measurement is what was measured of a square against the unplayed squares around it: where the top of a man would
// be seen, and where that of a king.
type measurement struct {
	man, king tone
	contrast  tone // of the first to the corners of the square
	around    tone // that the unplayed squares around would show here
	corners   bool // some are in view
	place     int  // of the places for a piece's top
	roughness float64
}

// odds returns the probabilities of what shows some tones, all contents being equally likely beforehand. An empty
// square shows itself in both places; a man is seen in the first; a king in the second, and its side in the first.
func (k contentModel) odds(seen measurement, number int) vision.Odds {
	var o vision.Odds
	for content, look := range k.tones {
		veil := glareOver(fromTone(look.Mean).plus(seen.around), seen.around)
		man := likelihood(seen.man, look, pictureSpread, veil)
		contrast := likelihood(seen.contrast, k.contrasts[content], pictureSpread, tone{})
		if vision.Content(content) == vision.Nothing && seen.corners {
			// An empty square looks like its own corners, glare and grain and all.
			ground := seen.man.minus(seen.contrast)
			like := calibration.Look{Mean: ground.plus(fromTone(k.contrasts[content].Mean)).stored(),
				Spread: k.contrasts[content].Spread}
			man = mixture(man, likelihood(seen.man, like, pictureSpread, tone{}))
		}
		if own, is := k.ownOf(number, vision.Content(content)); is {
			man = mixture(man, likelihood(seen.man, calibration.Look{Mean: own.Tone}, sameSquareSpread, tone{}))
			contrast = mixture(contrast, likelihood(seen.contrast, calibration.Look{Mean: own.Contrast}, sameSquareSpread,
				tone{}))
		}
		king := likelihood(seen.king, look, pictureSpread, veil)
		tones := man + max(king, maxSurprise)
		if vision.Content(content) != vision.Nothing {
			tones = max(tones, likelihood(seen.man, look, ownShadowSpread, veil)+king)
		}
		if seen.corners {
			tones += contrast
		}
		o[content] = toneWeight*tones + textureWeight*k.texture(seen.roughness, number, vision.Content(content))
	}
	return normalised(o)
}

// Textures differ by this between pictures, and where a square shows what it showed before.
const (
	textureSpread     = 0.25
	sameTextureSpread = 0.15
)

// texture returns the logarithm of the density of a roughness where a content is expected.
func (k contentModel) texture(rough float64, number int, content vision.Content) float64 {
	if k.textures == nil {
		return 0
	}
	t := [vision.Contents]calibration.Texture{k.textures.Empty, k.textures.Light, k.textures.Dark}[content]
	density := student(rough-t.Mean, math.Hypot(t.Spread, textureSpread))
	if own, is := k.ownOf(number, content); is {
		density = mixture(density, student(rough-own.Rough, sameTextureSpread))
	}
	return density
}

// student returns the logarithm of the density of Student's t, but for a constant.
func student(d, spread float64) float64 {
	return -math.Log(spread) - (degreesOfFreedom+1)/2*math.Log1p(d*d/(spread*spread)/degreesOfFreedom)
}

// mixture returns the logarithm of the mean of two likelihoods, of explanations that are as good as each other
// beforehand.
func mixture(a, b float64) float64 {
	return max(a, b) + math.Log1p(math.Exp(-math.Abs(a-b))) - math.Ln2
}

// usualGlare is how much of a lamp's light a surface reflects, as a fraction of what unplayed squares send back: one
// standard deviation.
const usualGlare = 0.06

// glareOver returns how a look changes behind the reflection of a white lamp, given its tone in the picture and that
// of the unplayed squares there. Light adds up before the sensor encodes it, so that dark things change most.
func glareOver(look, around tone) tone {
	channels := func(t tone) [3]float64 {
		green := float64(t[0] - (t[1]+t[2])/3)
		return [3]float64{math.Exp(green + float64(t[2])), math.Exp(green), math.Exp(green + float64(t[1]))}
	}
	own, bare := channels(look), channels(around)
	var change [3]float32
	for i := range own {
		lit := 255 * math.Pow(light01(own[i]-imaging.CalibratedDark)+usualGlare*light01(bare[i]-imaging.CalibratedDark),
			1/2.2)
		change[i] = float32(math.Log((lit + imaging.CalibratedDark) / own[i]))
	}
	return tone{(change[0] + change[1] + change[2]) / 3, change[2] - change[1], change[0] - change[1]}
}

// likelihood returns the logarithm of the density of a tone (Student's t, but for a constant) where a look is
// expected, perhaps behind glare. That adds a variance along one direction, of which only the brighter half is used
// (the inverse is that of Sherman and Morrison 1950).
func likelihood(seen tone, look calibration.Look, more, veil tone) float64 {
	d := seen.minus(fromTone(look.Mean))
	spread := fromTone(look.Spread)
	logarithm, distance, along, length := 0.0, 0.0, 0.0, 1.0
	for part := range 3 {
		variance := float64(spread[part]*spread[part] + more[part]*more[part])
		distance += float64(d[part]*d[part]) / variance
		along += float64(d[part]*veil[part]) / variance
		length += float64(veil[part]*veil[part]) / variance
		logarithm -= .5 * math.Log(variance)
	}
	along = max(along, 0)
	distance -= along * along / length
	logarithm -= .5 * math.Log(length)
	return logarithm - (degreesOfFreedom+3)/2*math.Log1p(distance/degreesOfFreedom)
}
