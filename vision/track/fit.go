package track

import (
	"math"

	"draughtsman/calibration"
	"draughtsman/vision/imaging"
)

// tracker measures where a board is against where it is taken to be.
type tracker struct {
	board  calibration.Board
	camera calibration.Camera
	signal *signal
	probes []probe
	place  []float64 // of this picture: where each probe's line is, squares; not a number where it is not seen
}

func newTracker(board calibration.Board, camera calibration.Camera, s *signal) *tracker {
	return &tracker{board: board, camera: camera, signal: s, probes: probes(board, camera)}
}

// measurement is what one picture says.
type measurement struct {
	motion  motion     // of the board, mm
	found   int        // lines that were seen
	agree   int        // of these, lines where the motion takes them
	probes  int        // lines that were looked for
	edges   [4]float64 // of those among the outermost squares far, right, near and left, the fraction that agree
	certain bool       // enough agree to believe it
}

// measure measures in a picture's samples, rows of blue, green and red.
func (t *tracker) measure(bytes []uint8) measurement {
	m := measurement{probes: len(t.probes)}
	t.place = t.place[:0]
	row := 3 * t.camera.Lens.Width
	for i := range t.probes {
		at, seen := t.probes[i].find(bytes, row, t.signal)
		if !seen {
			at = math.NaN()
		} else {
			m.found++
		}
		t.place = append(t.place, at)
	}
	m.motion = t.fit()
	var across [2]int
	var edges, agree [4]float64
	for i, p := range t.probes {
		is := math.Abs(t.place[i]-p.under(m.motion)/t.board.SquareMM) < near // false for what is not seen
		if is {
			m.agree++
			across[p.along]++
		}
		for e, on := range p.edges {
			if on {
				edges[e]++
			}
			if on && is {
				agree[e]++
			}
		}
	}
	for e := range edges {
		m.edges[e] = agree[e] / max(edges[e], 1)
	}
	m.certain = float64(m.agree) >= leastOfAll*float64(m.probes) && float64(m.agree) >= leastOfSeen*float64(m.found) &&
		min(across[0], across[1]) >= leastAcross
	return m
}

// agreeing is the fraction of the lines that agree.
func (m measurement) agreeing() float64 { return float64(m.agree) / float64(max(m.probes, 1)) }

// under is how far a motion takes the probe's line along its axis, mm.
func (p *probe) under(m motion) (mm float64) {
	for i, v := range m {
		mm += p.partial[i] * v
	}
	return mm
}

// fit is the motion that most of the lines agree on: from the median of each
// direction by Tukey's biweight (Beaton and Tukey 1974), to first order.
func (t *tracker) fit() (m motion) {
	m[3], m[4] = t.median(0), t.median(1)
	side := t.board.SquareMM
	residuals := make([]float64, 0, len(t.probes))
	for range 8 {
		residuals = residuals[:0]
		for i := range t.probes {
			if at := t.place[i]; at == at {
				residuals = append(residuals, math.Abs(at*side-t.probes[i].under(m)))
			}
		}
		if len(residuals) == 0 {
			return motion{}
		}
		reach := 4.7 * max(1.48*imaging.Median(residuals), measured*side)
		m = t.step(m, reach)
	}
	return m
}

// median is that of the lines crossed along an axis, mm.
func (t *tracker) median(along int) float64 {
	var values []float64
	for i, p := range t.probes {
		if at := t.place[i]; p.along == along && at == at {
			values = append(values, at*t.board.SquareMM)
		}
	}
	return imaging.Median(values)
}

// step is one step of the fit: lines farther than reach, mm, from where the last
// one took them do not count.
func (t *tracker) step(last motion, reach float64) motion {
	side := t.board.SquareMM
	var normal [parameters * (parameters + 1)]float64 // rows of the equations, each with its right-hand side
	at := func(i, j int) *float64 { return &normal[i*(parameters+1)+j] }
	for i := range parameters {
		*at(i, i) = (measured / believed[i]) * (measured / believed[i])
	}
	for k := range t.probes {
		p := &t.probes[k]
		seen := t.place[k] * side
		r := (seen - p.under(last)) / reach
		if !(r > -1 && r < 1) {
			continue
		}
		w := (1 - r*r) * (1 - r*r)
		for i := range parameters {
			for j := range parameters {
				*at(i, j) += w * p.partial[i] * p.partial[j]
			}
			*at(i, parameters) += w * p.partial[i] * seen
		}
	}
	var next motion
	imaging.Solve(normal[:], next[:]) // positive definite
	return next
}
