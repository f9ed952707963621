// Package network is a small network that tells what stands on the squares of a board, all squares of the board
// together.
//
// Each square is looked at alone first: four layers of filters, three of them followed by the largest of every four
// neighbours, and a dense layer make a vector of 64 numbers, the square's description (after LeCun et al.,
// Gradient-based learning applied to document recognition, 1998).
//
// Then the squares of the board are compared with each other: what is a light man is told more easily beside a dark
// one. Three blocks of attention have each description take in what it needs of all others, whatever their order and
// their number (after Vaswani et al., Attention is all you need, 2017). Squares of the same table whose content is
// known, from the start position for instance, may be put beside them: with what is added to their descriptions for
// their content they are examples of what the pieces of this table look like, as the labelled examples in Snell et al.,
// Prototypical networks for few-shot learning, 2017, are.
//
// # What a caller prepares
//
// The colours of a patch are normalised over all squares that are given together. Each pixel has as its weight the
// value of its on-board plane. With the weighted mean of each colour, and one deviation for all three colours, which is
// the root of the mean of their weighted variances, plus 4 of 255 grey values,
//
//	normalised = min(max((value - mean) / deviation, -4), 4)
//
// The lattice is 1 on squares of the patch's own kind, -1 on those of the other kind, 0 off the board; on board is 1
// where the board is and 0 beside it. The scalars are: the sine of the view's tilt; cos 4a and sin 4a, where a is the
// direction of the lattice in the patch; the parity of the square, 1 or -1; the logarithm to base 2 of a square's width
// in pixels over 24; and where on the board the square is, along both axes of the patch.
//
// A training program in Python, ../training/train.py, makes the weights.
package network

import (
	"runtime"
	"sync"

	"gonum.org/v1/gonum/blas/blas32"

	"draughtsman/vision/filters"
)

// The sizes of what a network looks at on one square.
const (
	Width   = 48 // pixels of a row of a patch
	Height  = 40 // rows of a patch
	Planes  = 5  // blue, green and red, normalised; the lattice; on board
	Scalars = 7  // numbers beside the pixels
)

// Content is what stands on a square.
type Content uint8

// What can stand on a square. A Covered one has something over it, a hand for instance, that hides what stands there.
const (
	Empty Content = iota
	LightMan
	DarkMan
	LightKing
	DarkKing
	Covered
)

// Contents is the number of the different contents of a square.
const Contents = 6

// Square is what a network looks at on one square: for each plane its pixels, row by row, and the scalars.
type Square struct {
	Pixels  [Planes][Height * Width]float32
	Scalars [Scalars]float32
}

// Features is how many numbers describe a square.
const Features = 64

// Description is what a network keeps of one square that it looked at.
type Description [Features]float32

// Known is a square of the same table whose content is known.
type Known struct {
	Description
	Content Content
}

// Answer is what a network says of one square.
type Answer struct {
	// for each content the natural logarithm of its odds, but for a number that is the same for all contents
	LogOdds [Contents]float32
	Offset  [2]float32 // of a piece from the middle of its square, in squares, along the axes of the patch
}

const (
	pooled  = 64 * 5 * 6   // numbers that the last layer of filters makes of a square
	answers = Contents + 2 // numbers of an Answer
	unknown = Contents     // row of Network.contents of a square of unknown content
	// squaresAtOnce pass the filters together: enough for long rows of sums, and few enough for the caches.
	squaresAtOnce = 4
)

// Network holds the weights. It is not changed by what it is asked, so that several goroutines may ask it.
type Network struct {
	Provenance map[string]string // what the weights were trained with, in words

	convolutions [4]filters.Convolution
	description  dense
	contents     []float32 // for each content, then for an unknown one, what is added to a description
	blocks       [3]block
	norm         norm
	answer       dense
}

// Describe looks at each square alone.
func (n *Network) Describe(squares []Square) []Description {
	if len(squares) == 0 {
		return nil
	}
	seen := newMatrix(len(squares), pooled+Scalars)
	var all sync.WaitGroup
	every := runtime.GOMAXPROCS(0) * squaresAtOnce
	for first := 0; first < min(every, len(squares)); first += squaresAtOnce {
		all.Go(func() {
			var room []float32
			for i := first; i < len(squares); i += every {
				together := squares[i:min(i+squaresAtOnce, len(squares))]
				room = n.filter(together, func(k int) []float32 { return row(seen, i+k) }, room)
			}
		})
	}
	all.Wait()
	out := n.description.apply(seen)
	descriptions := make([]Description, len(squares))
	for i := range descriptions {
		copy(descriptions[i][:], row(out, i))
	}
	return descriptions
}

// filter passes squares through the filters, and writes what they make of each into its row of numbers. The room that
// this takes is handed back.
func (n *Network) filter(squares []Square, into func(i int) []float32, room []float32) []float32 {
	p := filters.NewPlanes(Planes, len(squares), Height, Width)
	for i := range squares {
		for c := range Planes {
			for y := range Height {
				copy(p.Row(c, i, y), squares[i].Pixels[c][y*Width:])
			}
		}
	}
	for k := range n.convolutions {
		p, room = n.convolutions[k].Apply(p, room)
	}
	for i := range squares {
		to := into(i)
		for c := range p.Channels {
			for y := range p.Height {
				to = to[copy(to, p.Row(c, i, y)):]
			}
		}
		copy(to, squares[i].Scalars[:])
	}
	return room
}

// Read tells what stands on the squares of a board. Known squares are of the same table and may be of another picture;
// there may be none. The contents of known squares are less than Contents.
func (n *Network) Read(squares []Description, known []Known) []Answer {
	if len(squares) == 0 {
		return nil
	}
	tokens := newMatrix(len(squares)+len(known), Features)
	for i := range squares {
		n.token(row(tokens, i), &squares[i], unknown)
	}
	for i := range known {
		n.token(row(tokens, len(squares)+i), &known[i].Description, int(known[i].Content))
	}
	for k := range n.blocks {
		n.blocks[k].apply(tokens)
	}
	out := n.answer.apply(n.norm.apply(firstRows(tokens, len(squares))))
	answered := make([]Answer, len(squares))
	for i := range answered {
		copy(answered[i].LogOdds[:], row(out, i))
		copy(answered[i].Offset[:], row(out, i)[Contents:])
	}
	return answered
}

// token makes what the blocks compare: a description, and what its content adds.
func (n *Network) token(to []float32, d *Description, content int) {
	for j, v := range n.contents[content*Features:][:Features] {
		to[j] = d[j] + v
	}
}

func newMatrix(rows, columns int) blas32.General {
	return blas32.General{Rows: rows, Cols: columns, Stride: columns, Data: make([]float32, rows*columns)}
}

func row(m blas32.General, i int) []float32 { return m.Data[i*m.Stride:][:m.Cols] }

func firstRows(m blas32.General, rows int) blas32.General {
	m.Rows = rows
	return m
}
