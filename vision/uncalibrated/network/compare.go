package network

import (
	"math"
	"slices"
)

// comparison is how the answers for the squares of a board came about.
type comparison struct {
	squares []*activations
	alone   [][]float32           // for each square, what the layer of the first answer takes in
	logOdds [rounds + 1][]float32 // the answers: from each square alone, then after each round
	rounds  [rounds]round
}

// round is one comparison of the squares of a board.
type round struct {
	probabilities   []float32         // for each square, that it is occupied, by the answer before
	occupied, empty [features]float32 // prototypes: the mean features of occupied and of empty squares
	// how many squares are occupied and how many are empty, each with prototypePrior added
	occupiedCount, emptyCount float32
	// for each square, what the comparing layer takes in and puts out, and what of that the answering layer takes in
	in, out, dropped [][]float32
}

// prototypePrior is added to the counts of occupied and of empty squares: there may be none.
const prototypePrior = 0.5

// compare finds the answers for the squares of a board.
func (n *Network) compare(squares []*activations, drop dropout) *comparison {
	c := &comparison{squares: squares, alone: make([][]float32, len(squares))}
	for k := range c.logOdds {
		c.logOdds[k] = make([]float32, len(squares))
	}
	for i, a := range squares {
		c.alone[i] = slices.Clone(a.features())
		drop.apply(c.alone[i])
		layers[aloneLayer].forward(n.weights[aloneLayer], c.alone[i], c.logOdds[0][i:i+1])
	}
	for k := range c.rounds {
		c.rounds[k] = prototypes(squares, c.logOdds[k])
		r := &c.rounds[k]
		for i, a := range squares {
			share := (r.occupiedCount - prototypePrior) / float32(len(squares))
			in, out := slices.Concat(a.features(), r.occupied[:], r.empty[:], []float32{share}),
				make([]float32, layers[compareLayer].out)
			layers[compareLayer].forward(n.weights[compareLayer], in, out)
			leakyReLU(out)
			dropped := slices.Clone(out)
			drop.apply(dropped)
			layers[answerLayer].forward(n.weights[answerLayer], dropped, c.logOdds[k+1][i:i+1])
			r.in, r.out, r.dropped = append(r.in, in), append(r.out, out), append(r.dropped, dropped)
		}
	}
	return c
}

// prototypes begins a round: it takes the mean features of occupied and of empty squares by the answers so far.
func prototypes(squares []*activations, logOdds []float32) round {
	r := round{occupiedCount: prototypePrior, emptyCount: prototypePrior}
	for i, a := range squares {
		p := logistic(logOdds[i])
		r.probabilities = append(r.probabilities, p)
		r.occupiedCount, r.emptyCount = r.occupiedCount+p, r.emptyCount+1-p
		for j, v := range a.features() {
			r.occupied[j] += p * v
			r.empty[j] += (1 - p) * v
		}
	}
	for j := range features {
		r.occupied[j] /= r.occupiedCount
		r.empty[j] /= r.emptyCount
	}
	return r
}

// logistic returns the probability for the logarithm of odds.
func logistic(logOdds float32) float32 { return float32(1 / (1 + math.Exp(-float64(logOdds)))) }
