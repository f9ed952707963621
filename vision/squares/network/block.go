package network

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"

	"draughtsman/vision/filters"
)

const (
	heads  = 4
	head   = Features / heads // numbers that a head compares
	hidden = 128              // units of the dense layers of a block
)

// block is a block of a transformer: all tokens take in what they attend to of all others, then each token passes two
// dense layers alone. Both are added to what the tokens were.
type block struct {
	attentionNorm norm
	attention     dense // puts out queries, keys and values, in each of them head after head
	projection    dense
	hiddenNorm    norm
	hidden, back  dense
}

// apply changes tokens, which are the rows of a matrix.
func (b *block) apply(tokens blas32.General) {
	b.projection.increase(tokens, attend(b.attention.apply(b.attentionNorm.apply(tokens))))
	h := b.hidden.apply(b.hiddenNorm.apply(tokens))
	filters.ReLU(h.Data)
	b.back.increase(tokens, h)
}

// attend returns for each token, head by head, the mean of the values of all tokens. A token has the more weight the
// better its key goes with the query of the one that attends.
func attend(attention blas32.General) blas32.General {
	tokens := attention.Rows
	out, weights := newMatrix(tokens, Features), newMatrix(tokens, tokens)
	for h := range heads {
		query, key := columns(attention, h*head), columns(attention, Features+h*head)
		value := columns(attention, 2*Features+h*head)
		blas32.Gemm(blas.NoTrans, blas.Trans, float32(1/math.Sqrt(head)), query, key, 0, weights)
		for i := range tokens {
			softmax(row(weights, i))
		}
		blas32.Gemm(blas.NoTrans, blas.NoTrans, 1, weights, value, 0, columns(out, h*head))
	}
	return out
}

// columns returns the columns of one head, beginning with the first of them.
func columns(m blas32.General, first int) blas32.General {
	m.Cols, m.Data = head, m.Data[first:]
	return m
}

// softmax makes weights that sum to 1 of logarithms of weights.
func softmax(values []float32) {
	top, sum := slices.Max(values), float32(0)
	for i, v := range values {
		values[i] = float32(math.Exp(float64(v - top)))
		sum += values[i]
	}
	for i := range values {
		values[i] /= sum
	}
}
