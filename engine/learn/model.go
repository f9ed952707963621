package learn

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"

	"draughtsman/engine/checkers"
	"draughtsman/engine/search"
)

// model is the network with real numbers, while it is fitted.
type model struct {
	board checkers.Board
	all   []float32 // what follows, one after the other

	rows, bias   []float32   // of the hidden layer
	into         [][]float32 // by bucket: a row a hidden number, of weights to the units
	at, out, add [][]float32 // by bucket: the units' bias, their weights, and what is added at the end
}

func newModel(board checkers.Board) *model {
	const h, u, b = search.NetHidden, search.NetUnits, search.NetBuckets
	rows := 4 * board.Squares() * h
	m := &model{board: board, all: make([]float32, rows+h+b*(h*u+u+u+1))}
	rest := m.all
	cut := func(n int) []float32 {
		part := rest[:n:n]
		rest = rest[n:]
		return part
	}
	m.rows, m.bias = cut(rows), cut(h)
	for range b {
		m.into = append(m.into, cut(h*u))
		m.at, m.out, m.add = append(m.at, cut(u)), append(m.out, cut(u)), append(m.add, cut(1))
	}
	return m
}

// begin makes weights by lot, so large that the sums of every layer lie between its bounds at first.
func (m *model) begin(random *rand.Rand) {
	normal := func(weights []float32, size float64) {
		for i := range weights {
			weights[i] = float32(size * random.NormFloat64())
		}
	}
	normal(m.rows, 0.15)
	for i := range m.bias {
		m.bias[i] = random.Float32() / 2
	}
	for b := range m.into {
		normal(m.into[b], 1.2/math.Sqrt(search.NetHidden))
		for i := range m.at[b] {
			m.at[b][i] = 0.3
		}
		normal(m.out[b], 0.2)
	}
}

// beginWith takes over weights in integers.
func (m *model) beginWith(w *search.Weights) {
	for i := range m.rows {
		m.rows[i] = float32(w.First[i/search.NetHidden][i%search.NetHidden]) / search.FirstScale
	}
	for i := range m.bias {
		m.bias[i] = float32(w.FirstBias[i]) / search.FirstScale
	}
	for b := range m.into {
		for i := range m.into[b] {
			from, to := i/search.NetUnits, i%search.NetUnits
			m.into[b][i] = float32(w.Second[b][from/4][to][from%4]) / search.SecondScale
		}
		for i := range search.NetUnits {
			m.at[b][i] = float32(w.SecondBias[b][i]) / search.UnitTop
			m.out[b][i] = float32(w.Third[b][i]) / search.ThirdScale
		}
		m.add[b][0] = float32(w.ThirdBias[b]) / search.ThirdScale
	}
}

// largestSecond is the largest weight from a hidden number to a unit: a byte holds no larger one.
const largestSecond = 127.0 / search.SecondScale

// bound keeps weights where the integers can have them.
func (m *model) bound() {
	for _, weights := range m.into {
		for i, w := range weights {
			weights[i] = bounded(w, -largestSecond, largestSecond)
		}
	}
}

func bounded(x, least, most float32) float32 { return min(max(x, least), most) }

// rounded is the network in integers.
func (m *model) rounded() *search.Weights {
	w := &search.Weights{Board: m.board}
	for i, x := range m.rows {
		w.First[i/search.NetHidden][i%search.NetHidden] = int16(rounded(x, search.FirstScale, math.MaxInt16))
	}
	for i, x := range m.bias {
		w.FirstBias[i] = int16(rounded(x, search.FirstScale, math.MaxInt16))
	}
	for b := range m.into {
		for i, x := range m.into[b] {
			from, to := i/search.NetUnits, i%search.NetUnits
			w.Second[b][from/4][to][from%4] = int8(rounded(x, search.SecondScale, math.MaxInt8))
		}
		for i := range search.NetUnits {
			w.SecondBias[b][i] = int32(rounded(m.at[b][i], search.UnitTop, math.MaxInt32))
			w.Third[b][i] = int16(rounded(m.out[b][i], search.ThirdScale, math.MaxInt16))
		}
		w.ThirdBias[b] = int32(rounded(m.add[b][0], search.ThirdScale, math.MaxInt32))
	}
	return w
}

func rounded(x float32, scale, most float64) float64 {
	return max(-most, min(most, math.Round(float64(x)*scale)))
}

// pass is some examples on their way through a model, and the gradient of their loss.
type pass struct {
	order        []int // of the examples, by bucket
	ends         [search.NetBuckets]int
	hidden, back []float32 // a row an example: the bounded sums, and how the loss changes with them
	units, up    []float32
	odds         []float32 // logarithms of the odds of winning
	gradient     *model
}

func newPass(board checkers.Board, examples int) *pass {
	return &pass{
		order: make([]int, examples), odds: make([]float32, examples),
		hidden: make([]float32, examples*search.NetHidden), back: make([]float32, examples*search.NetHidden),
		units: make([]float32, examples*search.NetUnits), up: make([]float32, examples*search.NetUnits),
		gradient: newModel(board),
	}
}

func vector(x []float32) blas32.Vector { return blas32.Vector{N: len(x), Inc: 1, Data: x} }

func matrix(x []float32, columns int) blas32.General {
	return blas32.General{Rows: len(x) / columns, Cols: columns, Stride: columns, Data: x}
}

// row is row i of a matrix.
func row(x []float32, i, columns int) []float32 { return x[i*columns : (i+1)*columns] }

// sort puts the examples in the order of their buckets.
func (p *pass) sort(examples []example) {
	n := 0
	for b := range p.ends {
		for i := range examples {
			if search.NetBucket(p.gradient.board, int(examples[i].pieces)) == b {
				p.order[n] = i
				n++
			}
		}
		p.ends[b] = n
	}
}

// buckets calls f for each bucket that has examples, with the first of them in the order and the one after the last.
func (p *pass) buckets(f func(b, from, to int)) {
	from := 0
	for b, to := range p.ends {
		if to > from {
			f(b, from, to)
		}
		from = to
	}
}

// forward finds what the model says of examples.
func (p *pass) forward(m *model, examples []example) {
	const h, u = search.NetHidden, search.NetUnits
	p.sort(examples)
	for n := range examples {
		sums := row(p.hidden, n, h)
		copy(sums, m.bias)
		for _, i := range examples[p.order[n]].set() {
			blas32.Axpy(1, vector(row(m.rows, int(i), h)), vector(sums))
		}
		for i, x := range sums {
			sums[i] = bounded(x, 0, 1)
		}
	}
	p.buckets(func(b, from, to int) {
		for n := from; n < to; n++ {
			copy(row(p.units, n, u), m.at[b])
		}
		units := p.units[from*u : to*u]
		blas32.Gemm(blas.NoTrans, blas.NoTrans, 1, matrix(p.hidden[from*h:to*h], h), matrix(m.into[b], u), 1,
			matrix(units, u))
		for i, x := range units {
			units[i] = bounded(x, 0, 1)
		}
		for n := from; n < to; n++ {
			p.odds[n] = blas32.Dot(vector(row(p.units, n, u)), vector(m.out[b])) + m.add[b][0] +
				examples[p.order[n]].foundation
		}
	})
}

// learn finds the gradient of the mean loss of examples.
func (p *pass) learn(m *model, examples []example) {
	const h, u = search.NetHidden, search.NetUnits
	p.forward(m, examples)
	g := p.gradient
	clear(g.all)
	p.buckets(func(b, from, to int) {
		for n := from; n < to; n++ {
			e := &examples[p.order[n]]
			wrong := (float32(probability(float64(p.odds[n]))) - e.target) / float32(len(examples))
			units, up := row(p.units, n, u), row(p.up, n, u)
			blas32.Axpy(wrong, vector(units), vector(g.out[b]))
			g.add[b][0] += wrong
			for i, x := range units {
				up[i] = within(x) * wrong * m.out[b][i]
			}
			blas32.Axpy(1, vector(up), vector(g.at[b]))
		}
		hidden, up := matrix(p.hidden[from*h:to*h], h), matrix(p.up[from*u:to*u], u)
		blas32.Gemm(blas.Trans, blas.NoTrans, 1, hidden, up, 1, matrix(g.into[b], u))
		blas32.Gemm(blas.NoTrans, blas.Trans, 1, up, matrix(m.into[b], u), 0, matrix(p.back[from*h:to*h], h))
	})
	for n := range examples {
		back := row(p.back, n, h)
		for i, x := range row(p.hidden, n, h) {
			back[i] *= within(x)
		}
		blas32.Axpy(1, vector(back), vector(g.bias))
		for _, i := range examples[p.order[n]].set() {
			blas32.Axpy(1, vector(back), vector(row(g.rows, int(i), h)))
		}
	}
}

// within is 1 where a bounded sum is not at a bound, so that it changes with what is summed, and 0 where it is.
func within(x float32) float32 {
	if x > 0 && x < 1 {
		return 1
	}
	return 0
}
