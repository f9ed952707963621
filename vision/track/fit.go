package track

import (
	"math"

	"draughtsman/calibration"
	"draughtsman/vision/imaging"
)

// estimator measures how far a board is from where it is taken to be.
type estimator struct {
	board   calibration.Board
	camera  calibration.Camera
	signal  *signal
	probes  []probe
	offsets []float64 // of this picture: how far each probe's line is off, squares; not a number where it is not seen
}

// newEstimator prepares the measuring of a board where a camera sees it.
func newEstimator(board calibration.Board, camera calibration.Camera, s *signal) *estimator {
	return &estimator{board: board, camera: camera, signal: s, probes: probes(board, camera)}
}

// measurement is what one picture says of the board's pose.
type measurement struct {
	motion  motion     // of the board, mm
	found   int        // lines that were seen
	agree   int        // of these, lines where the motion takes them
	probes  int        // lines that were looked for
	edges   [4]float64 // of those among the outermost squares far, right, near and left, the fraction that agree
	certain bool       // enough agree to believe it
}

// measure measures in a picture's samples, rows of blue, green and red.
func (e *estimator) measure(bytes []uint8) measurement {
	m := measurement{probes: len(e.probes)}
	e.offsets = e.offsets[:0]
	row := 3 * e.camera.Lens.Width
	for i := range e.probes {
		at, seen := e.probes[i].find(bytes, row, e.signal)
		if !seen {
			at = math.NaN()
		} else {
			m.found++
		}
		e.offsets = append(e.offsets, at)
	}
	m.motion = e.fit()
	var across [2]int
	var edges, agree [4]float64
	for i, p := range e.probes {
		is := math.Abs(e.offsets[i]-p.predicted(m.motion)/e.board.SquareMM) < lineTolerance // false for what is not seen
		if is {
			m.agree++
			across[p.along]++
		}
		for edge, on := range p.edges {
			if on {
				edges[edge]++
			}
			if on && is {
				agree[edge]++
			}
		}
	}
	for i := range edges {
		m.edges[i] = agree[i] / max(edges[i], 1)
	}
	m.certain = float64(m.agree) >= leastOfAll*float64(m.probes) && float64(m.agree) >= leastOfSeen*float64(m.found) &&
		min(across[0], across[1]) >= leastAcross
	return m
}

// agreeing is the fraction of the lines that agree with the motion, 0 to 1.
func (m measurement) agreeing() float64 { return float64(m.agree) / float64(max(m.probes, 1)) }

// predicted is how far a motion takes the probe's line along its axis, mm.
func (p *probe) predicted(m motion) (mm float64) {
	for i, v := range m {
		mm += p.partial[i] * v
	}
	return mm
}

// fit returns the motion that most of the lines agree on, to first order: from the median of each direction by least
// squares, reweighted with Tukey's biweight (Beaton and Tukey 1974).
func (e *estimator) fit() (m motion) {
	m[3], m[4] = e.median(0), e.median(1)
	side := e.board.SquareMM
	residuals := make([]float64, 0, len(e.probes))
	for range fitSteps {
		residuals = residuals[:0]
		for i := range e.probes {
			if at := e.offsets[i]; at == at {
				residuals = append(residuals, math.Abs(at*side-e.probes[i].predicted(m)))
			}
		}
		if len(residuals) == 0 {
			return motion{}
		}
		reach := biweightReach * max(medianToSigma*imaging.Median(residuals), lineSigma*side)
		m = e.step(m, reach)
	}
	return m
}

// median is that of how far the lines crossed along an axis (0 for x, 1 for y) are off, mm.
func (e *estimator) median(along int) float64 {
	var values []float64
	for i, p := range e.probes {
		if at := e.offsets[i]; p.along == along && at == at {
			values = append(values, at*e.board.SquareMM)
		}
	}
	return imaging.Median(values)
}

// step is one step of the fit: lines farther than reach, mm, from where the last step took them do not count.
func (e *estimator) step(last motion, reach float64) motion {
	side := e.board.SquareMM
	var normal [parameters * (parameters + 1)]float64 // rows of the equations, each with its right-hand side
	at := func(i, j int) *float64 { return &normal[i*(parameters+1)+j] }
	for i := range parameters {
		*at(i, i) = (lineSigma / motionPrior[i]) * (lineSigma / motionPrior[i])
	}
	for k := range e.probes {
		p := &e.probes[k]
		seen := e.offsets[k] * side
		r := (seen - p.predicted(last)) / reach
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
