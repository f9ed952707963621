package calibrated

import (
	"math"
	"slices"

	"draughtsman/engine/checkers"
	"draughtsman/vision"
	"draughtsman/vision/imaging"
)

// A square that looks, pixel by pixel, as it did when it was known what it shows, shows the same again, however unlike
// others of its kind it is: what stands there lies in its own light, and may be of nearly the square's own
// colour. By how
// much pictures of the same differ is measured on all squares, most of which have not changed.
const (
	// logarithm of a difference, in usual ones, that says neither that a square shows the same nor that it does not
	sameFrom     = 1.6
	sameness     = 4.0  // what a factor e less says, as the logarithm of a likelihood,
	sameMost     = 8.0  // and the most that is said so;
	otherMost    = 2.0  // or of a greater difference: a shadow makes one as well
	between      = 30   // what a factor e says between two contents that the square has shown
	kindWorth    = 0.5  // what counts of what is known of the contents by other squares
	sameLooks    = 4.0  // usual differences: a square that differs by less is not strange
	newShare     = 0.3  // of a picture in what is remembered: light changes, and noise is to average out
	leastDiffers = 1e-6 // that is measured: a picture may be shown twice
)

// memory is what the squares of a board have looked like. The zero memory knows nothing.
type memory struct {
	squares []remembered // by number; nil: nothing is remembered
}

// remembered is what a square has shown.
type remembered struct {
	last  vision.Content
	known [vision.Contents]memento
}

// memento is what a square looked like when last it was known to show something.
type memento struct {
	face  face
	noise float64 // its variance, as a fraction of a picture's
}

// face is what a square looks like: the tones of its pixels against that of the bare squares around.
type face []tone

// face is that of a square in the picture that was taken.
func (v *view) face(s square, around tone) face {
	const apart = 2 // pixels: what lies nearer has the same noise, for the sheet is smoothed
	f := make(face, len(s.whole))
	bytes, width := v.upper.bytes, v.grid.Size
	for i, p := range s.whole {
		var sum tone
		n := float32(0)
		for _, row := range [3]int{-apart * width, 0, apart * width} {
			for _, column := range [3]int{-apart, 0, apart} {
				if q := p + row + column; q >= 0 && 3*q+2 < len(bytes) {
					sum, n = sum.plus(sampleAt(bytes, q)), n+1
				}
			}
		}
		f[i] = tone{sum[0] / n, sum[1] / n, sum[2] / n}.minus(around)
	}
	return f
}

// differs is by how much a square looks different, given the variance of noise: the mean square over its pixels.
func (m memento) differs(now face) float64 {
	const most = 1 // of a pixel
	sum := 0.0
	for i := range now {
		d := now[i].minus(m.face[i])
		sum += min(float64(d[0]*d[0]+d[1]*d[1]+d[2]*d[2]), most)
	}
	return max(sum/float64(len(now))/(1+m.noise), leastDiffers)
}

// recognise adds to the odds of squares what their faces say, by number, and reports which of them look
// as they did.
func (m *memory) recognise(now []face, odds []vision.Odds) (same []bool) {
	same = make([]bool, len(now))
	if m.squares == nil {
		return same
	}
	usual := m.usual(now)
	for number := 1; number < len(now); number++ {
		var differs [vision.Contents]float64
		least, ratio := math.Inf(1), 0.0
		for content, known := range m.squares[number].known {
			if known.face != nil {
				if differs[content] = known.differs(now[number]); differs[content] < least {
					least, ratio = differs[content], differs[content]/usual[content]
				}
			}
		}
		if math.IsInf(least, 1) {
			continue
		}
		same[number] = ratio < sameLooks
		for content, known := range m.squares[number].known {
			odds[number][content] = kindWorth * math.Log(odds[number][content])
			if known.face != nil {
				odds[number][content] += max(-otherMost, min(sameMost, sameness*(sameFrom-math.Log(ratio)))) -
					min(sameMost, between*math.Log(differs[content]/least))
			}
		}
		odds[number] = normalised(odds[number])
	}
	return same
}

// usual is by how much squares look different that show what they last showed, by content.
func (m *memory) usual(now []face) (usual [vision.Contents]float64) {
	const (
		few  = 4 // squares of a content, that stand for all of them
		most = 8 // times what is usual of all: of pieces of which few are left, most may just have moved
	)
	var of [vision.Contents][]float64
	var all []float64
	for number := 1; number < len(now); number++ {
		square := m.squares[number]
		if known := square.known[square.last]; known.face != nil {
			d := known.differs(now[number])
			of[square.last], all = append(of[square.last], d), append(all, d)
		}
	}
	ofAll := imaging.Median(all)
	for content, values := range of {
		usual[content] = ofAll
		if len(values) >= few {
			usual[content] = min(imaging.Median(values), most*ofAll)
		}
	}
	return usual
}

// normalised are the odds of which the logarithms are given, but for a constant.
func normalised(logs vision.Odds) (o vision.Odds) {
	best, sum := slices.Max(logs[:]), 0.0
	for content, l := range logs {
		o[content] = math.Exp(l - best)
		sum += o[content]
	}
	for content := range o {
		o[content] = (o[content]/sum + misread) / (1 + misread*float64(vision.Contents))
	}
	return o
}

// remember says what a square shows with a face. One unlike that with which it showed the same, as where a man was
// crowned, takes its place.
func (s *remembered) remember(content vision.Content, now face, same bool) {
	m := &s.known[content]
	s.last = content
	if m.face == nil || !same {
		*m = memento{slices.Clone(now), 1}
		return
	}
	share := max(newShare, m.noise/(1+m.noise))
	for i, t := range now {
		for part := range t {
			m.face[i][part] += float32(share) * (t[part] - m.face[i][part])
		}
	}
	m.noise = (1-share)*(1-share)*m.noise + share*share
}

// Remember says what some squares show in the picture that was read last. They are known from now on by
// how they looked there as well, until the reader is aimed elsewhere.
func (r *Reader) Remember(shown map[checkers.Square]vision.Content) {
	if r.faces == nil {
		r.faces, r.same = r.view.faces(r.light), make([]bool, len(r.view.squares.played))
	}
	if r.memory.squares == nil {
		r.memory.squares = make([]remembered, len(r.faces))
	}
	for square, content := range shown {
		r.memory.squares[square].remember(content, r.faces[square], r.same[square])
	}
}

// faces are those of all squares, by number.
func (v *view) faces(light light) []face {
	faces := make([]face, len(v.squares.played))
	for number := 1; number < len(faces); number++ {
		faces[number] = v.face(v.squares.played[number], light.around[number])
	}
	return faces
}
