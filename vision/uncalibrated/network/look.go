package network

import "math/rand/v2"

// look is what the layers that look at a square take in and put out.
type look struct {
	in, out [alone][]float32
	largest []int // of every four outputs, before the layer that is pooled
}

// traits are what a look at a square made of it.
func (a *look) traits() []float32 { return a.out[alone-1] }

func newLook() *look {
	a := new(look)
	for k, l := range layers[:alone] {
		a.in[k] = make([]float32, l.in*l.from*l.from)
		a.out[k] = make([]float32, l.out*l.to*l.to)
	}
	a.largest = make([]int, len(a.in[pooled]))
	return a
}

// look looks at a square; random, in training, says what is dropped on the way.
func (n *Network) look(s *Sample, random *rand.Rand) *look {
	a := newLook()
	for c := range s.Pixels {
		copy(a.in[0][c*len(s.Pixels[c]):], s.Pixels[c][:])
	}
	for k, l := range layers[:alone] {
		switch {
		case k == pooled:
			a.pool(layers[k-1].to)
		case k > 0:
			copy(a.in[k], a.out[k-1])
		}
		if k == informed {
			copy(a.in[k][len(a.out[k-1]):], s.Facts[:])
			drop(a.in[k], random)
		}
		l.forward(n.weights[k], a.in[k], a.out[k])
		rectify(a.out[k])
	}
	return a
}

// pool takes the larger of every four neighbours of planes of a side.
func (a *look) pool(side int) {
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

// lookBack adds the gradient of the loss to sum, given by how much it grows with each of the traits of a
// look; growth is
// overwritten.
func (n *Network) lookBack(a *look, traits []float32, growth *look, sum *Network) {
	copy(growth.out[alone-1], traits)
	for k := alone - 1; k >= 0; k-- {
		straighten(growth.out[k], a.out[k])
		if k == 0 {
			layers[k].backward(n.weights[k], a.in[k], growth.out[k], sum.weights[k], nil)
			return
		}
		clear(growth.in[k])
		layers[k].backward(n.weights[k], a.in[k], growth.out[k], sum.weights[k], growth.in[k])
		before := growth.out[k-1]
		switch k {
		case pooled:
			clear(before)
			for i, at := range a.largest {
				before[at] = growth.in[k][i]
			}
		case informed:
			undrop(before, growth.in[k], a.in[k], a.out[k-1])
		default:
			copy(before, growth.in[k])
		}
	}
}
