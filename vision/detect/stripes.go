package detect

import (
	"cmp"
	"math"
	"slices"

	"draughtsman/vision/imaging"
)

// stripes are light that changes across one direction of a picture and hardly along it: the shadow of blinds. It
// takes the same part of everything that it falls on, so that it can be taken away.
type stripes struct {
	across imaging.Point // unit vector
	light  []float64     // log units, at each pixel across the small picture
	shift  float64       // of its first entry, small pixels
	scale  float64       // small pixels to one stored pixel
}

// at is the light at a place of the small picture.
func (s *stripes) at(x, y float64) float64 {
	across := x*s.across.X + y*s.across.Y + s.shift
	k := min(max(int(across), 0), len(s.light)-2)
	return s.light[k] + (across-float64(k))*(s.light[k+1]-s.light[k])
}

// slopes are the gradients of brightness, log units a pixel.
type slopes struct {
	width, height int
	x, y          []float64
}

// slopesOf returns the gradients of a picture's mean channel; 0 along its edges.
func slopesOf(p logImage) slopes {
	grey := make([]float64, len(p.Px)/3)
	for i := range grey {
		grey[i] = float64(p.Px[3*i]+p.Px[3*i+1]+p.Px[3*i+2]) / 3
	}
	s := slopes{p.Width, p.Height, make([]float64, len(grey)), make([]float64, len(grey))}
	for y := 1; y < s.height-1; y++ {
		for i := y*s.width + 1; i < (y+1)*s.width-1; i++ {
			s.x[i], s.y[i] = (grey[i+1]-grey[i-1])/2, (grey[i+s.width]-grey[i-s.width])/2
		}
	}
	return s
}

// shift is what to add to distances across a direction for all of them to be positive, pixels.
func (s *slopes) shift(across imaging.Point) float64 { return max(-across.X*float64(s.width), 0) }

// across calls f for every so many pixels with the line that each lies on and the slope across it.
func (s *slopes) across(direction imaging.Point, step int, f func(line int, slope float64)) {
	shift := s.shift(direction)
	for y := 1; y < s.height-1; y += step {
		for x := 1; x < s.width-1; x += step {
			i := y*s.width + x
			f(int(float64(x)*direction.X+float64(y)*direction.Y+shift), s.x[i]*direction.X+s.y[i]*direction.Y)
		}
	}
}

// explained is the part of the slopes' energy in a direction that their means along the lines across it explain;
// sums and counts are memory to work in.
func (s *slopes) explained(angle float64, sums, counts []float64) float64 {
	clear(sums)
	clear(counts)
	sin, cos := math.Sincos(angle)
	total, all := 1e-12, 1e-12
	s.across(imaging.Pt(cos, sin), slopeStride, func(line int, slope float64) {
		slope = clip(slope, steepest)
		sums[line] += slope
		counts[line]++
		total += slope * slope
		all++
	})
	part := 0.0
	for k, n := range counts {
		if n > 0 {
			part += (sums[k]*sums[k]/n - total/all) / total // less what chance explains
		}
	}
	return part
}

// findStripes finds the stripes of light in a picture; ok is false where there are none.
func findStripes(p logImage) (st stripes, ok bool) {
	s := slopesOf(p)
	lines := s.width + s.height + 2
	sums, counts := make([]float64, lines), make([]float64, lines)
	best, most := 0.0, math.Inf(-1)
	try := func(angle float64) {
		angle = math.Mod(angle+math.Pi, math.Pi) // half a turn leaves a direction across stripes the same
		if v := s.explained(angle, sums, counts); v > most {
			best, most = angle, v
		}
	}
	for k := range turnsTried {
		try(math.Pi * float64(k) / turnsTried)
	}
	for step := math.Pi / turnsTried / 2; step > finestTurn; step /= 2 {
		from := best
		try(from - step)
		try(from + step)
	}
	sin, cos := math.Sincos(best)
	st = stripes{across: imaging.Pt(cos, sin), scale: p.scale}
	st.shift = s.shift(st.across)
	seen := make([][]float64, lines)
	s.across(st.across, 1, func(line int, slope float64) { seen[line] = append(seen[line], slope) })
	usual, agreed := make([]float64, lines+1), make([]float64, lines+1)
	for k, of := range seen {
		usual[k+1], agreed[k+1] = usual[k], agreed[k]
		if len(of) >= fewestOnLine {
			slices.SortFunc(of, cmp.Compare)
			low, high := of[int((1-mostOfLine)*float64(len(of)))], of[int(mostOfLine*float64(len(of)))]
			usual[k+1] += of[len(of)/2]
			agreed[k+1] += max(low, 0) + min(high, 0)
		}
	}
	st.light = highPass(usual, slowLight)
	strength := deviation(st.light)
	return st, strength > leastStripes && deviation(highPass(agreed, slowLight)) > leastAgreed*strength
}

// removeStripes takes the stripes out of a prepared picture.
func (p *logImage) removeStripes(st *stripes) {
	by := st.scale / p.scale // small pixels to one of this picture
	half := 0.5*by - 0.5     // in both the centre of the first pixel is (0, 0)
	for y := range p.Height {
		for x := range p.Width {
			light := float32(st.at(float64(x)*by+half, float64(y)*by+half))
			i := 3 * (y*p.Width + x)
			p.Px[i] -= light
			p.Px[i+1] -= light
			p.Px[i+2] -= light
		}
	}
}

// highPass takes the mean of a window about each value from it.
func highPass(values []float64, window int) []float64 {
	sums := make([]float64, len(values)+1)
	for i, v := range values {
		sums[i+1] = sums[i] + v
	}
	out := make([]float64, len(values))
	for i, v := range values {
		from, to := max(i-window/2, 0), min(i+window/2+1, len(values))
		out[i] = v - (sums[to]-sums[from])/float64(to-from)
	}
	return out
}

// deviation is the root mean square of values.
func deviation(values []float64) float64 {
	total := 0.0
	for _, v := range values {
		total += v * v
	}
	return math.Sqrt(total / float64(max(len(values), 1)))
}
