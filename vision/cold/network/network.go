// Package network is a small convolutional network that tells from a patch of a
// picture whether a thing is there: two layers of filters, the larger of every
// four neighbours, a third layer of filters, two layers of weights (after LeCun et al., Gradient-based
// learning applied to document recognition, 1998). It is trained by stochastic
// gradient descent, all in plain Go.
package network

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
)

// The sizes of what a network looks at.
const (
	Side     = 28 // pixels along an edge of a patch
	Channels = 6  // numbers a pixel
	Facts    = 11 // numbers beside the pixels
)

// layers are those of a network; before the third of them the larger of every four neighbours is taken, before
// the fourth the facts are added.
var layers = [...]layer{
	{in: Channels, out: 16, width: 5, step: 2, from: Side, to: 12},
	{in: 16, out: 32, width: 3, step: 1, from: 12, to: 10},
	{in: 32, out: 32, width: 3, step: 1, from: 5, to: 3},
	{in: 32*3*3 + Facts, out: 48, width: 1, step: 1, from: 1, to: 1},
	{in: 48, out: 1, width: 1, step: 1, from: 1, to: 1},
}

const pooled, informed = 2, 3 // the layers before which that is done

// Sample is what a network looks at: a plane of pixels a channel, row by row, and
// what else is known.
type Sample struct {
	Pixels [Channels][Side * Side]float32
	Facts  [Facts]float32
}

// Network holds the weights.
type Network struct {
	weights [len(layers)][]float32 // of each layer its filters, then what is added to each plane of its output
}

// New is a network with random weights, of a deviation that keeps signals of one
// size through the layers (He et al., Delving deep into rectifiers, 2015).
func New(random *rand.Rand) *Network {
	n := empty()
	for k, l := range layers {
		inputs := l.in * l.width * l.width
		for i := range n.weights[k][:l.out*inputs] {
			n.weights[k][i] = float32(random.NormFloat64() * math.Sqrt(2/float64(inputs)))
		}
	}
	return n
}

// empty is a network all of whose weights are 0.
func empty() *Network {
	n := new(Network)
	for k, l := range layers {
		n.weights[k] = make([]float32, l.out*(l.in*l.width*l.width+1))
	}
	return n
}

// Read reads weights that Write wrote: little-endian float32, layer by layer.
func Read(r io.Reader) (*Network, error) {
	n := empty()
	for _, w := range n.weights {
		if err := binary.Read(r, binary.LittleEndian, w); err != nil {
			return nil, fmt.Errorf("reading the weights of the network: %w", err)
		}
	}
	return n, nil
}

// Write writes the weights.
func (n *Network) Write(w io.Writer) error {
	for _, weights := range n.weights {
		if err := binary.Write(w, binary.LittleEndian, weights); err != nil {
			return fmt.Errorf("writing the weights of the network: %w", err)
		}
	}
	return nil
}

// Answer is the logarithm of the odds that the thing is there.
func (n *Network) Answer(s *Sample) float64 {
	return float64(n.forward(s, newActivity(), nil))
}

// activity is what the layers take in and put out of one sample.
type activity struct {
	in, out [len(layers)][]float32
	largest []int // of every four outputs, before the layer that is pooled
}

func newActivity() *activity {
	a := new(activity)
	for k, l := range layers {
		a.in[k] = make([]float32, l.in*l.from*l.from)
		a.out[k] = make([]float32, l.out*l.to*l.to)
	}
	a.largest = make([]int, len(a.in[pooled]))
	return a
}

// forward is the answer to a sample; random, in training, says what is dropped on the way.
func (n *Network) forward(s *Sample, a *activity, random *rand.Rand) float32 {
	for c := range s.Pixels {
		copy(a.in[0][c*len(s.Pixels[c]):], s.Pixels[c][:])
	}
	for k, l := range layers {
		switch {
		case k == pooled:
			a.pool(layers[k-1].to)
		case k > 0:
			copy(a.in[k], a.out[k-1])
		}
		if k == informed {
			copy(a.in[k][len(a.out[k-1]):], s.Facts[:])
		}
		if k >= informed && random != nil {
			drop(a.in[k], random)
		}
		l.forward(n.weights[k], a.in[k], a.out[k])
		if k < len(layers)-1 {
			rectify(a.out[k])
		}
	}
	return a.out[len(layers)-1][0]
}

// pool takes the larger of every four neighbours of planes of a side.
func (a *activity) pool(side int) {
	out, half := a.out[pooled-1], side/2
	for i := range a.largest {
		plane, y, x := i/(half*half), i/half%half, i%half
		at := plane*side*side + 2*y*side + 2*x
		for _, other := range [3]int{at + 1, at + side, at + side + 1} {
			if out[other] > out[at] {
				at = other
			}
		}
		a.largest[i], a.in[pooled][i] = at, out[at]
	}
}
