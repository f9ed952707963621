package find

import (
	"cmp"
	"fmt"
	"image"
	"math"
	"math/cmplx"
	"slices"

	"gocv.io/x/gocv"
)

// saddle is a place of the picture that looks like a crossing of four squares:
// two opposite quarters lighter, two darker.
type saddle struct {
	id        int        // in its pool
	at        vec        // prepared pixels
	phase     complex128 // on the unit circle: where the lighter quarters lie, twice the angle; neighbouring crossings have opposite ones
	strength  float64    // amplitude × purity of the pattern around it
	amplitude float64    // in log units
	edges     [2]vec     // unit vectors along the two edges that cross here
}

// The widths of the filters, in pixels of the prepared picture: crossings of
// small squares, of large ones, of coarse or rounded ones.
var widths = []float64{narrowest, 2 * narrowest, 4 * narrowest}

const (
	narrowest       = 1.6
	ringPoints      = 32
	ringRadius      = 2.4   // in filter widths
	leastPurity     = 0.55  // energy of the ring's second harmonic in all but its mean
	slopeForgiven   = 0.5   // of the first harmonic's energy: light that falls off across a crossing; all of it would let corners pass
	leastAmplitude  = 0.035 // log units: 3.5 % of brightness
	saddlesAWidth   = 350
	saddlesInAll    = 900
	apart           = 5.0 // pixels between two saddles that are not the same
	noiseResponse   = 1e-8
	leastAngle      = 0.6 // sine of that between a crossing's edges, 37°: what is narrower is a line; a board seen 60° from the vertical has 53°
	secondPerSample = 2 * 2 * math.Pi / ringPoints
)

// pool holds the crossings that were found in a picture, a list a filter width.
type pool struct {
	byWidth [][]saddle
	count   int
}

// saddles finds the crossings in a picture. The response is Ixy² − Ixx·Iyy of each
// colour channel (the saddle's determinant; Lucchese and Mitra, Using saddle
// points for subpixel feature detection in camera calibration targets, 2002), the
// best channel counts. Then the brightness on a ring around it is looked at:
// a crossing is a second harmonic and little else.
//
// Each width is looked for in the picture halved until it is narrowest there
// (A. Witkin, Scale-space filtering, 1983: what is smooth needs fewer pixels).
func saddles(p picture) (pool, error) {
	var found pool
	level := gocv.NewMat()
	defer level.Close()
	if err := p.mat.CopyTo(&level); err != nil {
		return pool{}, fmt.Errorf("looking for the crossings of squares: %w", err)
	}
	for k := range widths {
		if k > 0 {
			size := image.Pt((level.Cols()+1)/2, (level.Rows()+1)/2)
			if err := gocv.Resize(level, &level, size, 0, 0, gocv.InterpolationArea); err != nil {
				return pool{}, fmt.Errorf("halving the picture: %w", err)
			}
		}
		of, err := saddlesAt(level, narrowest)
		if err != nil {
			return pool{}, fmt.Errorf("looking for the crossings of squares: %w", err)
		}
		bx, by := float64(p.width)/float64(level.Cols()), float64(p.height)/float64(level.Rows())
		for i := range of {
			of[i].at = vec{(of[i].at.x+0.5)*bx - 0.5, (of[i].at.y+0.5)*by - 0.5}
			of[i].id = found.count
			found.count++
		}
		found.byWidth = append(found.byWidth, of)
	}
	return found, nil
}

// saddlesStretched are the saddles of the picture made taller; their places are
// those of the taller picture.
func saddlesStretched(p picture, stretch float64) (pool, error) {
	if stretch == 1 {
		return saddles(p)
	}
	tall := picture{mat: gocv.NewMat(), width: p.width, height: int(math.Round(stretch * float64(p.height)))}
	defer tall.close()
	if err := gocv.Resize(p.mat, &tall.mat, image.Pt(tall.width, tall.height), 0, 0, gocv.InterpolationLinear); err != nil {
		return pool{}, fmt.Errorf("stretching the picture: %w", err)
	}
	return saddles(tall)
}

// strongest are the strongest saddles that are not explained yet: of each width, and of all together.
func (p *pool) strongest(explained []bool) (byWidth [][]saddle, all []saddle) {
	for _, of := range p.byWidth {
		rest := make([]saddle, 0, len(of))
		for _, s := range of {
			if !explained[s.id] {
				rest = append(rest, s)
			}
		}
		all = append(all, rest...)
		byWidth = append(byWidth, strongest(rest, saddlesAWidth))
	}
	return byWidth, strongest(all, saddlesInAll)
}

// explain marks the saddles that a lattice explains, as far as it can be
// continued, or among its own nodes alone.
func (p *pool) explain(l *lattice, continued bool, explained []bool) {
	inv, ok := l.h.inverse()
	if !ok {
		return
	}
	low, high := l.bounds()
	if continued {
		low, high = vec{-farthestExplained, -farthestExplained}, vec{farthestExplained, farthestExplained}
	}
	for _, of := range p.byWidth {
		for i := range of {
			u, front := inv.at(of[i].at)
			if !front || u.x < low.x-0.5 || u.y < low.y-0.5 || u.x > high.x+0.5 || u.y > high.y+0.5 {
				continue
			}
			column, row := math.Round(u.x), math.Round(u.y)
			if max(math.Abs(u.x-column), math.Abs(u.y-row)) < nearNode &&
				parity(int(column), int(row))*polarity(of[i].phase, l.phase) > 0 {
				explained[of[i].id] = true
			}
		}
	}
}

// What a lattice explains.
const (
	farthestExplained = 60   // squares from its seed
	nearNode          = 0.25 // squares from a node
)

// mostly says whether so many of some saddles are explained by now that it is worth while to look at the others again.
func (p *pool) mostly(explained []bool, of []saddle) bool {
	n := 0
	for i := range of {
		if explained[of[i].id] {
			n++
		}
	}
	return 4*n > len(of)
}

// saddlesAt finds the crossings that one filter width sees.
func saddlesAt(m gocv.Mat, sigma float64) ([]saddle, error) {
	smooth, err := blurred(m, sigma)
	if err != nil {
		return nil, err
	}
	defer smooth.Close()
	fine, err := blurred(m, 0.45*sigma)
	if err != nil {
		return nil, err
	}
	defer fine.Close()
	response, err := saddleResponse(smooth)
	if err != nil {
		return nil, err
	}
	defer response.Close()
	peaks, err := peaks(response, 2*int(math.Round(1.5*sigma))+1, int(3*sigma)+2)
	if err != nil {
		return nil, err
	}
	px, err := fine.DataPtrFloat32()
	if err != nil {
		return nil, err
	}
	var out []saddle
	for _, at := range peaks[:min(len(peaks), 6*saddlesAWidth)] {
		if s, ok := inspect(px, m.Cols(), m.Rows(), at, ringRadius*sigma); ok {
			out = append(out, s)
		}
	}
	return out, nil
}

// saddleResponse is Ixy² − Ixx·Iyy, the largest of the three channels.
func saddleResponse(smooth gocv.Mat) (gocv.Mat, error) {
	var second [3][]float32
	for i, order := range [3][2]int{{2, 0}, {0, 2}, {1, 1}} {
		d := gocv.NewMat()
		defer d.Close()
		if err := gocv.Sobel(smooth, &d, gocv.MatTypeCV32F, order[0], order[1], 3, 0.25, 0, gocv.BorderReplicate); err != nil {
			return gocv.Mat{}, err
		}
		var err error
		if second[i], err = d.DataPtrFloat32(); err != nil {
			return gocv.Mat{}, err
		}
	}
	response := gocv.NewMatWithSize(smooth.Rows(), smooth.Cols(), gocv.MatTypeCV32F)
	r, err := response.DataPtrFloat32()
	if err != nil {
		_ = response.Close()
		return gocv.Mat{}, err
	}
	xx, yy, xy := second[0], second[1], second[2]
	for i := range r {
		k := 3 * i
		// The mixed Sobel mask is four times smaller than the unmixed ones.
		b := 16*xy[k]*xy[k] - xx[k]*yy[k]
		g := 16*xy[k+1]*xy[k+1] - xx[k+1]*yy[k+1]
		d := 16*xy[k+2]*xy[k+2] - xx[k+2]*yy[k+2]
		r[i] = max(b, g, d)
	}
	return response, nil
}

// peaks are the local maxima of a response, strongest first, none within
// border of the picture's edge.
func peaks(response gocv.Mat, window, border int) ([]vec, error) {
	kernel := gocv.GetStructuringElement(gocv.MorphRect, image.Pt(window, window))
	defer kernel.Close()
	highest := gocv.NewMat()
	defer highest.Close()
	if err := gocv.Dilate(response, &highest, kernel); err != nil {
		return nil, err
	}
	r, err := response.DataPtrFloat32()
	if err != nil {
		return nil, err
	}
	top, err := highest.DataPtrFloat32()
	if err != nil {
		return nil, err
	}
	width, height := response.Cols(), response.Rows()
	var at []int
	for y := border; y < height-border; y++ {
		for i := y*width + border; i < (y+1)*width-border; i++ {
			if r[i] >= top[i] && r[i] > noiseResponse {
				at = append(at, i)
			}
		}
	}
	slices.SortFunc(at, func(a, b int) int { return cmp.Or(cmp.Compare(r[b], r[a]), cmp.Compare(a, b)) })
	points := make([]vec, len(at))
	for i, k := range at {
		points[i] = vec{
			float64(k%width) + vertex(r[k-1], r[k], r[k+1]),
			float64(k/width) + vertex(r[k-width], r[k], r[k+width]),
		}
	}
	return points, nil
}

// vertex is where the parabola through three neighbouring values, of which the middle one is the highest, has its top.
func vertex(before, middle, after float32) float64 {
	bow := before - 2*middle + after
	if bow >= 0 {
		return 0
	}
	return float64(before-after) / float64(2*bow)
}

// The directions of the ring's points and the second harmonic along them.
var ringDirections, secondHarmonic = func() (dirs [ringPoints]vec, second [ringPoints]complex128) {
	for i := range ringPoints {
		a := 2 * math.Pi * float64(i) / ringPoints
		dirs[i] = vec{math.Cos(a), math.Sin(a)}
		second[i] = cmplx.Exp(complex(0, -secondPerSample*float64(i)))
	}
	return dirs, second
}()

// inspect looks at the ring around a peak and says whether it is a crossing.
func inspect(px []float32, width, height int, at vec, radius float64) (saddle, bool) {
	var ring [3][ringPoints]float64
	for i, d := range ringDirections {
		for c, v := range sample(px, width, height, at.x+radius*d.x, at.y+radius*d.y) {
			ring[c][i] = float64(v)
		}
	}
	best, bestScore := 0, -1.0
	var amplitude, purity, pure float64
	var phase complex128
	for c := range ring {
		mean := 0.0
		var harmonic complex128
		var slope vec // the first harmonic
		for i, v := range ring[c] {
			mean += v / ringPoints
			harmonic += complex(v, 0) * secondHarmonic[i]
			slope = slope.add(ringDirections[i].times(v * 2 / ringPoints))
		}
		energy := 1e-9 // of all harmonics, as squared amplitudes, by Parseval's theorem
		for _, v := range ring[c] {
			energy += (v - mean) * (v - mean) * 2 / ringPoints
		}
		forgiving := energy - slopeForgiven*slope.dot(slope)
		a := cmplx.Abs(harmonic) * 2 / ringPoints
		if score := a * a * a / energy; score > bestScore {
			best, bestScore = c, score
			amplitude, purity, pure, phase = a, a*a/energy, a*a/forgiving, harmonic
		}
	}
	if pure < leastPurity || amplitude < leastAmplitude {
		return saddle{}, false
	}
	edges, ok := edgeDirections(&ring[best])
	if !ok {
		return saddle{}, false
	}
	return saddle{
		at: at, phase: phase / complex(cmplx.Abs(phase), 0),
		strength: amplitude * purity, amplitude: amplitude, edges: edges,
	}, true
}

// edgeDirections are where the ring, made symmetric under half a turn, crosses
// its middle value: twice for a crossing of two edges.
func edgeDirections(ring *[ringPoints]float64) (edges [2]vec, ok bool) {
	const half = ringPoints / 2
	var sym [half + 1]float64
	low, high := math.Inf(1), math.Inf(-1)
	for i := range half {
		sym[i] = (ring[i] + ring[i+half]) / 2
		low, high = min(low, sym[i]), max(high, sym[i])
	}
	sym[half] = sym[0]
	middle := (low + high) / 2
	n := 0
	for i := range half {
		a, b := sym[i]-middle, sym[i+1]-middle
		if (a > 0) == (b > 0) {
			continue
		}
		if n == 2 {
			return edges, false
		}
		angle := (float64(i) + a/(a-b)) * math.Pi / half
		edges[n] = vec{math.Cos(angle), math.Sin(angle)}
		n++
	}
	return edges, n == 2 && math.Abs(edges[0].cross(edges[1])) > leastAngle
}

// strongest are at most n saddles, strongest first, no two nearer than apart.
func strongest(found []saddle, n int) []saddle {
	sorted := slices.Clone(found)
	slices.SortStableFunc(sorted, func(a, b saddle) int { return cmp.Compare(b.strength, a.strength) })
	sorted = sorted[:min(len(sorted), 2*n)]
	kept := make([]saddle, 0, n)
	for _, s := range sorted {
		if len(kept) == n {
			break
		}
		if !slices.ContainsFunc(kept, func(k saddle) bool {
			d := k.at.sub(s.at)
			return d.dot(d) < apart*apart
		}) {
			kept = append(kept, s)
		}
	}
	return kept
}
