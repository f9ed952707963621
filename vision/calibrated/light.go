package calibrated

import (
	"math"
	"slices"
	"time"

	"draughtsman/calibration"
	"draughtsman/vision/imaging"
)

const (
	coveredFrom  = 0.18 // fraction of a bare square's pixels that show something else
	hiddenFrom   = 0.5  // the fraction from which on a square between two such ones is hidden as well
	reachOfLight = 0.9  // squares: how far a bare square speaks for its surroundings
	leastWeight  = 0.01
)

// light is how the light falls in one picture, measured on the bare squares.
type light struct {
	now     []tone    // of each bare square; where it is covered, what is expected there
	shown   []tone    // of each bare square, whatever covers it
	around  []tone    // by number: what bare squares would show in place of each played one
	general planes    // what the bare squares' tones have changed by over the whole board
	bare    tone      // of the board's bare squares when they were learnt
	covered []float32 // fraction of each bare square's pixels that show something else
}

// lighting measures the light. It knows what the bare squares looked like when
// the colours were learnt, and which of them are near each playable square.
type lighting struct {
	half    float64 // squares from the middle of the board to the outermost squares'
	played  []square
	squares []bareSquare
	looks   []calibration.Look
	near    [][]neighbour    // by number
	beside  [][]int          // by number: the bare squares that have an edge in common with each
	bare    tone             // of all of them,
	usual   calibration.Look // and how widely the pixels of most are spread
	recent  []tone           // of each bare square when last nothing was over the board; nil: it has not been seen so
	ground  []background     // of each bare square: it may have come to lie in a shadow
}

type neighbour struct {
	bare   int
	weight float32
}

func newLighting(s squares, looks []calibration.Look) lighting {
	l := lighting{half: float64(s.size-1) / 2, played: s.played, squares: s.bare, looks: looks,
		near: make([][]neighbour, len(s.played)), beside: make([][]int, len(s.played)), bare: meanOf(looks),
		usual: calibration.Look{Spread: usualSpread(looks, nil)}, ground: make([]background, len(s.bare))}
	for number := 1; number < len(s.played); number++ {
		sum := float32(0)
		for i, b := range s.bare {
			distance := math.Hypot(float64(b.row-s.played[number].row), float64(b.column-s.played[number].column))
			if distance == 1 {
				l.beside[number] = append(l.beside[number], i)
			}
			weight := float32(math.Exp(-distance * distance / (2 * reachOfLight * reachOfLight)))
			if weight < leastWeight || len(b.seen) == 0 {
				continue
			}
			l.near[number] = append(l.near[number], neighbour{i, weight})
			sum += weight
		}
		for i := range l.near[number] {
			l.near[number][i].weight /= sum
		}
	}
	return l
}

// measure reads the light off the lower sheet. Where a bare square is covered,
// the light's change over the rest of the board stands in.
func (l lighting) measure(bytes []uint8) light {
	now := make([]tone, len(l.squares))
	change := make([]tone, len(l.squares))
	for i, b := range l.squares {
		if len(b.seen) == 0 {
			continue
		}
		now[i] = middle(bytes, b.seen)
		change[i] = now[i].minus(fromTone(l.looks[i].Mean))
	}
	general := l.fit(change)
	found := light{now: now, shown: slices.Clone(now), general: general, bare: l.bare, around: make([]tone, len(l.played)),
		covered: make([]float32, len(l.squares))}
	for i, b := range l.squares {
		expected := fromTone(l.looks[i].Mean).plus(general.at(b.row, b.column))
		if len(b.seen) > 0 {
			found.covered[i] = strangeBare(bytes, b.seen, expected, l.looks[i])
		}
		// What was too bright to show its colour when the colours were learnt, in the sun, say, or under a lamp, may show
		// what all others do.
		if found.covered[i] >= coveredFrom {
			found.covered[i] = min(found.covered[i], strangeBare(bytes, b.seen, found.expected(b.row, b.column), l.usual))
		}
		// Where most of the board has come to lie in a shadow, the rest is
		// brighter than that, but as it was.
		if found.covered[i] >= coveredFrom && l.recent != nil {
			found.covered[i] = min(found.covered[i], strangeBare(bytes, b.seen, l.recent[i], l.looks[i]))
		}
		for _, m := range l.ground[i] {
			if found.covered[i] >= coveredFrom && m.known() {
				found.covered[i] = min(found.covered[i], strangeBare(bytes, b.seen, m.tone, l.looks[i]))
			}
		}
		if len(b.seen) == 0 || found.covered[i] >= coveredFrom {
			now[i] = expected
		}
	}
	// A shadow has an edge, but the lamps' colour changes evenly: where a bare
	// square's own colour departs it is a reflection, which its neighbours need
	// not show.
	colour := l.fit(now)
	for s := 1; s < len(l.played); s++ {
		found.around[s] = colour.at(l.played[s].row, l.played[s].column)
		found.around[s][0] = 0
		for _, n := range l.near[s] {
			found.around[s][0] += now[n.bare][0] * n.weight
		}
	}
	return found
}

// expected is what a bare square that nothing covers shows about a crossing.
func (l light) expected(row, column int) tone { return l.bare.plus(l.general.at(row, column)) }

// meanOf is the mean tone of some looks.
func meanOf(looks []calibration.Look) (sum tone) {
	for _, l := range looks {
		sum = sum.plus(fromTone(l.Mean))
	}
	n := 1 / float32(max(len(looks), 1))
	return tone{sum[0] * n, sum[1] * n, sum[2] * n}
}

// keep remembers the light of a picture in which nothing is over the board, so long after the one before.
func (l *lighting) keep(found light, lasted time.Duration) {
	l.recent = found.now
	for i := range l.ground {
		l.ground[i].keep(found.shown[i], lasted)
	}
}

// planes are a plane for each part of a tone.
type planes [3]plane

func (p planes) at(row, column int) tone {
	return tone{p[0].at(row, column), p[1].at(row, column), p[2].at(row, column)}
}

// fit lays planes through the tones of the bare squares, so that neither a hand
// over part of the board nor a shadow bends them: Tukey's biweight (Beaton and
// Tukey 1974), from the median.
func (l lighting) fit(tones []tone) (fitted planes) {
	for part := range fitted {
		values := make([]float32, 0, len(tones))
		for i, t := range tones {
			if len(l.squares[i].seen) > 0 {
				values = append(values, t[part])
			}
		}
		p := plane{half: l.half, offset: float64(imaging.Median(values))}
		for range 6 {
			residuals := values[:0]
			for i, b := range l.squares {
				if len(b.seen) > 0 {
					residuals = append(residuals, abs(tones[i][part]-p.at(b.row, b.column)))
				}
			}
			scale := float64(max(1.48*imaging.Median(residuals), 0.02))
			sum := planeFit{half: l.half}
			for i, b := range l.squares {
				if len(b.seen) == 0 {
					continue
				}
				r := float64(tones[i][part]-p.at(b.row, b.column)) / (4.7 * scale)
				if w := 1 - r*r; r < 1 && r > -1 {
					sum.add(b.row, b.column, float64(tones[i][part]), w*w)
				}
			}
			p = sum.solve()
		}
		fitted[part] = p
	}
	return fitted
}

// strange are the bare squares that show something else.
func (l light) strange(bare []bareSquare) (list []cellOfBoard) {
	for i, c := range l.covered {
		if c >= coveredFrom {
			list = append(list, cellOfBoard{bare[i].row, bare[i].column})
		}
	}
	return list
}
