package network

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"sync"
)

// Example is a board, and on which of its squares a piece stands.
type Example struct {
	Board    []Sample
	Occupied []bool
}

// The schedule of training: Adam (Kingma and Ba 2015) with a learning rate that rises over the first batches and falls
// to nothing as a cosine, weight decay, and dropout before the dense layers (Srivastava et al., Dropout, 2014).
const (
	batchBoards   = 6
	learningRate  = 0.002
	warmUpBatches = 300 // in which the rate rises, or a tenth of all
	beta1         = 0.9
	beta2         = 0.999
	weightDecay   = 1e-4
	epsilon       = 1e-8
	dropoutShare  = 0.2
)

// New returns a network with random weights, of a deviation that keeps signals of one size through the layers (He et
// al., Delving deep into rectifiers, 2015).
func New(random *rand.Rand) *Network {
	n := zero()
	for k, l := range layers {
		inputs := l.in * l.width * l.width
		for i := range n.weights[k][:l.out*inputs] {
			n.weights[k][i] = float32(random.NormFloat64() * math.Sqrt(2/float64(inputs)))
		}
	}
	return n
}

// Write writes the weights as Read reads them.
func (n *Network) Write(w io.Writer) error {
	for _, weights := range n.weights {
		if err := binary.Write(w, binary.LittleEndian, weights); err != nil {
			return fmt.Errorf("writing the weights of the network: %w", err)
		}
	}
	return nil
}

// Train fits the network to examples. In each epoch it goes through all of them in an order drawn by lot, and then
// reports the mean loss of a square: the cross entropy of the first answer and of the last, added up. The same seed
// gives the same weights.
func (n *Network) Train(examples []Example, epochs int, random *rand.Rand, report func(epoch int, loss float64)) {
	mean, square := zero(), zero()
	batches := len(examples) / batchBoards
	warmUp := min(warmUpBatches, float64(epochs*batches)/10)
	for epoch := range epochs {
		order, loss, squares := random.Perm(len(examples)), 0.0, 0
		for b := range batches {
			batch := order[b*batchBoards:][:batchBoards]
			gradient, l := n.gradient(examples, batch, random)
			count := 0
			for _, k := range batch {
				count += len(examples[k].Board)
			}
			loss, squares = loss+l, squares+count
			step := float64(epoch*batches + b + 1)
			rate := learningRate / 2 * (1 + math.Cos(math.Pi*step/float64(epochs*batches))) * min(step/warmUp, 1)
			corrected := rate * math.Sqrt(1-math.Pow(beta2, step)) / (1 - math.Pow(beta1, step))
			for k, row := range gradient.weights {
				weights := n.weights[k]
				for i, g := range row {
					g /= float32(count)
					m, s := &mean.weights[k][i], &square.weights[k][i]
					*m += (1 - beta1) * (g - *m)
					*s += (1 - beta2) * (g*g - *s)
					weights[i] -= float32(corrected)**m/(float32(math.Sqrt(float64(*s)))+epsilon) +
						float32(rate)*weightDecay*weights[i]
				}
			}
		}
		report(epoch, loss/float64(squares))
	}
}

// gradient returns the gradient of the loss over a batch of examples, and the loss. Without random nothing is dropped.
func (n *Network) gradient(examples []Example, batch []int, random *rand.Rand) (*Network, float64) {
	sums, losses := make([]*Network, len(batch)), make([]float64, len(batch))
	var wait sync.WaitGroup
	for i, k := range batch {
		var drop dropout
		if random != nil {
			drop = newDropout(rand.New(rand.NewPCG(random.Uint64(), 0)))
		}
		wait.Go(func() {
			e := &examples[k]
			c := n.compare(n.describe(e.Board, drop), drop)
			first, firstLoss := crossEntropy(c.logOdds[0], e.Occupied)
			last, lastLoss := crossEntropy(c.logOdds[rounds], e.Occupied)
			sums[i], losses[i] = zero(), firstLoss+lastLoss
			n.compareBackward(c, first, last, sums[i])
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

// crossEntropy returns the loss of some answers, and its gradient.
func crossEntropy(logOdds []float32, occupied []bool) (gradient []float32, loss float64) {
	gradient = make([]float32, len(logOdds))
	for i, o := range logOdds {
		p := float64(logistic(o))
		gradient[i] = float32(p)
		if occupied[i] {
			p, gradient[i] = 1-p, gradient[i]-1
		}
		loss -= math.Log(max(1-p, 1e-9))
	}
	return gradient, loss
}

// newDropout sets values to zero by lot and scales the others so that the sum stays about the same.
func newDropout(random *rand.Rand) dropout {
	return func(values []float32) {
		for i := range values {
			if random.Float64() < dropoutShare {
				values[i] = 0
			} else {
				values[i] /= 1 - dropoutShare
			}
		}
	}
}
