package network

// layer is a convolution: each number of its output planes is a weighted sum over a window of all input planes. With
// planes of one number it is a matrix (a dense layer).
type layer struct {
	in, out     int // number of planes
	width, step int // side of the window, and from one window to the next
	from, to    int // side of the input planes and of the output planes
}

// filter returns the index of the first weight of one output plane for one input plane.
func (l layer) filter(out, in int) int { return (out*l.in + in) * l.width * l.width }

// bias returns the index of the bias of the first output plane.
func (l layer) bias() int { return l.filter(l.out, 0) }

// forward writes into out what the layer makes of in.
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

// leakySlope is the slope of a unit below zero.
const leakySlope = 0.05

// leakyReLU applies the activation function in place.
func leakyReLU(values []float32) {
	for i, v := range values {
		if v < 0 {
			values[i] = leakySlope * v
		}
	}
}
