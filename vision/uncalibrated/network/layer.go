package network

// layer turns planes into others: each of its outputs is a sum over a window of all planes. One that takes
// in and puts out
// planes of one number is a matrix.
type layer struct {
	in, out     int // planes
	width, step int // of the window, and from one to the next
	from, to    int // sides of the planes that it takes in and puts out
}

// filter is where the window of one plane begins in the weights.
func (l layer) filter(out, in int) int { return (out*l.in + in) * l.width * l.width }

// bias is where what is added to the planes begins in the weights.
func (l layer) bias() int { return l.filter(l.out, 0) }

// forward puts out what a layer of some weights makes of planes.
func (l layer) forward(weights, in, out []float32) {
	for o := range l.out {
		plane := out[o*l.to*l.to:][:l.to*l.to]
		for i := range plane {
			plane[i] = weights[l.bias()+o]
		}
		if l.from == 1 {
			for i, w := range weights[l.filter(o, 0):][:l.in] {
				plane[0] += w * in[i]
			}
			continue
		}
		for i := range l.in {
			from := in[i*l.from*l.from:][:l.from*l.from]
			for y := range l.to {
				row := plane[y*l.to:][:l.to]
				for dy := range l.width {
					w, under := weights[l.filter(o, i)+dy*l.width:][:l.width], from[(l.step*y+dy)*l.from:][:l.from]
					switch l.width {
					case 3:
						for x := range row {
							u := (*[3]float32)(under[l.step*x:])
							row[x] += w[0]*u[0] + w[1]*u[1] + w[2]*u[2]
						}
					case 5:
						for x := range row {
							u := (*[5]float32)(under[l.step*x:])
							row[x] += w[0]*u[0] + w[1]*u[1] + w[2]*u[2] + w[3]*u[3] + w[4]*u[4]
						}
					default:
						for x := range row {
							for dx, v := range w {
								row[x] += v * under[l.step*x+dx]
							}
						}
					}
				}
			}
		}
	}
}

// backward adds to sum, of the shape of the weights, by how much the loss grows with each of them, given by
// how much it grows
// with each output; and to before by how much it grows with each input, if wanted.
func (l layer) backward(weights, in, growth, sum, before []float32) {
	area, bias := l.width*l.width, l.bias()
	for o := range l.out {
		for at, g := range growth[o*l.to*l.to:][:l.to*l.to] {
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

// leak is the slope of a unit below zero.
const leak = 0.05

func rectify(values []float32) {
	for i, v := range values {
		if v < 0 {
			values[i] = leak * v
		}
	}
}

// straighten makes of how the loss grows with what rectify gave how it grows with what it was given.
func straighten(growth, given []float32) {
	for i, v := range given {
		if v < 0 {
			growth[i] *= leak
		}
	}
}
