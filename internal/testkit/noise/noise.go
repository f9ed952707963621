// Package noise is the noise of a camera's sensor, for tests that draw it over millions of samples.
package noise

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

// Source draws normal deviates: some that were drawn once, from a place at random. That takes a third of the time of
// rand.NormFloat64, and what a picture's pixels have of it is as independent as they need.
type Source struct {
	random *rand.Rand
	left   []float32
}

// From is a source whose deviates follow from a generator.
func From(random *rand.Rand) *Source { return &Source{random: random} }

// Next is the next deviate, with mean 0 and standard deviation 1.
func (s *Source) Next() float64 {
	if len(s.left) == 0 {
		all := deviates()
		s.left = all[s.random.IntN(len(all)-run):][:run]
	}
	next := s.left[0]
	s.left = s.left[1:]
	return float64(next)
}
