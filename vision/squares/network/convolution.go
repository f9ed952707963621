package network

import "gonum.org/v1/gonum/blas/blas32"

// window is the side of the windows that filters look at, which are centred on each pixel; beside a plane is zero.
const window = 3

// planes are the same number of planes of some squares: all planes of the first channel, then all of the second.
//
// A plane lies row by row, with a zero after each of its rows and a row of zeros above it. What is left of a row is the
// zero after the row before, and what is below a plane the row above the next. So the pixels under a window lie the
// same way from each other for all pixels of all squares.
type planes struct {
	channels, squares, height, width int
	data                             []float32
}

func newPlanes(channels, squares, height, width int) planes {
	p := planes{channels: channels, squares: squares, height: height, width: width}
	// There are zeros left of the first row and below the last plane, too, and some more for a last few sums, which are
	// taken atOnce.
	p.data = make([]float32, 1+channels*p.length()+p.pitch()+1+atOnce)
	return p
}

// pitch is how far a pixel is from the one below it.
func (p planes) pitch() int { return p.width + 1 }

// length is how far a pixel is from that of the next channel.
func (p planes) length() int { return p.squares * (p.height + 1) * p.pitch() }

// at is where a row of a square begins, from the first pixel of its channel.
func (p planes) at(square, y int) int { return (square*(p.height+1) + y) * p.pitch() }

// row returns one row of a plane.
func (p planes) row(channel, square, y int) []float32 {
	return p.data[1+p.pitch()+channel*p.length()+p.at(square, y):][:p.width]
}

// under returns where in the data of planes what is under the window of the first pixel lies: for each channel row by
// row.
func (p planes) under() []int {
	places := make([]int, 0, p.channels*window*window)
	for channel := range p.channels {
		for y := range window {
			for x := range window {
				places = append(places, channel*p.length()+y*p.pitch()+x)
			}
		}
	}
	return places
}

// convolution is a layer of filters. Each number of its output is a weighted sum over a window of all input planes,
// or 0 where that is negative; of a pooled layer it is the largest of every two by two neighbours.
type convolution struct {
	in, out int // number of planes; the filters are a multiple of four
	pooled  bool
	weights []float32 // for each output plane, each input plane, each row of the window
	bias    []float32 // for each output plane
}

// apply passes planes through the layer. The room that this takes is handed back for another layer.
func (c *convolution) apply(p planes, room []float32) (planes, []float32) {
	// The sums of a filter lie as the pixels of a channel do. Those in the place of zeros mean nothing.
	length := (p.at(p.squares-1, p.height) + atOnce - 1) / atOnce * atOnce
	if len(room) < c.out*length {
		room = make([]float32, c.out*length)
	}
	for o, bias := range c.bias {
		fill(room[o*length:][:length], bias)
	}
	addWeighted(room[:c.out*length], c.weights, p.data, p.under())
	sums := func(o, square, y int) []float32 { return room[o*length+p.at(square, y):][:p.width] }

	out := newPlanes(c.out, p.squares, p.height, p.width)
	if c.pooled {
		out = newPlanes(c.out, p.squares, p.height/2, p.width/2)
	}
	for o := range c.out {
		for square := range p.squares {
			for y := range out.height {
				if c.pooled {
					largest(out.row(o, square, y), sums(o, square, 2*y), sums(o, square, 2*y+1))
				} else {
					copy(out.row(o, square, y), sums(o, square, y))
				}
			}
		}
	}
	relu(out.data) // afterwards, as the largest of four is not changed by it and there are fewer
	return out, room
}

// atOnce is how many sums of a filter are taken together.
const atOnce = 16

// addWeightedPlain adds weighted pixels to sums, of which there are as many for each filter: to the first of a filter
// those in the given places, each by its weight in the filter, to the second those one further on, and so forth.
func addWeightedPlain(sums, weights, data []float32, places []int) {
	length := len(sums) / (len(weights) / len(places))
	for ; len(weights) > 0; weights, sums = weights[len(places):], sums[length:] {
		to := blas32.Vector{N: length, Inc: 1, Data: sums}
		for i, place := range places {
			blas32.Axpy(weights[i], blas32.Vector{N: length, Inc: 1, Data: data[place:]}, to)
		}
	}
}

// largest writes the largest of every two by two neighbours in two rows. A last odd column is left out.
func largest(to, upper, lower []float32) {
	for x := range to {
		to[x] = max(upper[2*x], upper[2*x+1], lower[2*x], lower[2*x+1])
	}
}

func relu(values []float32) {
	for i, v := range values {
		values[i] = max(v, 0)
	}
}

func fill(values []float32, v float32) {
	for i := range values {
		values[i] = v
	}
}
