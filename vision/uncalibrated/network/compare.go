package network

import (
	"math"
	"math/rand/v2"
	"slices"
)

// comparison is how opinions about the squares of a board were formed.
type comparison struct {
	looks  []*look
	heard  [][]float32           // of each square, the traits that its first opinion is formed of
	odds   [rounds + 1][]float32 // opinions, as logarithms: from each square alone, then after each round
	rounds [rounds]round
}

// round is one in which the squares of a board are compared.
type round struct {
	likely        []float32       // of each square, the probability before
	with, without [traits]float32 // the mean looks of the squares that have the thing and of those that have not
	has, lacks    float32         // how many those are, and a few
	// of each square, what the comparing layer takes in and puts out, and what of that is heard
	in, out, heard [][]float32
}

// few is added to how many squares have the thing, and to how many have not: there may be none.
const few = 0.5

// compare forms opinions from looks; random, in training, says what is dropped on the way.
func (n *Network) compare(looks []*look, random *rand.Rand) *comparison {
	c := &comparison{looks: looks, heard: make([][]float32, len(looks))}
	for k := range c.odds {
		c.odds[k] = make([]float32, len(looks))
	}
	for i, a := range looks {
		c.heard[i] = slices.Clone(a.traits())
		drop(c.heard[i], random)
		layers[alone].forward(n.weights[alone], c.heard[i], c.odds[0][i:i+1])
	}
	for k := range c.rounds {
		c.rounds[k] = meet(looks, c.odds[k])
		r := &c.rounds[k]
		for i, a := range looks {
			part := (r.has - few) / float32(len(looks))
			in, out := slices.Concat(a.traits(), r.with[:], r.without[:], []float32{part}),
				make([]float32, layers[comparing].out)
			layers[comparing].forward(n.weights[comparing], in, out)
			rectify(out)
			heard := slices.Clone(out)
			drop(heard, random)
			layers[compared].forward(n.weights[compared], heard, c.odds[k+1][i:i+1])
			r.in, r.out, r.heard = append(r.in, in), append(r.out, out), append(r.heard, heard)
		}
	}
	return c
}

// meet is what squares with and without the thing look like by some odds.
func meet(looks []*look, odds []float32) round {
	r := round{has: few, lacks: few}
	for i, a := range looks {
		p := probability(odds[i])
		r.likely = append(r.likely, p)
		r.has, r.lacks = r.has+p, r.lacks+1-p
		for j, v := range a.traits() {
			r.with[j] += p * v
			r.without[j] += (1 - p) * v
		}
	}
	for j := range traits {
		r.with[j] /= r.has
		r.without[j] /= r.lacks
	}
	return r
}

func probability(odds float32) float32 { return float32(1 / (1 + math.Exp(-float64(odds)))) }

// back adds the gradient of the loss to sum, given by how much it grows with the first and the last opinions: first is
// overwritten.
func (n *Network) back(c *comparison, first, last []float32, sum *Network) {
	growth := make([][traits]float32, len(c.looks)) // with each trait of each square
	after := last
	for k := rounds - 1; k >= 0; k-- {
		before := first
		if k > 0 {
			before = make([]float32, len(c.looks))
		}
		n.roundBack(&c.rounds[k], c.looks, after, before, growth, sum)
		after = before
	}
	scratch := newLook()
	for i, a := range c.looks {
		var heard, own [traits]float32
		layers[alone].backward(n.weights[alone], c.heard[i], first[i:i+1], sum.weights[alone], heard[:])
		undrop(own[:], heard[:], c.heard[i], a.traits())
		for j, g := range own {
			growth[i][j] += g
		}
		n.lookBack(a, growth[i][:], scratch, sum)
	}
}

// roundBack adds to before and to growth by how much the loss grows with the opinions before a round and
// with the traits of the
// squares, given by how much it grows with the opinions after it.
func (n *Network) roundBack(r *round, looks []*look, after, before []float32, growth [][traits]float32, sum *Network) {
	var with, without [traits]float32
	var part float32
	for i, a := range looks {
		heard, out, in := make([]float32, len(r.out[i])), make([]float32, len(r.out[i])), make([]float32, len(r.in[i]))
		layers[compared].backward(n.weights[compared], r.heard[i], after[i:i+1], sum.weights[compared], heard)
		undrop(out, heard, r.heard[i], r.out[i])
		straighten(out, r.out[i])
		layers[comparing].backward(n.weights[comparing], r.in[i], out, sum.weights[comparing], in)
		for j := range a.traits() {
			growth[i][j] += in[j]
			with[j] += in[traits+j]
			without[j] += in[2*traits+j]
		}
		part += in[3*traits] / float32(len(looks))
	}
	for i, a := range looks {
		p, likelier := r.likely[i], part
		for j, v := range a.traits() {
			growth[i][j] += p/r.has*with[j] + (1-p)/r.lacks*without[j]
			likelier += with[j]*(v-r.with[j])/r.has - without[j]*(v-r.without[j])/r.lacks
		}
		before[i] += likelier * p * (1 - p)
	}
}
