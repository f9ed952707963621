package uncalibrated

import (
	"math"
	"slices"

	"draughtsman/vision/imaging"
)

// background is what a board without pieces would look like, from what pieces leave to be seen of it: the corners of
// the squares.
type background struct {
	own      []imaging.Colour // each square's colour: a smooth surface for its kind, moved towards its own corners
	smooth   []imaging.Colour // each square's colour on the surface of its kind
	light    []imaging.Colour // the mean of the surfaces of both kinds: how the light falls
	contrast float64          // between the two kinds of square, log units a channel; 0.2 at least
}

// kind returns 0 or 1: squares of one kind meet at their corners.
func kind(row, column int) int { return (row + column) % 2 }

// leastContrast keeps noise small where the two kinds of square hardly differ.
const leastContrast = 0.2

// backgroundOf fits the background of a board of so many squares a side.
func backgroundOf(v *boardView, squares int) background {
	corners := make([][4]imaging.Colour, squares*squares)
	for i := range corners {
		corners[i] = cornerPatches(v, i/squares, i%squares)
	}
	var surface [2][]imaging.Colour
	for k := range surface {
		surface[k] = fitSurface(corners, squares, k)
	}
	g := background{own: make([]imaging.Colour, len(corners)), smooth: make([]imaging.Colour, len(corners)),
		light: make([]imaging.Colour, len(corners))}
	steps := make([]imaging.Colour, len(corners))
	for i := range corners {
		steps[i] = surface[0][i].Minus(surface[1][i])
		g.light[i] = surface[0][i].Plus(surface[1][i]).Times(0.5)
	}
	g.contrast = max(imaging.MedianColour(steps).Length()/math.Sqrt(3), leastContrast)
	for i := range corners {
		g.smooth[i] = surface[kind(i/squares, i%squares)][i]
		g.own[i] = g.correctLocally(g.smooth[i], corners[i])
	}
	return g
}

// correctLocally moves a square's colour from the smooth surface towards the two of its corners that fit best, by as
// much as these agree with one another and with the surface.
func (g *background) correctLocally(own imaging.Colour, corners [4]imaging.Colour) imaging.Colour {
	slices.SortFunc(corners[:], func(a, b imaging.Colour) int {
		switch x, y := a.Minus(own).Length(), b.Minus(own).Length(); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	mean := corners[0].Plus(corners[1]).Times(0.5)
	unit := g.contrast * math.Sqrt(3)
	agree := corners[0].Minus(corners[1]).Length() / (0.25 * unit)
	far := mean.Minus(own).Length() / (0.5 * unit)
	weight := 0.85 * min(max(1.5-agree, 0), 1) * min(max(2-far, 0), 1)
	return own.Plus(mean.Minus(own).Times(weight))
}

// cornerPatches returns the median colours near a square's four corners.
func cornerPatches(v *boardView, row, column int) (patches [4]imaging.Colour) {
	const from, to = 1, 4 // pixels from the sides: 0.45 to 0.36 squares from the middle
	for k := range patches {
		var seen []imaging.Colour
		for dy := from; dy <= to; dy++ {
			for dx := from; dx <= to; dx++ {
				x, y := dx, dy
				if k%2 == 1 {
					x = squarePX - 1 - dx
				}
				if k/2 == 1 {
					y = squarePX - 1 - dy
				}
				seen = append(seen, v.At(column*squarePX+x, row*squarePX+y))
			}
		}
		patches[k] = imaging.MedianColour(seen)
	}
	return patches
}

// fitSurface fits a smooth surface through the corners of all squares of one kind, by least squares reweighted
// against outliers (pieces that reach into corners), and evaluates it on every square.
func fitSurface(corners [][4]imaging.Colour, squares, of int) []imaging.Colour {
	at := func(i int) basis {
		return basisAt(float64(i%squares)/float64(squares), float64(i/squares)/float64(squares))
	}
	var samples []sample
	for i := range corners {
		if kind(i/squares, i%squares) != of {
			continue
		}
		for _, c := range corners[i] {
			samples = append(samples, sample{terms: at(i), colour: c})
		}
	}
	weights := slices.Repeat([]float64{1}, len(samples))
	var fit surface
	for range 6 {
		next, ok := solve(samples, weights, false)
		if !ok {
			break // the surface so far is the best there is
		}
		fit = next.lit
		off := make([]float64, len(samples))
		for i, s := range samples {
			off[i] = s.colour.Minus(fit.at(s.terms)).Length()
		}
		usual := 1.5*imaging.Median(slices.Clone(off)) + 1e-3
		for i := range weights {
			q := off[i] / usual
			weights[i] = 1 / ((1 + q*q) * (1 + q*q))
		}
	}
	out := make([]imaging.Colour, len(corners))
	for i := range out {
		out[i] = fit.at(at(i))
	}
	return out
}
