package network

// The backward passes: how much the loss grows with what goes into each part of a network, given how much it grows with
// what comes out. Gradients of weights are added up in a network of their own.

// backward adds the gradient of the weights to sum, given the gradient of the outputs; and the gradient of the inputs
// to before unless that is nil.
func (l layer) backward(weights, in, gradient, sum, before []float32) {
	area, bias := l.width*l.width, l.bias()
	for o := range l.out {
		for at, g := range gradient[o*l.to*l.to:][:l.to*l.to] {
			if g == 0 {
				continue
			}
			sum[bias+o] += g
			corner := l.step*(at/l.to)*l.from + l.step*(at%l.to)
			for i := range l.in {
				f := l.filter(o, i)
				filter, sums := weights[f:][:area], sum[f:][:area]
				for y := range l.width {
					window := i*l.from*l.from + corner + y*l.from
					for x, v := range in[window:][:l.width] {
						sums[y*l.width+x] += g * v
					}
					if before != nil {
						for x := range l.width {
							before[window+x] += g * filter[y*l.width+x]
						}
					}
				}
			}
		}
	}
}

// leakyReLUBackward makes the gradient of the inputs of the gradient of the outputs, in place.
func leakyReLUBackward(gradient, outputs []float32) {
	for i, v := range outputs {
		if v < 0 {
			gradient[i] *= leakySlope
		}
	}
}

// dropoutBackward makes the gradient of the values before dropout of the gradient of those after it.
func dropoutBackward(gradient, afterGradient, after, before []float32) {
	for i, v := range before {
		gradient[i] = 0
		if after[i] != 0 {
			gradient[i] = afterGradient[i] * (after[i] / v)
		}
	}
}

// squareBackward adds the gradient of the weights to sum, given the gradient of the features of a square; scratch is
// overwritten.
func (n *Network) squareBackward(a *activations, gradient []float32, scratch *activations, sum *Network) {
	copy(scratch.out[aloneLayer-1], gradient)
	for k := aloneLayer - 1; k >= 0; k-- {
		leakyReLUBackward(scratch.out[k], a.out[k])
		if k == 0 {
			layers[k].backward(n.weights[k], a.in[k], scratch.out[k], sum.weights[k], nil)
			return
		}
		clear(scratch.in[k])
		layers[k].backward(n.weights[k], a.in[k], scratch.out[k], sum.weights[k], scratch.in[k])
		before := scratch.out[k-1]
		switch k {
		case pooledLayer:
			clear(before)
			for i, at := range a.largest {
				before[at] = scratch.in[k][i]
			}
		case denseLayer:
			dropoutBackward(before, scratch.in[k], a.in[k], a.out[k-1])
		default:
			copy(before, scratch.in[k])
		}
	}
}

// compareBackward adds the gradient of the weights to sum, given the gradients of the first and of the last answers;
// first is overwritten.
func (n *Network) compareBackward(c *comparison, first, last []float32, sum *Network) {
	gradients := make([][features]float32, len(c.squares)) // of the features of each square
	after := last
	for k := rounds - 1; k >= 0; k-- {
		before := first
		if k > 0 {
			before = make([]float32, len(c.squares))
		}
		n.roundBackward(&c.rounds[k], c.squares, after, before, gradients, sum)
		after = before
	}
	scratch := newActivations()
	for i, a := range c.squares {
		var dropped, own [features]float32
		layers[aloneLayer].backward(n.weights[aloneLayer], c.alone[i], first[i:i+1], sum.weights[aloneLayer], dropped[:])
		dropoutBackward(own[:], dropped[:], c.alone[i], a.features())
		for j, g := range own {
			gradients[i][j] += g
		}
		n.squareBackward(a, gradients[i][:], scratch, sum)
	}
}

// roundBackward adds the gradient of the answers before a round to before, and that of the features of the squares to
// gradients, given the gradient of the answers after it.
func (n *Network) roundBackward(r *round, squares []*activations, after, before []float32,
	gradients [][features]float32, sum *Network) {
	var occupied, empty [features]float32
	var share float32
	for i, a := range squares {
		dropped, out, in := make([]float32, len(r.out[i])), make([]float32, len(r.out[i])), make([]float32, len(r.in[i]))
		layers[answerLayer].backward(n.weights[answerLayer], r.dropped[i], after[i:i+1], sum.weights[answerLayer], dropped)
		dropoutBackward(out, dropped, r.dropped[i], r.out[i])
		leakyReLUBackward(out, r.out[i])
		layers[compareLayer].backward(n.weights[compareLayer], r.in[i], out, sum.weights[compareLayer], in)
		for j := range a.features() {
			gradients[i][j] += in[j]
			occupied[j] += in[features+j]
			empty[j] += in[2*features+j]
		}
		share += in[3*features] / float32(len(squares))
	}
	for i, a := range squares {
		p, probability := r.probabilities[i], share
		for j, v := range a.features() {
			gradients[i][j] += p/r.occupiedCount*occupied[j] + (1-p)/r.emptyCount*empty[j]
			probability += occupied[j]*(v-r.occupied[j])/r.occupiedCount - empty[j]*(v-r.empty[j])/r.emptyCount
		}
		before[i] += probability * p * (1 - p)
	}
}
