// Package network is a small convolutional network that tells on which squares of a board a piece stands.
//
// Each square is looked at alone first: two layers of filters, the largest of every four neighbours, a third layer
// of filters and a dense layer make a vector of features of the square's patch of the picture (after LeCun et al.,
// Gradient-based learning applied to document recognition, 1998). A first answer follows from them.
//
// Then the squares of a board are compared. Their features, weighted by the answers so far, have a mean for occupied
// squares and one for empty squares (soft prototypes, as Ren et al., Meta-learning for semi-supervised few-shot
// classification, 2018). A better answer follows from a square's features and both prototypes; this is done twice.
//
// All of it is plain Go. The weights are trained by the tests of this package (`make patches`).
package network

import (
	"encoding/binary"
	"fmt"
	"io"
)

// The sizes of what a network looks at.
const (
	Side     = 28 // pixels along an edge of a patch
	Channels = 6  // numbers a pixel
	Scalars  = 11 // numbers beside the pixels
)

const (
	features = 48 // numbers that describe a square
	rounds   = 2  // in which squares are compared
)

// layers are the layers of a network: four that describe a square, one for the first answer, two that compare.
var layers = [...]layer{
	{in: Channels, out: 16, width: 5, step: 2, from: Side, to: 12},
	{in: 16, out: 32, width: 3, step: 1, from: 12, to: 10},
	pooledLayer:  {in: 32, out: 32, width: 3, step: 1, from: 5, to: 3},
	denseLayer:   {in: 32*3*3 + Scalars, out: features, width: 1, step: 1, from: 1, to: 1},
	aloneLayer:   {in: features, out: 1, width: 1, step: 1, from: 1, to: 1},
	compareLayer: {in: 3*features + 1, out: 64, width: 1, step: 1, from: 1, to: 1},
	answerLayer:  {in: 64, out: 1, width: 1, step: 1, from: 1, to: 1},
}

// Indices of layers.
const (
	pooledLayer = 2 // takes in the largest of every four neighbours
	denseLayer  = 3 // takes in the scalars as well, and puts out the features
	aloneLayer  = 4 // makes the first answer of the features; the layers before it describe a square
	// takes in the features of a square, both prototypes, and the share of occupied squares
	compareLayer = 5
	answerLayer  = 6 // makes an answer of what the layer before it puts out
)

// Sample is what a network looks at on one square: for each channel a plane of pixels, row by row, and the scalars.
type Sample struct {
	Pixels  [Channels][Side * Side]float32
	Scalars [Scalars]float32
}

// Network holds the weights.
type Network struct {
	weights [len(layers)][]float32 // of each layer its filters, then the bias of each plane of its output
}

// zero returns a network all of whose weights are 0.
func zero() *Network {
	n := new(Network)
	for k, l := range layers {
		n.weights[k] = make([]float32, l.out*(l.in*l.width*l.width+1))
	}
	return n
}

// Read reads the weights of a network: little-endian float32, layer by layer.
func Read(r io.Reader) (*Network, error) {
	n := zero()
	for _, w := range n.weights {
		if err := binary.Read(r, binary.LittleEndian, w); err != nil {
			return nil, fmt.Errorf("reading the weights of the network: %w", err)
		}
	}
	return n, nil
}

// LogOdds returns, for each square of a board, the natural logarithm of the odds that a piece stands there.
func (n *Network) LogOdds(board []Sample) []float64 {
	logOdds := make([]float64, len(board))
	for i, odds := range n.compare(n.describe(board, nil), nil).logOdds[rounds] {
		logOdds[i] = float64(odds)
	}
	return logOdds
}

// describe passes each square of a board through the layers that describe it.
func (n *Network) describe(board []Sample, drop dropout) []*activations {
	squares := make([]*activations, len(board))
	for i := range board {
		squares[i] = n.describeSquare(&board[i], drop)
	}
	return squares
}

// dropout changes, while a network is trained, what a dense layer takes in; it is nil otherwise.
type dropout func(values []float32)

func (d dropout) apply(values []float32) {
	if d != nil {
		d(values)
	}
}
