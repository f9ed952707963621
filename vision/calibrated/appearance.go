package calibrated

import (
	"math"
	"slices"

	"draughtsman/engine/checkers"
	"draughtsman/vision"
	"draughtsman/vision/imaging"
)

// A square that looks, pixel by pixel, as it did when it was known what it shows, shows the same again, however
// unlike others of its kind it is: what stands there lies in its own light, and may be of nearly the square's own
// colour. By how much pictures of the same differ is measured on all squares, most of which have not changed.
const (
	// logarithm of a difference, in usual ones, that says neither that a square shows the same nor that it does not
	sameThreshold     = 1.6
	sameSlope         = 4.0  // what a factor e less says, as the logarithm of a likelihood,
	maxSameEvidence   = 8.0  // and the most that is said so;
	maxOtherEvidence  = 2.0  // or of a greater difference: a shadow makes one as well
	contentSlope      = 30   // what a factor e says between two contents that the square has shown
	modelWeight       = 0.5  // what counts of what is known of the contents by other squares
	maxSameDifference = 4.0  // usual differences: a square that differs by less is not unexplained
	updateRate        = 0.3  // of a picture in what is remembered: light changes, and noise is to average out
	minDifference     = 1e-6 // that is measured: a picture may be shown twice
)

// appearances is what the squares of a board have looked like. Its zero value knows nothing.
type appearances struct {
	squares []squareAppearances // by number; nil: nothing is remembered
}

// squareAppearances is what a square has shown.
type squareAppearances struct {
	last  vision.Content
	known [vision.Contents]appearance
}

// appearance is what a square looked like when last it was known to show something.
type appearance struct {
	patch patch
	noise float64 // its variance, as a fraction of a picture's
}

// patch is what a square looks like: the tones of its pixels against that of the unplayed squares around.
type patch []tone

// patchOf returns that of a square in the picture that was taken.
func (v *boardView) patchOf(s square, around tone) patch {
	const apart = 2 // pixels: what lies nearer has the same noise, for the view is smoothed
	f := make(patch, len(s.top))
	bytes, width := v.upper.bytes, v.grid.Size
	for i, p := range s.top {
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

// difference returns by how much a square looks different, given the variance of noise: the mean square over its
// pixels.
func (m appearance) difference(now patch) float64 {
	const most = 1 // of a pixel
	sum := 0.0
	for i := range now {
		d := now[i].minus(m.patch[i])
		sum += min(float64(d[0]*d[0]+d[1]*d[1]+d[2]*d[2]), most)
	}
	return max(sum/float64(len(now))/(1+m.noise), minDifference)
}

// recognise adds to the odds of squares what their patches say, by number, and returns which of them look as they did.
func (m *appearances) recognise(now []patch, odds []vision.Odds) (same []bool) {
	same = make([]bool, len(now))
	if m.squares == nil {
		return same
	}
	usual := m.usualDifferences(now)
	for number := 1; number < len(now); number++ {
		var differs [vision.Contents]float64
		least, ratio := math.Inf(1), 0.0
		for content, known := range m.squares[number].known {
			if known.patch != nil {
				if differs[content] = known.difference(now[number]); differs[content] < least {
					least, ratio = differs[content], differs[content]/usual[content]
				}
			}
		}
		if math.IsInf(least, 1) {
			continue
		}
		same[number] = ratio < maxSameDifference
		for content, known := range m.squares[number].known {
			odds[number][content] = modelWeight * math.Log(odds[number][content])
			if known.patch != nil {
				odds[number][content] += max(-maxOtherEvidence, min(maxSameEvidence, sameSlope*(sameThreshold-math.Log(ratio)))) -
					min(maxSameEvidence, contentSlope*math.Log(differs[content]/least))
			}
		}
		odds[number] = normalised(odds[number])
	}
	return same
}

// usualDifferences returns by how much squares look different that show what they last showed, by content.
func (m *appearances) usualDifferences(now []patch) (usual [vision.Contents]float64) {
	const (
		few  = 4 // squares of a content, that stand for all of them
		most = 8 // times what is usual of all: of pieces of which few are left, most may just have moved
	)
	var of [vision.Contents][]float64
	var all []float64
	for number := 1; number < len(now); number++ {
		square := m.squares[number]
		if known := square.known[square.last]; known.patch != nil {
			d := known.difference(now[number])
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

// normalised returns odds from their logarithms, which may be off by a constant.
func normalised(logs vision.Odds) (o vision.Odds) {
	best, sum := slices.Max(logs[:]), 0.0
	for content, l := range logs {
		o[content] = math.Exp(l - best)
		sum += o[content]
	}
	for content := range o {
		o[content] = (o[content]/sum + minProbability) / (1 + minProbability*float64(vision.Contents))
	}
	return o
}

// remember records what a square shows and how it looks. A patch unlike the one with which it showed the same, as
// where a man was crowned, takes that one's place.
func (s *squareAppearances) remember(content vision.Content, now patch, same bool) {
	m := &s.known[content]
	s.last = content
	if m.patch == nil || !same {
		*m = appearance{slices.Clone(now), 1}
		return
	}
	share := max(updateRate, m.noise/(1+m.noise))
	for i, t := range now {
		for part := range t {
			m.patch[i][part] += float32(share) * (t[part] - m.patch[i][part])
		}
	}
	m.noise = (1-share)*(1-share)*m.noise + share*share
}

// Remember says what some squares show in the picture that was read last. From then on they are known by how they
// looked there as well, until the reader is aimed elsewhere.
func (r *Reader) Remember(shown map[checkers.Square]vision.Content) {
	if r.patches == nil {
		r.patches, r.recognised = r.view.patches(r.lastIllumination), make([]bool, len(r.view.squares.played))
	}
	if r.appearances.squares == nil {
		r.appearances.squares = make([]squareAppearances, len(r.patches))
	}
	for square, content := range shown {
		r.appearances.squares[square].remember(content, r.patches[square], r.recognised[square])
	}
}

// patches returns those of all squares, by number.
func (v *boardView) patches(light illumination) []patch {
	faces := make([]patch, len(v.squares.played))
	for number := 1; number < len(faces); number++ {
		faces[number] = v.patchOf(v.squares.played[number], light.around[number])
	}
	return faces
}
