package squares

import (
	"math"

	"draughtsman/vision/imaging"
	"draughtsman/vision/squares/network"
)

// What is looked at to tell how light a piece is: so many pixels around where it stands. The other is added before
// logarithms are taken, so that the noise of the darkest pixels says nothing. training/examples.py names sides by the
// same rule.
const (
	nearPX = 4
	dark   = 2
)

// colourPX is how far around where a piece stands its colour is looked at: nearly to its edge, since kings have marks
// of another colour in the middle.
const colourPX = 6

// splitRounds is how often the colours of both sides and who has them are worked out from each other.
const splitRounds = 10

// What is known of colours: how much the colours of a side's pieces differ at least, in natural logarithms, and how
// much a single piece's colour may say, as a logarithm of odds: it may lie in a reflection. What else is said of a
// piece's side counts less than its colour may.
const (
	leastSpread = 0.06
	mostByHue   = 6
	mostByOther = 5
)

// splitSides decides again which pieces are of which side, by what the network makes of each and by their colours.
// Where one side is red and the other green the network may not be sure which is the lighter one, and then is not sure
// of any piece; that there are two colours is plain all the same.
func (p *posterior) splitSides(patches []patch, answers []network.Answer) {
	var at []int
	var pieces []colouredPiece
	for i, c := range p.contents {
		if c != network.Empty && c != network.Covered {
			of := p.probabilities[i]
			odds := math.Log(of[network.LightMan]+of[network.LightKing]+1e-9) -
				math.Log(of[network.DarkMan]+of[network.DarkKing]+1e-9)
			odds = min(max(odds, -mostByOther), mostByOther)
			at, pieces = append(at, i), append(pieces, colouredPiece{patches[i].pieceColour(answers[i].Offset), odds})
		}
	}
	light, ok := twoColours(pieces)
	if !ok {
		return
	}
	for k, i := range at {
		of := &p.probabilities[i]
		man, king := of[network.LightMan]+of[network.DarkMan], of[network.LightKing]+of[network.DarkKing]
		of[network.LightMan], of[network.DarkMan] = man*light[k], man*(1-light[k])
		of[network.LightKing], of[network.DarkKing] = king*light[k], king*(1-light[k])
		p.contents[i] = network.LightMan
		for _, c := range [3]network.Content{network.DarkMan, network.LightKing, network.DarkKing} {
			if of[c] > of[p.contents[i]] {
				p.contents[i] = c
			}
		}
	}
}

// colouredPiece is a piece's colour and the log odds that it is of the lighter side, by other signs.
type colouredPiece struct {
	colour imaging.Colour
	odds   float64
}

// twoColours returns the probability of each piece that it is of the lighter side; ok is false where the pieces may all
// be of one side. Their colours are a mixture of two normal distributions (Dempster et al., Maximum likelihood from
// incomplete data via the EM algorithm, 1977). It begins with the odds, and once more with the two ends of the line
// along which the colours differ most, for where no odds say much they may lead astray; the likelier outcome counts.
func twoColours(pieces []colouredPiece) (light []float64, ok bool) {
	var begin [2][]float64
	middle := imaging.Colour{}
	for _, p := range pieces {
		begin[0] = append(begin[0], logistic(p.odds))
		middle = middle.Plus(p.colour.Times(1 / float64(len(pieces))))
	}
	way := imaging.Colour{1, 0.9, 0.8} // power iteration: any direction to begin with
	for range 2 * splitRounds {
		next := imaging.Colour{}
		for _, p := range pieces {
			off := p.colour.Minus(middle)
			next = next.Plus(off.Times(off.Dot(way)))
		}
		if next.Length() < 1e-12 {
			return nil, false
		}
		way = next.Times(1 / next.Length())
	}
	sign := 0.0
	for _, p := range pieces {
		sign += p.odds * p.colour.Minus(middle).Dot(way)
	}
	for _, p := range pieces {
		begin[1] = append(begin[1], logistic(math.Copysign(20, sign*p.colour.Minus(middle).Dot(way))))
	}
	best := math.Inf(-1)
	for _, q := range begin {
		if likelihood, found := mixture(pieces, q); found && likelihood > best {
			best, light, ok = likelihood, q, true
		}
	}
	return light, ok
}

// mixture works out the colours of both sides and who has them from each other, and changes the probabilities. It
// returns the log likelihood; ok is false where one side has hardly a piece.
func mixture(pieces []colouredPiece, light []float64) (likelihood float64, ok bool) {
	for range splitRounds {
		var mean [2]imaging.Colour
		var count [2]float64
		for k, p := range pieces {
			for side, q := range [2]float64{light[k], 1 - light[k]} {
				mean[side], count[side] = mean[side].Plus(p.colour.Times(q)), count[side]+q
			}
		}
		if min(count[0], count[1]) < 0.7 {
			return 0, false
		}
		mean[0], mean[1] = mean[0].Times(1/count[0]), mean[1].Times(1/count[1])
		way, middle := mean[0].Minus(mean[1]), mean[0].Plus(mean[1]).Times(0.5)
		apart := way.Length()
		if apart < 1e-9 {
			return 0, false
		}
		way = way.Times(1 / apart) // along it the sides are apart; what differs across it says nothing
		variance := 4 * leastSpread * leastSpread
		for k, p := range pieces {
			for side, q := range [2]float64{light[k], 1 - light[k]} {
				off := p.colour.Minus(mean[side]).Dot(way)
				variance += q * off * off
			}
		}
		variance = max(variance/(float64(len(pieces))+4), leastSpread*leastSpread)
		likelihood = -float64(len(pieces)) * math.Log(variance) / 2
		for k, p := range pieces {
			along := p.colour.Minus(middle).Dot(way)
			hue := min(max(apart*along/variance, -mostByHue), mostByHue)
			light[k] = logistic(p.odds + hue)
			a, b := along-apart/2, along+apart/2
			likelihood += math.Log(logistic(p.odds)*math.Exp(-a*a/(2*variance)) +
				logistic(-p.odds)*math.Exp(-b*b/(2*variance)) + 1e-9)
		}
	}
	return likelihood, true
}

// logistic returns the probability for the logarithm of odds.
func logistic(odds float64) float64 { return 1 / (1 + math.Exp(-odds)) }

// pieceColour is the colour of a piece that stands so far from its square's middle, in the axes of the patch: the
// logarithms of its blue, green and red, against those of the squares beside it on which nothing stands.
func (p *patch) pieceColour(offset [2]float32) (c imaging.Colour) {
	x := behind - 0.5 + patchPX*float64(offset[0])
	y := network.Height/2 - 0.5 + patchPX*float64(offset[1])
	for channel := range c {
		var near, beside struct{ sum, weight float64 }
		for k, lattice := range p.lattice {
			l := darkLogarithms[p.colour[channel][k]]
			dx, dy := float64(k%network.Width)-x, float64(k/network.Width)-y
			if dx*dx+dy*dy < colourPX*colourPX {
				near.sum, near.weight = near.sum+l, near.weight+1
			}
			if lattice < latticeMiddle {
				w := float64(latticeMiddle - lattice)
				beside.sum, beside.weight = beside.sum+w*l, beside.weight+w
			}
		}
		c[channel] = near.sum/max(near.weight, 1e-3) - beside.sum/max(beside.weight, 1e-3)
	}
	return c
}

// darkLogarithms are those of samples to which something was added.
var darkLogarithms = func() (of [256]float64) {
	for v := range of {
		of[v] = math.Log(float64(v) + 8)
	}
	return of
}()

// nameSides gives the sides their names: the lighter one is that whose pieces look lighter than what is around them.
// The network tells the sides apart, and by nearly the same rule which is which. Where they are nearly alike, as red
// and blue are, it is not sure of the names, and all pieces together are.
func (p *posterior) nameSides(patches []patch, answers []network.Answer) {
	var sum, count [2]float64
	for i, c := range p.contents {
		switch c {
		case network.LightMan, network.LightKing:
			sum[0], count[0] = sum[0]+patches[i].shade(answers[i].Offset), count[0]+1
		case network.DarkMan, network.DarkKing:
			sum[1], count[1] = sum[1]+patches[i].shade(answers[i].Offset), count[1]+1
		}
	}
	if count[0] == 0 || count[1] == 0 || sum[0]/count[0] >= sum[1]/count[1] {
		return
	}
	other := [network.Contents]network.Content{network.Empty, network.DarkMan, network.LightMan, network.DarkKing,
		network.LightKing, network.Covered}
	for i, c := range p.contents {
		p.contents[i] = other[c]
		before := p.probabilities[i]
		for c, probability := range before {
			p.probabilities[i][other[c]] = probability
		}
	}
}

// hueWeight is what the lightness of hues counts beside that of pieces.
const hueWeight = 0.5

// shade is how light a piece is that stands so far from its square's middle, in the axes of the patch: the logarithm
// of the luminance around there, against that of all that the patch shows of the board, and how light its hue is
// however much light falls on it. Of a green piece in the dark and a red one in a lamp's light the green one is the
// lighter.
func (p *patch) shade(offset [2]float32) float64 {
	x := behind - 0.5 + patchPX*float64(offset[0])
	y := network.Height/2 - 0.5 + patchPX*float64(offset[1])
	var near imaging.Colour
	sum, weight, pixels := 0.0, 0.0, 0.0
	for k, on := range p.onBoard {
		dx, dy := float64(k%network.Width)-x, float64(k/network.Width)-y
		if dx*dx+dy*dy < nearPX*nearPX {
			near, pixels = near.Plus(p.light(k)), pixels+1
		}
		sum, weight = sum+float64(on)*luminance(p.light(k)), weight+float64(on)
	}
	near = near.Times(1 / max(pixels, 1))
	hue := near.Times(1 / max(near[0], near[1], near[2], dark))
	return math.Log(luminance(near)+dark) - math.Log(sum/max(weight, 1e-3)+dark) + hueWeight*luminance(hue)
}

// light is that of a pixel, 0 to 255: it is taken for the squares of its samples.
func (p *patch) light(k int) (of imaging.Colour) {
	for c := range of {
		v := float64(p.colour[c][k])
		of[c] = v * v / 255
	}
	return of
}

// luminance is how light a light is to the eye (Rec. 709).
func luminance(light imaging.Colour) float64 {
	return 0.0722*light[0] + 0.7152*light[1] + 0.2126*light[2]
}
