package network

// activations are what the layers that describe a square take in and put out.
type activations struct {
	in, out [aloneLayer][]float32
	largest []int // for each input of the pooled layer, which output before it is the largest of the four
}

// features describe the square.
func (a *activations) features() []float32 { return a.out[aloneLayer-1] }

func newActivations() *activations {
	a := new(activations)
	for k, l := range layers[:aloneLayer] {
		a.in[k] = make([]float32, l.in*l.from*l.from)
		a.out[k] = make([]float32, l.out*l.to*l.to)
	}
	a.largest = make([]int, len(a.in[pooledLayer]))
	return a
}

// describeSquare passes a square through the layers that describe it.
func (n *Network) describeSquare(s *Sample, drop dropout) *activations {
	a := newActivations()
	for c := range s.Pixels {
		copy(a.in[0][c*len(s.Pixels[c]):], s.Pixels[c][:])
	}
	for k, l := range layers[:aloneLayer] {
		switch {
		case k == pooledLayer:
			a.pool(layers[k-1].to)
		case k > 0:
			copy(a.in[k], a.out[k-1])
		}
		if k == denseLayer {
			copy(a.in[k][len(a.out[k-1]):], s.Scalars[:])
			drop.apply(a.in[k])
		}
		l.forward(n.weights[k], a.in[k], a.out[k])
		leakyReLU(a.out[k])
	}
	return a
}

// pool takes the largest of every four neighbours of planes whose side is given.
func (a *activations) pool(side int) {
	out, half := a.out[pooledLayer-1], side/2
	for i := range a.largest {
		plane, y, x := i/(half*half), i/half%half, i%half
		at := plane*side*side + 2*y*side + 2*x
		for _, other := range [3]int{at + 1, at + side, at + side + 1} {
			if out[other] > out[at] {
				at = other
			}
		}
		a.largest[i], a.in[pooledLayer][i] = at, out[at]
	}
}
