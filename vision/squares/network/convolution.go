package network

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
)

// planes are the same number of planes of some squares. The planes of one channel lie one after the other, so that the
// squares are columns of one matrix.
type planes struct {
	channels, squares, height, width int
	data                             []float32
}

func newPlanes(channels, squares, height, width int) planes {
	return planes{channels, squares, height, width, make([]float32, channels*squares*height*width)}
}

// plane returns the plane of one channel of one square, row by row.
func (p planes) plane(channel, square int) []float32 {
	size := p.height * p.width
	return p.data[(channel*p.squares+square)*size:][:size]
}

// window is the side of the windows that filters look at, which are centred on each pixel; beside a plane is zero.
const window = 3

// convolution is a layer of filters. Each number of its output is a weighted sum over a window of all input planes,
// or 0 where that is negative; of a pooled layer it is the largest of every two by two neighbours.
type convolution struct {
	in, out int // number of planes
	pooled  bool
	weights []float32 // for each output plane, each input plane, each row of the window
	bias    []float32 // for each output plane
}

// stripe is how many windows are multiplied at once. gonum takes as many for a small matrix, which it multiplies a
// quarter faster, by long rows and in this goroutine, than larger ones in blocks of 64.
const stripe = 192

// apply passes planes through the layer. It is one product of matrices: that of the filters and one whose columns are
// the windows. The room that this takes is handed back for another layer.
func (c *convolution) apply(p planes, room []float32) (planes, []float32) {
	under, side := window*window*c.in, p.squares*p.height*p.width
	if len(room) < under*side {
		room = make([]float32, under*side)
	}
	windows(p, room)
	out := newPlanes(c.out, p.squares, p.height, p.width)
	for o, bias := range c.bias {
		fill(out.data[o*side:][:side], bias)
	}
	filters := blas32.General{Rows: c.out, Cols: under, Stride: under, Data: c.weights}
	for first := 0; first < side; first += stripe {
		columns := min(stripe, side-first)
		blas32.Gemm(blas.NoTrans, blas.NoTrans, 1, filters,
			blas32.General{Rows: under, Cols: columns, Stride: side, Data: room[first:]},
			1, blas32.General{Rows: c.out, Cols: columns, Stride: side, Data: out.data[first:]})
	}
	if c.pooled {
		out = largest(out)
	}
	relu(out.data) // afterwards, as the largest of four is not changed by it and there are fewer
	return out, room
}

// windows writes the matrix of which each column is what is under one window: a row for each place in the window of
// each channel, which is the planes of the channel, shifted.
func windows(p planes, into []float32) {
	for channel := range p.channels {
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				for square := range p.squares {
					plane := p.plane(channel, square)
					shift(into[:len(plane)], plane, p.width, dx, dy)
					into = into[len(plane):]
				}
			}
		}
	}
}

// shift writes a plane whose pixel (x, y) is the pixel (x + dx, y + dy) of another, or 0 beside it; dx and dy are -1 to
// 1.
func shift(into, plane []float32, width, dx, dy int) {
	switch dy {
	case -1:
		clear(into[:width])
		into, plane = into[width:], plane[:len(plane)-width]
	case 1:
		clear(into[len(into)-width:])
		into, plane = into[:len(into)-width], plane[width:]
	}
	switch dx { // all rows at once; what comes from the row before or after is where a plane ends
	case -1:
		copy(into[1:], plane)
		for at := 0; at < len(into); at += width {
			into[at] = 0
		}
	case 0:
		copy(into, plane)
	case 1:
		copy(into, plane[1:])
		for at := width - 1; at < len(into); at += width {
			into[at] = 0
		}
	}
}

// largest halves planes: it keeps the largest of every two by two neighbours. A last odd row or column is left out.
func largest(p planes) planes {
	out := newPlanes(p.channels, p.squares, p.height/2, p.width/2)
	for channel := range p.channels {
		for square := range p.squares {
			in, to := p.plane(channel, square), out.plane(channel, square)
			for y := range out.height {
				upper, lower := in[2*y*p.width:][:p.width], in[(2*y+1)*p.width:][:p.width]
				half := to[y*out.width:][:out.width]
				for x := range half {
					half[x] = max(upper[2*x], upper[2*x+1], lower[2*x], lower[2*x+1])
				}
			}
		}
	}
	return out
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
