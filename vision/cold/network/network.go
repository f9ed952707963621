// Package network is a small convolutional network that tells from a patch of a
// picture whether a thing is there: two layers of filters, the larger of every
// four neighbours, two layers of weights (after LeCun et al., Gradient-based
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

// The sizes of a network's layers.
const (
	Side     = 20 // pixels along an edge of a patch
	Channels = 6  // numbers a pixel
	Facts    = 11 // numbers beside the pixels

	filters1, width1, step1, side1 = 8, 5, 2, (Side-width1)/step1 + 1
	filters2, width2, side2        = 16, 3, side1 - width2 + 1
	pooled                         = side2 / 2
	features                       = filters2*pooled*pooled + Facts
	hidden                         = 24
)

// Sample is what a network looks at: a plane of pixels a channel, row by row, and
// what else is known.
type Sample struct {
	Pixels [Channels][Side * Side]float32
	Facts  [Facts]float32
}

// Network holds the weights. The zero value answers 0 to everything.
type Network struct{ weights }

type weights struct {
	Filter1 [filters1][Channels][width1][width1]float32
	Bias1   [filters1]float32
	Filter2 [filters2][filters1][width2][width2]float32
	Bias2   [filters2]float32
	Dense   [hidden][features]float32
	Bias3   [hidden]float32
	Out     [hidden]float32
	Bias4   [1]float32
}

// New is a network with random weights, of a deviation that keeps signals of one
// size through the layers (He et al., Delving deep into rectifiers, 2015).
func New(random *rand.Rand) *Network {
	n := new(Network)
	draw := func(inputs int) float32 { return float32(random.NormFloat64() * math.Sqrt(2/float64(inputs))) }
	for f := range n.Filter1 {
		for c := range n.Filter1[f] {
			for y := range width1 {
				for x := range width1 {
					n.Filter1[f][c][y][x] = draw(Channels * width1 * width1)
				}
			}
		}
	}
	for f := range n.Filter2 {
		for c := range n.Filter2[f] {
			for y := range width2 {
				for x := range width2 {
					n.Filter2[f][c][y][x] = draw(filters1 * width2 * width2)
				}
			}
		}
	}
	for h := range n.Dense {
		for i := range n.Dense[h] {
			n.Dense[h][i] = draw(features)
		}
		n.Out[h] = draw(hidden)
	}
	return n
}

// Read reads weights that Write wrote: little-endian float32.
func Read(r io.Reader) (*Network, error) {
	n := new(Network)
	if err := binary.Read(r, binary.LittleEndian, &n.weights); err != nil {
		return nil, fmt.Errorf("reading the weights of the network: %w", err)
	}
	return n, nil
}

// Write writes the weights.
func (n *Network) Write(w io.Writer) error {
	if err := binary.Write(w, binary.LittleEndian, &n.weights); err != nil {
		return fmt.Errorf("writing the weights of the network: %w", err)
	}
	return nil
}

// Answer is the logarithm of the odds that the thing is there.
func (n *Network) Answer(s *Sample) float64 {
	var a activity
	return float64(n.forward(s, &a))
}

// activity is what the layers say of one sample.
type activity struct {
	first   [filters1][side1][side1]float32
	second  [filters2][side2][side2]float32
	largest [filters2][pooled][pooled][2]int // row and column in second
	seen    [features]float32
	inner   [hidden]float32
}

// leak is the slope of a unit below zero.
const leak = 0.05

func rectify(v float32) float32 {
	if v < 0 {
		return leak * v
	}
	return v
}

func (n *Network) forward(s *Sample, a *activity) float32 {
	for f := range a.first {
		for y := range side1 {
			for x := range side1 {
				sum := n.Bias1[f]
				for c := range s.Pixels {
					for dy := range width1 {
						row := (*[width1]float32)(s.Pixels[c][(step1*y+dy)*Side+step1*x:])
						w := &n.Filter1[f][c][dy]
						sum += row[0]*w[0] + row[1]*w[1] + row[2]*w[2] + row[3]*w[3] + row[4]*w[4]
					}
				}
				a.first[f][y][x] = rectify(sum)
			}
		}
	}
	k := 0
	for f := range a.second {
		for y := range side2 {
			for x := range side2 {
				sum := n.Bias2[f]
				for c := range a.first {
					for dy := range width2 {
						row := (*[width2]float32)(a.first[c][y+dy][x:])
						w := &n.Filter2[f][c][dy]
						sum += row[0]*w[0] + row[1]*w[1] + row[2]*w[2]
					}
				}
				a.second[f][y][x] = rectify(sum)
			}
		}
		for y := range pooled {
			for x := range pooled {
				at := [2]int{2 * y, 2 * x}
				for _, d := range [3][2]int{{0, 1}, {1, 0}, {1, 1}} {
					if a.second[f][2*y+d[0]][2*x+d[1]] > a.second[f][at[0]][at[1]] {
						at = [2]int{2*y + d[0], 2*x + d[1]}
					}
				}
				a.largest[f][y][x] = at
				a.seen[k] = a.second[f][at[0]][at[1]]
				k++
			}
		}
	}
	copy(a.seen[k:], s.Facts[:])
	out := n.Bias4[0]
	for h := range a.inner {
		sum := n.Bias3[h]
		for i, v := range a.seen {
			sum += v * n.Dense[h][i]
		}
		a.inner[h] = rectify(sum)
		out += a.inner[h] * n.Out[h]
	}
	return out
}
