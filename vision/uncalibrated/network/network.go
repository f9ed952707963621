// Package network is a small convolutional network that tells on which squares of
// a board a thing is there. Each square is looked at by itself: two layers of filters, the larger of every
// four neighbours, a third layer of filters and a layer of weights make a few numbers of its patch of
// the picture (after LeCun et al., Gradient-based learning applied to document recognition, 1998), and of
// them a first opinion.
// Then the squares are compared: by the opinion so far, what do those with the thing mostly look like on this board,
// and those without it (soft means, as Ren et al., Meta-learning for semi-supervised few-shot
// classification, 2018, refine
// their prototypes)? From a square's look and these two comes a better opinion, and once more from that one.
// It is trained by stochastic gradient descent, all in plain Go.
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

const (
	traits = 48 // numbers that a look at a square makes of it
	rounds = 2  // in which squares are compared
)

// layers are those of a network: four that look at a square, one that forms the first opinion, and two that compare.
var layers = [...]layer{
	{in: Channels, out: 16, width: 5, step: 2, from: Side, to: 12},
	{in: 16, out: 32, width: 3, step: 1, from: 12, to: 10},
	pooled:    {in: 32, out: 32, width: 3, step: 1, from: 5, to: 3},
	informed:  {in: 32*3*3 + Facts, out: traits, width: 1, step: 1, from: 1, to: 1},
	alone:     {in: traits, out: 1, width: 1, step: 1, from: 1, to: 1},
	comparing: {in: 3*traits + 1, out: 64, width: 1, step: 1, from: 1, to: 1},
	compared:  {in: 64, out: 1, width: 1, step: 1, from: 1, to: 1},
}

const (
	pooled   = 2 // the larger of every four neighbours is taken before it
	informed = 3 // the facts are added before it
	alone    = 4 // the first opinion, from one square
	// takes in the look of a square, the mean looks of those with the thing and of those without, and what part has it
	comparing = 5
	compared  = 6
)

// Sample is what a network looks at on one square: a plane of pixels a channel, row by row, and
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

// Answers are, for each square of a board, the logarithm of the odds that the thing is there.
func (n *Network) Answers(board []Sample) []float64 {
	answers := make([]float64, len(board))
	for i, odds := range n.compare(n.lookAt(board, nil), nil).odds[rounds] {
		answers[i] = float64(odds)
	}
	return answers
}

// lookAt looks at each square of a board; random, in training, says what is dropped on the way.
func (n *Network) lookAt(board []Sample, random *rand.Rand) []*look {
	looks := make([]*look, len(board))
	for i := range board {
		looks[i] = n.look(&board[i], random)
	}
	return looks
}
