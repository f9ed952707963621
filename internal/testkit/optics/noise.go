package optics

import (
	"math/rand/v2"
	"sync"
)

// deviates are normal, with mean 0 and standard deviation 1.
var deviates = sync.OnceValue(func() []float32 {
	random := rand.New(rand.NewPCG(1, 1))
	drawn := make([]float32, 1<<16)
	for i := range drawn {
		drawn[i] = float32(random.NormFloat64())
	}
	return drawn
})

// run is how many deviates follow each other as they stand in the table, before others do from somewhere else in it.
const run = 1 << 10

// Noise is that of a camera's sensor, for tests that draw it over millions of samples: normal deviates. Some were drawn
// once, and are given from a place at random. That takes a third of the time of rand.NormFloat64, and what a picture's
// pixels have of it is as independent as they need.
type Noise struct {
	random *rand.Rand
	left   []float32
}

// NewNoise is noise that follows from a generator.
func NewNoise(random *rand.Rand) *Noise { return &Noise{random: random} }

// Next is the next deviate, with mean 0 and standard deviation 1.
func (n *Noise) Next() float64 {
	if len(n.left) == 0 {
		all := deviates()
		n.left = all[n.random.IntN(len(all)-run):][:run]
	}
	next := n.left[0]
	n.left = n.left[1:]
	return float64(next)
}
