// Package filters passes planes of numbers through layers of filters, quickly, and reads the files of weights that
// training programs write. The networks of vision are made of it.
//
// It is plain Go, but for the sums of the filters on processors with AVX2.
package filters

import "gonum.org/v1/gonum/blas/blas32"

// Window is the side of the windows that filters look at, which are centred on each pixel; beside a plane is zero.
const Window = 3

// Planes are the same number of planes of some pictures: all planes of the first channel, then all of the second.
//
// A plane lies row by row, with a zero after each of its rows and a row of zeros above it. What is left of a row is the
// zero after the row before, and what is below a plane the row above the next. So the pixels under a window lie the
// same way from each other for all pixels of all pictures.
type Planes struct {
	Channels, Pictures, Height, Width int
	data                              []float32
}

// NewPlanes are planes of zeros.
func NewPlanes(channels, pictures, height, width int) Planes {
	p := Planes{Channels: channels, Pictures: pictures, Height: height, Width: width}
	// There are zeros left of the first row and below the last plane, too, and some more for a last few sums, which are
	// taken atOnce.
	p.data = make([]float32, 1+channels*p.length()+p.pitch()+1+atOnce)
	return p
}

// pitch is how far a pixel is from the one below it.
func (p Planes) pitch() int { return p.Width + 1 }

// length is how far a pixel is from that of the next channel.
func (p Planes) length() int { return p.Pictures * (p.Height + 1) * p.pitch() }

// at is where a row of a picture begins, from the first pixel of its channel.
func (p Planes) at(picture, y int) int { return (picture*(p.Height+1) + y) * p.pitch() }

// Row is one row of a plane, to be read or written.
func (p Planes) Row(channel, picture, y int) []float32 {
	return p.data[1+p.pitch()+channel*p.length()+p.at(picture, y):][:p.Width]
}

// under returns where in the data of planes what is under the window of the first pixel lies: for each channel row by
// row.
func (p Planes) under() []int {
	places := make([]int, 0, p.Channels*Window*Window)
	for channel := range p.Channels {
		for y := range Window {
			for x := range Window {
				places = append(places, channel*p.length()+y*p.pitch()+x)
			}
		}
	}
	return places
}

// Convolution is a layer of filters. Each number of its output is a weighted sum over a window of all input planes,
// or 0 where that is negative, unless the layer is linear; of a pooled layer it is the largest of every two by two
// neighbours.
type Convolution struct {
	In, Out int // number of planes; the filters are a multiple of four
	Pooled  bool
	Linear  bool      // sums may be negative
	Weights []float32 // for each output plane, each input plane, each row of the window
	Bias    []float32 // for each output plane
}

// Apply passes planes through the layer. The room that this takes is handed back for another layer.
func (c *Convolution) Apply(p Planes, room []float32) (Planes, []float32) {
	// The sums of a filter lie as the pixels of a channel do. Those in the place of zeros mean nothing.
	length := (p.at(p.Pictures-1, p.Height) + atOnce - 1) / atOnce * atOnce
	if len(room) < c.Out*length {
		room = make([]float32, c.Out*length)
	}
	for o, bias := range c.Bias {
		fill(room[o*length:][:length], bias)
	}
	addWeighted(room[:c.Out*length], c.Weights, p.data, p.under())
	sums := func(o, i, y int) []float32 { return room[o*length+p.at(i, y):][:p.Width] }

	out := NewPlanes(c.Out, p.Pictures, p.Height, p.Width)
	if c.Pooled {
		out = NewPlanes(c.Out, p.Pictures, p.Height/2, p.Width/2)
	}
	for o := range c.Out {
		for i := range p.Pictures {
			for y := range out.Height {
				if c.Pooled {
					largest(out.Row(o, i, y), sums(o, i, 2*y), sums(o, i, 2*y+1))
				} else {
					copy(out.Row(o, i, y), sums(o, i, y))
				}
			}
		}
	}
	if !c.Linear { // afterwards, as the largest of four is not changed by it and there are fewer
		ReLU(out.data)
	}
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

// ReLU makes negative numbers 0.
func ReLU(values []float32) {
	for i, v := range values {
		values[i] = max(v, 0)
	}
}

func fill(values []float32, v float32) {
	for i := range values {
		values[i] = v
	}
}
