package uncalibrated

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"draughtsman/vision/imaging"
)

// pieceColours is the colour of what stands on a square, as several parts of the square show it: the middle first,
// then others that count where the middle shows a sticker, glare or the board beside a small piece.
type pieceColours struct {
	looks [3]imaging.Colour
	light imaging.Colour // how the light falls there, against the board's mean
	glare imaging.Colour // what is reflected by the ground there, beyond what it usually is: light, and not its logarithm
}

// lightness returns how light a piece is in the mean light, of a tint: as most of what is seen of it.
func (p *pieceColours) lightness(tint imaging.Colour) float64 {
	var of [len(p.looks)]float64
	for i, look := range p.looks {
		of[i] = luminance(look.Minus(p.light.Times(usualSlope)).Minus(tint))
	}
	return imaging.Median(of[:])
}

// leastSeparation is how many of their own standard deviations two groups of pieces lie apart when there are two: a
// single group cut in the middle reaches about 2.7.
const leastSeparation = 4

// lookHandicaps are by how much a look must tell pieces apart better than the middle does to be believed.
var lookHandicaps = [3]float64{1, 1.2, 2.5}

// splitSides returns which of some pieces are of the darker side in a light of a tint. ground is the lightness
// halfway between the two kinds of square, by which pieces of one side alone are judged; of more than most there are
// two sides, however alike. No channel of the picture is lighter than brightest, but where a shadow was taken away.
func splitSides(pieces []pieceColours, tint imaging.Colour, ground float64, most int, brightest float64) (dark []bool) {
	dark = make([]bool, len(pieces))
	if len(pieces) == 0 {
		return dark
	}
	lights := make([]float64, len(pieces))
	for i, p := range pieces {
		lights[i] = p.light.Mean()
	}
	best := grouping{spread: math.Inf(1)}
	for look, handicap := range lookHandicaps {
		colours := make([]imaging.Colour, len(pieces))
		for i, p := range pieces {
			colours[i] = p.looks[look]
		}
		if g, ok := twoGroups(colours, lights, pieceNoise); ok && g.spread*handicap < best.spread {
			best = g
			best.spread *= handicap
			best.look = look
		}
	}
	lightness := func(of func(i int) bool) []float64 {
		var out []float64
		for i, p := range pieces {
			if of(i) {
				out = append(out, p.lightness(tint))
			}
		}
		return out
	}
	if best.groups == nil || best.separation < leastSeparation && len(pieces) <= most {
		all := imaging.Median(lightness(func(int) bool { return true })) < ground
		for i := range dark {
			dark[i] = all
		}
		return dark
	}
	best.reassignByOtherLooks(pieces)
	darker := 0
	if lightnessWithoutGlare(lightness(func(i int) bool { return best.groups[i] == 1 })) <
		lightnessWithoutGlare(lightness(func(i int) bool { return best.groups[i] == 0 })) {
		darker = 1
	}
	for i, g := range best.groups {
		dark[i] = g == darker || best.underGlare(&pieces[i], darker, brightest)
	}
	return dark
}

// How a dark piece under a reflection is told from a light one.
const (
	leastVeil  = 0.1 // of the darker side's own light: fainter reflections turn no dark piece light
	glossiest  = 4.0 // times what the ground reflects, by the darker side at the most: polished pieces on a dull board
	usualGloss = 1.5 // by the lighter one, which reflections change less
	clearlier  = 0.7 // times as far from what the lighter side would look like there: it is of the darker one
)

// underGlare reports whether a piece of the lighter group looks like one of the darker under a reflection that the
// background about it shows. Reflected light is added to that of all colours alike: it makes a light piece lighter
// still, and not darker or of another hue, up to the brightest that a sensor stores, where all look alike.
func (g *grouping) underGlare(p *pieceColours, darker int, brightest float64) bool {
	own := g.centres[darker]
	if p.glare.Mean() < leastVeil*math.Exp(own.Mean()) {
		return false
	}
	off := func(group int, most float64) float64 {
		const steps = 40
		least := math.Inf(1)
		for k := range steps + 1 {
			gloss := most * float64(k) / steps
			var look imaging.Colour
			for c, of := range g.centres[group] {
				look[c] = min(math.Log(math.Exp(of)+gloss*max(p.glare[c], 0)), max(brightest, p.looks[g.look][c]))
			}
			least = min(least, p.looks[g.look].Minus(look).Length())
		}
		return least
	}
	return off(darker, glossiest) < clearlier*off(1-darker, usualGloss)
}

// lightnessWithoutGlare returns how light some pieces of a side are where no lamp is reflected, which makes dark ones
// as light as the others: what the darker of them are; 0 of none.
func lightnessWithoutGlare(lightness []float64) float64 {
	const part = 0.3
	if len(lightness) == 0 {
		return 0
	}
	slices.Sort(lightness)
	return lightness[int(part*float64(len(lightness)))]
}

// grouping is a division of colours in two.
type grouping struct {
	groups     []int
	centres    [2]imaging.Colour
	inverse    [3][3]float64 // of the scatter within groups
	spread     float64       // determinant of the scatter within groups to that of all: smaller is better
	separation float64       // of the centres, in standard deviations
	noise      float64
	slope      imaging.Colour // how much lighter pieces are where more light falls
	look       int            // which of the pieces' looks tells them apart best
}

// usualSlope is what is expected of the slope; what pieces tell of it counts as much once their
// light has a variance of slopeDoubt.
const (
	usualSlope = 0.7
	slopeDoubt = 0.01
)

// lightCorrected returns a colour as it would be in the mean light.
func (g *grouping) lightCorrected(c imaging.Colour, light float64) imaging.Colour {
	return imaging.Colour{c[0] - g.slope[0]*light, c[1] - g.slope[1]*light, c[2] - g.slope[2]*light}
}

// distance returns that of a colour from a group, in standard deviations of the scatter within groups.
func (g *grouping) distance(c imaging.Colour, group int) float64 {
	return mahalanobis(&g.inverse, c.Minus(g.centres[group]))
}

func mahalanobis(inverse *[3][3]float64, d imaging.Colour) float64 {
	total := 0.0
	for a := range d {
		for b := range d {
			total += d[a] * inverse[a][b] * d[b]
		}
	}
	return math.Sqrt(max(total, 0))
}

// reassignByOtherLooks moves pieces whose middle belongs to neither group to the group to which another part of them
// clearly belongs.
func (g *grouping) reassignByOtherLooks(pieces []pieceColours) {
	for i, p := range pieces {
		middle := g.lightCorrected(p.looks[g.look], p.light.Mean())
		least := min(g.distance(middle, 0), g.distance(middle, 1))
		if least < 0.35*g.separation {
			continue
		}
		least *= 0.5
		for _, look := range p.looks {
			look = g.lightCorrected(look, p.light.Mean())
			for group := range 2 {
				if d := g.distance(look, group); d < least {
					least, g.groups[i] = d, group
				}
			}
		}
	}
}

// pieceNoise is the standard deviation that the colours of one side's pieces have at least, log units.
const pieceNoise = 0.05

// twoGroups divides colours so that the determinant of the scatter within the groups is least (Friedman and Rubin, On
// some invariant criteria for grouping data, 1967): where lightness varies over the board but hue does not, hue
// decides. What of it follows the light is taken out. Within groups colours have a standard deviation of noise at
// least. ok is false when there are no two groups.
func twoGroups(colours []imaging.Colour, lights []float64, noise float64) (best grouping, ok bool) {
	if len(colours) < 2 {
		return grouping{}, false
	}
	best.spread = math.Inf(1)
	even := grouping{slope: imaging.Colour{usualSlope, usualSlope, usualSlope}}
	evened := make([]imaging.Colour, len(colours))
	for i, c := range colours {
		evened[i] = even.lightCorrected(c, lights[i])
	}
	for _, direction := range append(principal(evened), imaging.Colour{1, 1, 1}, imaging.Colour{-1, 2, -1},
		imaging.Colour{1, 0, -1}) {
		along := make([]float64, len(colours))
		for i, c := range evened {
			along[i] = c.Dot(direction)
		}
		for _, start := range []float64{imaging.Median(slices.Clone(along)), (slices.Min(along) + slices.Max(along)) / 2,
			widestGap(along)} {
			g := grouping{groups: make([]int, len(colours)), slope: even.slope, noise: noise}
			for i, a := range along {
				if a > start {
					g.groups[i] = 1
				}
			}
			if g.reassign(colours, lights) && g.spread < best.spread {
				best, ok = g, true
			}
		}
	}
	return best, ok
}

// widestGap returns the middle of the widest gap between neighbouring values.
func widestGap(values []float64) (middle float64) {
	sorted := slices.Sorted(slices.Values(values))
	widest := -1.0
	for i := 1; i < len(sorted); i++ {
		if w := sorted[i] - sorted[i-1]; w > widest {
			widest, middle = w, (sorted[i]+sorted[i-1])/2
		}
	}
	return middle
}

// reassign moves colours between two groups until each is in the nearer one, by the scatter within both.
func (g *grouping) reassign(colours []imaging.Colour, lights []float64) bool {
	for range 12 {
		if !g.measure(colours, lights) {
			return false
		}
		changed := false
		for i, c := range colours {
			group := 0
			if c := g.lightCorrected(c, lights[i]); g.distance(c, 1) < g.distance(c, 0) {
				group = 1
			}
			changed = changed || group != g.groups[i]
			g.groups[i] = group
		}
		if !changed {
			break
		}
	}
	return g.measure(colours, lights)
}

// measure finds the slope, the groups' centres (medians, channel by channel) and their scatter.
func (g *grouping) measure(raw []imaging.Colour, lights []float64) bool {
	n := 0
	for _, k := range g.groups {
		n += k
	}
	if n == 0 || n == len(raw) {
		return false
	}
	g.fitSlope(raw, lights)
	colours := make([]imaging.Colour, len(raw))
	var values [2][3][]float64
	var mean imaging.Colour
	for i, c := range raw {
		colours[i] = g.lightCorrected(c, lights[i])
		for k, v := range colours[i] {
			values[g.groups[i]][k] = append(values[g.groups[i]][k], v)
			mean[k] += v / float64(len(raw))
		}
	}
	for group := range g.centres {
		for k := range g.centres[group] {
			g.centres[group][k] = imaging.Median(values[group][k])
		}
	}
	all := newScatter(g.noise)
	for _, c := range colours {
		all.add(c.Minus(mean), len(colours))
	}
	within := newScatter(g.noise)
	typical := trimmed(colours, func(c imaging.Colour, i int) float64 { return c.Minus(g.centres[g.groups[i]]).Length() })
	for _, i := range typical {
		within.add(colours[i].Minus(g.centres[g.groups[i]]), len(typical))
	}
	var inverse mat.Dense
	if err := inverse.Inverse(within.m); err != nil {
		return false
	}
	for a := range 3 {
		for b := range 3 {
			g.inverse[a][b] = inverse.At(a, b)
		}
	}
	g.spread = mat.Det(within.m) / mat.Det(all.m)
	g.separation = mahalanobis(&g.inverse, g.centres[0].Minus(g.centres[1]))
	return !math.IsNaN(g.spread) && !math.IsNaN(g.separation)
}

// trimmed returns the indices of all but the tenth of some colours that lies farthest off: stickers, glare and
// misplaced pieces.
func trimmed(colours []imaging.Colour, off func(c imaging.Colour, i int) float64) []int {
	distances := make([]float64, len(colours))
	for i, c := range colours {
		distances[i] = off(c, i)
	}
	return lowest(distances, len(colours)-len(colours)/10)
}

// scatter is a covariance about zero, with a least variance.
type scatter struct{ m *mat.SymDense }

func newScatter(noise float64) scatter {
	m := mat.NewSymDense(3, nil)
	for k := range 3 {
		m.SetSym(k, k, noise*noise)
	}
	return scatter{m}
}

// add takes in one of n differences.
func (s scatter) add(d imaging.Colour, n int) {
	for a := range d {
		for b := a; b < len(d); b++ {
			s.m.SetSym(a, b, s.m.At(a, b)+d[a]*d[b]/float64(n))
		}
	}
}

// fitSlope fits within both groups together how colours follow the light.
func (g *grouping) fitSlope(colours []imaging.Colour, lights []float64) {
	var size, light [2]float64
	var mean [2]imaging.Colour
	for i, c := range colours {
		k := g.groups[i]
		size[k]++
		light[k] += lights[i]
		mean[k] = mean[k].Plus(c)
	}
	variance := slopeDoubt * float64(len(colours))
	along := imaging.Colour{variance * usualSlope, variance * usualSlope, variance * usualSlope}
	for i, c := range colours {
		k := g.groups[i]
		off := lights[i] - light[k]/size[k]
		variance += off * off
		along = along.Plus(c.Minus(mean[k].Times(1 / size[k])).Times(off))
	}
	g.slope = along.Times(1 / variance)
}

// principal returns the two directions in which colours scatter most.
func principal(colours []imaging.Colour) []imaging.Colour {
	var mean imaging.Colour
	for _, c := range colours {
		mean = mean.Plus(c.Times(1 / float64(len(colours))))
	}
	s := newScatter(pieceNoise)
	for _, c := range colours {
		s.add(c.Minus(mean), len(colours))
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(s.m, true) {
		return nil
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	direction := func(k int) imaging.Colour {
		return imaging.Colour{vectors.At(0, k), vectors.At(1, k), vectors.At(2, k)}
	}
	return []imaging.Colour{direction(2), direction(1)} // ascending eigenvalues
}
