package network

import (
	"math"
	"math/rand/v2"
	"sync"
)

// Example is a sample and whether the thing is there.
type Example struct {
	Sample
	Is bool
}

// The schedule of training: Adam (Kingma and Ba 2015) with a rate that falls as a cosine to
// nothing, weights drawn towards zero by decay, and a part of what the last layers take in dropped
// (Srivastava et al., Dropout, 2014).
const (
	batch   = 128
	rate    = 0.002
	beta1   = 0.9
	beta2   = 0.999
	decay   = 1e-4
	tiny    = 1e-8
	dropped = 0.2
	halves  = 2 // of a batch, side by side
)

// Train fits the network to examples, which it goes through so many times in
// orders drawn by lot. After each time it tells the mean loss, in natural
// logarithms of the probability of what is. The same seed gives the same
// weights.
func (n *Network) Train(examples []Example, epochs int, random *rand.Rand, told func(epoch int, loss float64)) {
	mean, square := empty(), empty()
	batches := len(examples) / batch
	for epoch := range epochs {
		order, loss := random.Perm(len(examples)), 0.0
		for b := range batches {
			gradient, l := n.gradient(examples, order[b*batch:][:batch], random)
			loss += l
			step := float64(epoch*batches + b + 1)
			r := rate / 2 * (1 + math.Cos(math.Pi*step/float64(epochs*batches)))
			whole := r * math.Sqrt(1-math.Pow(beta2, step)) / (1 - math.Pow(beta1, step))
			for k, row := range gradient.weights {
				weights := n.weights[k]
				for i, g := range row {
					g /= batch
					m, s := &mean.weights[k][i], &square.weights[k][i]
					*m += (1 - beta1) * (g - *m)
					*s += (1 - beta2) * (g*g - *s)
					weights[i] -= float32(whole)**m/(float32(math.Sqrt(float64(*s)))+tiny) + float32(r)*decay*weights[i]
				}
			}
		}
		told(epoch, loss/float64(batches*batch))
	}
}

// gradient is that of the loss over some examples, and the loss; random, if any, says what is dropped.
func (n *Network) gradient(examples []Example, of []int, random *rand.Rand) (*Network, float64) {
	var sums [halves]*Network
	var losses [halves]float64
	var wait sync.WaitGroup
	for h := range halves {
		var own *rand.Rand
		if random != nil {
			own = rand.New(rand.NewPCG(random.Uint64(), 0))
		}
		wait.Go(func() {
			sums[h] = empty()
			a, growth := newActivity(), newActivity()
			for _, k := range of[h*len(of)/halves : (h+1)*len(of)/halves] {
				e := &examples[k]
				p := 1 / (1 + math.Exp(-float64(n.forward(&e.Sample, a, own))))
				is := 0.0
				if e.Is {
					is = 1
				}
				losses[h] -= math.Log(max(1-math.Abs(is-p), 1e-9))
				n.backward(a, growth, float32(p-is), sums[h])
			}
		})
	}
	wait.Wait()
	for k, row := range sums[1].weights {
		for i, v := range row {
			sums[0].weights[k][i] += v
		}
	}
	return sums[0], losses[0] + losses[1]
}

// drop sets some values to zero, and makes the others larger by as much as that makes all smaller.
func drop(values []float32, random *rand.Rand) {
	for i := range values {
		if random.Float64() < dropped {
			values[i] = 0
		} else {
			values[i] /= 1 - dropped
		}
	}
}

// backward adds the gradient of the loss to sum, where it grows by d with the answer to the sample that a network was active
// about; growth is overwritten.
func (n *Network) backward(a, growth *activity, d float32, sum *Network) {
	growth.out[len(layers)-1][0] = d
	for k := len(layers) - 1; k > 0; k-- {
		clear(growth.in[k])
		layers[k].backward(n.weights[k], a.in[k], growth.out[k], sum.weights[k], growth.in[k])
		before := growth.out[k-1]
		switch {
		case k == pooled:
			clear(before)
			for i, at := range a.largest {
				before[at] = growth.in[k][i]
			}
		case k >= informed:
			for i := range before {
				before[i] = 0
				if a.in[k][i] != 0 { // what was dropped says nothing
					before[i] = growth.in[k][i] * (a.in[k][i] / a.out[k-1][i])
				}
			}
		default:
			copy(before, growth.in[k])
		}
		straighten(before, a.out[k-1])
	}
	layers[0].backward(n.weights[0], a.in[0], growth.out[0], sum.weights[0], nil)
}
