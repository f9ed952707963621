package network

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
)

// dense is a layer each of whose outputs is a weighted sum of all inputs.
type dense struct {
	in, out int
	weights []float32 // for each output, each input
	bias    []float32 // for each output
}

// apply passes each row of a matrix through the layer.
func (d *dense) apply(in blas32.General) blas32.General {
	out := newMatrix(in.Rows, d.out)
	d.increase(out, in)
	return out
}

// increase adds what the layer makes of each row of a matrix to the rows of another.
func (d *dense) increase(out, in blas32.General) {
	for i := range out.Rows {
		to := row(out, i)
		for j, bias := range d.bias {
			to[j] += bias
		}
	}
	blas32.Gemm(blas.NoTrans, blas.Trans, 1, in,
		blas32.General{Rows: d.out, Cols: d.in, Stride: d.in, Data: d.weights}, 1, out)
}

// norm brings each row of a matrix to mean 0 and deviation 1, then scales and shifts its columns (Ba et al.,
// arXiv:1607.06450, 2016).
type norm struct{ scale, shift []float32 }

// normEpsilon is added to a variance: all numbers of a row may be equal.
const normEpsilon = 1e-5

func (n *norm) apply(in blas32.General) blas32.General {
	out := newMatrix(in.Rows, in.Cols)
	for i := range in.Rows {
		from, to := row(in, i), row(out, i)
		mean, variance := 0.0, 0.0
		for _, v := range from {
			mean += float64(v)
		}
		mean /= float64(len(from))
		for _, v := range from {
			variance += (float64(v) - mean) * (float64(v) - mean)
		}
		variance /= float64(len(from))
		by := 1 / math.Sqrt(variance+normEpsilon)
		for j, v := range from {
			to[j] = float32((float64(v)-mean)*by)*n.scale[j] + n.shift[j]
		}
	}
	return out
}
