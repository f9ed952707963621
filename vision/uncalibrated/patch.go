package uncalibrated

import (
	"bytes"
	_ "embed"
	"math"
	"slices"
	"sync"

	"gocv.io/x/gocv"

	"draughtsman/vision/detect"
	"draughtsman/vision/imaging"
	"draughtsman/vision/uncalibrated/network"
)

// trained are the weights of the network that tells occupied squares from empty ones, made by `make patches` from
// drawn boards alone: no photograph is in them.
//
//go:embed patch.weights
var weights []byte

// loadNetwork reads the weights once.
var loadNetwork = sync.OnceValues(func() (*network.Network, error) { return network.Read(bytes.NewReader(weights)) })

const (
	patchWidth   = 1.4  // squares that a patch shows
	mostUnlike   = 3.0  // times the difference of the two kinds of square: more is as good
	surelyEmpty  = 0.25 // below the threshold, as margin: a square shows what empty ones look like
	fewestEmpty  = 5    // or one in so many of the squares, those that are farthest below it
	networkWorth = 0.25 // of the network's odds, as logarithm, in margins
	// below the threshold, as margin: more likeness to empty squares says no more, for men of the board's
	// colour have it too
	mostLikeness = 0.6
)

// applyNetwork asks the network about the squares. Tall men that are seen obliquely hide the squares behind them,
// which then seem to be those that are played on. If the network sees nothing on these and something on the others,
// it is the others.
func (l *analysis) applyNetwork(n *network.Network) {
	answers := n.LogOdds(l.samples())
	if !slices.ContainsFunc(answers, pieceSeen) {
		other := *l
		other.classify(1 - kind(l.occupancy.squares[0]/l.size, l.occupancy.squares[0]%l.size))
		if seen := n.LogOdds(other.samples()); slices.ContainsFunc(seen, pieceSeen) {
			*l, answers = other, seen
		}
	}
	l.occupancy.addLogOdds(answers)
}

// pieceSeen reports whether there rather is a piece, by the logarithm of odds.
func pieceSeen(answer float64) bool { return answer > 0 }

// addLogOdds moves squares nearer to the threshold, or beyond it, by the log odds of the network. To a network that
// does not know boards of a make all their squares may seem occupied. So where it leaves fewer than half as many
// empty as all men leave at the start, it does not count.
func (o *occupancy) addLogOdds(answers []float64) {
	empty := 0
	for _, answer := range answers {
		if !pieceSeen(answer) {
			empty++
		}
	}
	// At the start as many squares of a kind are empty as an edge is long: two rows.
	if edge := math.Sqrt(2 * float64(len(answers))); float64(2*empty) < edge {
		return
	}
	for i, answer := range answers {
		o.distance[i] = max((o.threshold+0.5)*math.Exp(max(o.margin(i), -mostLikeness)+networkWorth*answer)-0.5, 0)
	}
}

// Samples returns what the network is shown of the board in an 8-bit picture: a sample for each square of the kind
// that seems to carry pieces, and the indices of these squares, row by row from Corners[0]. Training needs them of
// boards of which it is known what stands there.
func Samples(picture gocv.Mat, board detect.Board) (samples []network.Sample, squares []int, err error) {
	l, err := analyse(picture, board)
	if err != nil {
		return nil, nil, err
	}
	return l.samples(), l.occupancy.squares, nil
}

// samples returns what the network looks at, one for each square: a patch, and what was measured of it.
func (o *occupancy) samples(board []measurement, flat *boardView, g *background, t tilt, squares int) []network.Sample {
	step := g.kindDifference(o.squares[0], squares)
	samples := make([]network.Sample, len(o.squares))
	margins := make([]float64, len(o.squares))
	across, along := math.Abs(t.away[0]), math.Abs(t.away[1])
	for i, k := range o.squares {
		margins[i] = o.margin(i)
		s := &samples[i]
		patch(s, flat, g, step, t, k/squares, k%squares)
		for f, v := range board[k].measures() {
			s.Scalars[f] = float32(v)
		}
		copy(s.Scalars[7:], []float32{float32(margins[i]), float32(t.tangent * max(across, along)),
			float32(t.tangent * min(across, along)), float32(math.Log(g.contrast))})
	}
	empty := lowest(margins, len(margins))
	count := 0
	for count < len(empty) && (margins[empty[count]] < -surelyEmpty || count < len(empty)/fewestEmpty) {
		count++
	}
	const shown = network.Channels / 2
	for c := range shown {
		for p := range samples[0].Pixels[c] {
			mean := float32(0)
			for _, i := range empty[:count] {
				mean += samples[i].Pixels[c][p] / float32(count)
			}
			for i := range samples {
				samples[i].Pixels[shown+c][p] = samples[i].Pixels[c][p] - mean
			}
		}
	}
	return samples
}

// kindDifference returns by how much the other kind of square differs from the kind of one.
func (g *background) kindDifference(of, squares int) (step imaging.Colour) {
	var means [2]imaging.Colour
	var counts [2]float64
	for i, c := range g.smooth {
		k := kind(i/squares, i%squares)
		means[k], counts[k] = means[k].Plus(c), counts[k]+1
	}
	k := kind(of/squares, of%squares)
	return means[1-k].Times(1 / counts[1-k]).Minus(means[k].Times(1 / counts[k]))
}

// patch fills in the pixels about a square: how far each is from the square's own colour towards the other kind's,
// how far beside that way, and how much lighter. The patch is laid so that what stands on the square leans to the
// right, and less far downwards: one of eight ways in which a lattice looks the same.
func patch(s *network.Sample, flat *boardView, g *background, step imaging.Colour, t tilt, row, column int) {
	own := g.smooth[row*(flat.Width/squarePX)+column]
	way := step.Times(1 / max(step.Length(), 1e-6))
	unit := g.contrast * math.Sqrt(3)
	flipX, flipY := math.Copysign(1, t.away[0]), math.Copysign(1, t.away[1])
	swap := t.away[1]*flipY > t.away[0]*flipX
	tame := func(v float64) float32 { return float32(min(max(v, -mostUnlike), mostUnlike)) }
	for p := range s.Pixels[0] {
		x := ((float64(p%network.Side)+0.5)/network.Side - 0.5) * patchWidth * squarePX
		y := ((float64(p/network.Side)+0.5)/network.Side - 0.5) * patchWidth * squarePX
		if swap {
			x, y = y, x
		}
		d := flat.sampleAround((float64(column)+0.5)*squarePX+flipX*x,
			(float64(row)+0.5)*squarePX+flipY*y).Minus(own).Times(1 / unit)
		along := d.Dot(way)
		s.Pixels[0][p] = tame(along)
		s.Pixels[1][p] = tame(d.Minus(way.Times(along)).Length())
		s.Pixels[2][p] = tame(d.Mean() * math.Sqrt(3))
	}
}

// sampleAround returns the mean of the four pixels about a place; beside the view those at its edge.
func (v *boardView) sampleAround(x, y float64) (sum imaging.Colour) {
	left, top := int(math.Floor(x+0.5))-1, int(math.Floor(y+0.5))-1
	for k := range 4 {
		px, py := min(max(left+k%2, 0), v.Width-1), min(max(top+k/2, 0), v.Width-1)
		sum = sum.Plus(v.At(px, py).Times(0.25))
	}
	return sum
}
