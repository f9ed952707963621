package network

import (
	"math"
	"math/rand/v2"
	"sync"
)

// Example is a sample and whether the thing is there.
type Example struct {
	Sample
	Is bool
}

// The schedule of training: Adam (Kingma and Ba 2015) with a rate that falls as a cosine to
// nothing, weights drawn towards zero by Decay.
const (
	batch  = 64
	rate   = 0.002
	beta1  = 0.9
	beta2  = 0.999
	decay  = 1e-4
	tiny   = 1e-8
	halves = 2 // of a batch, side by side
)

// Train fits the network to examples, which it goes through so many times in
// orders drawn by lot. After each time it tells the mean loss, in natural
// logarithms of the probability of what is. The same seed gives the same
// weights.
func (n *Network) Train(examples []Example, epochs int, random *rand.Rand, told func(epoch int, loss float64)) {
	var mean, square weights
	w, means, squares := n.rows(), mean.rows(), square.rows()
	batches := len(examples) / batch
	for epoch := range epochs {
		order, loss := random.Perm(len(examples)), 0.0
		for b := range batches {
			gradient, l := n.gradient(examples, order[b*batch:][:batch])
			loss += l
			step := float64(epoch*batches + b + 1)
			r := rate / 2 * (1 + math.Cos(math.Pi*step/float64(epochs*batches)))
			r *= math.Sqrt(1-math.Pow(beta2, step)) / (1 - math.Pow(beta1, step))
			for i, row := range gradient.rows() {
				for k, g := range row {
					g /= batch
					m, s := &means[i][k], &squares[i][k]
					*m += (1 - beta1) * (g - *m)
					*s += (1 - beta2) * (g*g - *s)
					w[i][k] -= float32(r) * (*m/(float32(math.Sqrt(float64(*s)))+tiny) + decay*w[i][k])
				}
			}
		}
		told(epoch, loss/float64(batches*batch))
	}
}

// gradient is that of the loss over some examples, and the loss.
func (n *Network) gradient(examples []Example, of []int) (*weights, float64) {
	var sums [halves]weights
	var losses [halves]float64
	var wait sync.WaitGroup
	for h := range halves {
		wait.Go(func() {
			var a activity
			for _, k := range of[h*len(of)/halves : (h+1)*len(of)/halves] {
				e := &examples[k]
				p := 1 / (1 + math.Exp(-float64(n.forward(&e.Sample, &a))))
				is := 0.0
				if e.Is {
					is = 1
				}
				losses[h] -= math.Log(max(1-math.Abs(is-p), 1e-9))
				n.backward(&e.Sample, &a, float32(p-is), &sums[h])
			}
		})
	}
	wait.Wait()
	total := sums[0].rows()
	for i, row := range sums[1].rows() {
		for k, v := range row {
			total[i][k] += v
		}
	}
	return &sums[0], losses[0] + losses[1]
}

// rows are the weights, in the same order for every network.
func (w *weights) rows() (all [][]float32) {
	for f := range w.Filter1 {
		for c := range w.Filter1[f] {
			for y := range w.Filter1[f][c] {
				all = append(all, w.Filter1[f][c][y][:])
			}
		}
	}
	for f := range w.Filter2 {
		for c := range w.Filter2[f] {
			for y := range w.Filter2[f][c] {
				all = append(all, w.Filter2[f][c][y][:])
			}
		}
	}
	for h := range w.Dense {
		all = append(all, w.Dense[h][:])
	}
	return append(all, w.Bias1[:], w.Bias2[:], w.Bias3[:], w.Out[:], w.Bias4[:])
}

// backward adds the gradient of the loss to sum, where the answer's is d.
func (n *Network) backward(s *Sample, a *activity, d float32, sum *weights) {
	var seen [features]float32
	sum.Bias4[0] += d
	for h, v := range a.inner {
		sum.Out[h] += d * v
		inner := slope(v) * d * n.Out[h]
		sum.Bias3[h] += inner
		for i, u := range a.seen {
			sum.Dense[h][i] += inner * u
			seen[i] += inner * n.Dense[h][i]
		}
	}
	var first [filters1][side1][side1]float32
	k := 0
	for f := range a.largest {
		for y := range pooled {
			for x := range pooled {
				at := a.largest[f][y][x]
				v := seen[k] * slope(a.second[f][at[0]][at[1]])
				k++
				sum.Bias2[f] += v
				for c := range first {
					for dy := range width2 {
						for dx := range width2 {
							sum.Filter2[f][c][dy][dx] += v * a.first[c][at[0]+dy][at[1]+dx]
							first[c][at[0]+dy][at[1]+dx] += v * n.Filter2[f][c][dy][dx]
						}
					}
				}
			}
		}
	}
	for f := range first {
		for y := range side1 {
			for x := range side1 {
				v := first[f][y][x] * slope(a.first[f][y][x])
				if v == 0 {
					continue
				}
				sum.Bias1[f] += v
				for c := range s.Pixels {
					for dy := range width1 {
						row := (*[width1]float32)(s.Pixels[c][(step1*y+dy)*Side+step1*x:])
						g := &sum.Filter1[f][c][dy]
						for dx := range row {
							g[dx] += v * row[dx]
						}
					}
				}
			}
		}
	}
}

// slope of rectify where it gave v.
func slope(v float32) float32 {
	if v < 0 {
		return leak
	}
	return 1
}
