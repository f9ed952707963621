package network

import "math"

// definition is a network by its definition: the loops over everything, in float64, with no thought of speed.
type definition map[string][]float32

func defined(n *Network) definition {
	d := definition{}
	l := n.layout()
	l.Each(func(name string, _ []int, array []float32) { d[name] = array })
	return d
}

// describe passes one square through the four convolutions and the dense layer.
func (d definition) describe(s *Square) []float32 {
	in, height, width := [][]float64{}, Height, Width
	for c := range s.Pixels {
		in = append(in, wide(s.Pixels[c][:]))
	}
	for k, name := range []string{"convolution1", "convolution2", "convolution3", "convolution4"} {
		weights, bias := d[name+".weight"], d[name+".bias"]
		out := make([][]float64, len(bias))
		for o := range out {
			out[o] = make([]float64, height*width)
			for y := range height {
				for x := range width {
					sum := float64(bias[o])
					for i := range in {
						for v := range 3 {
							for u := range 3 {
								if at, under := y+v-1, x+u-1; at >= 0 && at < height && under >= 0 && under < width {
									sum += float64(weights[((o*len(in)+i)*3+v)*3+u]) * in[i][at*width+under]
								}
							}
						}
					}
					out[o][y*width+x] = max(sum, 0)
				}
			}
		}
		in = out
		if k != 2 {
			for o, plane := range in {
				var half []float64
				for y := range height / 2 {
					for x := range width / 2 {
						at := 2*y*width + 2*x
						half = append(half, max(plane[at], plane[at+1], plane[at+width], plane[at+width+1]))
					}
				}
				in[o] = half
			}
			height, width = height/2, width/2
		}
	}
	var flat []float64
	for _, plane := range in {
		flat = append(flat, plane...)
	}
	return narrow(d.dense("description", append(flat, wide(s.Scalars[:])...)))
}

// read passes the squares of a board through the three blocks and the last layer.
func (d definition) read(board []Description, known []Known) (answers [][]float32) {
	var tokens [][]float64
	token := func(of Description, content int) {
		token := wide(of[:])
		for j := range token {
			token[j] += float64(d["contents"][64*content+j])
		}
		tokens = append(tokens, token)
	}
	for _, of := range board {
		token(of, 6)
	}
	for _, k := range known {
		token(k.Description, int(k.Content))
	}
	for _, block := range []string{"block1.", "block2.", "block3."} {
		var all [][]float64 // query, key, value of each token
		for _, x := range tokens {
			all = append(all, d.dense(block+"attention", d.norm(block+"attention_norm", x)))
		}
		for i := range tokens {
			mean := make([]float64, 64)
			for j := range mean {
				first, sum := j/16*16, 0.0
				for _, other := range all {
					dot := 0.0
					for k := first; k < first+16; k++ {
						dot += all[i][k] * other[64+k]
					}
					weight := math.Exp(dot / 4)
					sum += weight
					mean[j] += weight * other[128+j]
				}
				mean[j] /= sum
			}
			add(tokens[i], d.dense(block+"projection", mean))
		}
		for _, x := range tokens {
			h := d.dense(block+"hidden", d.norm(block+"hidden_norm", x))
			for j := range h {
				h[j] = max(h[j], 0)
			}
			add(x, d.dense(block+"back", h))
		}
	}
	for i := range board {
		answers = append(answers, narrow(d.dense("answer", d.norm("norm", tokens[i]))))
	}
	return answers
}

func (d definition) dense(name string, in []float64) (out []float64) {
	for o, sum := range wide(d[name+".bias"]) {
		for i, v := range in {
			sum += float64(d[name+".weight"][o*len(in)+i]) * v
		}
		out = append(out, sum)
	}
	return out
}

func (d definition) norm(name string, in []float64) (out []float64) {
	mean, variance := 0.0, 0.0
	for _, v := range in {
		mean += v / float64(len(in))
	}
	for _, v := range in {
		variance += (v - mean) * (v - mean) / float64(len(in))
	}
	for j, v := range in {
		v = (v - mean) / math.Sqrt(variance+1e-5)
		out = append(out, v*float64(d[name+".weight"][j])+float64(d[name+".bias"][j]))
	}
	return out
}

func add(to, values []float64) {
	for j, v := range values {
		to[j] += v
	}
}

func wide(values []float32) (out []float64) {
	for _, v := range values {
		out = append(out, float64(v))
	}
	return out
}

func narrow(values []float64) (out []float32) {
	for _, v := range values {
		out = append(out, float32(v))
	}
	return out
}
