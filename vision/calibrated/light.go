package calibrated

import (
	"math"

	"draughtsman/vision/imaging"
)

// reachOfLight is how far an unplayed square speaks for its surroundings, squares.
const (
	reachOfLight = 0.9
	leastWeight  = 0.01
)

// light is how the light falls in one picture, measured on the squares that are not played on.
type light struct {
	bare   planes // what they show, over the whole board
	around []tone // by number: what they would show in place of each played one
}

// lightModel measures the light. It knows which unplayed squares are near each played one.
type lightModel struct {
	half    float64 // squares from the middle of the board to the outermost squares'
	played  []square
	squares []unplayedSquare
	near    [][]neighbour // by number
}

type neighbour struct {
	unplayed int
	weight   float32
}

func newLightModel(s layout) lightModel {
	l := lightModel{half: float64(s.size-1) / 2, played: s.played, squares: s.unplayed,
		near: make([][]neighbour, len(s.played))}
	for number := 1; number < len(s.played); number++ {
		sum := float32(0)
		for i, b := range s.unplayed {
			distance := math.Hypot(float64(b.row-s.played[number].row), float64(b.column-s.played[number].column))
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

// measure measures the light in the lower view. In place of a square that is covered stands the rest of the board.
func (l lightModel) measure(bytes []uint8, covered func(cellOfBoard) bool) light {
	now := make([]tone, len(l.squares))
	for i, b := range l.squares {
		if len(b.visible) > 0 {
			now[i] = medianTone(bytes, b.visible)
		}
	}
	found := light{bare: l.fit(now), around: make([]tone, len(l.played))}
	for i, b := range l.squares {
		if len(b.visible) == 0 || covered(b.cellOfBoard) {
			now[i] = found.bare.at(b.row, b.column)
		}
	}
	// A shadow has an edge, but the lamps' colour changes evenly: where an unplayed square's own colour departs it is a
	// reflection, which its neighbours need not show.
	for s := 1; s < len(l.played); s++ {
		found.around[s] = found.bare.at(l.played[s].row, l.played[s].column)
		found.around[s][0] = 0
		for _, n := range l.near[s] {
			found.around[s][0] += now[n.unplayed][0] * n.weight
		}
	}
	return found
}

// planes are a plane for each part of a tone.
type planes [3]plane

func (p planes) at(row, column int) tone {
	return tone{p[0].at(row, column), p[1].at(row, column), p[2].at(row, column)}
}

// fit lays planes through the tones of the unplayed squares so that neither a hand over part of the board nor a
// shadow bends them: Tukey's biweight (Beaton and Tukey 1974), from the median.
func (l lightModel) fit(tones []tone) (fitted planes) {
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
