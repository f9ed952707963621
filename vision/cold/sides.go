package cold

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// leastSeparation is how far apart two groups of pieces are, in their spread, when there are two.
const leastSeparation = 2.6

// split says which of some pieces are of the darker side. Both colours of a piece count: that of the
// middle of its square, and where that belongs to neither side the one
// about its most conspicuous place. ground is the lightness halfway between the
// two kinds of square, by which pieces of one side alone are judged.
func split(middle, conspicuous []colour, ground float64) (dark []bool) {
	dark = make([]bool, len(middle))
	groups, separation := twoGroups(middle)
	if separation < leastSeparation {
		var lightness []float64
		for _, c := range middle {
			lightness = append(lightness, c.luminance())
		}
		all := median(lightness) < ground
		for i := range dark {
			dark[i] = all
		}
		return dark
	}
	centres := groupCentres(middle, groups)
	apart := centres[0].sub(centres[1]).length()
	colours := slices.Clone(middle)
	for i, c := range conspicuous {
		d0, d1 := nearest(middle[i], centres), nearest(c, centres)
		if d1 < 0.5*d0 && d0 > 0.35*apart {
			colours[i] = c
			groups[i] = 0
			if c.sub(centres[1]).length() < c.sub(centres[0]).length() {
				groups[i] = 1
			}
		}
	}
	var lightness [2][]float64
	for i, c := range colours {
		lightness[groups[i]] = append(lightness[groups[i]], c.luminance())
	}
	darker := 0
	if median(lightness[1]) < median(lightness[0]) {
		darker = 1
	}
	for i, g := range groups {
		dark[i] = g == darker
	}
	return dark
}

func nearest(c colour, centres [2]colour) float64 {
	return min(c.sub(centres[0]).length(), c.sub(centres[1]).length())
}

// twoGroups splits colours in two: 2-means about medians, begun along the two
// principal directions. The separation is the distance of the groups' medians
// in their median spread; 0 when there are no two groups.
func twoGroups(colours []colour) (groups []int, separation float64) {
	groups = make([]int, len(colours))
	if len(colours) < 2 {
		return groups, 0
	}
	for _, direction := range principal(colours) {
		along := make([]float64, len(colours))
		for i, c := range colours {
			along[i] = c[0]*direction[0] + c[1]*direction[1] + c[2]*direction[2]
		}
		for _, start := range []float64{median(slices.Clone(along)), (slices.Min(along) + slices.Max(along)) / 2} {
			trial := make([]int, len(colours))
			for i, a := range along {
				if a > start {
					trial[i] = 1
				}
			}
			if s, ok := settle(colours, trial); ok && s > separation {
				groups, separation = trial, s
			}
		}
	}
	return groups, separation
}

// settle moves colours between two groups until each is in the nearer one.
func settle(colours []colour, groups []int) (separation float64, ok bool) {
	for range 10 {
		n := 0
		for _, g := range groups {
			n += g
		}
		if n == 0 || n == len(groups) {
			return 0, false
		}
		centres := groupCentres(colours, groups)
		changed := false
		for i, c := range colours {
			g := 0
			if c.sub(centres[1]).length() < c.sub(centres[0]).length() {
				g = 1
			}
			changed = changed || g != groups[i]
			groups[i] = g
		}
		if !changed {
			break
		}
	}
	centres := groupCentres(colours, groups)
	var spread []float64
	for i, c := range colours {
		spread = append(spread, c.sub(centres[groups[i]]).length())
	}
	separation = centres[0].sub(centres[1]).length() / (median(spread) + 0.04)
	return separation, !math.IsNaN(separation)
}

// groupCentres are the medians of two groups, channel by channel.
func groupCentres(colours []colour, groups []int) (centres [2]colour) {
	var values [2][3][]float64
	for i, c := range colours {
		for k := range c {
			values[groups[i]][k] = append(values[groups[i]][k], c[k])
		}
	}
	for g := range centres {
		for k := range centres[g] {
			centres[g][k] = median(values[g][k])
		}
	}
	return centres
}

// principal are the two directions in which colours scatter most.
func principal(colours []colour) []colour {
	var mean colour
	for _, c := range colours {
		mean = mean.add(c.times(1 / float64(len(colours))))
	}
	scatter := mat.NewSymDense(3, nil)
	for _, c := range colours {
		d := c.sub(mean)
		for a := range d {
			for b := a; b < 3; b++ {
				scatter.SetSym(a, b, scatter.At(a, b)+d[a]*d[b])
			}
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(scatter, true) {
		return []colour{{1, 1, 1}}
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	direction := func(k int) colour { return colour{vectors.At(0, k), vectors.At(1, k), vectors.At(2, k)} }
	return []colour{direction(2), direction(1)} // ascending eigenvalues
}
