package network

import (
	"math"
	"math/rand/v2"
	"sync"
)

// Example is a board and on which of its squares the thing is there.
type Example struct {
	Board []Sample
	Is    []bool
}

// The schedule of training: Adam (Kingma and Ba 2015) with a rate that rises over the first batches and
// falls as a cosine to
// nothing, weights drawn towards zero by decay, and a part of what the last layers take in dropped
// (Srivastava et al., Dropout, 2014).
const (
	batch   = 6 // boards
	rate    = 0.002
	rising  = 300 // batches in which the rate rises, or a tenth of all
	beta1   = 0.9
	beta2   = 0.999
	decay   = 1e-4
	tiny    = 1e-8
	dropped = 0.2
)

// Train fits the network to examples, which it goes through so many times in
// orders drawn by lot. After each time it tells the mean loss of a square, in natural
// logarithms of the probability of what is, of the first opinion and the last together. The same seed gives the same
// weights.
func (n *Network) Train(examples []Example, epochs int, random *rand.Rand, told func(epoch int, loss float64)) {
	mean, square := empty(), empty()
	batches := len(examples) / batch
	risen := min(rising, float64(epochs*batches)/10)
	for epoch := range epochs {
		order, loss, squares := random.Perm(len(examples)), 0.0, 0
		for b := range batches {
			of := order[b*batch:][:batch]
			gradient, l := n.gradient(examples, of, random)
			count := 0
			for _, k := range of {
				count += len(examples[k].Board)
			}
			loss, squares = loss+l, squares+count
			step := float64(epoch*batches + b + 1)
			r := rate / 2 * (1 + math.Cos(math.Pi*step/float64(epochs*batches))) * min(step/risen, 1)
			whole := r * math.Sqrt(1-math.Pow(beta2, step)) / (1 - math.Pow(beta1, step))
			for k, row := range gradient.weights {
				weights := n.weights[k]
				for i, g := range row {
					g /= float32(count)
					m, s := &mean.weights[k][i], &square.weights[k][i]
					*m += (1 - beta1) * (g - *m)
					*s += (1 - beta2) * (g*g - *s)
					weights[i] -= float32(whole)**m/(float32(math.Sqrt(float64(*s)))+tiny) + float32(r)*decay*weights[i]
				}
			}
		}
		told(epoch, loss/float64(squares))
	}
}

// gradient is that of the loss over some examples, and the loss; random, if any, says what is dropped.
func (n *Network) gradient(examples []Example, of []int, random *rand.Rand) (*Network, float64) {
	sums, losses := make([]*Network, len(of)), make([]float64, len(of))
	var wait sync.WaitGroup
	for i, k := range of {
		var own *rand.Rand
		if random != nil {
			own = rand.New(rand.NewPCG(random.Uint64(), 0))
		}
		wait.Go(func() {
			e := &examples[k]
			c := n.compare(n.lookAt(e.Board, own), own)
			first, one := surprise(c.odds[0], e.Is)
			last, other := surprise(c.odds[rounds], e.Is)
			sums[i], losses[i] = empty(), one+other
			n.back(c, first, last, sums[i])
		})
	}
	wait.Wait()
	loss := losses[0]
	for i, sum := range sums[1:] {
		loss += losses[i+1]
		for k, row := range sum.weights {
			for j, v := range row {
				sums[0].weights[k][j] += v
			}
		}
	}
	return sums[0], loss
}

// surprise is the loss of some odds, and by how much it grows with each of them.
func surprise(odds []float32, is []bool) (growth []float32, loss float64) {
	growth = make([]float32, len(odds))
	for i, o := range odds {
		p := float64(probability(o))
		growth[i] = float32(p)
		if is[i] {
			p, growth[i] = 1-p, growth[i]-1
		}
		loss -= math.Log(max(1-p, 1e-9))
	}
	return growth, loss
}

// drop sets some values to zero, and makes the others larger by as much as that makes all smaller; without
// random none.
func drop(values []float32, random *rand.Rand) {
	if random == nil {
		return
	}
	for i := range values {
		if random.Float64() < dropped {
			values[i] = 0
		} else {
			values[i] /= 1 - dropped
		}
	}
}

// undrop makes of how the loss grows with values that were left of some how it grows with all of these:
// what was dropped says nothing.
func undrop(growth, withLeft, left, all []float32) {
	for i, v := range all {
		growth[i] = 0
		if left[i] != 0 {
			growth[i] = withLeft[i] * (left[i] / v)
		}
	}
}
