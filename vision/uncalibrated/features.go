package uncalibrated

import (
	"math"

	"draughtsman/vision/imaging"
)

// measurement is what was measured of one square. Differences are in units of the board's contrast.
type measurement struct {
	disc       imaging.Colour // median colour where the top of a man would be, log units
	edge       imaging.Colour // the same near the top's edge, past what stickers cover
	piecePatch imaging.Colour // the same about the most conspicuous place of the square: small men off its centre
	change     imaging.Colour // of piece from the square's own look: lightness, then two differences of channels
	texture    float64        // logarithm of the spread of lightness where the top would be
	rim        float64        // logarithm of the mean step across the rim of a disc
	ring       float64        // change of colour about where the rim would be
	boundary   float64        // logarithm of the strongest step between two rings that most of eight sectors share
}

// regions are parts of a square as lists of pixels: a disc's top, the ring around it, and for the search for
// boundaries rings and sectors. Tops are looked for away from where pieces stand; so what lies over the neighbouring
// squares is left out of the rings.
type regions struct {
	top, edge, ring []int       // pixels, row by row
	bins            [8][6][]int // by sector and ring
	u, v            [squarePX * squarePX]float64
	radius          [squarePX * squarePX]float64
}

func newRegions(offset [2]float64) *regions {
	edges := [7]float64{0.14, 0.20, 0.26, 0.31, 0.36, 0.41, 0.47}
	r := &regions{}
	for i := range r.u {
		u, v := (float64(i%squarePX)+0.5)/squarePX-0.5, (float64(i/squarePX)+0.5)/squarePX-0.5
		rad := math.Hypot(u, v)
		r.u[i], r.v[i], r.radius[i] = u, v, rad
		if rad < 0.27 {
			r.top = append(r.top, i)
			if rad > 0.19 {
				r.edge = append(r.edge, i)
			}
		}
		if max(math.Abs(u+offset[0]), math.Abs(v+offset[1])) > 0.47 {
			continue
		}
		if rad >= 0.27 && rad < 0.46 {
			r.ring = append(r.ring, i)
		}
		sector := int((math.Atan2(v, u)+math.Pi)/(2*math.Pi)*8) % 8
		for k := range 6 {
			if rad >= edges[k] && rad < edges[k+1] {
				r.bins[sector][k] = append(r.bins[sector][k], i)
			}
		}
	}
	return r
}

// measure measures every square of a board in a view in which tops of pieces lie in the middle of their squares,
// given the background.
func measure(v *boardView, g *background, squares int, offset [2]float64) []measurement {
	r := newRegions(offset)
	out := make([]measurement, squares*squares)
	for i := range out {
		out[i] = r.measure(v, g, i/squares, i%squares, g.own[i])
	}
	return out
}

func (r *regions) measure(v *boardView, g *background, row, column int, own imaging.Colour) (s measurement) {
	unit := g.contrast * math.Sqrt(3)
	var px [squarePX * squarePX]imaging.Colour
	for i := range px {
		px[i] = v.At(column*squarePX+i%squarePX, row*squarePX+i/squarePX)
	}
	s.disc = medianOf(&px, r.top)
	s.edge = medianOf(&px, r.edge)
	s.piecePatch = s.disc
	if peak, height := r.conspicuous(&px, own, unit); height > 0.55 && s.disc.Minus(own).Length() < 0.5*unit {
		s.piecePatch = medianOf(&px, around(peak))
	}
	d := s.piecePatch.Minus(own).Times(1 / g.contrast)
	mean := d.Mean()
	s.change = imaging.Colour{0.6 * mean, d[0] - mean, d[2] - mean}
	s.texture = math.Log(spread(&px, r.top)/g.contrast + 0.01)
	ring := medianOf(&px, r.ring).Minus(own)
	s.ring = (math.Abs(ring[0]) + math.Abs(ring[1]) + math.Abs(ring[2])) / 3 / g.contrast
	s.rim = math.Log(r.stepAcross(v, row, column)/g.contrast + 0.003)
	s.boundary = math.Log(r.strongestStep(&px)/g.contrast + 0.03)
	return s
}

// medianOf returns the median of each channel over some pixels.
func medianOf(px *[squarePX * squarePX]imaging.Colour, of []int) imaging.Colour {
	seen := make([]imaging.Colour, len(of))
	for i, k := range of {
		seen[i] = px[k]
	}
	return imaging.MedianColour(seen)
}

// spread returns the standard deviation of the mean of the channels.
func spread(px *[squarePX * squarePX]imaging.Colour, of []int) float64 {
	sum, squares := 0.0, 0.0
	for _, i := range of {
		m := px[i].Mean()
		sum += m
		squares += m * m
	}
	n := float64(len(of))
	return math.Sqrt(max(squares/n-sum*sum/(n*n), 0))
}

// stepAcross returns the mean gradient along the radius about where a disc's rim would be, log units a pixel.
func (r *regions) stepAcross(v *boardView, row, column int) float64 {
	grey := func(x, y int) float64 {
		x, y = min(max(x, 0), v.Width-1), min(max(y, 0), v.Width-1)
		return v.At(x, y).Mean()
	}
	total := 0.0
	for _, i := range r.ring {
		x, y := column*squarePX+i%squarePX, row*squarePX+i/squarePX
		dx := (grey(x+1, y-1) + 2*grey(x+1, y) + grey(x+1, y+1) - grey(x-1, y-1) - 2*grey(x-1, y) - grey(x-1, y+1)) / 8
		dy := (grey(x-1, y+1) + 2*grey(x, y+1) + grey(x+1, y+1) - grey(x-1, y-1) - 2*grey(x, y-1) - grey(x+1, y-1)) / 8
		total += math.Abs(dx*r.u[i]+dy*r.v[i]) / r.radius[i]
	}
	return total / float64(len(r.ring))
}

// strongestStep returns the strongest step of colour from one ring to the next, or the one after that, as the median
// over eight sectors, at least four of them: grain, shadows and straight edges cancel, the edge of a disc does not.
func (r *regions) strongestStep(px *[squarePX * squarePX]imaging.Colour) float64 {
	var means [8][6]imaging.Colour
	var known [8][6]bool
	for sector := range means {
		for ring, of := range r.bins[sector] {
			var sum imaging.Colour
			for _, i := range of {
				sum = sum.Plus(px[i])
			}
			means[sector][ring] = sum.Times(1 / float64(max(len(of), 1)))
			known[sector][ring] = len(of) > 0
		}
	}
	strongest := 0.0
	for step := 1; step <= 2; step++ {
		for ring := 0; ring+step < 6; ring++ {
			var m imaging.Colour
			for c := range m {
				var steps []float64
				for sector := range means {
					if known[sector][ring] && known[sector][ring+step] {
						steps = append(steps, means[sector][ring+step][c]-means[sector][ring][c])
					}
				}
				if len(steps) >= 4 {
					m[c] = imaging.Median(steps)
				}
			}
			strongest = max(strongest, m.Length())
		}
	}
	return strongest
}

// conspicuous returns the place in a square about which most pixels differ from its own colour, and which part of
// them does, blurred.
func (r *regions) conspicuous(px *[squarePX * squarePX]imaging.Colour, own imaging.Colour, unit float64) (peak int,
	height float64) {
	var differs, across, both [squarePX * squarePX]float64
	for i := range px {
		if math.Abs(r.u[i]) < 0.42 && math.Abs(r.v[i]) < 0.42 {
			differs[i] = min(max((px[i].Minus(own).Length()/unit-0.3)/0.3, 0), 1)
		}
	}
	const reach = 9
	for y := range squarePX {
		for x := range squarePX {
			for k := max(-reach, -x); k <= min(reach, squarePX-1-x); k++ {
				across[y*squarePX+x] += blurWeights[k+reach] * differs[y*squarePX+x+k]
			}
		}
	}
	for y := range squarePX {
		for x := range squarePX {
			i := y*squarePX + x
			for k := max(-reach, -y); k <= min(reach, squarePX-1-y); k++ {
				both[i] += blurWeights[k+reach] * across[i+k*squarePX]
			}
			if both[i] > height && math.Abs(r.u[i]) < 0.42 && math.Abs(r.v[i]) < 0.42 {
				peak, height = i, both[i]
			}
		}
	}
	return peak, height
}

// blurWeights are a Gaussian of a tenth of a square.
var blurWeights = func() (w [19]float64) {
	total := 0.0
	for i := range w {
		d := float64(i-9) / (0.1 * squarePX)
		w[i] = math.Exp(-d * d / 2)
		total += w[i]
	}
	for i := range w {
		w[i] /= total
	}
	return w
}()

// around returns the pixels within 13 % of a square of one.
func around(peak int) (of []int) {
	for y := -4; y <= 4; y++ {
		for x := -4; x <= 4; x++ {
			px, py := peak%squarePX+x, peak/squarePX+y
			if x*x+y*y < 18 && px >= 0 && py >= 0 && px < squarePX && py < squarePX {
				of = append(of, py*squarePX+px)
			}
		}
	}
	return of
}

// colours returns the colours of what stands on a square of a colour of its own: the middle, which may show a
// sticker; the edge of a top, which is board about small pieces; and the middle or, where that is board, the most
// conspicuous place, which may be a dark piece's rim.
func (s *measurement) colours(own imaging.Colour, unit float64) [3]imaging.Colour {
	pure := s.disc
	if s.disc.Minus(own).Length() < 0.25*unit {
		pure = s.piecePatch
	}
	return [3]imaging.Colour{s.disc, s.edge, pure}
}
