package calibrated

import (
	"math"
	"slices"
	"time"

	"draughtsman/calibration"
	"draughtsman/vision/imaging"
)

const (
	coveredShare = 0.18 // fraction of an unplayed square's pixels that show something else
	hiddenShare  = 0.5  // the fraction from which on a square between two such ones is hidden as well
	reachOfLight = 0.9  // squares: how far an unplayed square speaks for its surroundings
	leastWeight  = 0.01
)

// illumination is how the light falls in one picture, measured on the squares that are not played on.
type illumination struct {
	tones      []tone    // of each unplayed square; where it is covered, what is expected there
	shownTones []tone    // of each unplayed square, whatever covers it
	around     []tone    // by number: what unplayed squares would show in place of each played one
	general    planes    // what the unplayed squares' tones have changed by over the whole board
	bare       tone      // of the board's unplayed squares when they were learnt
	covered    []float32 // fraction of each unplayed square's pixels that show something else
}

// illuminationModel measures the illumination. It knows what the unplayed squares looked like when the colours were
// learnt, and which of them are near each played one.
type illuminationModel struct {
	half        float64 // squares from the middle of the board to the outermost squares'
	played      []square
	squares     []unplayedSquare
	looks       []calibration.Look
	near        [][]neighbour    // by number
	beside      [][]int          // by number: the unplayed squares that have an edge in common with each
	bare        tone             // of all of them,
	usual       calibration.Look // and how widely the pixels of most are spread
	recent      []tone           // of each unplayed square when last nothing was over the board; nil: never
	backgrounds []background     // of each unplayed square: it may have come to lie in a shadow
}

type neighbour struct {
	bare   int
	weight float32
}

func newIlluminationModel(s layout, looks []calibration.Look) illuminationModel {
	l := illuminationModel{half: float64(s.size-1) / 2, played: s.played, squares: s.unplayed, looks: looks,
		near: make([][]neighbour, len(s.played)), beside: make([][]int, len(s.played)), bare: meanOf(looks),
		usual: calibration.Look{Spread: usualSpread(looks, nil)}, backgrounds: make([]background, len(s.unplayed))}
	for number := 1; number < len(s.played); number++ {
		sum := float32(0)
		for i, b := range s.unplayed {
			distance := math.Hypot(float64(b.row-s.played[number].row), float64(b.column-s.played[number].column))
			if distance == 1 {
				l.beside[number] = append(l.beside[number], i)
			}
			weight := float32(math.Exp(-distance * distance / (2 * reachOfLight * reachOfLight)))
			if weight < leastWeight || len(b.visible) == 0 {
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

// measure measures the illumination in the lower view. Where an unplayed square is covered, the light's change over
// the rest of the board stands in.
func (l illuminationModel) measure(bytes []uint8) illumination {
	now := make([]tone, len(l.squares))
	change := make([]tone, len(l.squares))
	for i, b := range l.squares {
		if len(b.visible) == 0 {
			continue
		}
		now[i] = medianTone(bytes, b.visible)
		change[i] = now[i].minus(fromTone(l.looks[i].Mean))
	}
	general := l.fit(change)
	found := illumination{tones: now, shownTones: slices.Clone(now), general: general, bare: l.bare,
		around:  make([]tone, len(l.played)),
		covered: make([]float32, len(l.squares))}
	for i, b := range l.squares {
		expected := fromTone(l.looks[i].Mean).plus(general.at(b.row, b.column))
		if len(b.visible) > 0 {
			found.covered[i] = changedShare(bytes, b.visible, expected, l.looks[i])
		}
		// What was too bright to show its colour when the colours were learnt, in the sun, say, or under a lamp, may
		// show what all others do.
		if found.covered[i] >= coveredShare {
			found.covered[i] = min(found.covered[i], changedShare(bytes, b.visible, found.expected(b.row, b.column), l.usual))
		}
		// Where most of the board has come to lie in a shadow, the rest is brighter than that, but as it was.
		if found.covered[i] >= coveredShare && l.recent != nil {
			found.covered[i] = min(found.covered[i], changedShare(bytes, b.visible, l.recent[i], l.looks[i]))
		}
		for _, m := range l.backgrounds[i] {
			if found.covered[i] >= coveredShare && m.known() {
				found.covered[i] = min(found.covered[i], changedShare(bytes, b.visible, m.tone, l.looks[i]))
			}
		}
		if len(b.visible) == 0 || found.covered[i] >= coveredShare {
			now[i] = expected
		}
	}
	// A shadow has an edge, but the lamps' colour changes evenly: where an unplayed square's own colour departs it is a
	// reflection, which its neighbours need not show.
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

// expected returns what an unplayed square that nothing covers shows about a crossing.
func (l illumination) expected(row, column int) tone { return l.bare.plus(l.general.at(row, column)) }

// meanOf returns the mean tone of some looks.
func meanOf(looks []calibration.Look) (sum tone) {
	for _, l := range looks {
		sum = sum.plus(fromTone(l.Mean))
	}
	n := 1 / float32(max(len(looks), 1))
	return tone{sum[0] * n, sum[1] * n, sum[2] * n}
}

// keep remembers the illumination of a picture in which nothing is over the board, so long after the one before.
func (l *illuminationModel) keep(found illumination, lasted time.Duration) {
	l.recent = found.tones
	for i := range l.backgrounds {
		l.backgrounds[i].keep(found.shownTones[i], lasted)
	}
}

// planes are a plane for each part of a tone.
type planes [3]plane

func (p planes) at(row, column int) tone {
	return tone{p[0].at(row, column), p[1].at(row, column), p[2].at(row, column)}
}

// fit lays planes through the tones of the unplayed squares so that neither a hand over part of the board nor a
// shadow bends them: Tukey's biweight (Beaton and Tukey 1974), from the median.
func (l illuminationModel) fit(tones []tone) (fitted planes) {
	for part := range fitted {
		values := make([]float32, 0, len(tones))
		for i, t := range tones {
			if len(l.squares[i].visible) > 0 {
				values = append(values, t[part])
			}
		}
		p := plane{half: l.half, offset: float64(imaging.Median(values))}
		for range 6 {
			residuals := values[:0]
			for i, b := range l.squares {
				if len(b.visible) > 0 {
					residuals = append(residuals, abs(tones[i][part]-p.at(b.row, b.column)))
				}
			}
			scale := float64(max(1.48*imaging.Median(residuals), 0.02))
			sum := planeFit{half: l.half}
			for i, b := range l.squares {
				if len(b.visible) == 0 {
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

// changedSquares returns the unplayed squares that show something else.
func (l illumination) changedSquares(bare []unplayedSquare) (list []cellOfBoard) {
	for i, c := range l.covered {
		if c >= coveredShare {
			list = append(list, cellOfBoard{bare[i].row, bare[i].column})
		}
	}
	return list
}
