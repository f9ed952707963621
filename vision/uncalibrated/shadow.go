package uncalibrated

import (
	"math"
	"slices"

	"draughtsman/vision/imaging"
)

// The shadow of what stands beside a board takes the same part of the light from all that it falls on. Squares that
// carry no pieces show it as it is; the corners of the others tell whether it is a shadow, and not the squares' own
// grain; and where pieces may stand it goes on from what is seen around them (inpaint.go).

// Which shadows are taken away before a board is read.
const (
	faintest  = 0.12 // log units, the mean of the colours
	smallest  = 0.02 // part of the bare squares, and of those that it leaves
	explained = 0.85 // most of what the bare squares differ from a smooth surface that two levels may leave,
	confirmed = 0.97 // and most of what the corners of the others do,
	corrected = 0.7  // or may where the others seemed to be bare: of them, pieces of one side look like a shadow
)

// By how much a shadow on squares of the other kind may differ from that on bare ones: where black is lifted, dark
// squares lose less.
const (
	leastStep     = 0.3 // of that on the bare ones;
	usualStep     = 0.55
	leastStepLeft = 0.75 // one below the usual must leave no more
	mostStep      = 1.7
)

// leastApart is what part of the difference in lightness between the two kinds of square a shadow leaves at least: it
// takes the same from both, and what takes their difference away is the board's pattern.
const leastApart = 0.5

const (
	besideLines   = 3    // pixels from a square's sides that may be a line's
	beyondPieces  = 0.46 // squares from the middle of a square: further out pieces seldom reach
	strangeLook   = 0.35 // of a step: what is farther from both levels, and from what lies between, is something else
	leastStrange  = 0.1  // log units, of the same
	sparse        = 3    // every so many pixels of a bare square's rows and columns are enough to fit to
	leaningHeight = 0.3  // squares: what pieces of this height may hide is not looked at
	leaningRadius = 0.43 // squares, of theirs
)

// shadow is what takes light from a board.
type shadow struct {
	part  []float64         // of the direct light that is taken, at each pixel of a view
	known []bool            // where that is seen
	step  [2]imaging.Colour // what the whole of it takes from squares of each kind, log units
	lit   [2]float64        // how light each kind is without it
}

// findShadow finds the shadow on a board in a smoothed view, with the squares of one kind taken to be bare. offset is
// where tops of pieces of the usual height are seen. mostLeft is the largest part of the differences between the
// other kind's corners that the shadow may leave unexplained. ok is false where no shadow is found.
func findShadow(v *boardView, squares, bare int, offset [2]float64, mostLeft float64) (s shadow, ok bool) {
	const (
		anything   = 2.0  // parts of the light
		surprising = 0.35 // from what goes on from the bare squares
	)
	ground := groundSeen(squares, bare, offset)
	flats := v.samples(slices.DeleteFunc(slices.Clone(ground[bare]),
		func(i int) bool { return i%v.Width%sparse > 0 || i/v.Width%sparse > 0 }))
	onBare, ok := fitBare(flats)
	if !ok {
		return s, false
	}
	s = shadow{part: make([]float64, v.Width*v.Width), known: make([]bool, v.Width*v.Width)}
	s.measure(v, ground[bare], &onBare, anything)
	inpaint(s.part, s.known, v.Width)
	corners := v.samples(ground[1-bare])
	for k, i := range ground[1-bare] {
		corners[k].shade = s.part[i]
	}
	onPlayed, ok := fitCorners(corners, onBare.step, mostLeft)
	if !ok {
		return s, false
	}
	s.measure(v, ground[1-bare], &onPlayed, surprising)
	inpaint(s.part, s.known, v.Width)
	s.step[bare], s.step[1-bare] = onBare.step, onPlayed.step
	s.lit[bare], s.lit[1-bare] = onBare.lightness(flats), onPlayed.lightness(corners)
	for k := range squares * squares {
		if kind(k/squares, k%squares) != bare {
			s.extendOver(v, k/squares, k%squares, &onPlayed, offset)
		}
	}
	return s, true
}

// measure takes the shadow from pixels of the background, where they look like it in the shadow or out of it and are
// no surprise.
func (s *shadow) measure(v *boardView, ground []int, l *levels, surprising float64) {
	strange := max(strangeLook*l.step.Length(), leastStrange)
	for _, i := range ground {
		part, off := l.shade(v.terms(i), v.At(i%v.Width, i/v.Width))
		if off < strange && math.Abs(part-s.part[i]) < surprising {
			s.part[i], s.known[i] = part, true
		}
	}
}

// groundSeen returns the pixels, by kind of square, in which the background is seen if anywhere: of bare squares all,
// of others the corners; but what pieces may hide, and lines.
func groundSeen(squares, bare int, offset [2]float64) (of [2][]int) {
	side := squares * squarePX
	for i, hidden := range maybeHidden(squares, bare, offset) {
		x, y := i%side, i/side
		if k := kind(y/squarePX, x/squarePX); !hidden && !atLine(x, y) && (k == bare || atCorner(x, y)) {
			of[k] = append(of[k], i)
		}
	}
	return of
}

// samples returns what some pixels look like.
func (v *boardView) samples(pixels []int) []sample {
	samples := make([]sample, len(pixels))
	for k, i := range pixels {
		samples[k] = sample{terms: v.terms(i), colour: v.At(i%v.Width, i/v.Width)}
	}
	return samples
}

// fitBare finds two levels of light on bare squares; ok is false where there is one, or where the darker one is no
// shadow.
func fitBare(samples []sample) (best levels, ok bool) {
	const tried = 4 // every so many samples are enough to choose a start
	var some []sample
	for i := 0; i < len(samples); i += tried {
		some = append(some, samples[i])
	}
	one, least, ok := fitShaded(some, false)
	if !ok {
		return best, false
	}
	try := func(lit surface, steps ...float64) {
		for _, step := range steps {
			if l, off, ok := fitLevels(some, startLevels(lit, step)); ok && off < least && l.isShadow(some) {
				best, least = l, off
			}
		}
	}
	try(one.lit, 0.25, 0.45, 0.7, 1, -0.25, -0.45, -0.7, -1)
	for _, quantile := range [2]float64{0.5, 0.85} { // of even light
		var even surface
		for c := range even[0] {
			values := make([]float64, len(some))
			for i := range some {
				values[i] = some[i].colour[c]
			}
			slices.Sort(values)
			even[0][c] = values[int(quantile*float64(len(values)))]
		}
		try(even, 0.25, 0.45, 0.7, 1)
	}
	if best == (levels{}) {
		return best, false
	}
	_, before, _ := fitShaded(samples, false)
	best, after, ok := fitLevels(samples, best)
	return best, ok && after < explained*before && best.isShadow(samples)
}

// isShadow reports whether the step is one down in all colours, and whether samples show both levels; how much of it
// they show is known.
func (l *levels) isShadow(samples []sample) bool {
	in := 0.0
	for _, s := range samples {
		in += s.shade / float64(len(samples))
	}
	return l.step.Mean() >= faintest && l.isGrey() && in >= smallest && in <= 1-smallest
}

// fitCorners fits what the shadow that is seen on bare squares takes from others; ok is false where they do not
// confirm it.
func fitCorners(samples []sample, step imaging.Colour, mostLeft float64) (l levels, ok bool) {
	_, before, ok := fitShaded(samples, false)
	if !ok {
		return l, false
	}
	l, after, ok := fitShaded(samples, true)
	if !ok {
		return l, false
	}
	ratio := l.step.Dot(step) / step.Dot(step)
	if ratio < leastStep || ratio > mostStep || after > mostLeft*before || ratio < usualStep &&
		after > leastStepLeft*before {
		return l, false
	}
	return l, true
}

// apart returns by how much the two kinds of square differ in lightness without the shadow.
func (s *shadow) apart() float64 { return math.Abs(s.lit[1] - s.lit[0]) }

// takes returns what the whole shadow takes from something so light without it.
func (s *shadow) takes(lightness float64) imaging.Colour {
	const alike = 0.1 // log units: of so little difference nothing can be concluded
	between := s.lit[1] - s.lit[0]
	if math.Abs(between) < alike {
		return s.step[0].Plus(s.step[1]).Times(0.5)
	}
	t := min(max((lightness-s.lit[0])/between, 0), 1)
	return s.step[0].Times(1 - t).Plus(s.step[1].Times(t))
}

// takesFrom is takes for something so light in the shadow.
func (s *shadow) takesFrom(lightness, part float64) imaging.Colour {
	return s.takes(lightness + part*(s.step[0].Mean()+s.step[1].Mean())/2)
}

// brighten gives a view the light that the shadow takes; offset is by how much the view is moved, in squares.
func (s *shadow) brighten(v *boardView, offset [2]float64) {
	dx, dy := int(math.Round(offset[0]*squarePX)), int(math.Round(offset[1]*squarePX))
	for y := range v.Width {
		for x := range v.Width {
			part := s.part[min(max(y+dy, 0), v.Width-1)*v.Width+min(max(x+dx, 0), v.Width-1)]
			if part == 0 {
				continue
			}
			for c, step := range s.takesFrom(v.At(x, y).Mean(), part) {
				v.Px[3*(y*v.Width+x)+c] += float32(part * step)
			}
		}
	}
}

// terms returns those of a pixel's place.
func (v *boardView) terms(i int) basis {
	return basisAt((float64(i%v.Width)+0.5)/float64(v.Width), (float64(i/v.Width)+0.5)/float64(v.Width))
}

// atLine reports whether a pixel may be of the line between two squares.
func atLine(x, y int) bool {
	x, y = x%squarePX, y%squarePX
	return min(x, y) < besideLines || max(x, y) >= squarePX-besideLines
}

// atCorner reports whether a pixel is in a square's corner.
func atCorner(x, y int) bool {
	return math.Hypot((float64(x%squarePX)+0.5)/squarePX-0.5, (float64(y%squarePX)+0.5)/squarePX-0.5) > beyondPieces
}

// smoothed returns a view of which each pixel is the mean of the nine about it.
func (v *boardView) smoothed() *boardView {
	out := &boardView{imaging.Image{Width: v.Width, Height: v.Height, Px: make([]float32, len(v.Px))}}
	for y := range v.Width {
		for x := range v.Width {
			var sum imaging.Colour
			n := 0.0
			for ny := max(y-1, 0); ny <= min(y+1, v.Width-1); ny++ {
				for nx := max(x-1, 0); nx <= min(x+1, v.Width-1); nx++ {
					sum, n = sum.Plus(v.At(nx, ny)), n+1
				}
			}
			for c := range sum {
				out.Px[3*(y*v.Width+x)+c] = float32(sum[c] / n)
			}
		}
	}
	return out
}

// maybeHidden returns the pixels over which a piece may be seen that stands on another square.
func maybeHidden(squares, bare int, offset [2]float64) []bool {
	side := squares * squarePX
	out := make([]bool, side*side)
	lean := [2]float64{offset[0] / usualHeight * leaningHeight, offset[1] / usualHeight * leaningHeight}
	steps := int(8*math.Hypot(lean[0], lean[1])) + 1
	const radius = leaningRadius * squarePX
	for k := range squares * squares {
		row, column := k/squares, k%squares
		if kind(row, column) == bare {
			continue
		}
		for step := range steps + 1 {
			up := float64(step) / float64(steps)
			cx, cy := (float64(column)+0.5+up*lean[0])*squarePX, (float64(row)+0.5+up*lean[1])*squarePX
			for y := max(int(cy-radius), 0); y <= min(int(cy+radius), side-1); y++ {
				for x := max(int(cx-radius), 0); x <= min(int(cx+radius), side-1); x++ {
					elsewhere := x/squarePX != column || y/squarePX != row
					if elsewhere && math.Hypot(float64(x)+0.5-cx, float64(y)+0.5-cy) < radius {
						out[y*side+x] = true
					}
				}
			}
		}
	}
	return out
}
