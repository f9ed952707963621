package squares

import (
	"math"

	"draughtsman/vision/squares/network"
)

// What is looked at to tell how light a piece is: so many pixels around where it stands. The other is added before
// logarithms are taken, so that the noise of the darkest pixels says nothing. training/examples.py has the same.
const (
	nearPX = 4
	dark   = 2
)

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
	if debugSides != nil {
		debugSides(p, patches, answers)
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

// shade is how light a piece is that stands so far from its square's middle, in the axes of the patch: the logarithm
// of the luminance around there, against that of all that the patch shows of the board.
func (p *patch) shade(offset [2]float32) float64 {
	x := behind - 0.5 + patchPX*float64(offset[0])
	y := network.Height/2 - 0.5 + patchPX*float64(offset[1])
	var near, board struct{ sum, weight float64 }
	for k, on := range p.onBoard {
		l := p.luminance(k)
		dx, dy := float64(k%network.Width)-x, float64(k/network.Width)-y
		if dx*dx+dy*dy < nearPX*nearPX {
			near.sum, near.weight = near.sum+l, near.weight+1
		}
		board.sum, board.weight = board.sum+float64(on)*l, board.weight+float64(on)
	}
	return math.Log(near.sum/max(near.weight, 1e-3)+dark) - math.Log(board.sum/max(board.weight, 1e-3)+dark)
}

// luminance is the light of a pixel as the eye sees it, 0 to 255 (Rec. 709); light is taken for a sample's square.
func (p *patch) luminance(k int) float64 {
	b, g, r := float64(p.colour[0][k]), float64(p.colour[1][k]), float64(p.colour[2][k])
	return (0.0722*b*b + 0.7152*g*g + 0.2126*r*r) / 255
}

var debugSides func(p *posterior, patches []patch, answers []network.Answer)
